/* expect: deadlock "waits for the mutex `lock`, held by thread 0.1" */
/* A thread that may be cancelled with a mutex held, and has no clean-up handler that gives it back. */
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    usleep(10); /* a cancellation point */
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
