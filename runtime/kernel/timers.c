/*
 * timers.c — timers that send signals or begin threads. As with sleeps, clocks do not decide when a
 * timer expires. Each setting creates a thread of the runtime, which lets the timer expire when it
 * is scheduled. So every order of the expiration and the program's operations is explored. A
 * periodic timer would make runs endless: a timer expires at most --max-signals times in a run.
 * Where time is real, that thread sleeps until the timer is due.
 */
#include <limits.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "signals.h"

#define TIMERS 32

struct timer {
    unsigned word;     /* its state word */
    unsigned settings; /* number of times it was set */
    /* nanoseconds, in the virtual time of the thread that set it; due 0: not set */
    long due, interval;
    unsigned expired; /* total number of expirations */
    int used, overrun;
    clockid_t clock;
    struct sigevent event;
    pthread_attr_t attributes; /* of threads that it begins */
};
static struct timer timers[TIMERS], interval_timers[3];
static unsigned timers_word; /* object: which of them are used */

HIDDEN int __heddle_send_to_thread(int thread, int number, const siginfo_t *info, long due);
HIDDEN int __heddle_send_to_process(int number, const siginfo_t *info, long due);

/* The task of such a thread: one setting of a timer. */
struct setting {
    struct timer *timer;
    unsigned number;
    int processor; /* it goes by processor time */
    long due;
};

/* Whether a timer goes by processor time, where time is real. */
static int counts_processor_time(const struct timer *t) {
    return time_is_real() &&
           (t->clock == CLOCK_PROCESS_CPUTIME_ID || t->clock == CLOCK_THREAD_CPUTIME_ID);
}

/* Returns the time by which a timer is due. A timer of one thread's processor time goes by that of
 * the process, like those of the process. */
static long now_by(int processor) {
    return processor ? engine(HEDDLE_CALL_BUSY, 1) : engine(HEDDLE_CALL_TIME, 0);
}

/* How long a timer of processor time sleeps at least, and at most, before it looks again. */
#define LEAST_SLEEP 20000
#define MOST_SLEEP 10000000

/* Where time is real, sleeps until a timer is due. */
static void sleep_until_due(int processor, long due) {
    if (!time_is_real()) return;
    for (long left; (left = due - now_by(processor)) > 0;) {
        if (processor) {
            left = left / 2 > LEAST_SLEEP ? left / 2 : LEAST_SLEEP;
            left = left < MOST_SLEEP ? left : MOST_SLEEP;
        }
        deadline_in(left);
        __heddle_rest_until_deadline("wait for a timer");
    }
}

/* A copy of an expired timer's notification. */
struct expiration {
    struct sigevent event;
    pthread_attr_t attributes;
    siginfo_t info;
    long due;
};

static struct expiration expiration_of(const struct timer *t) {
    struct expiration x = {t->event, t->attributes, {.si_code = SI_KERNEL}, t->due};
    if (t >= interval_timers && t < interval_timers + 3) return x;
    x.info.si_code = SI_TIMER;
    x.info.si_timerid = (int)(t - timers);
    x.info.si_value = t->event.sigev_value;
    return x;
}

static void *notify(void *p) {
    struct sigevent e = *(struct sigevent *)p;
    __heddle_free(p);
    e.sigev_notify_function(e.sigev_value);
    return 0;
}

static void begin_thread(const struct expiration *x) {
    struct sigevent *e = kernel_alloc(sizeof *e);
    pthread_t thread;
    if (!e) return;
    *e = x->event;
    if (pthread_create(&thread, &x->attributes, notify, e)) __heddle_free(e);
}

/* Notifies the program of an expiration. */
static void tell(struct timer *t, const struct expiration *x) {
    const struct sigevent *e = &x->event;
    int again = 0;
    switch (e->sigev_notify) {
    case SIGEV_SIGNAL: again = __heddle_send_to_process(e->sigev_signo, &x->info, x->due); break;
    case SIGEV_THREAD_ID:
        again = __heddle_send_to_thread(e->sigev_notify_thread_id - 1000 + 1, e->sigev_signo,
                                        &x->info, x->due);
        break;
    case SIGEV_THREAD: begin_thread(x); break;
    default: break;
    }
    enter("count what a timer overran", ITEM(t, WRITES));
    t->overrun = again ? t->overrun + 1 : 0;
    leave();
}

