/*
 * operations.h — the one table of visible operations: when each is enabled, which outcomes it can have, what it
 * does, and which pairs of operations are dependent. Exploration, race detection, replay and the oracles all
 * read this table.
 */
#ifndef HEDDLE_OS_OPERATIONS_H
#define HEDDLE_OS_OPERATIONS_H

#include "vm/machine.h"

/* An operation that was carried out. */
typedef struct Action {
    int32_t thread;
    uint32_t index;   /* the thread's n-th visible operation, from 1 */
    uint32_t outcome; /* the choice; for LOCK and UNLOCK whether the mutex changed hands (1) or only its count */
    Operation op;
} Action;

/* Whether the pending operation of a READY thread can happen now. */
bool operation_enabled(Machine *m, int thread);

/* The outcomes it can have now, ascending; at most `max` are written. Branch sides are both listed: which are
 * feasible is the solver's matter. */
#define MAX_OUTCOMES 256
unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes);

/* Carries the pending operation out with this outcome. The caller has taken a mark before if it wants to come
 * back, and calls machine_run for the thread afterwards where *run says so. Returns what happened, for the
 * history; .op.kind is OPERATION_NONE where a chosen branch side turned out infeasible (undo to the mark). */
Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run);

/* Whether two actions of different threads are dependent: their order matters, or one enables the other. */
bool operation_dependent(const Action *a, const Action *b);

/* Kinds that work on a mutex, and on which one. */
static inline bool operation_mutex(const Operation *o, uint64_t *mutex) {
    if (o->kind == OPERATION_LOCK || o->kind == OPERATION_TRYLOCK || o->kind == OPERATION_UNLOCK) {
        *mutex = o->object;
        return true;
    }
    if (o->kind == OPERATION_WAIT || o->kind == OPERATION_WAKE) {
        *mutex = o->object2;
        return true;
    }
    return false;
}

/* The owner of a mutex in the current state, or -1. */
int operation_mutex_owner(const Machine *m, uint64_t address);

/* "waits for the mutex `m`, held by thread 0.1": why a READY thread cannot go on; the caller frees. */
char *operation_blocked_text(const Machine *m, int thread);
/* "the mutex `m`", "4 bytes of the global `x`": the object of an operation; the caller frees. NULL: none. */
char *operation_object_text(const Machine *m, const Operation *o);

#endif
