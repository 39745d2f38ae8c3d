/* Only one of those who wait is told. */
/* new: deadlock */
#define NOISE_ROUNDS 30
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool is_open;
static _Atomic bool about_to_open;
static void *visitor(void *unused) {
    pthread_mutex_lock(&lock);
    while (!is_open) pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *late_visitor(void *unused) {
    noise(1, 50);
    if (about_to_open) visitor(NULL);
    noise(1, 20);
    return unused;
}
static void *opens(void *unused) {
    noise(2, 60);
    about_to_open = true;
    pthread_mutex_lock(&lock);
    is_open = true;
#ifdef NEW
    pthread_cond_signal(&opened);
#else
    pthread_cond_broadcast(&opened);
#endif
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, visitor, NULL);
    both(late_visitor, opens);
    pthread_join(other, NULL);
    return 0;
}
