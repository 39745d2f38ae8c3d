/* expect: deadlock "wait for a signal" */
/* The handler may run between the look at the flag and pause, which then waits for ever. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t done;
static void handler(int n) { done = n; }
static void *worker(void *arg) {
    while (!done) pause();
    return arg;
}
int main(void) {
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
