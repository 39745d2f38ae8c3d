/* What is done where the lock was not free is done without it. */
/* new: race */
#define NOISE_ROUNDS 40
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept, skipped;
static void *keeps(void *unused) {
    noise(1, 60);
    if (pthread_mutex_trylock(&lock) == 0) {
        kept++;
        pthread_mutex_unlock(&lock);
    } else {
#ifdef NEW
        kept++;
#else
        pthread_mutex_lock(&lock);
        kept++;
        pthread_mutex_unlock(&lock);
#endif
        skipped++;
    }
    noise(0, 20);
    return unused;
}
static void *other(void *unused) {
    noise(2, 50);
    pthread_mutex_lock(&lock);
    kept += 2;
    pthread_mutex_unlock(&lock);
    noise(2, 40);
    return unused;
}
int main(void) {
    both(keeps, other);
    return 0;
}
