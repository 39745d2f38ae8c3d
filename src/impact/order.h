/*
 * order.h — what can only happen before what: dependences that no order of the threads allows are
 * left out.
 *
 * The rule (Guo, Kusano and Wang, Conc-iSE, section 4.2, generalised): a cut is a call c. A store
 * that cannot be executed before c was begun, and a load that cannot be executed after, are
 * executed in the order load, store, if at all: the load does not see the store. What can be
 * executed before c is what control reaches from the program's start without passing c. What can be
 * executed after c is what its thread reaches from c, in threads created from there too; and, since
 * other threads may run at that time, all that is reached from any creation of a thread from which
 * c is reached: two threads that exist at a time descend from one that, after some creation, was
 * one of them or created both. Both are over-approximated: calls return to wherever they may have
 * been made from, functions that are called are executed as a whole. Programs with setjmp have no
 * cuts.
 */
#ifndef HEDDLE_IMPACT_ORDER_H
#define HEDDLE_IMPACT_ORDER_H

#include "impact/pointers/points_to.h"

typedef struct Order {
    uint64_t *
        *not_before; /* per instance, per instruction: a bit for each cut that is begun before it */
    uint64_t **not_after; /* the same: that it is never executed after */
    uint32_t n;           /* instances */
} Order;

Order *order_of(const Program *p, const PointsTo *t);
void impact_order_free(Order *o);

/* Whether a load may see what a store wrote. */
static inline bool order_allows(uint64_t store_not_before, uint64_t load_not_after) {
    return !(store_not_before & load_not_after);
}

#endif
