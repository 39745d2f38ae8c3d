/* expect: api @a "never initialised" */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    pthread_mutex_t *m = malloc(sizeof *m);
    memset(m, 7, sizeof *m);
    pthread_mutex_lock(m); /*a*/
    return 0;
}
