/* What is left is looked at and taken in two critical sections. */
/* new: assertion */
#define NOISE_ROUNDS 40
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 3;
static bool take(int many) {
    pthread_mutex_lock(&lock);
    bool enough = left >= many;
#ifdef NEW
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (enough) left -= many;
    assert(left >= 0);
    pthread_mutex_unlock(&lock);
    return enough;
}
static void *one(void *unused) {
    noise(1, 40);
    take(2);
    noise(2, 40);
    return unused;
}
static void *other(void *unused) {
    noise(2, 5);
    take(1);
    noise(1, 70);
    take(1);
    return unused;
}
int main(void) {
    both(one, other);
    return 0;
}
