/* expect: safe */
#include <pthread.h>
#include <stdlib.h>
static int sum;
static void *worker(void *arg) {
    int *p = malloc(4);
    *p = 3;
    free(p);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int *p = malloc(4);
    *p = 3;
    sum += *p;
    free(p);
    pthread_join(t, NULL);
    return 0;
}
