/*
 * degrees.h — how many interferences each event of a run needs (Farzan, Holzer, Razavi and Veith,
 * Con2colic Testing, section 3): those among the event and what it comes after by program order,
 * creation, joins, and what it takes from others. Orders of events that do not matter to each other
 * have the same numbers, so one of them tells for all. Not for runs with atomic sections or system
 * calls, whose accesses are no events.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_TRACES_DEGREES_H
#define HEDDLE_STRATEGIES_INTERFERENCE_TRACES_DEGREES_H

#include "run/run.h"

typedef struct Degrees {
    uint32_t threads;     /* columns of `clocks` */
    uint32_t words;       /* of a row of `sets` */
    size_t len;           /* events that are known */
    VEC(uint32_t) clocks; /* by position on the path: how many events of each thread come before */
    VEC(uint64_t) sets;   /* by position: the interferences, a bit each */
    VEC(uint32_t) used;   /* by position: how many interferences the path has up to there */
    VEC(size_t) related;  /* scratch */
} Degrees;

void degrees_free(Degrees *d);
/* Learns of the newest event of the run; others may have been taken back since the last one.
 * Returns how many interferences it needs. */
uint32_t degrees_step(Degrees *d, Run *r);

#endif
