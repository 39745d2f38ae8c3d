/* counters.c — descriptors that count: eventfd and timerfd. */
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include "kernel.h"

struct counter {
    unsigned word;
    unsigned edges;
    unsigned long count;
    int semaphore;
};

/* The count may depend on inputs; what it is ready for must not. */
static void update(struct counter *c, unsigned happened) {
    long ready = concrete((c->count ? POLLIN : 0) | (c->count < ~1ul ? POLLOUT : 0));
    c->word = edge_bits(&c->edges, (unsigned)ready, (unsigned)concrete(happened));
    invariant(peek(c->count) != ~0ul); /* the kernel's limit */
}

static long counter_read(struct file *f, char *to, long n, long offset) {
    struct counter *c = f->object;
    if (n < 8) return -EINVAL;
    if (enter_wait("read an event counter", WAIT(c, WRITES, f->flags & O_NONBLOCK ? 0 : POLLIN)) <
        0)
        return -EINTR;
    unsigned long value = c->semaphore && c->count ? 1 : c->count;
    c->count -= value;
    update(c, value ? POLLOUT : 0);
    leave();
    if (!value) return -EAGAIN;
    memcpy(to, &value, 8);
    return 8;
}

static long counter_write(struct file *f, const char *from, long n, long offset) {
    struct counter *c = f->object;
    unsigned long value;
    if (n < 8) return -EINVAL;
    memcpy(&value, from, 8);
    if (value == ~0ul) return -EINVAL;
    for (;;) {
        if (enter_wait("add to an event counter",
                       WAIT(c, WRITES, f->flags & O_NONBLOCK ? 0 : POLLOUT)) < 0)
            return -EINTR;
        int fits = c->count + value >= value && c->count + value != ~0ul;
        if (fits) c->count += value;
        update(c, fits ? POLLIN : 0);
        leave();
        if (fits) return 8;
        if (f->flags & O_NONBLOCK) return -EAGAIN;
    }
}

static int counter_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    items[0] = (struct __heddle_item)WAIT(f->object, READS, events & (POLLIN | POLLOUT));
    return 1;
}
static unsigned counter_ready(struct file *f) {
    return ((struct counter *)f->object)->word & (POLLIN | POLLOUT);
}
static void counter_release(struct file *f) {
    if (!f->kept) __heddle_free(f->object);
}
static const struct file_operations counter_operations = {.read = counter_read,
                                                          .write = counter_write,
                                                          .watch = counter_watch,
                                                          .ready = counter_ready,
                                                          .seek = __heddle_no_seek,
                                                          .one_offset = 1,
                                                          .release = counter_release,
                                                          .counts = 1};

SYSCALL(eventfd2) {
    if (b & ~(EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC)) return -EINVAL;
    struct counter *x = kernel_alloc(sizeof *x);
    if (!x) return -ENOMEM;
    x->count = (unsigned)a;
    x->semaphore = !!(b & EFD_SEMAPHORE);
    update(x, 0);
    return __heddle_install_new(
        __heddle_file_new(&counter_operations, x, O_RDWR | (b & EFD_NONBLOCK ? O_NONBLOCK : 0)),
        !!(b & EFD_CLOEXEC));
}
SYSCALL(eventfd) { return __heddle_sys_eventfd2(a, 0, 0, 0, 0, 0); }

/* --- timers: they expire when a thread that waits for them chooses to let the time pass ------- */

struct timer {
    unsigned word; /* POLLIN: expired; POLLOUT: set */
    unsigned edges;
    long due, interval; /* in the virtual time of the thread that set it; due 0: not set */
    unsigned long expired;
    long clock;
    /* Where time is real: a thread for each setting sleeps until the timer is due. */
    unsigned settings; /* number of times it was set */
    int sleepers, closed;
};

static void timer_update(struct timer *t, unsigned happened) {
    t->word = edge_bits(&t->edges, (t->expired ? POLLIN : 0) | (t->due ? POLLOUT : 0), happened);
    invariant((peek(t->due) >= 0) & (peek(t->interval) >= 0));
}

static void timer_pass(struct timer *t) {
    long now = engine(HEDDLE_CALL_TIME, 0);
    if (!t->due || now < t->due) return;
    invariant(peek(t->interval) >= 0);
    t->expired += t->interval ? (unsigned long)((now - t->due) / t->interval) + 1 : 1;
    t->due = t->interval ? t->due + (long)((now - t->due) / t->interval + 1) * t->interval : 0;
    invariant(!peek(t->due) | (peek(t->due) > now)); /* it is due again later */
    timer_update(t, POLLIN);
}

/* A setting of a timer, for the thread that sleeps until it is due. */
struct sleeper {
    struct timer *timer;
    unsigned setting;
    long due;
};

static void expire(void *p) {
    struct sleeper s = *(struct sleeper *)p;
    struct timer *t = s.timer;
    __heddle_free(p);
    while (s.due) {
        for (long left; (left = s.due - engine(HEDDLE_CALL_TIME, 0)) > 0;) {
            deadline_in(left);
            __heddle_rest_until_deadline("wait for a timer");
        }
        enter("expire a timer", ITEM(t, WRITES));
        int valid = t->settings == s.setting && !t->closed;
        if (valid) timer_pass(t);
        s.due = valid ? t->due : 0;
        leave();
    }
    enter("forget a timer", ITEM(t, WRITES));
    int last = !--t->sleepers && t->closed;
    leave();
    if (last) __heddle_free(t);
    __heddle_thread_exit();
}

