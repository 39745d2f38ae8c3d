/*
 * happens_before.h — happens-before by the rules of C11, as vector clocks beside those of the
 * exploration's order. Races are judged by happens-before.
 *
 * The exploration orders all dependent operations. Often this order does not order plain accesses
 * around the operations: a relaxed load that sees a relaxed store, a load before a store, a refused
 * try-lock, a notification. So in programs with these operations each event also has a clock of
 * happens-before. It is made of the edges of program order, of what its object hands on
 * (operation_synchronises), and of fences. The causal history of the event determines the clock,
 * like its name.
 *
 * The time of a thread is counted in epochs: an epoch ends where the thread hands on what it did so
 * far. A clock has for each thread the newest epoch that happened before.
 */
#ifndef HEDDLE_EVENT_HAPPENS_BEFORE_H
#define HEDDLE_EVENT_HAPPENS_BEFORE_H

#include "vm/state/fingerprint.h"

struct Event;
struct History;
struct Machine;

/* Shared and never changed. NULL: nothing happened before. */
typedef struct OrderClock {
    uint32_t refs, n;
    uint32_t at[]; /* by thread; 0: none of its epochs */
} OrderClock;

static inline uint32_t order_at(const OrderClock *c, uint32_t thread) {
    return c && thread < c->n ? c->at[thread] : 0;
}

/* Whether everything that happened before `d` (NULL: nothing) happened before `c`, too. */
static inline bool order_has_all(const OrderClock *c, const OrderClock *d) {
    for (uint32_t t = 0; d && t < d->n; t++)
        if (d->at[t] > order_at(c, t)) return false;
    return true;
}

/* Where a thread stands after an event, and after each fence of the slice behind it. */
typedef struct OrderStage {
    OrderClock *clock;
    uint32_t epoch; /* of what it touches now */
} OrderStage;

struct Contended;
/* What a thread touched last, word by word; see touched.h. */
typedef struct TouchedWords TouchedWords;

typedef struct HappensBefore {
    OrderClock
        *handed; /* what its object hands on from the event: a release sequence, a lock's past */
    OrderClock *seen;   /* what relaxed loads so far saw handed on: an acquire fence takes it */
    OrderClock *fenced; /* what happened before the last release fence: relaxed stores hand it on */
    TouchedWords *touched; /* of the thread up to its next event; NULL: nothing, or nobody asks
                              (cut-offs do) */
    uint32_t epoch;        /* of what the event itself touches */
    uint32_t nstages;      /* one more than the slice has fences */
    uint32_t when;         /* place of an access among those of the path (check/races.h) */
    OrderStage stage[];
} HappensBefore;

static inline const OrderStage *order_last(const HappensBefore *b) {
    return &b->stage[b->nstages - 1];
}

/* Whether accesses in an epoch of a thread happened before an event with this clock. */
static inline bool order_has(const OrderClock *c, uint32_t thread, uint32_t epoch) {
    return order_at(c, thread) >= epoch;
}

/* Computes the clocks of `e`, the newest event of the path, whose slice was executed. Unless
 * `contended` is NULL, also keeps the accesses of its thread. True if a word became contended. */
bool happens_before_record(struct History *h, struct Machine *m, struct Event *e,
                           struct Contended *contended);
void happens_before_free(HappensBefore *b);

/* Whether all that the thread of `past` did before its next event happened before the operation of
 * `e`, the newest event of the path, behind which its thread is. */
bool happens_before_has(const struct History *h, const struct Machine *m, const struct Event *e,
                        const struct Event *past);

/* Whether only the exploration orders `e`, a wake-up by a notification, after the notification: the
 * notifier released the mutex before it notified, or never held it. `e` is the newest event of the
 * path. */
bool happens_before_is_notified(const struct History *h, const struct Event *e);

#endif
