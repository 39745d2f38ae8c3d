/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec soon = {1, 0}, wrong = {1, -1};
static void *other(void *arg) {
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY && pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&l, &soon) == ETIMEDOUT &&
           pthread_rwlock_timedwrlock(&l, &wrong) == EINVAL);
    return arg;
}
int main(void) {
    pthread_t t;
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK && pthread_rwlock_wrlock(&l) == EDEADLK);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY && pthread_rwlock_timedwrlock(&l, &soon) == EDEADLK);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_rdlock(&l) == 0 &&
           pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY && pthread_rwlock_timedwrlock(&l, &soon) == ETIMEDOUT);
    for (int k = 0; k < 3; k++) assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_timedwrlock(&l, &wrong) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_destroy(&l);
    return 0;
}
