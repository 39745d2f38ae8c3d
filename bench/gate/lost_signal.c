/* The signal comes without the lock, between the look at the flag and the wait. */
/* new: deadlock */
#define NOISE_ROUNDS 40
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic bool ready;
static void *one(void *unused) {
    noise(1, 50);
#ifdef NEW
    ready = true;
    pthread_cond_signal(&changed);
#else
    pthread_mutex_lock(&lock);
    ready = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
#endif
    noise(0, 20);
    return unused;
}
static void *other(void *unused) {
    noise(2, 40);
    pthread_mutex_lock(&lock);
    while (!ready) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    noise(1, 20);
    return unused;
}
int main(void) {
    both(one, other);
    return 0;
}
