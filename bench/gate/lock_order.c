/* One way locks the other way round. */
/* new: deadlock */
#define NOISE_ROUNDS 40
#include "noise.h"
static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;
static int a = 10, b;
static void forth(void) {
    pthread_mutex_lock(&from);
    pthread_mutex_lock(&to);
    a--, b++;
    pthread_mutex_unlock(&to);
    pthread_mutex_unlock(&from);
}
static void back(void) {
#ifdef NEW
    pthread_mutex_lock(&to);
    pthread_mutex_lock(&from);
#else
    pthread_mutex_lock(&from);
    pthread_mutex_lock(&to);
#endif
    a++, b--;
    pthread_mutex_unlock(&to);
    pthread_mutex_unlock(&from);
}
static void *one(void *unused) {
    noise(1, 30);
    forth();
    noise(2, 50);
    return unused;
}
static void *other(void *unused) {
    noise(2, 60);
    back();
    noise(0, 10);
    return unused;
}
int main(void) {
    both(one, other);
    return 0;
}
