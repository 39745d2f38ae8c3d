/* The calls of signals that System V had, and siginterrupt: results, errors, masks. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <errno.h>
#include <unistd.h>
#include <string.h>
static volatile int log_[64], n;
static void h(int s) { log_[n++] = s; }
static void h2(int s) { log_[n++] = -s; }
static void show(const char *w) { printf("%s:", w); for (int i = 0; i < n; i++) printf(" %d", log_[i]); puts(""); n = 0; }
static void blocked(const char *w) { sigset_t s; sigprocmask(SIG_BLOCK, 0, &s); printf("%s blocked %d %d\n", w, sigismember(&s, SIGUSR1), sigismember(&s, SIGUSR2)); }
static const char *name(void (*f)(int)) { return f == SIG_DFL ? "DFL" : f == SIG_IGN ? "IGN" : f == SIG_HOLD ? "HOLD" : f == SIG_ERR ? "ERR" : f == h ? "h" : f == h2 ? "h2" : "?"; }
#define E(x) do { errno = 0; long r_ = (x); printf(#x " = %ld %s\n", r_, r_ < 0 ? strerror(errno) : ""); } while (0)
int main(void) {
    printf("%s\n", name(sigset(SIGUSR1, h)));
    printf("%s\n", name(sigset(SIGUSR1, h2)));
    printf("%s\n", name(sigset(SIGUSR1, SIG_HOLD)));
    blocked("after hold");
    printf("%s\n", name(sigset(SIGUSR1, SIG_HOLD)));
    raise(SIGUSR1); show("held");
    printf("%s\n", name(sigset(SIGUSR1, h)));
    blocked("after set");
    show("set again releases");
    printf("%s\n", name(sigset(SIGUSR1, SIG_IGN)));
    raise(SIGUSR1); show("ignored");
    printf("%s\n", name(sigset(SIGUSR1, SIG_DFL)));
    E(sighold(SIGUSR2)); blocked("hold");
    E(sighold(SIGUSR2));
    E(sigrelse(SIGUSR2)); blocked("relse");
    E(sigignore(SIGUSR2)); raise(SIGUSR2); show("ignored");
    printf("%s\n", name(signal(SIGUSR2, h)));
    E(sighold(0)); E(sighold(65)); E(sigrelse(-1)); E(sigrelse(65)); E(sigignore(0)); E(sigignore(SIGKILL)); E(sigignore(SIGSTOP)); E(sigignore(100));
    printf("%s\n", name(sigset(SIGKILL, h)));
    printf("%s\n", name(sigset(0, h)));
    printf("%s\n", name(sigset(65, SIG_HOLD)));
    /* sigpause: remove from the mask and suspend */
    sighold(SIGUSR2); raise(SIGUSR2); show("before");
    E(sigpause(SIGUSR2)); show("sigpause"); blocked("after sigpause");
    /* siginterrupt */
    struct sigaction a;
    E(siginterrupt(SIGUSR2, 1)); sigaction(SIGUSR2, 0, &a); printf("flags %d %s\n", !!(a.sa_flags & SA_RESTART), name(a.sa_handler));
    E(siginterrupt(SIGUSR2, 0)); sigaction(SIGUSR2, 0, &a); printf("flags %d\n", !!(a.sa_flags & SA_RESTART));
    E(siginterrupt(0, 0)); E(siginterrupt(SIGKILL, 1));
    signal(SIGUSR1, h); sigaction(SIGUSR1, 0, &a); printf("flags of signal %d\n", !!(a.sa_flags & SA_RESTART));
    sigset(SIGUSR1, h); sigaction(SIGUSR1, 0, &a); printf("flags of sigset %d\n", !!(a.sa_flags & SA_RESTART));
    sigrelse(SIGUSR2);
    sigset_t s1, s2, s3;
    sigemptyset(&s1); sigaddset(&s1, 3); sigaddset(&s1, 10); sigemptyset(&s2); sigaddset(&s2, 10);
    E(sigandset(&s3, &s1, &s2)); printf("%d %d\n", sigismember(&s3, 3), sigismember(&s3, 10));
    E(sigorset(&s3, &s1, &s2)); printf("%d %d %d\n", sigismember(&s3, 3), sigismember(&s3, 10), sigisemptyset(&s3));
    printf("%s|%s|%s\n", strsignal(SIGUSR1), strsignal(SIGSEGV), strsignal(SIGTERM));
    fflush(stdout);
    psignal(SIGINT, "x");
    printf("%d %d\n", SIGRTMIN, SIGRTMAX);
    E(killpg(getpgrp(), 0));
    E(kill(getpid(), SIGUSR1)); show("kill");
    E(kill(getpid(), 0));
    return 7;
}
