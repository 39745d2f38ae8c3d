/* k: none */
/* The one who writes has the lock for himself. */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int a = x, b = y;
    pthread_rwlock_unlock(&lock);
    heddle_assert(a == b);
    return unused;
}
static void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
