/*
 * standstill.h — whether a run has come to a standstill: threads wait by looking, in loops, and
 * nobody is left to change what they look at. docs/proofs/waiting-loops.md has the argument.
 */
#ifndef HEDDLE_RUN_STANDSTILL_H
#define HEDDLE_RUN_STANDSTILL_H

#include "run/run.h"

/*
 * Returns the first thread of a standstill that loops without a visible operation, else the first
 * one that waits by looking, or -1 where there is none. At a standstill each thread has ended, is
 * blocked, loops for ever without a visible operation, or goes round in a loop: executed alone it
 * comes back to where it is, with all memory and objects as they are, and on its way it lets no
 * other thread go on. So all of them can do that for ever.
 *
 * Where threads wait for each other, that is a deadlock, whoever looks on: none waits by looking
 * then. A loop that has no end is not meant to wait. So where no thread loops without a visible
 * operation, one at least must be in a loop that the function around it may leave. *loc is the
 * first place of that round in the source. The run is at the end of its path, and is left as it
 * was. Where a thread looks at a clock on its way round, it may only wait for a time: that is no
 * standstill, and the exploration is incomplete.
 */
int run_stands_still(Run *r, uint32_t *loc);
/* Returns a hash of the state at the end of the path, and of the visible bytes, of a run with
 * cut-offs. */
uint64_t run_end_state(const Run *r);
/* Whether there is a standstill, loops without an end included. */
bool run_goes_round(Run *r);

#endif
