/*
 * interrupt.h — signals that other threads send. A thread looks for signals in pieces of system
 * calls (runtime/kernel/delivery.c), and a handler is called from there. So delivery is ordered
 * with sending, like all operations on objects of the kernel. The runtime looks where the program
 * calls it. Before a visible operation by an instruction of the program's own, the machine calls
 * the function that looks, and then executes the instruction again.
 *
 * A thread that waits for an object of threads (a mutex, another thread) is not woken. A postponed
 * look shows the same, since no thread sees whether another one waits or has not come yet. Such a
 * thread may wait at the end of a run while there is a signal for it. It is not blocked then: the
 * rest is explored in the order in which it looked after the signal was sent.
 *
 * A thread that waits on a condition variable wakes without a notification, looks, and takes the
 * mutex again. If no signal comes, it stands for a thread that sleeps on, unless waiters there were
 * notified after it woke. Then it might have been woken, which is explored where it wakes later.
 * For that reason no wake-up of this kind is a cut-off. Threads that are blocked at the end while
 * it sleeps are found in the run in which it woke last of all. The argument is in
 * docs/proofs/signals.md.
 */
#ifndef HEDDLE_VM_SYSTEM_INTERRUPT_H
#define HEDDLE_VM_SYSTEM_INTERRUPT_H

#include "vm/interpreter/execution.h"

#define INTERRUPT_LOOK "__heddle_signal_look"

/* Returns a function of the runtime that the program has, or NULL. */
const Function *interrupt_function(const Program *program, const char *name);
/* The global variable that is visible if threads look for signals. They look from the first signal
 * on that is sent in any run; before that there is none to miss. As a part of the visible set, the
 * fact is known wherever that set is known. The variable itself holds nothing. */
#define INTERRUPT_MARK "__heddle_signals_are_sent"

/* Finds the functions of the runtime for signals; there are none if the program sends no
 * signals. */
void interrupt_set_up(Machine *m);
/* Decides whether threads look; called after the visible memory was set. */
void interrupt_begin(Machine *m);
/* Returns the bytes that have to be visible if threads look. */
VisibleRange interrupt_mark(const Machine *m);
/* Answers a thread that asks whether threads look. If it is about to send a signal (`sends`) and
 * they do not, the mark is shown and the thread stops. */
StepResult interrupt_asked(Machine *m, Thread *t, bool sends, int64_t *result);
/* Called when the thread stopped before an operation. True if the thread runs a look for signals
 * first. */
bool interrupt_before_operation(Machine *m, Thread *t);
/* Returns from the frame of a look to the instruction that it interrupted. */
StepResult interrupt_ends(Machine *m, Thread *t);
/* Begins the look of a sleeper on a condition variable that woke without a notification. False: a
 * fault was reported. */
bool interrupt_wait(Machine *m, Thread *t);
/* Called when the call of a wait is executed again after a look. True: the wake-up was proposed. */
bool interrupt_wakes(Machine *m, Thread *t, uint64_t cond, uint64_t mutex, uint8_t flags);
/* Lets a thread that paused look for a signal, if there is one. */
void interrupt_after_pause(Machine *m, Thread *t);
/* In a single run, returns the bits of signals for the process that main handles. */
uint32_t interrupt_bits_of_main(const Machine *m);
/* Lets a thread that repeats its state for ever wait for a signal, with which it goes on. False: it
 * does not look for signals. */
bool interrupt_loop(Machine *m, Thread *t);
/* Whether a thread that is to take its mutex again learns that nobody notified it: its time was
 * over, or signals are sent, and it may have been cancelled. */
bool interrupt_shows_alone(const Machine *m, const Thread *t);

/* Whether the operation is the wake-up of a sleeper that looks for a signal. */
bool interrupt_is_guess(const Machine *m, const Operation *o);
/* Whether a waiting thread does not count as blocked: there is a signal for it, or a notification
 * might have woken it instead of another one. */
bool interrupt_is_there(const Machine *m, const Thread *t);
/* Whether a sleeper on a condition variable would wake now to wait for a signal that has not come.
 * It could not be notified any more. The order in which it wakes once the signal is there does the
 * same. */
bool interrupt_is_early(const Machine *m, const Thread *t);

#endif
