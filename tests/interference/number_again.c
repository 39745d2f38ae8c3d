/* Threads that were joined leave their numbers to later ones. What the last one does before it is joined is
 * an interference, though a thread of its number was joined before; with JOINED each is joined at once. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 10 }; /* the last one has the number of the first */

static _Atomic int n;

static void *worker(void *arg) {
    n++;
    return arg;
}

int main(void) {
    pthread_t t;
    for (int k = 1; k < THREADS; k++) {
        pthread_create(&t, NULL, worker, NULL);
        pthread_join(t, NULL);
    }
    pthread_create(&t, NULL, worker, NULL);
#ifdef JOINED
    pthread_join(t, NULL);
    assert(n == THREADS);
#else
    assert(n != THREADS);
#endif
    return 0;
}
