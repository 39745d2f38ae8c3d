/* raise runs the installed handler in the calling thread; ignored signals do nothing. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t seen, value;
static void handler(int s) { seen++; value = s; }

int main(void) {
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    raise(SIGUSR1);
    raise(SIGUSR1);
    printf("%d %d\n", seen, value == SIGUSR1);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler);
    raise(SIGUSR1);
    printf("%d\n", seen);
    struct sigaction a, old;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    sigemptyset(&a.sa_mask);
    sigaddset(&a.sa_mask, SIGINT);
    printf("%d\n", sigaction(SIGUSR2, &a, NULL));
    sigaction(SIGUSR2, NULL, &old);
    raise(SIGUSR2);
    printf("%d %d %d %d\n", seen, old.sa_handler == handler, sigismember(&old.sa_mask, SIGINT), sigismember(&old.sa_mask, SIGHUP));
    return seen;
}
