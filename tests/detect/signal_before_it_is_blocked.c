/* expect: deadlock "wait for a signal" */
/* A signal may come before it is blocked: then its handler has it, and sigwait waits for good. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static pthread_t first;
static void handler(int n) { (void)n; }
static void *sender(void *p) {
    pthread_kill(first, SIGUSR1);
    return p;
}
int main(void) {
    pthread_t t;
    sigset_t set;
    int got;
    first = pthread_self();
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, sender, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigwait(&set, &got);
    pthread_join(t, NULL);
    return 0;
}
