/* Timers: what is told of them, what they send, errors. explored by: por
 * Three programs, as the orders of one part are explored with those of the next: timers with signals (1), the
 * timers of the process (2), timers that call a function (3). */
#ifndef PART
#define PART 1
#endif
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int seen, value, code;
static sem_t called;
static void handler(int n, siginfo_t *info, void *unused) {
    (void)unused;
    value = info->si_value.sival_int;
    code = info->si_code;
    seen = n;
}
static void notified(union sigval v) {
    printf("called with %d\n", v.sival_int);
    sem_post(&called);
}
static void fails(int result, int error) { printf("%d %d\n", result, errno == error); }
static void wait_for_it(void) {
    sigset_t none;
    sigemptyset(&none);
    for (seen = 0; !seen;) sigsuspend(&none);
}

int main(void) {
    timer_t t, u;
    sigset_t set;
    struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    struct itimerspec soon = {{0, 0}, {0, 1000000}}, old;
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 42};
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGALRM, &a, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1), sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);

#if PART == 1
    printf("%d\n", timer_create(CLOCK_MONOTONIC, &e, &t));
    printf("%d\n", timer_settime(t, 0, &soon, NULL));
    wait_for_it();
    printf("%d %d %d\n", seen == SIGUSR1, value, code == SI_TIMER);
    printf("%d\n", timer_gettime(t, &old));
    printf("%d %d\n", (int)old.it_value.tv_sec, (int)old.it_value.tv_nsec);
    printf("overrun %d\n", timer_getoverrun(t));
    printf("%d\n", timer_delete(t));

    e.sigev_notify = SIGEV_NONE;
    printf("%d\n", timer_create(CLOCK_REALTIME, &e, &u));
    printf("%d\n", timer_gettime(u, &old));
    printf("%d %d %d\n", (int)old.it_value.tv_sec, (int)old.it_value.tv_nsec, (int)old.it_interval.tv_sec);
    printf("%d\n", timer_delete(u));
    struct itimerspec bad = {{0, 0}, {0, 1000000000}}, negative = {{0, 0}, {-1, 0}};
    e.sigev_notify = SIGEV_SIGNAL;
    printf("%d\n", timer_create(CLOCK_MONOTONIC, &e, &t));
    fails(timer_settime(t, 0, &bad, NULL), EINVAL);
    fails(timer_settime(t, 0, &negative, NULL), EINVAL);
    printf("%d\n", timer_delete(t));
    e.sigev_signo = 65;
    fails(timer_create(CLOCK_MONOTONIC, &e, &t), EINVAL);
    e.sigev_signo = SIGUSR1;
    fails(timer_create((clockid_t)1234, &e, &t), EINVAL);
    e.sigev_notify = 99;
    fails(timer_create(CLOCK_MONOTONIC, &e, &t), EINVAL);
#elif PART == 2
    printf("alarm %u\n", alarm(100));
    alarm(0);
    struct itimerval shortly = {{0, 0}, {0, 1000}}, far = {{5, 0}, {1000, 0}}, before;
    printf("%d\n", setitimer(ITIMER_REAL, &shortly, NULL));
    wait_for_it();
    printf("%d %d\n", seen == SIGALRM, code == SI_KERNEL);
    printf("%d\n", getitimer(ITIMER_REAL, &before));
    printf("%d %d\n", (int)before.it_value.tv_sec, (int)before.it_value.tv_usec);
    far.it_value.tv_usec = 1000000;
    fails(setitimer(ITIMER_REAL, &far, NULL), EINVAL);
    fails(setitimer(77, &shortly, NULL), EINVAL);
    fails(getitimer(77, &before), EINVAL);
#else
    e.sigev_notify = SIGEV_THREAD;
    e.sigev_notify_function = notified;
    e.sigev_notify_attributes = NULL;
    sem_init(&called, 0, 0);
    printf("%d\n", timer_create(CLOCK_REALTIME, &e, &u));
    printf("%d\n", timer_settime(u, 0, &soon, NULL));
    while (sem_wait(&called)) {}
    printf("%d\n", timer_delete(u));
#endif
    return 0;
}
