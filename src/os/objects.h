/*
 * objects.h — what the files of this room share: the states of synchronisation objects and the parts of the
 * table that belong to one class of object each. Not for other rooms.
 *
 * The state of an object is a small record in a hash table of reserved size, so that entries stay where the
 * trail saved them. It holds nothing that depends on the order of independent operations: counters only add
 * up, and who waits is derived from the pending operations of the threads. Every change is also told to the
 * fingerprint of the state, by state_count or state_set; what they are given depends on the causal history of
 * the operation only.
 */
#ifndef HEDDLE_OS_OBJECTS_H
#define HEDDLE_OS_OBJECTS_H

#include "os/operations.h"
#include "vm/fingerprint.h"
#include "vm/machine.h"
#include <errno.h>
#include <stdlib.h>

/* A counter of an object changes: commuting operations may change it. */
static inline void state_count(Machine *m, unsigned class, uint64_t identity, uint64_t part, int64_t change) {
    fingerprint_add(
        &m->engine_change,
        fragment_linear(piece(PIECE_OBJECT + class, hash_combine(identity, part)), (uint64_t)change));
}
/* A value of an object is there from now on, or (`gone`) no longer. */
static inline void state_set(Machine *m, unsigned class, uint64_t identity, uint64_t part, uint64_t value,
                             bool gone) {
    Fingerprint f = fragment(piece(PIECE_OBJECT + class, hash_combine(identity, part)), value);
    if (gone)
        fingerprint_subtract(&m->engine_change, f);
    else
        fingerprint_add(&m->engine_change, f);
}

/* Ends the call that proposed the operation with this result. */
void finish(Machine *m, Thread *t, int64_t result);
/* A finding of kind "api" about the object of an operation: `format` has one %s for its name. */
void misuse(Machine *m, Thread *t, const Operation *o, const char *format);

/* Each class of object: whether a pending operation is enabled, its outcomes, what it does. `run`: whether
 * the thread runs on afterwards. The functions are called with operations of their class only. */
bool mutex_enabled(const Machine *m, int thread, const Operation *o);
unsigned mutex_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes);
void mutex_apply(Machine *m, int thread, Action *a);
/* The two halves of a wait: gives the mutex up entirely (false: the thread does not own it), and takes it
 * again, with the result for the program. */
bool mutex_release_all(Machine *m, int thread, uint64_t mutex, uint32_t *depth, bool *lost);
int mutex_acquire_again(Machine *m, int thread, uint64_t mutex, unsigned type, uint32_t depth);
bool mutex_destroy(Machine *m, uint64_t identity, const char **why);

bool cond_enabled(const Machine *m, int thread, const Operation *o);
unsigned cond_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes);
void cond_apply(Machine *m, int thread, Action *a, uint32_t outcome, bool *run);
bool cond_destroy(Machine *m, uint64_t identity, const char **why);

bool rwlock_enabled(const Machine *m, int thread, const Operation *o);
unsigned rwlock_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes);
void rwlock_apply(Machine *m, int thread, Action *a);
bool rwlock_destroy(Machine *m, uint64_t identity, const char **why);

bool semaphore_enabled(const Machine *m, const Operation *o);
unsigned semaphore_outcomes(const Machine *m, const Operation *o, uint32_t *outcomes);
void semaphore_apply(Machine *m, int thread, Action *a);
bool semaphore_destroy(Machine *m, uint64_t identity, const char **why);

bool barrier_enabled(const Machine *m, int thread, const Operation *o);
unsigned barrier_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes);
void barrier_apply(Machine *m, int thread, Action *a, uint32_t outcome, bool *run);
bool barrier_destroy(Machine *m, uint64_t identity, const char **why);

bool kernel_enabled(const Machine *m, int thread, const Operation *o);
unsigned kernel_outcomes(const Machine *m, const Operation *o, uint32_t *outcomes);
void kernel_apply(Machine *m, int thread, Action *a);
bool kernel_dependent(const KernelCall *a, const KernelCall *b);

bool once_enabled(const Machine *m, const Operation *o);
unsigned once_outcomes(const Machine *m, const Operation *o, uint32_t *outcomes);
void once_apply(Machine *m, int thread, Action *a);

#endif
