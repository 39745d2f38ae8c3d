/*
 * order.h — the order of operations in all schedules: dependences that no order of the threads
 * allows are left out.
 *
 * The rule generalises Guo, Kusano and Wang, Conc-iSE, section 4.2. A cut is a call c. Consider a
 * store that cannot be executed before c begins, and a load that cannot be executed after. They are
 * executed in the order load, store, if at all, so the load does not see the store.
 *
 * The code that can be executed before c is what control reaches from the program's start without
 * passing c. The code that can be executed after c is what its thread reaches from c, also in
 * threads created from there. Since other threads may run at that time, it includes everything
 * reached from any creation of a thread from which c is reached. The reason: for two threads that
 * exist at the same time, there was a creation after which a thread was one of them or created
 * both. Both sets are over-approximated: calls return to all possible callers, and called functions
 * are executed as a whole. Programs with setjmp have no cuts.
 */
#ifndef HEDDLE_IMPACT_ORDER_H
#define HEDDLE_IMPACT_ORDER_H

#include "impact/pointers/points_to.h"

typedef struct Order {
    /* per instance and instruction: a bit for each cut that begins before it */
    uint64_t **not_before;
    uint64_t **not_after; /* the same: a bit for each cut after which it is never executed */
    uint32_t n;           /* number of instances */
} Order;

Order *order_of(const Program *p, const PointsTo *t);
void impact_order_free(Order *o);

/* Whether a load may see a store. */
static inline bool order_allows(uint64_t store_not_before, uint64_t load_not_after) {
    return !(store_not_before & load_not_after);
}

#endif
