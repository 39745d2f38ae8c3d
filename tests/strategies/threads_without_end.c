/* Threads without end take a lock that one word is. With -DBROKEN=N the assertion fails as soon as more than
 * N threads have had it; with -DJOINED main waits for each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, inside;
static void *worker(void *arg) {
    int open = 0;
    if (atomic_compare_exchange_strong(&lock, &open, 1)) {
        int before = atomic_fetch_add(&inside, 1);
#ifdef BROKEN
        assert(before < BROKEN);
        lock = 0;
#else
        assert(before == 0);
        atomic_fetch_sub(&inside, 1);
        lock = 0;
#endif
    }
    return arg;
}
int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
#ifdef JOINED
        pthread_join(t, NULL);
#endif
    }
}
