/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, worker, NULL);
    int e = pthread_mutex_lock(&m);
    assert(e == 0 || e == EOWNERDEAD);
    if (e == EOWNERDEAD) {
        assert(pthread_mutex_trylock(&m) == EBUSY);
        assert(pthread_mutex_consistent(&m) == 0 && pthread_mutex_consistent(&m) == EINVAL);
    }
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_join(t, NULL);
    int again = pthread_mutex_lock(&m);
    assert(again == (e == EOWNERDEAD ? 0 : EOWNERDEAD));
    pthread_mutex_unlock(&m);
    /* Left inconsistent, it is of no use to anybody. */
    int last = pthread_mutex_lock(&m);
    assert(last == (e == EOWNERDEAD ? 0 : ENOTRECOVERABLE));
    if (last) assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE && pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
