/*
 * adequate.h — an adequate order on configurations (Esparza, Roemer, Vogler 2002), by which
 * cut-offs choose the representative of a state.
 *
 * Configurations are compared by these numbers in turn; the first difference decides, and the
 * smaller number is the smaller configuration:
 *   1. the number of events;
 *   2. the sum of weights of the lengths (the number of operations of each thread on each
 *      component: mutex, word);
 *   3. the number of inversions (pairs of operations on a component, the first by the thread with
 *      the higher number);
 *   4. the sum of weights of (component, position, operation).
 * If all are equal, neither is smaller. What further events add to each of these sums depends only
 * on the lengths. So configurations keep their order when the same events are added to both, which
 * makes the order adequate. Threads that stand for each other (symmetry.h) count as one. Then what
 * further events add after the lengths also depends on the number of events of each of these
 * threads, so if these numbers differ, neither is smaller. A depth-first search that prefers
 * threads of low number meets the fewest inversions first.
 */
#ifndef HEDDLE_STATE_ADEQUATE_H
#define HEDDLE_STATE_ADEQUATE_H

#include "event/history.h"

/* The size of a configuration, to compare it with others. */
typedef struct AdequateSize {
    uint64_t events;
    EventWeights weights;
    uint64_t
        numbers; /* sum of hashes of the numbers of events of threads that others may stand for */
} AdequateSize;

/* Computes the weights of `e`, the newest event of the path, and counts it in its component.
 * `standing` distinguishes events of threads that stand for each other: a hash of the state in
 * which the thread executed it and of its number; 0: no other thread can be in that state. */
void adequate_record(History *h, Event *e, uint64_t standing);
/* Undoes (`more` false) or repeats the count of adequate_record, as the event leaves or reenters
 * the path. */
void adequate_count(History *h, const Event *e, bool more);
/* The weights of an event of `a` with these causes, in any order, as adequate_record computes them
 * on a path. `before` are the weights of the event before it in its thread (NULL: there is
 * none). */
EventWeights adequate_weights(const Action *a, const EventWeights *before,
                              const Action *const *causes, size_t n);
/* Adds the events of one thread, with the weights of the newest of them. */
void adequate_add(AdequateSize *sum, uint32_t events, const EventWeights *w);
/* Adds the number of events of a thread that others may stand for. */
void adequate_add_number(AdequateSize *sum, uint32_t thread, uint32_t events);
bool adequate_smaller(const AdequateSize *x, const AdequateSize *y);

#endif
