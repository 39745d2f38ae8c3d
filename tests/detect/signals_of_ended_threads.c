/* expect: safe */
/* What is pending for a thread when it ends, or is sent to it before it is joined, is not for the one that
 * gets its number. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
static volatile sig_atomic_t handled;
static atomic_int shared;
static void handler(int n) {
    (void)n;
    handled++;
}
static void mask(int how) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigaddset(&s, SIGRTMIN);
    pthread_sigmask(how, &s, NULL);
}
static void *first(void *self) {
    *(pthread_t *)self = pthread_self();
    mask(SIG_BLOCK);
    pthread_kill(pthread_self(), SIGUSR1);
    raise(SIGRTMIN);
    return NULL;
}
static void *later(void *arg) {
    sigset_t s;
    sigpending(&s);
    assert(!sigismember(&s, SIGUSR1) && !sigismember(&s, SIGRTMIN));
    mask(SIG_UNBLOCK);
    shared++;
    return arg;
}
int main(void) {
    pthread_t t, u, number;
    int again = 0;
    signal(SIGUSR1, handler);
    signal(SIGRTMIN, handler);
    mask(SIG_BLOCK);
    pthread_create(&t, NULL, first, &number);
    pthread_kill(t, SIGUSR1);
    assert(!pthread_kill(t, 0));
    pthread_join(t, NULL);
    for (int k = 0; k < 10; k++) {
        pthread_create(&u, NULL, later, NULL);
        again += pthread_equal(u, number);
        pthread_join(u, NULL);
    }
    assert(!handled && again);
    return 0;
}
