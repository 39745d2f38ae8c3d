/* expect: safe */
/* What a thread blocks stays pending for it, in spite of others; it is handled when it is unblocked, or taken
 * by sigwait. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile int handled;
static void handler(int s) { handled = s; }

static int is_pending(int s) {
    sigset_t q;
    sigpending(&q);
    return sigismember(&q, s);
}

static void *inherits(void *p) {
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, 0, &now);
    assert(sigismember(&now, SIGUSR1) && !sigismember(&now, SIGUSR2));
    assert(!is_pending(SIGUSR1));
    return p;
}

int main(void) {
    sigset_t s;
    int got = 0;
    pthread_t t;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigprocmask(SIG_BLOCK, &s, 0);
    raise(SIGUSR1);
    assert(is_pending(SIGUSR1));
    pthread_create(&t, 0, inherits, 0);
    pthread_join(t, 0);
    assert(sigwait(&s, &got) == 0 && got == SIGUSR1 && !is_pending(SIGUSR1));
    signal(SIGUSR1, handler);
    pthread_kill(pthread_self(), SIGUSR1);
    assert(!handled && is_pending(SIGUSR1));
    sigprocmask(SIG_UNBLOCK, &s, 0);
    assert(handled == SIGUSR1 && !is_pending(SIGUSR1));
    sigprocmask(SIG_BLOCK, &s, 0);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    assert(!is_pending(SIGUSR1));
    return 0;
}
