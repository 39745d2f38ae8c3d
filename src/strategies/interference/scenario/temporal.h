/*
 * temporal.h — whether events can be put into an order that keeps what is demanded of pairs of
 * them: some come before others, and of some pairs of such demands one has to hold (which of two
 * critical sections comes first; a write comes before the one that a read sees, or after the read).
 * These are the temporal consistency constraints of con2colic testing (Farzan, Holzer, Razavi and
 * Veith, ESEC/FSE 2013, section 4).
 *
 * Decided by keeping the transitive closure of what is known, as a matrix of bits: a demand whose
 * first half is contradicted by the closure leaves the second, and where nothing follows any more a
 * half is tried and taken back. Scenarios have some hundred events, nearly all of their pairs
 * follow, and so this takes microseconds where clauses for transitivity would have to be handed to
 * a solver first.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_TEMPORAL_H
#define HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_TEMPORAL_H

#include "base/base.h"

/* Event `before` comes before event `after`. */
typedef struct Precedence {
    uint32_t before, after;
} Precedence;

/* One of the two holds. `reason`: 0, or a number from 1 on that says why it is demanded, so that it
 * can be asked what holds without those of some reasons. */
typedef struct OrderDemand {
    Precedence either, other;
    uint32_t reason;
} OrderDemand;

typedef struct Temporal {
    uint32_t n;       /* events */
    uint32_t reasons; /* the largest one */
    VEC(Precedence) known;
    VEC(OrderDemand) demands; /* where both halves are the same, it is no choice */
    /* Rows of bits; n rows of who comes after, n of who comes before. The first of them is of what
     * is known alone, as far as `closed` says. */
    uint64_t *closure, *first;
    size_t room, closed;
    uint64_t steps; /* of all searches so far, in words of the closure that they copied */
} Temporal;

/* Empties the problem for `n` events. */
void temporal_begin(Temporal *t, uint32_t n);
void temporal_free(Temporal *t);
static inline void temporal_before(Temporal *t, uint32_t before, uint32_t after) {
    Precedence p = {before, after};
    vec_push(&t->known, p);
}
static inline void temporal_demand(Temporal *t, OrderDemand d) {
    if (d.reason > t->reasons) t->reasons = d.reason;
    vec_push(&t->demands, d);
}
/* Puts the events in order: `order` gets their numbers, n of them. Of events that could come next
 * the one that stays in the group (`group`, by event) of the one before is taken, else the first.
 * False where there is no order. */
bool temporal_order(Temporal *t, const uint32_t *group, uint32_t *order);
/* Where there is none: reasons that together with what has no reason already leave none; each of
 * them is needed for that. Returns how many; `out` has room for t->reasons. */
uint32_t temporal_core(Temporal *t, uint32_t *out);

#endif
