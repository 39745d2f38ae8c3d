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
        found += w == waiter;
    }
    return found;
}

/* Waits; with `clock` < 0 for a time, otherwise until the clock shows it. */
static long wait_on(const int *address, int value, unsigned bits, const struct timespec *timeout,
                    int clock) {
    struct queue *q = queue_of(address);
    struct waiter *w = kernel_alloc(sizeof *w);
    if (!w) return -ENOMEM;
    __heddle_warn("waits on futexes do not wake spuriously");
    *w = (struct waiter){.address = address, .bits = bits};
    enter("wait on a futex", ITEM(q, WRITES));
    struct waiter **at = &q->first;
    while (*at) at = &(*at)->next;
    *at = w;
    if (__heddle_check) __heddle_check(check_queue(q, w) == 1);
    leave();
    /* The value is read after the waiter has joined the queue: the wake-up after a change finds it
     * there. */
    int late = 0, changed = __atomic_load_n(address, __ATOMIC_SEQ_CST) != value;
    if (!changed) {
        struct __heddle_item item = {&w->woken, POLLIN, 0, READS, 0};
        if (timeout && clock < 0) deadline_in(nanoseconds(timeout));
        if (timeout && clock >= 0) deadline_at(clock, nanoseconds(timeout));
        late = wait_for_piece(&item, 1, timeout != 0, "wait on a futex", 0);
        if (late >= 0) leave();
    }
    enter("stop waiting on a futex", ITEM(q, WRITES));
    int woken = (w->woken & POLLIN) != 0;
    for (at = &q->first; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            break;
        }
    if (__heddle_check) __heddle_check(check_queue(q, w) == 0); /* it was in the queue once */
    leave();
    __heddle_free(w);
    return woken ? 0 : changed ? -EAGAIN : late < 0 ? -EINTR : late ? -ETIMEDOUT : 0;
}

static long wake(const int *address, long n, unsigned bits) {
    struct queue *q = queue_of(address);
    long done = 0;
    while (done < n) {
        /* Each waiter's own word is an object. It is known only in the queue, and stays there until
         * the waiter removes it. */
        enter("look for waiters of a futex", ITEM(q, READS));
        struct waiter *w = q->first;
        while (w && (w->address != address || !(w->bits & bits) || w->woken)) w = w->next;
        leave();
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
