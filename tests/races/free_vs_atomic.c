/* expect: memory "use after free"; race "data race" */
#include <pthread.h>
#include <stdlib.h>
static int *p, y;
static void *worker(void *arg) {
    y = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    pthread_t t;
    p = calloc(1, sizeof *p);
    pthread_create(&t, NULL, worker, NULL);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
