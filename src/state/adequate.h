/*
 * adequate.h — an adequate order on configurations (Esparza, Roemer, Vogler 2002), by which cut-offs choose
 * the representative of a state.
 *
 * The smaller configuration has fewer events; or as many, and a smaller sum of weights of its lengths (how
 * many operations each thread did on each component: mutex, word); or the same, and fewer inversions (pairs
 * of operations on a component, the first by the thread with the higher number); or as many, and a smaller
 * sum of weights of (component, position, operation). What further events add to each of these sums depends
 * on the lengths alone, so configurations keep their order when the same events are added to both, which is
 * what makes it adequate; where all are equal neither is smaller. Threads that stand for each other
 * (symmetry.h) count as one; what further events add after the lengths depends on how many events each of
 * them has, too, so where that is not the same neither is smaller. A depth-first search that prefers threads
 * of low number meets the fewest inversions first.
 */
#ifndef HEDDLE_STATE_ADEQUATE_H
#define HEDDLE_STATE_ADEQUATE_H

#include "event/history.h"

/* The size of a configuration, to compare it with others. */
typedef struct AdequateSize {
    uint64_t events;
    EventWeights weights;
    uint64_t numbers; /* of events of each thread that others may stand for: a sum of hashes */
} AdequateSize;

/* Computes the weights of `e`, the newest event of the path, and counts it in its component. `standing` tells
 * events of threads that stand for each other apart: a hash of the state that the thread did it in, and of
 * its number; 0: nobody else can be in that state. */
void adequate_record(History *h, Event *e, uint64_t standing);
/* Takes back (`more` false) or makes again the count that adequate_record made, as the event leaves or comes
 * onto the path. */
void adequate_count(History *h, const Event *e, bool more);
/* The weights of an event of `a` with these causes, in any order; `before` are those of the event before it
 * in its thread (NULL: there is none). What adequate_record finds for it on a path. */
EventWeights adequate_weights(const Action *a, const EventWeights *before, const Action *const *causes,
                              size_t n);
/* Adds the events of one thread, with the weights of the newest of them. */
void adequate_add(AdequateSize *sum, uint32_t events, const EventWeights *w);
/* Others may stand for that thread. */
void adequate_add_number(AdequateSize *sum, uint32_t thread, uint32_t events);
bool adequate_smaller(const AdequateSize *x, const AdequateSize *y);

#endif
