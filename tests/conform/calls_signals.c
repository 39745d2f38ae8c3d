/* The System V calls of signals, an alternate stack. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int seen;
static void handler(int n) { seen += n; }
int main(void) {
    printf("%d\n", sigignore(SIGUSR1));
    raise(SIGUSR1);
    printf("%d\n", sigset(SIGUSR2, handler) == SIG_DFL);
    raise(SIGUSR2);
    printf("%d\n", seen == SIGUSR2);
    sighold(SIGUSR2);
    raise(SIGUSR2);
    printf("%d\n", seen == SIGUSR2);
    sigrelse(SIGUSR2);
    printf("%d\n", seen == 2 * SIGUSR2);
    printf("%d %d\n", sigset(SIGUSR2, SIG_HOLD) == handler, siginterrupt(SIGUSR2, 1));
    raise(SIGUSR2);
    printf("%d\n", seen == 2 * SIGUSR2);
    sigpause(SIGUSR2);
    printf("%d\n", seen == 3 * SIGUSR2);
    stack_t s = {.ss_sp = malloc(65536), .ss_size = 65536}, old;
    printf("%d\n", sigaltstack(NULL, &old));
    printf("%d\n", old.ss_flags == SS_DISABLE);
    printf("%d\n", sigaltstack(&s, NULL));
    sigaltstack(NULL, &old);
    printf("%d\n", old.ss_sp == s.ss_sp && old.ss_size == s.ss_size);
    s.ss_size = 1;
    printf("%d\n", sigaltstack(&s, NULL));
    s = (stack_t){.ss_flags = SS_DISABLE};
    printf("%d\n", sigaltstack(&s, NULL));
    return 0;
}