static void expire(void *p) {
    struct setting s = *(struct setting *)p;
    struct timer *t = s.timer;
    long most = option(HEDDLE_OPTION_SIGNALS);
    __heddle_free(p);
    for (int again = 1; again;) {
        sleep_until_due(s.processor, s.due);
        enter("expire a timer", ITEM(t, WRITES));
        int valid = t->settings == s.number && t->due,
            beyond = valid && most >= 0 && t->expired >= most;
        struct expiration x = expiration_of(t);
        again = valid && !beyond && t->interval;
        invariant(peek(t->settings) >= s.number); /* a setting is not taken back */
        invariant((peek(t->due) >= 0) & (peek(t->interval) >= 0));
        invariant((most < 0) | (peek(t->expired) <= (unsigned long)most));
        if (valid && !beyond) {
            t->expired++;
            t->due = t->interval ? t->due + t->interval : 0;
            s.due = t->due;
        }
        leave();
        if (beyond) {
            engine(HEDDLE_CALL_BEYOND,
                   "more expirations of a timer were not explored (see --max-signals)");
            /* threads that wait for the timer are not reported as blocked */
            __heddle_silent_exit();
        }
        if (!valid) break;
        pass_until(x.due);
        tell(t, &x);
    }
    __heddle_thread_exit();
}

static struct timespec as_time(long n) { return (struct timespec){n / 1000000000, n % 1000000000}; }
static int fails(int error) {
    errno = error;
    return -1;
}

static struct itimerspec left_of(const struct timer *t) {
    long left = t->due ? t->due - now_by(counts_processor_time(t)) : 0;
    return (struct itimerspec){as_time(t->interval), as_time(t->due && left <= 0 ? 1 : left)};
}

/* Sets a timer. Returns 0 or an error. */
static int set(struct timer *t, long value, long interval, struct itimerspec *old) {
    struct setting *s = value ? kernel_alloc(sizeof *s) : 0;
    if (value && !s) return EAGAIN;
    enter("set a timer", ITEM(t, WRITES));
    struct itimerspec before = left_of(t);
    int processor = counts_processor_time(t);
    long due = t->due = value ? now_by(processor) + value : 0;
    t->interval = interval;
    unsigned number = ++t->settings;
    leave();
    if (old) *old = before;
    if (!s) return 0;
    *s = (struct setting){t, number, processor, due};
    if (__heddle_thread_create(expire, s, 1) > 0) return 0;
    __heddle_free(s);
    return EAGAIN;
}

/* --- timers by number */

static struct timer *timer_of(timer_t id) {
    unsigned long n = (unsigned long)id;
    if (n >= TIMERS) return 0;
    enter("look for a timer", ITEM(&timers_word, READS));
    int used = timers[n].used;
    leave();
    return used ? &timers[n] : 0;
}

PUBLIC int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id) {
    long refused = clock_refused((int)concrete(clock), CLOCK_OF_TIMER);
    if (refused) return fails((int)-refused);
    struct sigevent usual = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    int how = event ? event->sigev_notify : SIGEV_SIGNAL;
    if (how != SIGEV_SIGNAL && how != SIGEV_NONE && how != SIGEV_THREAD && how != SIGEV_THREAD_ID)
        return fails(EINVAL);
    if (event && (how == SIGEV_SIGNAL || how == SIGEV_THREAD_ID) &&
        (event->sigev_signo <= 0 || event->sigev_signo >= _NSIG))
        return fails(EINVAL);
    if (event && how == SIGEV_THREAD_ID &&
        (unsigned)(event->sigev_notify_thread_id - 1000) >= HEDDLE_THREADS_MAX)
        return fails(EINVAL);
    int n = 0;
    enter("make a timer", ITEM(&timers_word, WRITES));
    while (n < TIMERS && timers[n].used) n++;
    if (n < TIMERS) timers[n].used = 1;
    invariant(n <= TIMERS);
    leave();
    if (n == TIMERS) return fails(EAGAIN);
    struct timer *t = &timers[n];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (how == SIGEV_THREAD && event->sigev_notify_attributes)
        attributes = *event->sigev_notify_attributes;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    usual.sigev_value.sival_int = n;
    struct sigevent told = usual; /* the caller's memory is not accessed in the piece */
    if (event) told = *event;
    enter("make a timer", ITEM(t, WRITES));
    t->event = told;
    t->clock = clock;
    t->attributes = attributes;
    t->due = t->interval = 0;
    t->overrun = 0;
    t->expired = 0;
    t->settings++;
    leave();
    *id = (timer_t)(unsigned long)n;
    return 0;
}

