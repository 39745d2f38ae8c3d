/* expect: assertion @a */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec soon = {1, 0}, wrong = {1, 1000000000};
static void *worker(void *arg) {
    int e = pthread_mutex_timedlock(&m, &soon);
    assert(e == 0 || e == ETIMEDOUT);
    if (e == 0) pthread_mutex_unlock(&m);
    assert(e == 0); /*a*/
    return arg;
}
int main(void) {
    pthread_t t;
    mtx_t k;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    assert(pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&m, &wrong) == EINVAL);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    mtx_init(&k, mtx_timed);
    assert(mtx_lock(&k) == thrd_success && mtx_timedlock(&k, &soon) == thrd_timedout &&
           mtx_trylock(&k) == thrd_busy);
    mtx_unlock(&k);
    mtx_destroy(&k);
    return 0;
}
