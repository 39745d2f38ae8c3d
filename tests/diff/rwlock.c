/* Two writers and a reader: version 2 has a writer take the lock as a reader. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int low, high;
static void *writer(void *arg) {
#if VERSION == 1
    pthread_rwlock_wrlock(&l);
#else
    pthread_rwlock_rdlock(&l);
#endif
    low = 1;
    high = 1;
    pthread_rwlock_unlock(&l);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_rwlock_rdlock(&l);
    int a = low, b = high;
    pthread_rwlock_unlock(&l);
    assert(a == b);
    pthread_join(t, NULL);
    return 0;
}
