/* expect: memory "use after free"; race "data race" */
#include <pthread.h>
#include <stdlib.h>
static int *p, y;
static void *worker(void *arg) {
    y = *p;
    return arg;
}
int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, worker, NULL);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
