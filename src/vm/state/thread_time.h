/*
 * thread_time.h — the virtual time of threads, and how much of it belongs to the state.
 *
 * A thread's time goes on where it sleeps or waits in vain, and with that of threads that it joins;
 * nothing but its own looks at a clock, and those of threads that it creates or is joined by,
 * depend on it. A loop that sleeps in each round would never come to a state that was met before,
 * were its time always part of it. So the state says who let it pass (Thread.passed, a bit for each
 * place) instead of how much passed, as long as nobody has read a clock whose time passed there.
 * Whoever does has those places count from then on; where states of different runs are compared
 * (tells_readers), they become marks in the visible set, and the exploration begins again with
 * exact times for them. docs/proofs/time.md has the argument.
 */
#ifndef HEDDLE_VM_STATE_THREAD_TIME_H
#define HEDDLE_VM_STATE_THREAD_TIME_H

#include "vm/machine/machine.h"

/* Time passes for the thread, which has just begun to sleep or waited in vain. */
void thread_time_passes(Machine *m, Thread *t, uint64_t nanoseconds);

/* The time that a clock shows the thread, in nanoseconds since the start of the process. */
uint64_t thread_time_read(Machine *m, const Thread *t);

/* `t` begins with the time of `parent`, or learns that of `other`, which has ended. */
void thread_time_begin(const Machine *m, Thread *t, const Thread *parent);
void thread_time_joins(Thread *t, const Thread *other);

/* What of the thread's time belongs to the state; 0: nothing. */
uint64_t thread_time_state(const Machine *m, const Thread *t);

/* Whether the range of the visible set is none of memory but says whose time is exact. */
bool thread_time_is_mark(VisibleRange range);
/* Time is exact for those that the range, a mark, names. */
void thread_time_is_exact(Machine *m, VisibleRange mark);

#endif
