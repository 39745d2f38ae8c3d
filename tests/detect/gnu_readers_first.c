/* expect: safe */
/* The other kinds of read-write locks prefer readers in glibc, too. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    static const int kinds[] = {PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP,
                                PTHREAD_RWLOCK_DEFAULT_NP};
    for (int k = 0; k < 3; k++) {
        pthread_rwlockattr_t a;
        pthread_rwlock_t lock;
        int kind;
        pthread_rwlockattr_init(&a);
        assert(pthread_rwlockattr_setkind_np(&a, 3) == EINVAL);
        assert(!pthread_rwlockattr_setkind_np(&a, kinds[k]));
        assert(!pthread_rwlockattr_getkind_np(&a, &kind) && kind == kinds[k]);
        assert(!pthread_rwlock_init(&lock, &a) && !pthread_rwlock_rdlock(&lock));
        assert(!pthread_rwlock_unlock(&lock) && !pthread_rwlock_destroy(&lock));
    }
    assert(!pthread_yield());
}
