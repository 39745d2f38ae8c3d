/* Five threads that meet twice at a barrier, and read between what the next one wrote before. */
#include <assert.h>
#include <pthread.h>

#define THREADS 5

static pthread_barrier_t barrier;
static int before[THREADS], between[THREADS];

static void *work(void *number) {
    int k = (int)(long)number;
    before[k] = k + 1;
    pthread_barrier_wait(&barrier);
    between[k] = before[(k + 1) % THREADS];
    if (between[k] == 0) between[k] = 100;
    pthread_barrier_wait(&barrier);
    return number;
}

int main(void) {
    pthread_t t[THREADS];
    int sum = 0;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long k = 0; k < THREADS; k++) pthread_create(&t[k], NULL, work, (void *)k);
    for (int k = 0; k < THREADS; k++) {
        pthread_join(t[k], NULL);
        sum += between[k];
    }
    assert(sum == THREADS * (THREADS + 1) / 2);
    return 0;
}
