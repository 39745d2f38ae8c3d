/* expect: deadlock "`m`"; deadlock "`n`" */
/* options: --strategy=unfold --hunt=off */
/* The second thread is blocked in its first lock of `n` or in its second one, both times within
 * pthread_mutex_lock. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *second(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
