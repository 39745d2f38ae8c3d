/* expect: assertion @after; assertion @before */
/* A signal that is pending when it is ignored is gone; one that comes later is not. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t handled;
static void handler(int n) {
    (void)n;
    handled++;
}
static void *sender(void *arg) {
    kill(getpid(), SIGUSR1);
    return arg;
}
int main(void) {
    pthread_t t;
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    pthread_create(&t, NULL, sender, NULL);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, handler);
    pthread_join(t, NULL);
    pthread_sigmask(SIG_UNBLOCK, &s, NULL);
    assert(!handled); /*after*/
    assert(handled);  /*before*/
    return 0;
}
