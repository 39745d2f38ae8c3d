/* Signals, masks, timers, clocks, sleeps and limits: results and the order of errors. */
#include "line.h"
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t runs, last;
static void handler(int number) {
    runs++;
    last = number;
}
static int blocked(int number) {
    sigset_t s;
    sigprocmask(SIG_BLOCK, NULL, &s);
    return sigismember(&s, number);
}
static int pending(int number) {
    sigset_t s;
    sigpending(&s);
    return sigismember(&s, number);
}

static void sets(void) {
    sigset_t s, t;
    sigemptyset(&s);
    LINE(sigaddset(&s, 0));
    LINE(sigaddset(&s, -1));
    LINE(sigaddset(&s, 65));
    LINE(sigaddset(&s, SIGUSR1));
    LINE(sigismember(&s, SIGUSR1));
    LINE(sigismember(&s, SIGUSR2));
    LINE(sigismember(&s, 99));
    LINE(sigdelset(&s, 99));
    LINE(sigprocmask(99, &s, NULL));
    LINE(sigprocmask(99, NULL, &t));
    LINE(sigprocmask(SIG_BLOCK, &s, NULL));
    LINE(blocked(SIGUSR1));
    sigaddset(&s, SIGKILL);
    LINE(sigprocmask(SIG_SETMASK, &s, NULL));
    LINE(blocked(SIGKILL));
    LINE(blocked(SIGUSR1));
    LINE_ERROR(pthread_sigmask(99, &s, NULL));
    LINE_ERROR(pthread_sigmask(SIG_UNBLOCK, &s, NULL));
    LINE(blocked(SIGUSR1));
}

static void actions(void) {
    struct sigaction a = {.sa_handler = handler}, old;
    LINE(sigaction(0, &a, NULL));
    LINE(sigaction(65, &a, NULL));
    LINE(sigaction(SIGKILL, &a, NULL));
    LINE(sigaction(SIGSTOP, &a, NULL));
    LINE(sigaction(SIGUSR1, &a, &old));
    LINE_AS("old is the default", old.sa_handler == SIG_DFL);
    LINE(sigaction(SIGUSR1, NULL, &old));
    LINE_AS("the handler", old.sa_handler == handler);
    LINE_AS("signal(SIGKILL)", (long)signal(SIGKILL, handler));
    LINE_AS("signal(0)", (long)signal(0, handler));
    LINE_AS("signal(SIGUSR2)", signal(SIGUSR2, handler) == SIG_DFL);
    LINE(raise(SIGUSR1));
    LINE(runs);
    LINE(raise(0));
    LINE(raise(99));
    LINE(raise(-1));
    LINE(kill(getpid(), 0));
    LINE(kill(getpid(), 99));
    LINE(kill(getpid(), -1));
    LINE(kill(0x7fffffff, 0));
    LINE(kill(getpid(), SIGUSR2));
    LINE(runs);
    LINE(last == SIGUSR2);
    LINE_ERROR(pthread_kill(pthread_self(), 0));
    LINE_ERROR(pthread_kill(pthread_self(), 99));
    LINE_ERROR(pthread_kill(pthread_self(), SIGUSR1));
    LINE(runs);
    LINE(sigqueue(getpid(), SIGUSR1, (union sigval){7}));
    LINE(sigqueue(getpid(), 99, (union sigval){7}));
    LINE(sigqueue(0x7fffffff, 0, (union sigval){7}));
    LINE(runs);
    a.sa_flags = SA_RESETHAND;
    LINE(sigaction(SIGUSR2, &a, NULL));
    LINE(raise(SIGUSR2));
    LINE(sigaction(SIGUSR2, NULL, &old));
    LINE_AS("the default again", old.sa_handler == SIG_DFL);
}

static void waits(void) {
    sigset_t s;
    siginfo_t info;
    struct timespec none = {0, 0}, bad = {0, 1000000000}, soon = {0, 1000000};
    int number = -7;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigaddset(&s, SIGUSR2);
    LINE(sigprocmask(SIG_BLOCK, &s, NULL));
    LINE(sigtimedwait(&s, &info, &none));
    LINE(sigtimedwait(&s, &info, &bad));
    LINE(sigtimedwait(&s, &info, &soon));
    signal(SIGUSR2, handler);
    LINE(kill(getpid(), SIGUSR2));
    LINE(raise(SIGUSR1));
    LINE(raise(SIGUSR1));
    LINE(pending(SIGUSR1));
    LINE(pending(SIGUSR2));
    LINE(pending(SIGINT));
    LINE(sigwaitinfo(&s, &info));
    LINE_AS("code", info.si_code);
    LINE(sigwait(&s, &number));
    LINE_AS("number", number);
    LINE(sigtimedwait(&s, &info, &none));
    LINE(sigqueue(getpid(), SIGUSR1, (union sigval){7}));
    LINE(sigwaitinfo(&s, &info));
    LINE_AS("code", info.si_code);
    LINE_AS("value", info.si_value.sival_int);
    LINE_AS("sender", info.si_pid == getpid());
    LINE(raise(SIGUSR1));
    signal(SIGUSR1, SIG_IGN);
    LINE(pending(SIGUSR1));
    signal(SIGUSR1, handler);
    runs = 0;
    LINE(raise(SIGUSR1));
    LINE(sigprocmask(SIG_UNBLOCK, &s, NULL));
    LINE(runs);
    LINE(sigprocmask(SIG_BLOCK, &s, NULL));
    LINE(raise(SIGUSR2));
    sigemptyset(&s);
    LINE(sigsuspend(&s));
    LINE(runs);
    LINE(blocked(SIGUSR2));
}

