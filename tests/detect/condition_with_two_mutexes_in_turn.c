/* expect: safe */
/* Not at the same time: the first wait is over when the second begins. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};
static void *worker(void *arg) {
    pthread_mutex_lock(arg);
    pthread_cond_timedwait(&c, arg, &soon);
    pthread_mutex_unlock(arg);
    return NULL;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, worker, &m);
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    pthread_create(&u, NULL, worker, &k);
    pthread_cond_signal(&c);
    pthread_join(u, NULL);
    pthread_cond_destroy(&c);
    return 0;
}
