/* Signals that a process sends to itself: at once, pending, waited for. explored by: por */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t got;
static void handler(int number) { got = got * 100 + number; }
static void *sender(void *arg) {
    kill(getpid(), SIGUSR1);
    return arg;
}

int main(void) {
    struct sigaction a = {.sa_handler = handler};
    sigset_t set, old, none;
    pthread_t t;
    sigaction(SIGUSR1, &a, 0);
    sigaction(SIGUSR2, &a, 0);
    printf("%d", kill(getpid(), SIGUSR1));
    printf(" %d\n", (int)got);
    sigemptyset(&set);
    sigemptyset(&none);
    sigaddset(&set, SIGUSR1), sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    kill(getpid(), SIGUSR2);
    printf("%d\n", (int)got);
    sigset_t now;
    sigpending(&now);
    printf("%d %d\n", sigismember(&now, SIGUSR1), sigismember(&now, SIGUSR2));
    pthread_sigmask(SIG_SETMASK, &old, 0);
    printf("%d\n", (int)got);
    got = 0;
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&t, 0, sender, 0);
    int r = sigsuspend(&none);
    printf("%d %s %d\n", r, strerror(errno), (int)got);
    pthread_join(t, 0);
    pthread_create(&t, 0, sender, 0);
    int number;
    r = sigwait(&set, &number);
    printf("%d %d %d\n", r, number, (int)got);
    pthread_join(t, 0);
    struct timespec soon = {0, 1000000};
    r = sigtimedwait(&set, 0, &soon);
    printf("%d %s\n", r, strerror(errno));
    printf("%d %d\n", kill(getpid(), 0), kill(getpid(), 999));
    return 0;
}
