/*
 * cutoff_check.h — checks fingerprints that are updated step by step against sums computed anew:
 * over what each event of the path added, and over all memory, blocks, objects and threads.
 */
#ifndef HEDDLE_STATE_CUTOFF_CHECK_H
#define HEDDLE_STATE_CUTOFF_CHECK_H

#include "event/history.h"
#include "vm/machine/machine.h"

/* What the events of the path added to the fingerprint, from the beginning up to each: of memory,
 * and of all else that is not where the threads are. */
typedef struct StateSums {
    VEC(Fingerprint) memory, rest;
    TrailMark start;
    Fingerprint first; /* what the rest was before the first of them */
} StateSums;

/* Notes what the newest event of the path, since `mark`, added, and from time to time sums up the
 * whole state. Called only if base_invariants is set, for all events of the path or none. */
void state_sums_record(StateSums *s, const History *h, const Machine *m, TrailMark mark);
/* Removes the newest event, which leaves the path. */
void state_sums_forget(StateSums *s, const History *h);
void state_sums_clear(StateSums *s);
void state_sums_free(StateSums *s);

#endif
