/* expect: race "data race"; memory "use after free" */
#include <pthread.h>
#include <stdlib.h>
static int *p, y;
static void *worker(void *arg) {
    free(p);
    return arg;
}
int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, worker, NULL);
    y = *p;
    pthread_join(t, NULL);
    return 0;
}
