/* expect: safe */
/* A lock that prefers writers, statically initialised: who tries never waits, and nobody waits for ever. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int x, y;

static void *writes(void *arg) {
    assert(!pthread_rwlock_wrlock(&l));
    x++, y++;
    assert(!pthread_rwlock_unlock(&l));
    return arg;
}
static void *tries(void *arg) {
    int error = pthread_rwlock_trywrlock(&l);
    assert(!error || error == EBUSY);
    if (!error) {
        assert(pthread_rwlock_tryrdlock(&l) == EBUSY && pthread_rwlock_trywrlock(&l) == EBUSY);
        x++, y++;
        pthread_rwlock_unlock(&l);
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    struct timespec at = {.tv_sec = time(NULL) + 1};
    pthread_create(&t, NULL, writes, NULL);
    pthread_create(&u, NULL, tries, NULL);
    pthread_rwlock_rdlock(&l);
    assert(x == y);
    if (!pthread_rwlock_tryrdlock(&l)) pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    int error = pthread_rwlock_timedrdlock(&l, &at);
    assert(!error || error == ETIMEDOUT);
    if (!error) assert(x == y), pthread_rwlock_unlock(&l);
    error = pthread_rwlock_timedwrlock(&l, &at);
    assert(!error || error == ETIMEDOUT);
    if (!error) x++, y++, pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!pthread_rwlock_wrlock(&l) && pthread_rwlock_wrlock(&l) == EDEADLK);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK && !pthread_rwlock_unlock(&l));
    return pthread_rwlock_destroy(&l);
}
