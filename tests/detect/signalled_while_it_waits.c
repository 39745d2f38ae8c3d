/* expect: deadlock @lock */
/* A handler that returns does not end the wait for a mutex. */
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void handler(int n) { (void)n; }
static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL); /*lock*/
    pthread_mutex_unlock(&lock);
    return 0;
}
