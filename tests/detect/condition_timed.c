/* expect: assertion @a; assertion @b */
/* Both ends of a timed wait are reached, and a signal that comes too late wakes nobody. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    int e = pthread_cond_timedwait(&c, &m, &soon);
    assert(e == 0 || e == ETIMEDOUT);
    assert(pthread_mutex_trylock(&m) == EBUSY); /* it has it again */
    pthread_mutex_unlock(&m);
    assert(e == 0);         /*a*/
    assert(e == ETIMEDOUT); /*b*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
