/* expect: some race "data race" */
/* A handler that interrupts one thread changes what another one reads. */
#include <pthread.h>
#include <signal.h>
static int last;
static void handler(int n) { last = n; }
static void *worker(void *arg) {
    pthread_testcancel();
    return arg;
}
int main(void) {
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    int seen = last;
    pthread_join(t, NULL);
    return seen;
}
