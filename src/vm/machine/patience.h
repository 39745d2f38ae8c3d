/*
 * patience.h — how long a thread may run without a visible operation. A thread that is silent for
 * long may loop for ever, wait for what another thread does (spinning on memory that is not
 * visible), or just compute.
 *
 * The policy, in the order of what is asked at each poll:
 *   - The exploration may want to stop (a limit of time or memory, a signal).
 *   - From some million instructions on, the thread's states are collected for a while, from time
 *     to time:
 * one that comes back comes back for ever, and the thread is stopped as looping. Whether another
 * thread could
 *     have helped it shows when the others are done.
 *   - After 256 million instructions a thread is parked where other threads are ready: whoever
 *     explores sees `parked` in the machine, lets the others run first, and may set `patient`,
 *     after which no thread is parked. Hunting parks sooner. Where a finding is executed again,
 *     threads are parked as they were when it was met, unless they have to go on for it.
 *   - A limit on instructions (`max_instructions`) makes a finding of the silence.
 */
#ifndef HEDDLE_VM_MACHINE_PATIENCE_H
#define HEDDLE_VM_MACHINE_PATIENCE_H

#include "base/hash_set.h"
#include "vm/machine/machine.h"

/* Instructions of a slice after which a thread is parked. */
uint64_t machine_patience(const Machine *m);

/* The silence of one thread during one slice. */
typedef struct Silence {
    uint64_t started; /* the machine's count of instructions at the beginning */
    uint64_t next;    /* instructions of the slice at which to begin collecting states */
    uint32_t states;  /* collected; 0: none are */
    HashSet seen;
} Silence;

/* The slice begins: says when it is asked first (m->poll_at). */
void silence_begin(Machine *m, Silence *s);
/* To be asked whenever m->poll_at was reached: whether the thread goes on. Where not, it was
 * stopped, and what was wrong was told. */
bool silence_goes_on(Machine *m, Thread *t, Silence *s);
void silence_end(Silence *s);

#endif
