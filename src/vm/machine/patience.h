/*
 * patience.h — how long a thread may run without a visible operation. A thread that is silent for
 * long may loop for ever, wait for another thread (spinning on memory that is not visible), or just
 * compute.
 *
 * The policy, in the order of the checks at each poll:
 *   - The exploration may want to stop (a limit of time or memory, a signal).
 *   - In a real run the thread pauses, if others are there: their time may come before.
 *   - After some hundred thousand instructions a few of the thread's states are collected, and from
 *     some million on many, from time to time. A state that comes back comes back for ever, so the
 *     thread is stopped as looping. Only when the others are done it shows whether another thread
 *     could have helped.
 *   - After 256 million instructions a thread is parked if other threads are ready. The explorer
 *     sees `parked` in the machine, lets the others run first, and may set `patient`, after which
 *     no thread is parked. Hunting parks sooner. When a finding is executed again, threads are
 *     parked as they were when it was met, unless they have to go on for it.
 *   - A limit on instructions (`max_instructions`) makes a finding of the silence.
 */
#ifndef HEDDLE_VM_MACHINE_PATIENCE_H
#define HEDDLE_VM_MACHINE_PATIENCE_H

#include "base/tables/hash_set.h"
#include "vm/machine/machine.h"

/* Returns the number of instructions of a slice after which a thread is parked. */
uint64_t machine_patience(const Machine *m);

/* The silence of one thread during one slice. */
typedef struct Silence {
    uint64_t started; /* `instructions` of the machine at the beginning */
    uint64_t next;    /* instructions of the slice at which collecting states begins */
    uint32_t states;  /* number of states collected; 0: not collecting */
    uint32_t passes;  /* how often time passed, since the thread waits for a clock */
    uint32_t tries;   /* how often the thread was where no signal could come */
    HashSet seen;
} Silence;

/* Begins a slice and sets the time of the first poll (m->poll_at). */
void silence_begin(Machine *m, Silence *s);
/* Polls whenever m->poll_at is reached: returns whether the thread continues. If not, it was
 * stopped, and a finding was reported if there is one. */
bool silence_goes_on(Machine *m, Thread *t, Silence *s);
void silence_end(Silence *s);

#endif
