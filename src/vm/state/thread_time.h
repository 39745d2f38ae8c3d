/*
 * thread_time.h — the virtual time of threads, and how much of it belongs to the state.
 *
 * A thread's time goes on when it sleeps or waits in vain, and by the time of threads that it
 * joins. Only its own looks at a clock depend on its time, and those of threads that it creates or
 * is joined by. If time were always part of the state, a loop that sleeps in each round would never
 * reach a known state. So the state has the places where time passed (Thread.passed, a bit for
 * each) instead of how much passed. This holds as long as no thread has read a clock whose time
 * passed there. From such a read on, the time of these places counts. If states of different runs
 * are compared (tells_readers), the places become marks in the visible set, and the exploration
 * begins again with exact times for them. docs/proofs/time.md has the argument.
 */
#ifndef HEDDLE_VM_STATE_THREAD_TIME_H
#define HEDDLE_VM_STATE_THREAD_TIME_H

#include "vm/machine/machine.h"

/* Lets time pass for a thread that has just begun to sleep or waited in vain. */
void thread_time_passes(Machine *m, Thread *t, uint64_t nanoseconds);

/* Returns the time on the thread's clock, in nanoseconds since the start of the process. The time
 * of the places where it passed becomes exact. */
uint64_t thread_time_read(Machine *m, const Thread *t);

/* Give `t` the time of `parent` at its beginning, or the time of `other`, which has ended, at a
 * join. */
void thread_time_begin(const Machine *m, Thread *t, const Thread *parent);
void thread_time_joins(Thread *t, const Thread *other);

/* Returns the part of the thread's time that belongs to the state; 0: none. */
uint64_t thread_time_state(const Machine *m, const Thread *t);

/* Whether a range of the visible set is no memory but a mark, which says whose time is exact. */
bool thread_time_is_mark(VisibleRange range);
/* Makes the time of the places exact that a mark names. */
void thread_time_is_exact(Machine *m, VisibleRange mark);

#endif
