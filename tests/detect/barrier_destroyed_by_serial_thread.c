/* expect: safe */
#include <pthread.h>
#include <stdlib.h>
static void *worker(void *arg) {
    pthread_barrier_t *b = arg;
    if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(b);
        free(b);
    }
    return NULL;
}
int main(void) {
    pthread_t t[2];
    pthread_barrier_t *b = malloc(sizeof *b);
    pthread_barrier_init(b, NULL, 3);
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, worker, b);
    worker(b);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
