/*
 * cutoff_check.h — fingerprints that are kept up step by step, against sums made from the beginning: what
 * memory added with each event of the path, and all of it counted again.
 */
#ifndef HEDDLE_EVENT_CUTOFF_CHECK_H
#define HEDDLE_EVENT_CUTOFF_CHECK_H

#include "event/history.h"
#include "vm/memory.h"

/* What memory added to the fingerprint with each event of the path. */
typedef struct MemorySums {
    VEC(Fingerprint) sums; /* from the beginning up to each event */
    TrailMark start;
} MemorySums;

/* Notes what the newest event of the path, behind `mark`, added; now and then counts all of it again. Only
 * where base_invariants is set, for all events of the path or none. */
void memory_sums_record(MemorySums *s, const History *h, const Machine *m, TrailMark mark);
/* The newest event leaves the path. */
void memory_sums_forget(MemorySums *s, const History *h);
void memory_sums_free(MemorySums *s);

#endif
