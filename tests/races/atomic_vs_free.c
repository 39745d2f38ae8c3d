/* expect: race ""; memory "use after free" */
#include <pthread.h>
#include <stdlib.h>
static int *p, y;
static void *worker(void *arg) {
    free(p);
    return arg;
}
int main(void) {
    pthread_t t;
    p = calloc(1, sizeof *p);
    pthread_create(&t, NULL, worker, NULL);
    y = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    return 0;
}
