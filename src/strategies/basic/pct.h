/*
 * pct.h — random schedules that find a bug with a known probability: probabilistic concurrency
 * testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with
 * Probabilistic Guarantees of Finding Bugs", ASPLOS 2010). Not for other rooms.
 *
 * Each thread has a random priority, and the enabled thread with the highest priority runs. At d -
 * 1 random steps among the first k, the priority of the thread that took the step falls below all
 * others. docs/proofs/hunt.md derives the bound.
 */
#ifndef HEDDLE_STRATEGIES_BASIC_PCT_H
#define HEDDLE_STRATEGIES_BASIC_PCT_H

#include "vm/machine/thread.h"

/* The largest depth d that is tried. */
#define PCT_DEPTHS 5

/* The schedule of one run. */
typedef struct Pct {
    uint64_t *random; /* the state of the generator */
    unsigned depth;   /* d */
    uint64_t length;  /* k: steps among which the change points are */
    uint64_t change[PCT_DEPTHS];
    uint64_t step;                  /* number of steps taken so far */
    uint64_t counted;               /* of them, those among which the change points are */
    uint64_t priority[MAX_THREADS]; /* by slot; 0: not drawn yet */
    uint64_t lowest;                /* the lowest priority given so far */
    int last;                       /* the slot that ran last */
    uint64_t row;                   /* number of steps `last` has taken in a row */
} Pct;

/* Begins a run of depth d >= 1 (at most PCT_DEPTHS) with an expected length of at most `length`
 * steps. */
void pct_begin(Pct *p, unsigned depth, uint64_t length, uint64_t *random);
/* The same with change points among the first `among` steps that count. */
void pct_begin_among(Pct *p, unsigned depth, uint64_t length, uint64_t among, uint64_t *random);
/* Chooses which of the enabled threads (n >= 1 slots) runs. */
int pct_highest(Pct *p, const int *threads, unsigned n);
/* Takes note of a step of this thread, and whether it counts. */
void pct_took(Pct *p, int thread, bool counts);
/* Chooses, and takes note of the step as one that counts. */
int pct_choose(Pct *p, const int *threads, unsigned n);

#endif
