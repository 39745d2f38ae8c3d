/* Threads that are created and joined one after the other, so that from the tenth on they have the numbers of earlier ones, beside a
 * thread that takes the same lock once: as many traces as there are places for it. -DDEADLOCK: main holds the lock at last. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 10
#endif
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t other, t;
    pthread_create(&other, NULL, worker, NULL);
    for (long k = 0; k < N; k++) {
        void *result;
        pthread_create(&t, NULL, worker, (void *)k);
        pthread_join(t, &result);
        assert(result == (void *)k);
    }
    pthread_join(other, NULL);
    assert(x == N + 1);
#ifdef DEADLOCK
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
#endif
    return 0;
}
