/*
 * oracle.h — the program at hand and what was counted over all programs, for the checks.
 */
#ifndef HEDDLE_ORACLE_ORACLE_H
#define HEDDLE_ORACLE_ORACLE_H

#include "generator.h"
#include "outcome.h"

/* The features of programs whose interferences are counted. */
#define INTERFERENCES                                                                                       \
    (PLAIN | LOCKS | ATOMICS | INPUTS | INDICES | FREES | JUMPS | EXITS | KEYS | ASSERTIONS | ASSUMPTIONS | \
     NESTED_CREATE | RECURSIVE | DETACH | TRYLOCK | CONDITION | SEMAPHORES | RWLOCKS | BARRIERS | ONCE |    \
     SPIN | ROBUST | TIMED)

typedef struct Oracle {
    const char *resource;
    char *folder, *source;
    Place place;
    bool talk;
    bool only_interferences;
    unsigned settings; /* compared for each program and granularity */
    unsigned
        seldom; /* of so many programs one is compared with native runs, or with all values of its inputs */
    uint64_t programs, compared, skipped, symbolic, native, native_lines, traces, cut_traces, interleavings;
} Oracle;

/* The checks: NULL where all agree, or what differs (the caller frees). */

/* All explorations of the program in the source file, in both modes; *mode_name tells which part differs. */
char *check(Oracle *o, const Generator *g, const char **mode_name);
/* The sides of branches that con2colic testing covers with few interferences. */
char *check_interferences(Oracle *o, const Program *p);
/* What the program prints natively is among what was explored. */
char *check_native(Oracle *o, const Outcome *explored);

#endif
