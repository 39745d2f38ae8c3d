/*
 * cutoff_check.h — fingerprints that are kept up step by step, against sums made from the beginning: what
 * each event of the path added, and all of memory, blocks, objects and threads counted again.
 */
#ifndef HEDDLE_STATE_CUTOFF_CHECK_H
#define HEDDLE_STATE_CUTOFF_CHECK_H

#include "event/history.h"
#include "vm/machine/machine.h"

/* What the events of the path added to the fingerprint, from the beginning up to each: of memory, and of all
 * else that is not where the threads are. */
typedef struct StateSums {
    VEC(Fingerprint) memory, rest;
    TrailMark start;
    Fingerprint first; /* what the rest was before the first of them */
    uint64_t exact;    /* whose time was exact then */
} StateSums;

/* Notes what the newest event of the path, behind `mark`, added, and now and then counts all of it again.
 * Only where base_invariants is set, for all events of the path or none. */
void state_sums_record(StateSums *s, const History *h, const Machine *m, TrailMark mark);
/* The newest event leaves the path. */
void state_sums_forget(StateSums *s, const History *h);
void state_sums_clear(StateSums *s);
void state_sums_free(StateSums *s);

#endif