/* Begins a thread that lets the timer expire. Returns an error. */
static long begin_sleeper(struct timer *t, unsigned setting, long due) {
    struct sleeper *s = kernel_alloc(sizeof *s);
    if (!s) return -ENOMEM;
    *s = (struct sleeper){t, setting, due};
    enter("set a timer", ITEM(t, WRITES));
    t->sleepers++;
    leave();
    if (__heddle_thread_create(expire, s, 1) > 0) return 0;
    enter("set a timer", ITEM(t, WRITES));
    t->sleepers--;
    leave();
    __heddle_free(s);
    return -ENOMEM;
}

static long timer_read(struct file *f, char *to, long n, long offset) {
    struct timer *t = f->object;
    if (n < 8) return -EINVAL;
    int blocks = !(f->flags & O_NONBLOCK), real = time_is_real();
    unsigned long value;
    do {
        long due = t->due;
        if (is_visible(t, sizeof *t)) {
            enter("look at a timer", ITEM(t, READS));
            due = t->due;
            leave();
        }
        /* Waiting for a timer that is set is waiting until its time. Otherwise it is waiting until
         * the timer is set. */
        struct __heddle_item item = WAIT(t, WRITES,
                                         !blocks       ? 0
                                         : due || real ? POLLIN
                                                       : POLLIN | POLLOUT);
        int late = wait_for_piece(&item, 1, blocks && due && !real, "read a timer", 0);
        if (late < 0) return -EINTR;
        if (late && t->due) pass_until(t->due); /* it may have been stopped meanwhile */
        if (!real) timer_pass(t);
        value = t->expired;
        t->expired = 0;
        timer_update(t, 0);
        leave();
    } while (!value && blocks);
    if (!value) return -EAGAIN;
    memcpy(to, &value, 8);
    return 8;
}
static int timer_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct timer *t = f->object;
    /* A timer that is set may have expired at any look: time passes if a thread waits. */
    unsigned bits = POLLIN | (time_is_real() ? 0 : POLLOUT);
    items[0] = (struct __heddle_item)WAIT(t, READS, events & POLLIN ? bits : 0);
    return 1;
}
/* Returns POLLIN also for a timer that is set: the thread continues at the timer's time. */
static unsigned timer_ready(struct file *f) {
    struct timer *t = f->object;
    if (time_is_real()) return t->expired ? POLLIN : 0;
    if (t->due && !t->expired) pass_until(t->due);
    return t->expired || t->due ? POLLIN : 0;
}
static void timer_release(struct file *f) {
    struct timer *t = f->object;
    int sleepers = 0;
    if (time_is_real()) {
        enter("close a timer", ITEM(t, WRITES));
        t->closed = !f->kept;
        sleepers = t->sleepers;
        leave();
    }
    if (!f->kept && !sleepers) __heddle_free(t);
}
static const struct file_operations timer_operations = {.read = timer_read,
                                                        .watch = timer_watch,
                                                        .ready = timer_ready,
                                                        .seek = __heddle_no_seek,
                                                        .one_offset = 1,
                                                        .release = timer_release,
                                                        .counts = 1};

SYSCALL(timerfd_create) {
    long clock = (int)concrete(a);
    if (b & ~(TFD_NONBLOCK | TFD_CLOEXEC)) return -EINVAL;
    if (clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM) return -EPERM;
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME)
        return -EINVAL;
    struct timer *t = kernel_alloc(sizeof *t);
    if (!t) return -ENOMEM;
    t->clock = clock;
    return __heddle_install_new(
        __heddle_file_new(&timer_operations, t, O_RDWR | (b & TFD_NONBLOCK ? O_NONBLOCK : 0)),
        !!(b & TFD_CLOEXEC));
}

static struct timer *timer_of(long fd, long *error) {
    struct file *f = __heddle_file(fd);
    *error = !f ? -EBADF : f->ops != &timer_operations ? -EINVAL : 0;
    return *error ? 0 : f->object;
}
/* Tells the time that is left until the timer expires next, as Linux does also if nobody has
 * noticed yet that it has expired. */
static void tell(struct timer *t, struct itimerspec *to) {
    long left = t->due ? t->due - engine(HEDDLE_CALL_TIME, 0) : 0;
    if (t->due && left <= 0) left = t->interval ? t->interval - -left % t->interval : 0;
    *to = (struct itimerspec){.it_interval = {t->interval / 1000000000, t->interval % 1000000000},
                              .it_value = {left / 1000000000, left % 1000000000}};
}
SYSCALL(timerfd_settime) {
    long error;
    struct timer *t = timer_of(a, &error);
    if (!t) return error;
    const struct itimerspec *new = (const struct itimerspec *)c;
    if (b & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) return -EINVAL;
    struct itimerspec old;
    if (!is_duration(&new->it_value) || !is_duration(&new->it_interval)) return -EINVAL;
    long due = nanoseconds(&new->it_value), interval = nanoseconds(&new->it_interval);
    if (due && b & TFD_TIMER_ABSTIME) due = time_left(t->clock, due);
    enter("set a timer", ITEM(t, WRITES));
    tell(t, &old);
    long now = engine(HEDDLE_CALL_TIME, 0);
    t->due = due ? now + due : 0;
    t->interval = interval;
    t->expired = 0;
    timer_update(t, t->due && !time_is_real() ? POLLIN : 0);
    unsigned setting = ++t->settings;
    due = t->due;
    leave();
    if (due && time_is_real() && (error = begin_sleeper(t, setting, due))) return error;
    if (d) *(struct itimerspec *)d = old;
    return 0;
}
SYSCALL(timerfd_gettime) {
    long error;
    struct timer *t = timer_of(a, &error);
    if (!t) return error;
    struct itimerspec now;
    enter("look at a timer", ITEM(t, READS));
    tell(t, &now);
    leave();
    *(struct itimerspec *)b = now;
    return 0;
}