static void timers(void) {
    timer_t t = 0;
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2},
                    wrong = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = 99};
    struct itimerspec v = {{0, 0}, {100, 0}}, bad = {{0, 0}, {0, -1}}, negative = {{0, 0}, {-1, 0}}, now;
    LINE(timer_create(CLOCK_MONOTONIC, &e, &t));
    LINE(timer_create(99, &e, &t));
    LINE(timer_create(CLOCK_MONOTONIC, &wrong, &t));
    wrong.sigev_notify = 77;
    wrong.sigev_signo = SIGUSR1;
    LINE(timer_create(CLOCK_MONOTONIC, &wrong, &t));
    LINE(timer_create(CLOCK_MONOTONIC_RAW, &e, &t));
    LINE(timer_create(CLOCK_MONOTONIC, &e, &t));
    LINE(timer_gettime(t, &now));
    LINE_AS("not set", now.it_value.tv_sec);
    LINE(timer_settime(t, 0, &bad, NULL));
    LINE(timer_settime(t, 0, &negative, NULL));
    LINE(timer_settime(t, 0, &v, &now));
    LINE(timer_gettime(t, &now));
    LINE_AS("set", now.it_value.tv_sec == 99 || now.it_value.tv_sec == 100);
    LINE(timer_getoverrun(t));
    v.it_value.tv_sec = 0;
    LINE(timer_settime(t, 0, &v, &now));
    LINE(timer_gettime(t, &now));
    LINE_AS("stopped", now.it_value.tv_sec);
    LINE(timer_delete(t));
    struct itimerval i = {{0, 0}, {50, 0}}, wrong_micro = {{0, 0}, {0, 1000000}}, old;
    LINE(setitimer(99, &i, NULL));
    LINE(setitimer(ITIMER_REAL, &wrong_micro, NULL));
    LINE(setitimer(ITIMER_REAL, &i, &old));
    LINE_AS("old", old.it_value.tv_sec);
    LINE(getitimer(ITIMER_REAL, &old));
    LINE_AS("set", old.it_value.tv_sec == 49 || old.it_value.tv_sec == 50);
    LINE(getitimer(99, &old));
    LINE(alarm(0));
    LINE(alarm(7));
    LINE(alarm(0));
    LINE(getitimer(ITIMER_REAL, &old));
    LINE_AS("none", old.it_value.tv_sec);
}

static void clocks(void) {
    struct timespec t, bad = {0, 1000000000}, negative = {-1, 0}, none = {0, 0};
    for (int clock = -8; clock < 16; clock++) {
        char text[64];
        /* Machines without a clock that wakes them do not have these. */
        if (clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM) continue;
        snprintf(text, sizeof text, "clock_gettime(%d)", clock);
        LINE_AS(text, clock_gettime(clock, &t));
        snprintf(text, sizeof text, "clock_getres(%d)", clock);
        LINE_AS(text, clock_getres(clock, NULL));
        snprintf(text, sizeof text, "clock_nanosleep(%d)", clock);
        LINE_AS(text, clock_nanosleep(clock, 0, &none, NULL));
    }
    LINE(nanosleep(&bad, NULL));
    LINE(nanosleep(&negative, NULL));
    LINE(nanosleep(&none, NULL));
    LINE_ERROR(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL));
    LINE_ERROR(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &negative, NULL));
    LINE_ERROR(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &none, NULL));
    LINE(usleep(0));
    LINE(sleep(0));
    clockid_t id;
    LINE_ERROR(clock_getcpuclockid(0, &id));
    LINE(clock_gettime(id, &t));
    LINE_ERROR(pthread_getcpuclockid(pthread_self(), &id));
    LINE(clock_gettime(id, &t));
    LINE(gettimeofday(NULL, NULL));
    LINE(times(NULL) >= 0);
}

static void process(void) {
    struct rusage u;
    struct rlimit r;
    int status;
    LINE(getrusage(99, &u));
    LINE(getrusage(RUSAGE_SELF, &u));
    LINE(getrusage(RUSAGE_CHILDREN, &u));
    LINE_AS("children's time", u.ru_utime.tv_sec);
    LINE(wait(&status));
    LINE(waitpid(-1, &status, WNOHANG));
    LINE(waitpid(getpid(), &status, 0));
    LINE(waitpid(-1, &status, 0x8000));
    LINE(waitid(P_ALL, 0, NULL, WEXITED));
    LINE(waitid(99, 0, NULL, WEXITED));
    LINE(getpriority(PRIO_PROCESS, 0));
    LINE(getpriority(99, 0));
    LINE(setpriority(99, 0, 0));
    LINE(getrlimit(RLIMIT_CORE + 100, &r));
    LINE(sched_getscheduler(0));
    LINE(sched_get_priority_max(SCHED_FIFO));
    LINE(sched_get_priority_min(SCHED_RR));
    LINE(sched_get_priority_max(SCHED_OTHER));
    LINE(sched_get_priority_max(99));
    LINE(sched_yield());
    LINE(getpgid(0) == getpgrp());
    LINE(getpgid(0x7fffffff));
    LINE(getsid(0x7fffffff));
    LINE(setpgid(0, -1));
    LINE(sysconf(_SC_PAGESIZE));
    LINE(sysconf(_SC_CLK_TCK));
    LINE(sysconf(9999));
}

int main(void) {
    sets();
    actions();
    waits();
    timers();
    clocks();
    process();
}
