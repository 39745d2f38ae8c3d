/*
 * interrupt.h — signals that other threads send. Whether one is there a thread looks in pieces of
 * system calls (runtime/kernel/delivery.c), and a handler is called from there, so that delivery is
 * ordered with sending like all that is done to objects of the kernel. The runtime looks where the
 * program calls it; before a visible operation that is an instruction of the program's own, the
 * machine calls the function that looks, after which the instruction is executed again.
 *
 * A thread that waits for an object of threads (a mutex, another thread) is not woken: a look that
 * is postponed shows the same, since nobody sees whether a thread waits or has not come yet. So
 * where such a thread waits at the end of a run, and there is a signal for it, it is not blocked:
 * what follows is explored in the order in which it looked after the signal was sent. On a
 * condition variable it is otherwise: the thread wakes by itself, looks, and takes the mutex again.
 * Where no signal comes, it stands for a thread that sleeps on, unless somebody notified those who
 * wait there after it woke: then it might have been woken, which is explored where it wakes later.
 * So that it is, no wake-up of this kind is a cut-off: what is blocked at the end where it sleeps
 * is found in the run in which it woke last of all.
 */
#ifndef HEDDLE_VM_SYSTEM_INTERRUPT_H
#define HEDDLE_VM_SYSTEM_INTERRUPT_H

#include "vm/interpreter/execution.h"

#define INTERRUPT_LOOK "__heddle_signal_look"

/* A function of the runtime that the program has, or NULL. */
const Function *interrupt_function(const Program *program, const char *name);
/* Threads look for signals from the first one on that is sent in any run: until then nobody does,
 * and none is missed. What stands for that is that this global variable is visible, so that it is
 * known wherever it is known which memory is; nothing is kept in it. */
#define INTERRUPT_MARK "__heddle_signals_are_sent"

/* Finds the functions of the runtime that are called: none where the program sends no signals. */
void interrupt_set_up(Machine *m);
/* After the visible memory was set: whether threads look. */
void interrupt_begin(Machine *m);
/* What has to be visible for that. */
VisibleRange interrupt_mark(const Machine *m);
/* The thread asks whether threads look, perhaps as it is about to send a signal. */
StepResult interrupt_asked(Machine *m, Thread *t, bool sends, int64_t *result);
/* The thread stopped before an operation. True where it runs a look for signals first. */
bool interrupt_before_operation(Machine *m, Thread *t);
/* The frame of a look returns: to the instruction that it interrupted. */
StepResult interrupt_ends(Machine *m, Thread *t);
/* A sleeper on a condition variable woke by itself: it looks for a signal. False: a fault was
 * told. */
bool interrupt_wait(Machine *m, Thread *t);
/* The call of a wait is executed again after that: true, with the wake-up proposed. */
bool interrupt_wakes(Machine *m, Thread *t, uint64_t cond, uint64_t mutex, uint8_t flags);
/* A thread that repeats its state for ever goes on where a signal comes. False: it does not look
 * for any. */
bool interrupt_loop(Machine *m, Thread *t);
/* Whether this operation is that wake-up. */
bool interrupt_is_guess(const Machine *m, const Operation *o);
/* Whether a thread that waits is not kept waiting: a signal is there for it, or it need not have
 * been the one that waits. */
bool interrupt_is_there(const Machine *m, const Thread *t);
/* Whether a sleeper on a condition variable that wakes by itself now waits for a signal that has
 * not come: it would not be notified any more, and the order in which it wakes once the signal is
 * there does the same. */
bool interrupt_is_early(const Machine *m, const Thread *t);

#endif
