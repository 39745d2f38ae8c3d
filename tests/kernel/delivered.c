/* Signals that come from other threads: by what they find the target at. The handler posts a semaphore where
 * that is said. -DLOCKS: at mutexes; -DITSELF: the handler takes the mutex that its thread may hold;
 * -DPAUSES: waits for one, which may come before; -DSUSPENDS: the same, blocked until then; -DREADS: a read
 * that waits for good; -DRESTARTS: the same, which goes on until there is something; -DSEMAPHORE,
 * -DRESTARTED: sem_wait; -DSLEEPS: a condition variable (the handler may come before the wait: a deadlock);
 * -DSPINS: a loop; -DJOINS: a join of a thread that waits for the handler; -DEITHER: one for the process, for
 * either of two threads; -DMASKED: one that is unblocked later; -DTWICE: two of a kind are one; -DQUEUED: two
 * of the real-time ones are two, with values; -DNESTED: a handler that another one interrupts; -DONCE: an
 * action that is reset; -DATOMIC: at atomic operations; -DENDS: nobody handles it; -DSHUT: poll; -DBEYOND:
 * one that is not modelled. */
#include <errno.h>
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

int pthread_sigqueue(pthread_t, int, const union sigval); /* musl has no declaration */
static volatile sig_atomic_t handled, values;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int ends[2];
static atomic_int shared, stop;

static void handler(int n) {
    (void)n;
    handled++;
#ifdef ITSELF
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#endif
#ifdef JOINS
    stop = 1;
#endif
#ifdef SLEEPS
    sem_post(&s);
#endif
#ifdef NESTED
    shared = shared * 10 + n;
#endif
}

static void with_value(int n, siginfo_t *info, void *unused) {
    (void)n, (void)unused;
    values = values * 10 + info->si_value.sival_int;
}

static void handle(int n, int flags) {
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    a.sa_flags = flags;
    sigaction(n, &a, 0);
}

static void *target(void *arg) {
    char x = 0;
    sigset_t set, old;
    (void)x, (void)set, (void)old;
#if defined LOCKS
    pthread_mutex_lock(&m);
    int a = handled;
    pthread_mutex_unlock(&m);
    int b = handled;
#ifdef HELD
    heddle_assert(!(a == 0 && b == 1));
#else
    (void)a, (void)b;
#endif
#elif defined ITSELF
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#elif defined PAUSES
    if (!handled) pause();
    heddle_assert(handled);
#elif defined SUSPENDS
    sigemptyset(&set);
    while (!handled) sigsuspend(&set);
#elif defined READS
    errno = 0;
    ssize_t n = read(ends[0], &x, 1);
    heddle_assert((n == -1 && errno == EINTR && handled) || (n == 1 && x == 'a'));
    if (n < 0) return 0;
#elif defined RESTARTS
    heddle_assert(read(ends[0], &x, 1) == 1 && x == 'a');
#elif defined SEMAPHORE
    if (sem_wait(&s) < 0) heddle_assert(errno == EINTR && handled);
#elif defined RESTARTED
    heddle_assert(sem_wait(&s) == 0);
#elif defined SLEEPS
    pthread_mutex_lock(&m);
    while (!handled) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
#elif defined SPINS
    while (!handled) {}
#elif defined MASKED
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    int before = handled;
    shared = 1;
    heddle_assert(handled == before);
    pthread_sigmask(SIG_SETMASK, &old, 0);
#elif defined ATOMIC || defined NESTED
    for (int k = 0; k < 2; k++) shared = k;
#elif defined SHUT
    struct pollfd p = {ends[0], POLLIN, 0};
    int r = poll(&p, 1, -1);
    heddle_assert(r == 1 || (r == -1 && errno == EINTR && handled));
#elif defined JOINS
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    while (!stop) sched_yield();
#else
    shared++;
#endif
    return arg;
}

int main(void) {
    pthread_t t, u;
    (void)u;
    sem_init(&s, 0, 0);
    pipe(ends);
    handle(SIGUSR1, 0);
    handle(SIGUSR2, 0);
#if defined RESTARTS || defined RESTARTED
    handle(SIGUSR1, SA_RESTART);
#endif
#ifdef ONCE
    handle(SIGUSR1, SA_RESETHAND);
#endif
#ifdef ENDS
    signal(SIGUSR1, SIG_DFL);
#endif
#ifdef SUSPENDS
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
#endif
#ifdef QUEUED
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = with_value;
    a.sa_flags = SA_SIGINFO;
    sigaction(SIGRTMIN, &a, 0);
#else
    (void)with_value;
#endif
    pthread_t self = pthread_self();
    pthread_create(&t, 0, target, &self);
#if defined EITHER
    pthread_create(&u, 0, target, 0);
    kill(getpid(), SIGUSR1);
    pthread_join(u, 0);
    pthread_join(t, 0);
    heddle_assert(handled == 1);
    return 0;
#elif defined QUEUED
    union sigval v = {.sival_int = 1};
    pthread_sigqueue(t, SIGRTMIN, v);
    v.sival_int = 2;
    pthread_sigqueue(t, SIGRTMIN, v);
    pthread_join(t, 0);
    heddle_assert(values == 0 || values == 1 || values == 12);
    return 0;
#elif defined JOINS
    /* Main is the target, while it joins a thread that waits for what its handler does. */
    pthread_join(t, 0);
    return 0;
#elif defined BEYOND
    pthread_kill(t, SIGRTMIN + 3);
#endif
    pthread_kill(t, SIGUSR1);
#if defined TWICE || defined ONCE
    pthread_kill(t, SIGUSR1);
#elif defined NESTED
    pthread_kill(t, SIGUSR2);
#elif defined READS || defined RESTARTS || defined SHUT
    write(ends[1], "a", 1);
#elif defined SEMAPHORE || defined RESTARTED
    sem_post(&s);
#endif
    pthread_join(t, 0);
    return 0;
}
