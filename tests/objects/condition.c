/* A timed wait and a signal under the mutex: the signaller first; the signal wakes; it comes after the
 * time-out, before or after the waiter has the mutex again. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};
static int waiting;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_timedwait(&c, &m, &soon);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    if (waiting) pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
