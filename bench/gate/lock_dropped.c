/* How often two threads met is counted without the lock. */
/* new: race */
#define NOISE_ROUNDS 30
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int inside;
static _Atomic bool met;
static int meetings;
static void count(void) {
#ifdef NEW
    meetings++;
#else
    pthread_mutex_lock(&lock);
    meetings++;
    pthread_mutex_unlock(&lock);
#endif
}
static void *worker(void *unused) {
    noise(1, 40);
    if (++inside == 2) {
        met = true;
        count();
    }
    inside--;
    noise(2, 20);
    if (met) count();
    return unused;
}
static void *late(void *unused) {
    noise(2, 50);
    return worker(unused);
}
int main(void) {
    both(worker, late);
    return 0;
}
