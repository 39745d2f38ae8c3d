/* A load for campaigns: THREADS threads take two locks TIMES times; counts depend on THREADS and
 * TIMES alone. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef TIMES
#define TIMES 3
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *work(void *x) {
    for (int k = 0; k < TIMES; k++) {
        pthread_mutex_lock(&m);
        a += 1;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&n);
        b = b * 2 + (int)(long)x;
        pthread_mutex_unlock(&n);
    }
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (long k = 0; k < THREADS; k++) pthread_create(&t[k], 0, work, (void *)k);
    for (long k = 0; k < THREADS; k++) pthread_join(t[k], 0);
    return 0;
}
