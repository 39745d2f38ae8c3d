/*
 * thread_time.h — the virtual time of threads, and how much of it belongs to the state.
 *
 * A thread's time goes on when it sleeps, waits in vain, or comes back to a state in which it
 * looked at a clock (vm/machine/patience.c), and by the time of threads that it joins. A look at a
 * clock shows the latest time of the thread's causal history: no clock goes back from one thread to
 * another that knows of it. If time were always part of the state, a loop that sleeps in each round
 * would never reach a known state. So the state has the places where time passed (Thread.passed, a
 * bit for each) instead of how much passed. This holds as long as no thread has read a clock whose
 * time passed there. From such a read on, the time of these places counts. If states of different
 * runs are compared (tells_readers), the places become marks in the visible set, and the
 * exploration begins again with exact times for them. One more mark says that threads may learn of
 * the time of others by operations on objects. Then times that passed a few times only belong to
 * states, too, and so does the latest time of a causal history. docs/proofs/time.md has the
 * argument.
 *
 * In a real run (system.h) there is one time for all threads: that of the last operation of any of
 * them. A thread that does one later has at least this time. Its own goes on by its instructions,
 * and by its deadline where it waited in vain. Who chooses the thread with the least time next
 * (replay/turns.h) has the operations in the order of their times.
 */
#ifndef HEDDLE_VM_STATE_THREAD_TIME_H
#define HEDDLE_VM_STATE_THREAD_TIME_H

#include "vm/machine/machine.h"

/* The assumption behind a look at a clock that shows how much time passed for another thread where
 * states do not tell. */
extern const char thread_time_is_blurred[];
/* Lets time pass for a thread that has just begun to sleep or waited in vain. */
void thread_time_passes(Machine *m, Thread *t, uint64_t nanoseconds);

/* After a step of a thread in which time passed: whether another thread looked at a clock at an
 * operation that is no cause of the step's (`clock`: how many of each thread's operations are, for
 * `n` threads). Which of both was first is then a matter of the order in which they are executed,
 * and the other one may learn of that time later. */
void thread_time_passed(Machine *m, const Thread *t, const uint32_t *clock, uint32_t n);

/* Returns the time on the thread's clock, in nanoseconds since the start of the process, which is
 * the thread's time from then on. The time of the places where it passed becomes exact. */
uint64_t thread_time_read(Machine *m, Thread *t);

/* Says in the summary what clocks rest on, since the program looks at one. */
void thread_time_assumes(const Machine *m);
/* Whose time a clock shows; FILE: that of the day, for a file that changes. */
enum { TIME_OF_DAY, TIME_OF_THREAD, TIME_OF_PROCESS, TIME_OF_FILE };
/* The same for a clock of this kind. In a real run the look itself takes a while. */
uint64_t thread_time_looked(Machine *m, Thread *t, int of);
/* In a real run, lets time go on for the instructions executed since the last call. */
void thread_time_executed(Machine *m, Thread *t);
/* In a real run, brings the thread to the time of its next operation; `late`: it waited in vain. */
void thread_time_step(Machine *m, Thread *t, bool late);
/* In a real run, lets a thread wake, for which the last step made what it waited for. */
void thread_time_wakes(Machine *m, Thread *t);
/* In a real run, sets the time at which the thread's next operation waits in vain: from now. */
void thread_time_deadline(Machine *m, Thread *t, int64_t nanoseconds);
/* In a real run, lets time go on for a thread that created another one. */
void thread_time_created(Machine *m, Thread *t, Thread *new);

/* Give `t` the time of `parent` at its beginning, or the time of `other`, which has ended, at a
 * join. */
void thread_time_begin(const Machine *m, Thread *t, const Thread *parent);
void thread_time_joins(Thread *t, const Thread *other);

/* Returns the part of the thread's time that belongs to the state; 0: none. */
uint64_t thread_time_state(const Machine *m, const Thread *t);
/* Returns what belongs to the state of the latest time of a causal history: who learns of its last
 * event learns of this, and so of all times in it. 0: nothing. */
uint64_t thread_time_known(const Machine *m, const KnownTime *k);

/* Whether a range of the visible set is no memory but a mark, which says whose time is exact. */
bool thread_time_is_mark(VisibleRange range);
/* Makes the time of the places exact that a mark names. */
void thread_time_is_exact(Machine *m, VisibleRange mark);

#endif
