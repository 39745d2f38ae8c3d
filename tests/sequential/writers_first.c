/* k: none */
/* lost: locks that prefer writers are taken as others */
#define _GNU_SOURCE
#include "pair.h"
#include <heddle/heddle.h>
static pthread_rwlock_t m;
static int x;

static void *writer(void *p) {
    pthread_rwlock_wrlock(&m);
    x = 1;
    pthread_rwlock_unlock(&m);
    return p;
}
static void *reader(void *p) {
    pthread_rwlock_rdlock(&m);
    heddle_assert(pthread_rwlock_tryrdlock(&m) != 1);
    pthread_rwlock_unlock(&m);
    pthread_rwlock_unlock(&m);
    return p;
}
int main(void) {
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&m, &a);
    RUN(NULL, reader, writer);
    return 0;
}
