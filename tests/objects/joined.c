/* Threads that are created and joined one after the other, so that from the tenth on they have the numbers of
 * earlier ones; from number BEGIN on beside a thread that takes the same lock once: as many traces as there
 * are places for it. -DDEADLOCK: main holds the lock at last. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 20
#endif
#ifndef BEGIN
#define BEGIN                                                                                           \
    8 /* it has a new number then, above those that are given again: they run first, and then once more \
         after it */
#endif
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
/* The lock is taken at a depth that differs from thread to thread, with values that each call needs
 * afterwards; whether it returns to them is a matter of order. */
static __attribute__((noinline)) long deep(long depth, long value) {
    if (depth) return deep(depth - 1, value * 3 + depth) + value * depth;
    pthread_mutex_lock(&m);
    int ends = ++x % 2;
    pthread_mutex_unlock(&m);
    if (ends) pthread_exit(NULL);
    return value;
}
static long expected(long depth, long value) {
    return depth ? expected(depth - 1, value * 3 + depth) + value * depth : value;
}
static void *worker(void *arg) {
    long n = (long)arg;
    assert(deep(n % 4, n) == expected(n % 4, n));
    return arg;
}
int main(void) {
    pthread_t other, t;
    for (long k = 0; k < N; k++) {
        void *result;
        if (k == BEGIN) pthread_create(&other, NULL, worker, NULL);
        pthread_create(&t, NULL, worker, (void *)k);
        pthread_join(t, &result);
        assert(!result || result == (void *)k);
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
