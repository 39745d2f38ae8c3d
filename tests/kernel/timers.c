/* Timers that send signals or begin threads, whenever their time may have come. -DALARM: alarm, which pause
 * waits for; -DPERIODIC: one without end; -DTHREADS: it begins a thread; -DNONE: it tells nobody; -DDELETED:
 * it may be deleted before; -DWAITED: sigwaitinfo takes the signal, with its value; -DINTERVAL: setitimer,
 * while main loops; -DBUSY: an atomic operation before or after; -DERRORS: what is refused. */
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static atomic_int shared;
static sem_t s;
static void handler(int n) {
    (void)n;
    handled++;
}
static void begun(union sigval v) {
    heddle_assert(v.sival_int == 7);
    shared++;
    sem_post(&s);
}

int main(void) {
    timer_t t;
    struct sigevent e;
    struct itimerspec at = {{0, 0}, {1, 0}};
    memset(&e, 0, sizeof e);
    sem_init(&s, 0, 0);
    signal(SIGALRM, handler);
    signal(SIGUSR1, handler);
    e.sigev_notify = SIGEV_SIGNAL;
    e.sigev_signo = SIGUSR1;
    e.sigev_value.sival_int = 7;
#if defined ALARM
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    heddle_assert(alarm(5) == 0);
    while (!handled) sigsuspend(&old);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    heddle_assert(now.tv_sec >= 5 && alarm(0) == 0);
#elif defined PERIODIC
    at.it_interval.tv_sec = 1;
    timer_create(CLOCK_MONOTONIC, &e, &t);
    timer_settime(t, 0, &at, 0);
    while (handled < 1) pause();
    timer_delete(t);
#elif defined THREADS
    e.sigev_notify = SIGEV_THREAD;
    e.sigev_notify_function = begun;
    heddle_assert(timer_create(CLOCK_REALTIME, &e, &t) == 0 && timer_settime(t, 0, &at, 0) == 0);
    sem_wait(&s);
    heddle_assert(shared == 1);
#elif defined NONE
    e.sigev_notify = SIGEV_NONE;
    timer_create(CLOCK_REALTIME, &e, &t);
    timer_settime(t, 0, &at, 0);
    heddle_assert(timer_gettime(t, &at) == 0 && at.it_value.tv_sec <= 1);
#elif defined DELETED
    timer_create(CLOCK_REALTIME, &e, &t);
    timer_settime(t, 0, &at, 0);
    shared = 1;
    timer_delete(t);
    heddle_assert(timer_delete(t) == -1 && errno == EINVAL);
#ifdef COMES
    heddle_assert(!handled);
#endif
#elif defined WAITED
    sigset_t set;
    siginfo_t info;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    timer_create(CLOCK_REALTIME, &e, &t);
    timer_settime(t, 0, &at, 0);
    heddle_assert(sigwaitinfo(&set, &info) == SIGUSR1 && info.si_value.sival_int == 7);
    heddle_assert(info.si_code == SI_TIMER && !handled);
#elif defined INTERVAL
    struct itimerval i = {{0, 0}, {0, 1000}};
    setitimer(ITIMER_REAL, &i, 0);
    while (!handled) {}
#elif defined BUSY
    timer_create(CLOCK_REALTIME, &e, &t);
    timer_settime(t, 0, &at, 0);
    shared = 1;
    int before = handled;
    shared = 2;
    heddle_assert(before || !handled);
#else
    e.sigev_signo = 0;
    heddle_assert(timer_create(CLOCK_REALTIME, &e, &t) == -1 && errno == EINVAL);
    heddle_assert(timer_settime((timer_t)5, 0, &at, 0) == -1 && errno == EINVAL);
    at.it_value.tv_nsec = 1000000000;
    heddle_assert(timer_create(CLOCK_REALTIME, 0, &t) == 0);
    heddle_assert(timer_settime(t, 0, &at, 0) == -1 && errno == EINVAL);
    (void)begun;
#endif
    return 0;
}
