/* Signals of one thread: masks, pending ones, the order of queued ones, what handlers are told, waiting. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int log_of[64], logged;
static void note(int what) { log_of[logged++] = what; }
static void show(const char *what) {
    printf("%s:", what);
    for (int k = 0; k < logged; k++) printf(" %d", log_of[k]);
    printf("\n");
    logged = 0;
}

static void simple(int n) { note(n); }
static int nesting;
static void nested(int n) {
    sigset_t now;
    note(n);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    note(sigismember(&now, SIGUSR1)), note(sigismember(&now, SIGUSR2)), note(sigismember(&now, SIGTERM));
    if (n == SIGUSR1 && nesting++ % 2 == 0) {
        raise(SIGUSR1); /* after this handler */
        raise(SIGUSR2); /* at once, unless the action's mask has it */
        note(-1);
    }
}
static int depth;
static void again(int n) {
    note(n);
    if (++depth < 3) raise(n);
    note(-depth);
}
static void told(int n, siginfo_t *info, void *context) {
    note(info->si_signo == n);
    note(info->si_code == SI_QUEUE ? 1 : info->si_code == SI_USER ? 2 : info->si_code == SI_TKILL ? 3 : 4);
    note(info->si_code == SI_QUEUE ? info->si_value.sival_int : 0);
    note(info->si_pid == getpid() && context != NULL);
}

static void restores(int n) {
    sigset_t s;
    note(n);
    sigemptyset(&s);
    sigaddset(&s, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
}
static void changes(int n, siginfo_t *info, void *context) {
    ucontext_t *c = context;
    note(n + info->si_errno);
    note(sigismember(&c->uc_sigmask, SIGUSR1)), note(sigismember(&c->uc_sigmask, SIGUSR2));
    sigaddset(&c->uc_sigmask, SIGUSR2);
}

static void act(int n, void (*f)(int), int flags, int also) {
    struct sigaction a = {.sa_handler = f, .sa_flags = flags};
    if (also) sigaddset(&a.sa_mask, also);
    printf("sigaction %d\n", sigaction(n, &a, NULL));
}
static void act_told(int n) {
    struct sigaction a = {.sa_sigaction = told, .sa_flags = SA_SIGINFO};
    sigaction(n, &a, NULL);
}
static void mask(int how, int a, int b) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, a), sigaddset(&s, b);
    pthread_sigmask(how, &s, NULL);
}
static void queue(int n, int value) {
    union sigval v = {.sival_int = value};
    if (sigqueue(getpid(), n, v)) printf("sigqueue: %s\n", strerror(errno));
}

/* Whether it failed with this error. */
static void fails(int result, int error) { printf("%d %d\n", result, errno == error); }

