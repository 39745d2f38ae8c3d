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

/* after.c: the same table over a list of executed actions instead of a machine's state. `past` are the actions on
 * the objects of `a` (those of its own thread included), in an order in which they happened. Gives the outcomes
 * that `a` has then, ascending; none where it is not enabled. `a` may become another kind of operation of the same
 * thread where its pending operation can happen in more than one way. */
unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes);
/* Whether an operation of this kind can be pending and not enabled until another thread does something. */
bool operation_may_block(unsigned kind);
/* Whether its enabledness and outcome depend on nothing but its own thread's past. */
bool operation_settled(unsigned kind);
/* Whether the order with what it depends on can be the other way round (creation, start, exit and join cannot). */
bool operation_reversible(unsigned kind);
/* Whether what it can do depends on events that are concurrent with it (whom a notification wakes). */
bool operation_open(unsigned kind);
/* Whether it can have several outcomes after one past. */
bool operation_chooses(unsigned kind);

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
