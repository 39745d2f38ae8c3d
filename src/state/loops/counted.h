/*
 * counted.h — loops that look at something a limited number of times: `for (n = 0; n < 1000000;
 * n++) if (flag) break;`. Rounds that did nothing differ in the count alone, and where the count is
 * only compared, a thread that looked in vain may as well have done so many times more: it goes on
 * with one of the last rounds. docs/proofs/waiting-loops.md says why nothing is lost.
 */
#ifndef HEDDLE_STATE_LOOPS_COUNTED_H
#define HEDDLE_STATE_LOOPS_COUNTED_H

#include "vm/machine/machine.h"

/* What is known of the loops of a program's functions; found when they are first asked for. */
typedef struct CountedLoops CountedLoops;

CountedLoops *counted_loops_new(const Program *program);
void counted_loops_free(CountedLoops *c);

/* Where a thread is that stands in such a loop. */
typedef struct CountedPlace {
    uint32_t frame; /* of its frames, the one of the loop */
    uint16_t reg;   /* the register that counts */
    uint64_t count; /* what is in it */
    uint64_t step;  /* what a round adds to it, modulo 2 to the power of `bits` */
    unsigned bits;
    uint64_t place; /* a hash of where the thread is but for the count */
} CountedPlace;

/* Whether a ready thread stands in a counted loop, in the innermost one at that. */
bool counted_place(CountedLoops *c, Machine *m, const Thread *t, CountedPlace *out);
/* After two rounds with the same result: how many more give it, too, and leave some before the
 * count is compared with another result than in those. */
uint32_t counted_rounds(CountedLoops *c, const Thread *t, const CountedPlace *at);
/* The thread goes round so many times more at once; undone like a step. False: it is in no counted
 * loop. */
bool counted_skip(CountedLoops *c, Machine *m, Thread *t, uint32_t rounds);

#endif
