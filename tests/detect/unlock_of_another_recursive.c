/* expect: safe */
/* Of mutexes that know their owner, the unlock by another thread fails. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m[3];
static void *other(void *arg) {
    for (int k = 0; k < 3; k++) assert(pthread_mutex_unlock(&m[k]) == EPERM);
    return arg;
}
int main(void) {
    pthread_t t;
    for (int k = 0; k < 3; k++) {
        pthread_mutexattr_t a;
        pthread_mutexattr_init(&a);
        if (k < 2) pthread_mutexattr_settype(&a, k ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK);
        if (k == 2) pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&m[k], &a);
        pthread_mutex_lock(&m[k]);
    }
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    for (int k = 0; k < 3; k++) assert(pthread_mutex_unlock(&m[k]) == 0);
    return 0;
}
