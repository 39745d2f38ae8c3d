/* expect: some race "data race" */
#include <pthread.h>
#include <stdlib.h>
static int *p;
static void *worker(void *arg) {
    *p = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, NULL, worker, NULL);
    *p = 2;
    pthread_join(t, NULL);
    free(p);
    return 0;
}
