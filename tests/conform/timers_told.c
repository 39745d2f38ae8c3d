/* Timers: absolute times have come when they expire, signals for one thread, the event that is there without one. explored by: por */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#define E(x) do { errno = 0; long r_ = (long)(x); int e_ = errno; printf(#x " = %ld %s\n", r_, r_ < 0 ? strerror(e_) : ""); } while (0)
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif
static timer_t tm;
static sem_t there;
static sigset_t s;
static void *target(void *id) {
    siginfo_t i;
    *(volatile int *)id = gettid();
    sem_post(&there);
    int r = sigwaitinfo(&s, &i);
    printf("target %d %d %d\n", r == SIGUSR2, i.si_code == SI_TIMER, i.si_value.sival_int);
    return NULL;
}
static struct timespec soon(int clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += 3000000;
    if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
    return t;
}
static int has_come(int clock, struct timespec at) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec > at.tv_sec || (now.tv_sec == at.tv_sec && now.tv_nsec >= at.tv_nsec);
}
int main(void) {
    siginfo_t i;
    sem_init(&there, 0, 0);
    sigemptyset(&s), sigaddset(&s, SIGUSR1), sigaddset(&s, SIGUSR2), sigaddset(&s, SIGALRM);
    sigprocmask(SIG_BLOCK, &s, NULL);
    printf("main %d\n", gettid() == getpid());
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_ptr = &tm};
    struct itimerspec its = {{0, 0}, soon(CLOCK_REALTIME)}, now;
    E(timer_create(CLOCK_REALTIME, &e, &tm));
    E(timer_settime(tm, TIMER_ABSTIME, &its, 0));
    int r = sigwaitinfo(&s, &i);
    printf("%d %d not before %d\n", r == SIGUSR1, i.si_value.sival_ptr == &tm, has_come(CLOCK_REALTIME, its.it_value));
    E(timer_delete(tm));
    printf("%d\n", timer_delete(tm) != 0);
    E(timer_gettime(tm, &now));
    E(timer_getoverrun(tm));
    int id = 0;
    pthread_t t;
    pthread_create(&t, 0, target, &id);
    sem_wait(&there);
    e = (struct sigevent){.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR2, .sigev_value.sival_int = 9};
    e.sigev_notify_thread_id = id;
    its.it_value = (struct timespec){0, 1000000};
    E(timer_create(CLOCK_MONOTONIC, &e, &tm));
    E(timer_settime(tm, 0, &its, 0));
    pthread_join(t, 0);
    E(timer_delete(tm));
    E(timer_create(CLOCK_REALTIME, NULL, &tm));
    E(timer_settime(tm, 0, &its, 0));
    r = sigwaitinfo(&s, &i);
    printf("default %d %d %d\n", r == SIGALRM, i.si_code == SI_TIMER, i.si_value.sival_int == (int)(long)tm);
    E(timer_delete(tm));
    E(setitimer(ITIMER_REAL, NULL, NULL));
    E(setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {-1, 0}}, NULL));
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    its.it_value = soon(CLOCK_MONOTONIC);
    uint64_t n;
    E(timerfd_settime(fd, TFD_TIMER_ABSTIME, &its, NULL));
    E(read(fd, &n, sizeof n));
    printf("%d not before %d\n", (int)n, has_come(CLOCK_MONOTONIC, its.it_value));
    its.it_value.tv_nsec = -1;
    E(timerfd_settime(fd, 0, &its, NULL));
    E(timerfd_create(CLOCK_MONOTONIC, 12345));
    return 0;
}
