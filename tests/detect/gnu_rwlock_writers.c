/* expect: incomplete */
/* Where a lock that prefers writers is initialised statically the verdict says that this was not explored. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

int main(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    return pthread_rwlock_destroy(&l);
}
