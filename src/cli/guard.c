/* guard.c — see guard.h. */
#include "cli/guard.h"
#include "cli/cli.h"
#include <pthread.h>
#include <signal.h>
#include <time.h>

#define LOOK_NS 20000000
/* The time in seconds in which any activity has to end on its own. */
#define GRACE 0.7

static struct {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    pthread_t thread;
    bool watching, ending;
    double deadline; /* on the clock of time_wall; 0: none */
    double over;     /* the time at which the end was first seen to be due; 0: it is not due */
    const char *reason, *doing;
    GuardGiveUp give_up;
    void *context;
} guard = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void guard_look(void) {
    double now = time_wall();
    if (!guard.over && cli_interrupted()) guard.reason = "interrupted", guard.over = now;
    if (!guard.over && guard.deadline && now > guard.deadline)
        guard.reason = "time", guard.over = guard.deadline;
    if (!guard.over || !guard.doing || now < guard.over + GRACE) return;
    cli_end_at_once(guard.give_up(guard.context, guard.reason, guard.doing));
}

static void *guard_watch(void *unused) {
    (void)unused;
    pthread_mutex_lock(&guard.lock);
    while (!guard.ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += LOOK_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&guard.ended, &guard.lock, &until);
        if (!guard.ending) guard_look();
    }
    pthread_mutex_unlock(&guard.lock);
    return NULL;
}

void guard_begin(double seconds) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&guard.ended, &attr);
    pthread_condattr_destroy(&attr);
    guard.deadline = seconds > 0 ? time_wall() + seconds : 0;
    guard.over = 0;
    guard.ending = false;
    guard.doing = NULL;
    /* Signals are left to the threads that they interrupt. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    guard.watching = pthread_create(&guard.thread, NULL, guard_watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!guard.watching) base_fatal("cannot create a thread that watches the time");
}

void guard_end(void) {
    if (!guard.watching) return;
    guard_hold();
    guard.ending = true;
    pthread_cond_signal(&guard.ended);
    guard_release();
    pthread_join(guard.thread, NULL);
    pthread_cond_destroy(&guard.ended);
    guard.watching = false;
}

void guard_doing(const char *doing, GuardGiveUp give_up, void *context) {
    guard_hold();
    guard.doing = doing;
    guard.give_up = give_up;
    guard.context = context;
    guard_release();
}

double guard_left(void) {
    if (!guard.watching || !guard.deadline) return 0;
    double left = guard.deadline - time_wall();
    return left > 0.01 ? left : 0.01;
}

void guard_hold(void) { pthread_mutex_lock(&guard.lock); }
void guard_release(void) { pthread_mutex_unlock(&guard.lock); }
