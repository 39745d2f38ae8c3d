/*
 * sums.h — who waits for what all threads add up to (posts less waits of a semaphore, arrivals at a
 * barrier), as clauses: part of what maximal.c states.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_SUMS_H
#define HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_SUMS_H

#include "strategies/unfold/maximal/ends.h"
#include "solver/sat.h"

typedef struct SumsOf {
    const Prefix *prefix;
    const Ends *ends;
    const int *newest;      /* by end: the variable of it being the newest event of its thread */
    const int *passing;     /* by end: … of its thread not being blocked there; 0: it is */
    const uint32_t *end_of; /* by event: which end it is + 1; 0: none */
    const Literals *first;  /* by thread: events that nothing of it comes before */
    Sat *sat;
} SumsOf;

/* States that no end waits for a sum that is more than it waits for, nor at a barrier in a
 * generation that was left. */
void sums_state(const SumsOf *x);

#endif
