/* expect: race "data race"; memory "use after free" */
/* What is set lies beyond the first page of the block that another thread frees meanwhile. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *p;
static void *worker(void *arg) {
    free(p);
    return arg;
}
int main(void) {
    pthread_t t;
    p = malloc(20000);
    pthread_create(&t, NULL, worker, NULL);
    memset(p + 8000, 1, 6000);
    pthread_join(t, NULL);
    return 0;
}
