/*
 * futex.c — futexes, for programs that make the call themselves (libc's own objects do not use it).
 * A waiter sleeps on a word of its own. The queue is one object for all futexes whose addresses
 * share a hash.
 */
#include "kernel.h"

enum {
    FUTEX_WAIT = 0,
    FUTEX_WAKE = 1,
    FUTEX_WAIT_BITSET = 9,
    FUTEX_WAKE_BITSET = 10,
    FUTEX_CMD_MASK = 127,
    FUTEX_CLOCK_REALTIME = 256
};

#define QUEUES 16

struct waiter {
    struct waiter *next;
    const int *address;
    unsigned bits;
    int ready;      /* the value was as expected, and nobody was woken since then */
    int passed;     /* not ready: somebody was woken since the value was read last */
    unsigned woken; /* its own state word: POLLIN */
};
static struct queue {
    unsigned word;
    struct waiter *first;
} queues[QUEUES];

static struct queue *queue_of(const int *address) {
    return &queues[((unsigned long)address >> 4) % QUEUES];
}

/* Checks a queue in a piece that names it. Returns how often a waiter is in it. */
CHECK int check_queue(struct queue *q, const struct waiter *waiter) {
    int found = 0;
    for (struct waiter *w = peek(q->first); w; w = peek(w->next)) {
        invariant(queue_of(peek(w->address)) == q);
        invariant(!(peek(w->woken) & ~(unsigned)POLLIN));
        invariant(peek(w->ready) ? !peek(w->passed) : !peek(w->woken));
        found += w == waiter;
    }
    return found;
}

static struct waiter **end_of(struct queue *q) {
    struct waiter **at = &q->first;
    while (*at) at = &(*at)->next;
    return at;
}

/* Called within a piece that writes the queue. */
static void remove_waiter(struct queue *q, const struct waiter *w) {
    for (struct waiter **at = &q->first; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            break;
        }
}

/* Makes a waiter in the queue one that can be woken. Returns 0 if the value is another one. The
 * value is compared and the waiter can be woken at one moment, as in the kernel: until then it
 * takes no wake-up from others, and compares again after each that it may have missed. */
static int get_ready(struct queue *q, struct waiter *w, int value) {
    while (!w->ready) {
        if (__atomic_load_n(w->address, __ATOMIC_SEQ_CST) != value) return 0;
        enter("sleep on a futex", ITEM(q, WRITES));
        w->ready = !w->passed;
        w->passed = 0;
        remove_waiter(q, w); /* its place is behind those who sleep already */
        w->next = 0;
        *end_of(q) = w;
        if (__heddle_check) __heddle_check(check_queue(q, w) == 1);
        leave();
    }
    return 1;
}

/* Waits; with `clock` < 0 for a time, otherwise until the clock shows it. */
static long wait_on(const int *address, int value, unsigned bits, const struct timespec *timeout,
                    int clock) {
    struct queue *q = queue_of(address);
    struct waiter *w = kernel_alloc(sizeof *w);
    if (!w) return -ENOMEM;
    __heddle_assumed("waits on futexes do not wake spuriously");
    *w = (struct waiter){.address = address, .bits = bits};
    enter("wait on a futex", ITEM(q, WRITES));
    *end_of(q) = w;
    if (__heddle_check) __heddle_check(check_queue(q, w) == 1);
    leave();
    int late = 0, changed = !get_ready(q, w, value);
    if (!changed) {
        struct __heddle_item item = {&w->woken, POLLIN, 0, READS, 0};
        if (timeout && clock < 0) deadline_in(nanoseconds(timeout));
        if (timeout && clock >= 0) deadline_at(clock, nanoseconds(timeout));
        late = wait_for_piece(&item, 1, timeout != 0, "wait on a futex", 0);
        if (late >= 0) leave();
    }
    enter("stop waiting on a futex", ITEM(q, WRITES));
    int woken = (w->woken & POLLIN) != 0;
    remove_waiter(q, w);
    if (__heddle_check) __heddle_check(check_queue(q, w) == 0); /* it was in the queue once */
    leave();
    __heddle_free(w);
    return woken ? 0 : changed ? -EAGAIN : late < 0 ? -EINTR : late ? -ETIMEDOUT : 0;
}

static int is_meant(const struct waiter *w, const int *address, unsigned bits) {
    return w->address == address && w->bits & bits && !w->woken;
}

/* Lets those who are about to sleep compare the value again. Who comes later sees what was stored
 * before the call that wakes. */
static void pass_by(struct queue *q, const int *address, unsigned bits) {
    enter("pass by who is about to sleep on a futex", ITEM(q, WRITES));
    for (struct waiter *w = q->first; w; w = w->next)
        if (is_meant(w, address, bits) && !w->ready) w->passed = 1;
    leave();
}

static long wake(const int *address, long n, unsigned bits) {
    struct queue *q = queue_of(address);
    long done = 0;
    int passed_by = 0;
    while (done < n) {
        /* Each waiter's own word is an object. It is known only in the queue, and stays there until
         * the waiter removes it. */
        struct waiter *w = 0;
        int about = 0;
        enter("look for waiters of a futex", ITEM(q, READS));
        for (struct waiter *x = q->first; x && !w; x = x->next) {
            if (!is_meant(x, address, bits)) continue;
            if (x->ready)
                w = x;
            else
                about = 1;
        }
        leave();
        if (about && !passed_by) {
            pass_by(q, address, bits);
            passed_by = 1;
            continue; /* who got ready meanwhile was not passed by */
        }
        if (!w) break;
        enter("wake a waiter of a futex", ITEM(q, WRITES), ITEM(&w->woken, WRITES));
        struct waiter *still = q->first;
        while (still && still != w) still = still->next;
        if (still && !w->woken) {
            w->woken = POLLIN;
            done++;
        }
        leave();
    }
    return done;
}

SYSCALL(futex) {
    const int *address = (const int *)a;
    switch ((int)b & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: return wait_on(address, (int)c, ~0u, (const struct timespec *)d, -1);
    case FUTEX_WAIT_BITSET:
        return wait_on(address, (int)c, (unsigned)f, (const struct timespec *)d,
                       b & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC);
    case FUTEX_WAKE: return wake(address, concrete((int)c), ~0u);
    case FUTEX_WAKE_BITSET: return wake(address, concrete((int)c), (unsigned)f);
    default: return -ENOSYS;
    }
}
