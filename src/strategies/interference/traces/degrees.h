/*
 * degrees.h — how many interferences each event of a run needs (Farzan, Holzer, Razavi and Veith,
 * Con2colic Testing, section 3): those among the event and what it comes after by program order,
 * creation, joins, and what it takes from others. Orders of events that do not matter to each other
 * have the same numbers, so one of them tells for all. Not for runs with atomic sections or system
 * calls, whose accesses are no events.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_TRACES_DEGREES_H
#define HEDDLE_STRATEGIES_INTERFERENCE_TRACES_DEGREES_H

#include "base/tables/hash_set.h"
#include "run/run.h"

/* Who may read later: the last event of a thread, or its creation, and a name for it. */
typedef struct DegreesReader {
    size_t at;
    uint64_t name;
} DegreesReader;

typedef struct Degrees {
    uint32_t threads;     /* columns of `clocks` */
    uint32_t words;       /* of a row of `sets` */
    size_t len;           /* events that are known */
    VEC(uint64_t) pushed; /* by position: which push brought the known event there */
    VEC(uint32_t) clocks; /* by position on the path: how many events of each thread come before */
    VEC(uint64_t) sets;   /* by position: the interferences, a bit each */
    VEC(uint32_t) used;   /* by position: how many interferences the path has up to there */
    VEC(size_t) related;  /* scratch */
    /* Scratch of degrees_state. */
    VEC(DegreesReader) readers;
    VEC(uint64_t) members; /* by interference: the sum of the names of the sets that have it */
    HashSet seen;
} Degrees;

/* How many events of each thread are before the event at a position or are it, by program order,
 * creation and joins; and its interferences. */
static inline uint32_t *degrees_clock(const Degrees *d, size_t k) {
    return d->clocks.data + k * d->threads;
}
static inline uint64_t *degrees_set(const Degrees *d, size_t k) {
    return d->sets.data + k * d->words;
}

void degrees_free(Degrees *d);
/* Learns of the newest events of the run; others may have been taken back since the last time.
 * Returns how many interferences the newest one needs. */
uint32_t degrees_step(Degrees *d, Run *r);
/* Returns what the degrees of events after the causal history of `e`, the newest event of the run,
 * depend on beside the state of the program, and how. */
Fingerprint degrees_state(Degrees *d, Run *r, const Event *e);

#endif
