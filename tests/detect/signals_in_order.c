/* expect: safe */
/* output: handled: 1 read 1 x blocked: 1 unblocked: 2 in all: 2 cancel: 0 clean second clean first cancelled: 1 not yet cancelled: 1 signal 0 with 1, code 1 signal 0 with 2, code 1 signal 0 with 3, code 1 timer: 1 42 1 left: 0 0, overrun 0 deleted: 0 kill: 0 1 */
/* Signals, cancellation and timers where only one order is possible. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sem_t ready, handled;
static volatile sig_atomic_t count;
static int ends[2];

static void handler(int n) {
    count += n == SIGUSR1 ? 1 : 100;
    sem_post(&handled);
}
static void told(int n, siginfo_t *info, void *context) {
    (void)context;
    printf("signal %d with %d, code %d\n", n - SIGRTMIN, info->si_value.sival_int, info->si_code == SI_QUEUE);
}
static void on(int n, int flags) {
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    a.sa_flags = flags;
    sigaction(n, &a, NULL);
}
static void hold(int n, int how) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, n);
    pthread_sigmask(how, &s, NULL);
}

/* A read that a handler does not end, one that it ends, and a signal that waits until it is unblocked. */
static void *reader(void *arg) {
    char c = 0;
    sem_post(&ready);
    ssize_t n = read(ends[0], &c, 1);
    printf("read %zd %c\n", n, c);
    hold(SIGUSR1, SIG_BLOCK);
    sem_post(&ready);
    while (sem_wait(arg)) {}
    printf("blocked: %d\n", (int)count);
    hold(SIGUSR1, SIG_UNBLOCK);
    printf("unblocked: %d\n", (int)count);
    return NULL;
}

static void cleaned(void *what) { printf("clean %s\n", (char *)what); }
static void *sleeper(void *arg) {
    pthread_cleanup_push(cleaned, "first");
    pthread_cleanup_push(cleaned, "second");
    sem_post(&ready);
    while (1) pause();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}
static void *holder(void *arg) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    sem_post(&ready);
    while (sem_wait(arg)) {}
    pthread_testcancel();
    printf("not yet\n");
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    printf("never\n");
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_t go;
    void *result;
    sem_init(&ready, 0, 0);
    sem_init(&handled, 0, 0);
    sem_init(&go, 0, 0);
    if (pipe(ends)) return 1;
    on(SIGUSR1, SA_RESTART);
    on(SIGUSR2, 0);
    pthread_create(&t, NULL, reader, &go);
    sem_wait(&ready);
    pthread_kill(t, SIGUSR1);
    sem_wait(&handled);
    printf("handled: %d\n", (int)count);
    if (write(ends[1], "x", 1) != 1) return 1;
    sem_wait(&ready);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGUSR1);
    sem_post(&go);
    pthread_join(t, NULL);
    printf("in all: %d\n", (int)count);

    pthread_create(&t, NULL, sleeper, NULL);
    sem_wait(&ready);
    printf("cancel: %d\n", pthread_cancel(t));
    pthread_join(t, &result);
    printf("cancelled: %d\n", result == PTHREAD_CANCELED);
    pthread_create(&t, NULL, holder, &go);
    sem_wait(&ready);
    pthread_cancel(t);
    sem_post(&go);
    pthread_join(t, &result);
    printf("cancelled: %d\n", result == PTHREAD_CANCELED);

    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = told;
    a.sa_flags = SA_SIGINFO;
    sigaction(SIGRTMIN, &a, NULL);
    hold(SIGRTMIN, SIG_BLOCK);
    for (int k = 1; k < 4; k++) sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = k});
    hold(SIGRTMIN, SIG_UNBLOCK);

    sigset_t s;
    siginfo_t info;
    timer_t timer;
    struct sigevent e;
    struct itimerspec soon = {{0, 0}, {0, 1000000}}, left;
    memset(&e, 0, sizeof e);
    e.sigev_notify = SIGEV_SIGNAL;
    e.sigev_signo = SIGUSR2;
    e.sigev_value.sival_int = 42;
    hold(SIGUSR2, SIG_BLOCK);
    sigemptyset(&s);
    sigaddset(&s, SIGUSR2);
    timer_create(CLOCK_MONOTONIC, &e, &timer);
    timer_settime(timer, 0, &soon, NULL);
    printf("timer: %d", sigwaitinfo(&s, &info) == SIGUSR2);
    printf(" %d %d\n", info.si_value.sival_int, info.si_code == SI_TIMER);
    timer_gettime(timer, &left);
    printf("left: %ld %ld, overrun %d\n", (long)left.it_value.tv_sec, left.it_value.tv_nsec,
           timer_getoverrun(timer));
    printf("deleted: %d\n", timer_delete(timer));
    alarm(0);
    printf("kill: %d %d\n", kill(getpid(), 0), kill(getpid(), 1000) < 0 && errno == EINVAL);
    return 0;
}
