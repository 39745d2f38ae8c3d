/* expect: deadlock @again "waits for the writers' gate of the read-write lock `lock`, held by thread 0.1" */
/* Where writers go first, the second lock of the reader waits for a writer that waits for the first one. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;

static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &a);
    pthread_create(&t, NULL, writes, NULL);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock); /*again*/
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return pthread_rwlock_destroy(&lock);
}
