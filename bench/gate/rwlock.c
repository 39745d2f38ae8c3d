/* A cache is filled under the lock of readers. */
/* new: race */
#define NOISE_ROUNDS 60
#include "noise.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached, value = 7;
static _Atomic bool stale;
static int look(void) {
#ifdef NEW
    pthread_rwlock_rdlock(&lock);
#else
    pthread_rwlock_wrlock(&lock);
#endif
    if (stale) cached = value;
    stale = false;
    int x = cached;
    pthread_rwlock_unlock(&lock);
    return x;
}
static void *one(void *unused) {
    noise(1, 30);
    look();
    noise(1, 40);
    stale = true;
    look();
    noise(0, 30);
    return unused;
}
static void *other(void *unused) {
    noise(2, 50);
    look();
    noise(2, 30);
    look();
    return unused;
}
int main(void) {
    both(one, other);
    return 0;
}
