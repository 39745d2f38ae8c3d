/*
 * any_threads.h — whether any number of threads of one kind can meet a bug, where main creates them
 * without end.
 *
 * With 1, 2, 3, … threads everything is executed, state by state. That shows what a thread does
 * where it stands, in each state of the memory that all share. Counting (coverability.h) then says
 * which of these states any number of threads can reach. Where it comes to one whose steps were not
 * seen yet, it takes one thread more. Where it comes to an end, no number of threads meets anything
 * else. docs/proofs/any-threads.md has the argument and the conditions.
 */
#ifndef HEDDLE_STRATEGIES_PARAMETRIC_ANY_THREADS_H
#define HEDDLE_STRATEGIES_PARAMETRIC_ANY_THREADS_H

#include "explore/internal.h"

/*
 * Tries the proof before the first pass with a bound on threads, or after a complete one. *text
 * says by how many states it is proved, or why it is not; the caller frees it. NULL: the
 * exploration is to stop. LATER: it may succeed with more work, which grows with that of the
 * exploration. Uses a machine of its own, and the solver of `c`; its work counts as search work of
 * `c`.
 */
AnyThreadsEnd prove_any_threads(Campaign *c, char **text);

#endif
