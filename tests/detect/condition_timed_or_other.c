/* expect: assertion @a; assertion @b; deadlock */
/* One signal, two waiters, one of them timed: who is woken is open even though the timed one always could
 * time out. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};
static int waiting;
static void *timed(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    int e = pthread_cond_timedwait(&c, &m, &soon);
    assert(e != 0); /*a*/
    pthread_mutex_unlock(&m);
    return arg;
}
static void *untimed(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    assert(0); /*b*/
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, timed, NULL);
    pthread_create(&u, NULL, untimed, NULL);
    pthread_mutex_lock(&m);
    if (waiting == 2) pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_exit(NULL);
}