int main(void) {
    sigset_t set, old;
    siginfo_t info;
    struct timespec no = {0, 0};
    int n;
    act(SIGUSR2, nested, 0, 0);
    act(SIGUSR1, nested, 0, 0);
    raise(SIGUSR1);
    show("its own is blocked in a handler");
    act(SIGUSR2, simple, 0, 0);
    act(SIGUSR1, nested, 0, SIGUSR2);
    mask(SIG_BLOCK, SIGUSR1, SIGUSR1);
    raise(SIGUSR1), raise(SIGUSR1);
    show("blocked");
    act(SIGUSR1, simple, 0, 0);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR1);
    show("once, though sent twice");
    depth = 0;
    act(SIGUSR1, again, SA_NODEFER, 0);
    raise(SIGUSR1);
    show("within itself");
    act(SIGUSR1, simple, SA_RESETHAND, 0);
    raise(SIGUSR1);
    struct sigaction now;
    sigaction(SIGUSR1, NULL, &now);
    printf("reset %d\n", now.sa_handler == SIG_DFL);
    show("reset");

    act_told(SIGUSR1);
    act_told(SIGRTMIN);
    act_told(SIGRTMIN + 1);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    queue(SIGUSR1, 5);
    pthread_kill(pthread_self(), SIGUSR1);
    show("told");
    mask(SIG_BLOCK, SIGRTMIN, SIGRTMIN + 1);
    queue(SIGRTMIN + 1, 1), queue(SIGRTMIN, 2), queue(SIGRTMIN + 1, 3), queue(SIGRTMIN, 4);
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN + 1);
    n = sigwaitinfo(&set, &info);
    printf("%d %d %d\n", n - SIGRTMIN, info.si_code == SI_QUEUE, info.si_value.sival_int);
    mask(SIG_UNBLOCK, SIGRTMIN, SIGRTMIN);
    show("the lower number, in the order of sending");
    mask(SIG_UNBLOCK, SIGRTMIN + 1, SIGRTMIN + 1);
    show("the rest");

    mask(SIG_BLOCK, SIGRTMIN, SIGUSR1);
    raise(SIGRTMIN), raise(SIGUSR1), raise(SIGRTMIN), raise(SIGUSR1), raise(SIGRTMIN);
    mask(SIG_UNBLOCK, SIGRTMIN, SIGUSR1);
    show("real-time ones are counted");
    act(SIGUSR1, restores, 0, 0);
    act(SIGUSR2, simple, 0, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    show("a mask set in a handler is gone after it");
    struct sigaction c = {.sa_sigaction = changes, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &c, NULL);
    raise(SIGUSR1);
    raise(SIGUSR2);
    show("a mask set in its context stays");
    mask(SIG_UNBLOCK, SIGUSR2, SIGUSR2);
    show("then");
    act(SIGUSR1, simple, 0, 0);
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    raise(SIGUSR1), raise(SIGUSR2);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    show("two at a time, the second interrupts the first");
    act(SIGUSR1, simple, 0, SIGUSR2);
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    raise(SIGUSR1), raise(SIGUSR2);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    show("two at a time, the second waits");
    act(SIGUSR1, simple, 0, 0);
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    kill(getpid(), SIGUSR1), kill(getpid(), SIGUSR2);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    show("two for the process");
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    kill(getpid(), SIGUSR1), raise(SIGUSR2);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    show("one for the process, one for the thread");
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    raise(SIGUSR1), kill(getpid(), SIGUSR2);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    show("the other way round");
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    printf("none: ");
    fails(sigtimedwait(&set, NULL, &no), EAGAIN);
    queue(SIGUSR1, 7), queue(SIGUSR1, 8);
    kill(getpid(), SIGUSR2);
    sigpending(&set);
    printf("pending %d %d %d\n", sigismember(&set, SIGUSR1), sigismember(&set, SIGUSR2),
           sigismember(&set, SIGTERM));
    n = sigtimedwait(&set, &info, &no);
    printf("taken %d %d %d\n", n == SIGUSR1, info.si_code == SI_QUEUE, info.si_value.sival_int);
    printf("%d\n", sigwait(&set, &n)), printf("taken %d\n", n == SIGUSR2);
    show("no handler ran");
    raise(SIGUSR1);
    sigfillset(&set);
    sigdelset(&set, SIGUSR1);
    fails(sigsuspend(&set), EINTR);
    show("in sigsuspend");
    pthread_sigmask(SIG_BLOCK, NULL, &old);
    printf("as before %d %d\n", sigismember(&old, SIGUSR1), sigismember(&old, SIGTERM));
    signal(SIGUSR2, SIG_IGN);
    raise(SIGUSR2);
    sigpending(&set);
    printf("ignored and blocked: pending %d\n", sigismember(&set, SIGUSR2));
    signal(SIGUSR2, simple);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    show("then");

    errno = 0;
    fails(kill(getpid(), 65), EINVAL);
    fails(kill(getpid(), -1), EINVAL);
    printf("%d %d\n", kill(getpid(), 0), pthread_kill(pthread_self(), 0));
    printf("%d\n", pthread_kill(pthread_self(), 1000) == EINVAL);
    fails(sigaction(SIGKILL, &now, NULL), EINVAL);
    fails(sigaction(0, &now, NULL), EINVAL);
    fails(sigaction(65, &now, NULL), EINVAL);
    errno = 0;
    fails(signal(SIGSTOP, simple) == SIG_ERR, EINVAL);
    printf("%d\n", pthread_sigmask(77, &set, NULL) == EINVAL);
    errno = 0;
    fails(sigprocmask(77, &set, NULL), EINVAL);
    errno = 0;
    fails(sigaddset(&set, 0), EINVAL);
    fails(sigaddset(&set, 65), EINVAL);
    printf("%d\n", sigismember(&set, 65));
    mask(SIG_BLOCK, SIGKILL, SIGSTOP);
    pthread_sigmask(SIG_BLOCK, NULL, &old);
    printf("%d %d\n", sigismember(&old, SIGKILL), sigismember(&old, SIGSTOP));
    return 0;
}
