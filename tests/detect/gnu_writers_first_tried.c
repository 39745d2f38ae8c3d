/* expect: assertion @waits; assertion @late */
/* While a writer waits, another reader does not get the lock: not at once, and not before its time is over.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writes(void *arg) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec at = {.tv_sec = time(NULL) + 1};
    pthread_create(&t, NULL, writes, NULL);
    pthread_rwlock_rdlock(&l);
    int first = pthread_rwlock_tryrdlock(&l), second = pthread_rwlock_timedrdlock(&l, &at);
    if (!first) pthread_rwlock_unlock(&l);
    if (!second) pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    assert(!first || second);       /* the writer waits until the lock is free */
    if (first) assert(!"at once");  /*waits*/
    if (second) assert(!"in time"); /*late*/
    return 0;
}
