/* expect: api @a "used after it was destroyed" */
#include <pthread.h>
static pthread_mutex_t m;
int main(void) {
    pthread_mutex_init(&m, NULL);
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m); /*a*/
    return 0;
}
