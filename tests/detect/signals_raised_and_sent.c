/* expect: safe */
/* What a thread raises is in line with what it is sent: the lowest first, real-time ones in their order. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
int pthread_sigqueue(pthread_t, int, const union sigval); /* musl has no declaration */
static void queue(int number, int value) {
    union sigval v = {.sival_int = value};
    assert(!pthread_sigqueue(pthread_self(), number, v));
}
int main(void) {
    sigset_t s;
    siginfo_t i;
    const struct timespec none = {0, 0};
    sigemptyset(&s);
    sigaddset(&s, SIGTERM), sigaddset(&s, SIGUSR1), sigaddset(&s, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    raise(SIGTERM);
    queue(SIGRTMIN, 1);
    raise(SIGRTMIN);
    queue(SIGRTMIN, 2);
    queue(SIGUSR1, 3);
    assert(sigwaitinfo(&s, &i) == SIGUSR1 && i.si_code == SI_QUEUE && i.si_value.sival_int == 3);
    assert(sigwaitinfo(&s, &i) == SIGTERM && i.si_code == SI_TKILL);
    assert(sigwaitinfo(&s, &i) == SIGRTMIN && i.si_code == SI_QUEUE && i.si_value.sival_int == 1);
    assert(sigwaitinfo(&s, &i) == SIGRTMIN && i.si_code == SI_TKILL);
    assert(sigwaitinfo(&s, &i) == SIGRTMIN && i.si_code == SI_QUEUE && i.si_value.sival_int == 2);
    assert(sigtimedwait(&s, &i, &none) < 0);
    return 0;
}