PUBLIC int timer_delete(timer_t id) {
    struct timer *t = timer_of(id);
    if (!t) return fails(EINVAL);
    set(t, 0, 0, 0);
    enter("delete a timer", ITEM(&timers_word, WRITES));
    invariant(!(peek(t->used) & ~1));
    t->used = 0;
    leave();
    return 0;
}

PUBLIC int timer_settime(timer_t id, int flags, const struct itimerspec *restrict new,
                         struct itimerspec *restrict old) {
    struct timer *t = timer_of(id);
    if (!t || !is_duration(&new->it_value) || !is_duration(&new->it_interval)) return fails(EINVAL);
    long value = nanoseconds(&new->it_value);
    if (flags & TIMER_ABSTIME && value) value = time_left(t->clock, value);
    int error = set(t, value, nanoseconds(&new->it_interval), old);
    return error ? fails(error) : 0;
}

PUBLIC int timer_gettime(timer_t id, struct itimerspec *now) {
    struct timer *t = timer_of(id);
    if (!t) return fails(EINVAL);
    enter("look at a timer", ITEM(t, READS));
    struct itimerspec left = left_of(t);
    leave();
    *now = left;
    return 0;
}

PUBLIC int timer_getoverrun(timer_t id) {
    struct timer *t = timer_of(id);
    if (!t) return fails(EINVAL);
    enter("look at a timer", ITEM(t, READS));
    int n = t->overrun;
    leave();
    return n;
}

/* --- interval timers, and alarm, which is the first of them */

static int set_interval(int which, long value, long interval, struct itimerspec *old) {
    static const int numbers[] = {SIGALRM, SIGVTALRM, SIGPROF};
    struct timer *t = &interval_timers[which];
    enter("set a timer", ITEM(t, WRITES));
    t->event = (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = numbers[which]};
    t->clock = which == ITIMER_REAL ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    leave();
    return set(t, value, interval, old);
}

static struct timeval as_micro(struct timespec t) {
    return (struct timeval){t.tv_sec, t.tv_nsec / 1000};
}
static int is_micro(const struct timeval *t) {
    return concrete(t->tv_sec) >= 0 && (unsigned long)concrete(t->tv_usec) < 1000000;
}
static long of_micro(const struct timeval *t) {
    return concrete(t->tv_sec) * 1000000000 + concrete(t->tv_usec) * 1000;
}

PUBLIC int setitimer(int which, const struct itimerval *restrict new,
                     struct itimerval *restrict old) {
    struct itimerspec before;
    static const struct itimerval none; /* Linux treats a null pointer like this */
    if (!new) new = &none;
    if ((unsigned)which > 2 || !is_micro(&new->it_value) || !is_micro(&new->it_interval))
        return fails(EINVAL);
    int error = set_interval(which, of_micro(&new->it_value), of_micro(&new->it_interval), &before);
    if (error) return fails(error);
    if (old) *old = (struct itimerval){as_micro(before.it_interval), as_micro(before.it_value)};
    return 0;
}

PUBLIC int getitimer(int which, struct itimerval *now) {
    if ((unsigned)which > 2) return fails(EINVAL);
    enter("look at a timer", ITEM(&interval_timers[which], READS));
    struct itimerspec left = left_of(&interval_timers[which]);
    leave();
    *now = (struct itimerval){as_micro(left.it_interval), as_micro(left.it_value)};
    return 0;
}

PUBLIC unsigned alarm(unsigned seconds) {
    struct itimerspec before;
    if (set_interval(ITIMER_REAL, (long)seconds * 1000000000, 0, &before)) return 0;
    return (unsigned)(before.it_value.tv_sec + (before.it_value.tv_nsec > 0));
}
