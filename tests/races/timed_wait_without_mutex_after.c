/* expect: race */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};
static int x;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &soon);
    pthread_mutex_unlock(&m);
    x = 2; /* a time-out says nothing about what the signaller did */
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
