/*
 * happens_before.h — what happens before what by the rules of C11, as vector clocks beside those of the
 * exploration's order: races are judged by these.
 *
 * The exploration orders all operations that depend on each other. Much of that is no order for plain
 * accesses around them: a relaxed load that sees a relaxed store, a load before a store, a refused try-lock,
 * a notification. So in programs with such operations each event also has a clock of happens-before, made of
 * the edges of program order, of what its object hands on (operation_synchronises), and of fences. It is
 * determined by the event's causal history, like the event's name.
 *
 * A thread's time is counted in epochs: one ends where the thread hands on what it did so far. A clock says
 * for each thread the newest epoch that happened before.
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

/* Where a thread stands after an event, and after each fence of the slice behind it. */
typedef struct OrderStage {
    OrderClock *clock;
    uint32_t epoch; /* of what it touches now */
} OrderStage;

struct Contended;
/* What a thread touched last, word by word; see touched.h. */
typedef struct TouchedWords TouchedWords;

typedef struct HappensBefore {
    OrderClock *handed; /* what its object hands on from the event: a release sequence, a lock's past */
    OrderClock *seen;   /* what relaxed loads so far saw handed on: an acquire fence takes it */
    OrderClock *fenced; /* what happened before the last release fence: relaxed stores hand it on */
    TouchedWords
        *touched;     /* of the thread up to its next event; NULL: nothing, or nobody asks (cut-offs do) */
    uint32_t epoch;   /* of what the event itself touches */
    uint32_t nstages; /* one more than the slice has fences */
    OrderStage stage[];
} HappensBefore;

static inline const OrderStage *order_last(const HappensBefore *b) { return &b->stage[b->nstages - 1]; }

/* Whether accesses of a thread's epoch happened before what has this clock. */
static inline bool order_has(const OrderClock *c, uint32_t thread, uint32_t epoch) {
    return order_at(c, thread) >= epoch;
}

/* Gives `e`, the newest event of the path, whose slice was executed, its clocks. Unless `contended` is NULL,
 * what its thread touched is kept, too. True where a word is contended now that was not. */
bool happens_before_record(struct History *h, struct Machine *m, struct Event *e,
                           struct Contended *contended);
void happens_before_free(HappensBefore *b);

/* Whether `e`, a wake-up by a notification, is ordered after that by the exploration alone: the notifier gave
 * the mutex back before it notified, or never had it. `e` is the newest event of the path. */
bool happens_before_is_notified(const struct History *h, const struct Event *e);

#endif
