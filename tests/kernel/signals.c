/* Signals. -DPIPE: nobody reads; -DIGNORED: the same, but that is ignored; -DCAUGHT: a handler runs; -DWAIT:
 * a thread waits for a signal that another sends; -DHANDLED: a handler runs in the sender. */
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile int handled;
static void handler(int n) { handled = n; }
static void *waiter(void *arg) {
    int n = 0;
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    heddle_assert(sigwait(&s, &n) == 0 && n == SIGUSR1);
    return arg;
}
int main(void) {
#if defined PIPE || defined IGNORED || defined CAUGHT
    int ends[2];
    pipe(ends);
    close(ends[0]);
#ifdef IGNORED
    signal(SIGPIPE, SIG_IGN);
#elif defined CAUGHT
    signal(SIGPIPE, handler);
#endif
    heddle_assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
#ifdef CAUGHT
    heddle_assert(handled == SIGPIPE);
#endif
    return 5;
#elif defined WAIT
    pthread_t t;
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, 0);
    pthread_create(&t, 0, waiter, 0);
#ifndef NOBODY
    kill(getpid(), SIGUSR1);
#endif
    pthread_join(t, 0);
#else
    signal(SIGUSR1, handler);
    kill(getpid(), SIGUSR1);
    heddle_assert(handled == SIGUSR1);
#endif
}
