/* 24 threads at once, none of which sees what another one does. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 24 };

static int own[THREADS];

static void *worker(void *arg) {
    *(int *)arg = 1;
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    int sum = 0;
    for (int k = 0; k < THREADS; k++) pthread_create(&t[k], NULL, worker, &own[k]);
    for (int k = 0; k < THREADS; k++) pthread_join(t[k], NULL);
    for (int k = 0; k < THREADS; k++) sum += own[k];
    assert(sum == THREADS);
    return 0;
}
