/* A thread that gives up where the mutex is taken: version 2 takes for granted that it had it. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, failures;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (pthread_mutex_trylock(&m))
        failures++;
    else {
        x++;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
#if VERSION == 1
    assert(x + failures == 2);
#else
    assert(x == 2);
#endif
    return 0;
}
