/* expect: safe */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t b;
static int x[3], sum;
static void *worker(void *arg) {
    int me = (int)(long)arg;
    for (int round = 0; round < 2; round++) {
        x[me]++;
        if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) sum += x[0] + x[1] + x[2];
        pthread_barrier_wait(&b);
    }
    return NULL;
}
int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, NULL, 3);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], NULL, worker, (void *)k);
    worker((void *)2);
    assert(sum == 9);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    pthread_barrier_destroy(&b);
    return 0;
}
