/* Signals that wait to be taken: what is told of them, their order, those that are dropped since they are ignored. */
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <pthread.h>
#include <semaphore.h>
#define E(x) do { errno = 0; long r_ = (long)(x); int e_ = errno; printf(#x " = %ld %s\n", r_, r_ < 0 ? strerror(e_) : ""); } while (0)
static void info(const char *w, int r, siginfo_t *i) { printf("%s: %d signo %d code %d int %d pid %d uid %d\n", w, r >= 34 ? r - SIGRTMIN + 100 : r, i->si_signo == r, i->si_code, i->si_code == SI_QUEUE ? i->si_value.sival_int : 0, i->si_pid == getpid(), i->si_uid == getuid()); }
static volatile int hits; static int last[20];
static void h(int n, siginfo_t *i, void *c) { if (hits < 20) last[hits] = (n >= 34 ? n - SIGRTMIN + 100 : n) * 10 + i->si_value.sival_int; hits++; }
static void *th(void *a) { return (void *)(long)pthread_kill(*(pthread_t *)a, SIGUSR1); }
int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    sigset_t s, one; siginfo_t i; struct timespec no = {0, 0}, t = {0, 3000000}, bad = {0, -1}; int n;
    sigemptyset(&s); sigaddset(&s, SIGUSR1); sigaddset(&s, SIGUSR2); sigaddset(&s, SIGRTMIN); sigaddset(&s, SIGRTMIN + 1); sigaddset(&s, SIGTERM); sigprocmask(SIG_BLOCK, &s, 0);
    pthread_t me = pthread_self(); union sigval v = {.sival_int = 1};
    kill(getpid(), SIGUSR1); memset(&i, 0, sizeof i); info("kill", sigwaitinfo(&s, &i), &i);
    raise(SIGUSR1); memset(&i, 0, sizeof i); info("raise", sigwaitinfo(&s, &i), &i);
    pthread_kill(me, SIGUSR2); memset(&i, 0, sizeof i); info("pthread_kill", sigwaitinfo(&s, &i), &i);
    sigqueue(getpid(), SIGUSR2, v); memset(&i, 0, sizeof i); info("sigqueue", sigwaitinfo(&s, &i), &i);
    pthread_t x; pthread_create(&x, 0, th, &me); pthread_join(x, 0); memset(&i, 0, sizeof i); info("other", sigwaitinfo(&s, &i), &i);
    E(sigtimedwait(&s, &i, &no)); E(sigtimedwait(&s, &i, &t)); E(sigtimedwait(&s, &i, &bad)); E(sigtimedwait(&s, 0, &no));
    /* order: lowest first, thread's before the process's */
    raise(SIGTERM); kill(getpid(), SIGUSR1); n = sigtimedwait(&s, &i, &no); printf("%d", n); n = sigtimedwait(&s, &i, &no); printf(" %d\n", n);
    kill(getpid(), SIGUSR1); raise(SIGTERM); pthread_kill(me, SIGUSR2); n = sigtimedwait(&s, &i, &no); printf("%d", n); n = sigtimedwait(&s, &i, &no); printf(" %d", n); n = sigtimedwait(&s, &i, &no); printf(" %d\n", n);
    raise(SIGTERM); pthread_kill(me, SIGUSR1); n = sigtimedwait(&s, &i, &no); printf("raise and kill %d", n); n = sigtimedwait(&s, &i, &no); printf(" %d\n", n);
    for (int k = 0; k < 5; k++) { v.sival_int = k; sigqueue(getpid(), SIGRTMIN + (k & 1), v); } for (int k = 0; k < 5; k++) { n = sigtimedwait(&s, &i, &no); printf("%d/%d ", n - SIGRTMIN, i.si_value.sival_int); } puts("");
    sigemptyset(&one); sigaddset(&one, SIGUSR1); raise(SIGUSR2); raise(SIGUSR1); E(sigwait(&one, &n)); printf("%d\n", n); sigemptyset(&one); sigaddset(&one, SIGUSR2); E(sigwait(&one, &n)); printf("%d\n", n);
    /* standard signals with a value: only the first is kept */
    v.sival_int = 4; sigqueue(getpid(), SIGUSR1, v); v.sival_int = 5; sigqueue(getpid(), SIGUSR1, v); E(sigwaitinfo(&s, &i)); printf("%d\n", i.si_value.sival_int); E(sigtimedwait(&s, &i, &no));
    /* handlers by unblocking: order of RT */
    struct sigaction a = {.sa_sigaction = h, .sa_flags = SA_SIGINFO}; sigfillset(&a.sa_mask); for (int k = 0; k < 2; k++) sigaction(SIGRTMIN + k, &a, 0); sigaction(SIGUSR1, &a, 0);
    v.sival_int = 1; sigqueue(getpid(), SIGRTMIN + 1, v); v.sival_int = 2; sigqueue(getpid(), SIGRTMIN, v); v.sival_int = 3; sigqueue(getpid(), SIGRTMIN, v); v.sival_int = 4; sigqueue(getpid(), SIGUSR1, v);
    sigprocmask(SIG_UNBLOCK, &s, 0); for (int k = 0; k < hits; k++) printf("%d ", last[k]); puts(""); hits = 0;
    E(sigqueue(getpid(), 0, v)); E(sigqueue(getpid(), 65, v)); E(sigqueue(99999, SIGUSR1, v)); E(kill(99999, 0)); E(pthread_kill(me, 65));
    E(sigqueue(getpid(), SIGRTMIN, v)); printf("%d\n", hits);
    a.sa_handler = SIG_IGN; sigaction(SIGUSR1, &a, 0); sigprocmask(SIG_BLOCK, &s, 0); kill(getpid(), SIGUSR1); E(sigtimedwait(&s, &i, &no)); sigset_t p; sigpending(&p); printf("pending %d\n", sigismember(&p, SIGUSR1));
    raise(SIGUSR2); sigpending(&p); printf("pending %d\n", sigismember(&p, SIGUSR2)); signal(SIGUSR2, SIG_IGN); sigpending(&p); printf("dropped %d\n", !sigismember(&p, SIGUSR2));
    signal(SIGUSR2, SIG_DFL); kill(getpid(), SIGUSR2); signal(SIGUSR2, SIG_IGN); sigpending(&p); printf("process dropped %d\n", !sigismember(&p, SIGUSR2));
    kill(getpid(), SIGCHLD); sigpending(&p); printf("chld %d\n", sigismember(&p, SIGCHLD)); sigaddset(&s, SIGCHLD); sigprocmask(SIG_BLOCK, &s, 0); kill(getpid(), SIGCHLD); sigpending(&p); printf("chld %d\n", sigismember(&p, SIGCHLD)); E(sigtimedwait(&s, 0, &no));
    return 0;
}
