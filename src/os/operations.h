/*
 * operations.h — the one table of visible operations: when each is enabled, which outcomes it can have, what
 * it does, and which pairs of operations are dependent. Exploration, race detection, replay and the oracles
 * all read this table.
 */
#ifndef HEDDLE_OS_OPERATIONS_H
#define HEDDLE_OS_OPERATIONS_H

#include "vm/machine.h"

/* An operation that was carried out. */
typedef struct Action {
    int32_t thread;
    uint32_t index;   /* the thread's n-th visible operation, from 1 */
    uint32_t outcome; /* what was chosen, or how it went: see OperationKind; LOCK and UNLOCK: whether the
                         mutex changed hands */
    Operation op;
} Action;

/* Whether the pending operation of a READY thread can happen now. */
bool operation_enabled(Machine *m, int thread);

/* Whether it can happen only because time passes: a system call that waits in vain. */
bool operation_is_late(const Machine *m, int thread);
/* Whether a thread's system call that waits in vain may time out, after so many that did. Where not, the run
 * is told to be incomplete. */
bool operation_may_time_out(const Machine *m, uint32_t timeouts);

/* The outcomes it can have now, ascending. Branch sides are both listed: which are
 * feasible is the solver's matter. */
#define MAX_OUTCOMES (MAX_THREADS + 1)
unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes);

/* Carries the pending operation out with this outcome. The caller has taken a mark before if it wants to come
 * back, and calls machine_run for the thread afterwards where *run says so. Returns what happened, for the
 * history; .op.kind is OPERATION_NONE where a chosen branch side turned out infeasible (undo to the mark). */
Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run);

/* Whether two actions of different threads are dependent: their order matters, or one enables the other. */
bool operation_dependent_elsewhere(const Action *a, const Action *b); /* not both on memory */
static inline bool operation_dependent(const Action *a, const Action *b);

/* Whether it took a read-write lock for reading. */
static inline bool operation_shares(const Action *a) {
    return (a->op.kind == OPERATION_RDLOCK || a->op.kind == OPERATION_TRYRDLOCK) && a->outcome;
}

/* Whether it is dependent with every operation on its object (on one of several: its mutex). */
bool operation_dominates(const Action *a);

/* after.c: the same table over a list of executed actions instead of a machine's state. `past` are the
 * actions on the objects of `a` (those of its own thread included), in an order in which they happened. Gives
 * the outcomes that `a` has then, ascending; none where it is not enabled. `a` may become another kind of
 * operation of the same thread where its pending operation can happen in more than one way. */
unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes);
/* Whether an operation of this kind can be pending and not enabled until another thread does something. */
bool operation_may_block(unsigned kind);
/* Whether its enabledness and outcome depend on nothing but its own thread's past. */
bool operation_settled(unsigned kind);
/* Whether the order with what it depends on can be the other way round (creation, start, exit and join
 * cannot). */
bool operation_reversible(unsigned kind);
/* Whether what it can do depends on events that are concurrent with it (whom a notification wakes). */
bool operation_open(unsigned kind);
/* Whether it can have several outcomes after one past. */
bool operation_chooses(unsigned kind);

/* The class of the object that an operation works on. */
extern const uint8_t operation_classes[OPERATION_KINDS];
static inline unsigned operation_class(const Operation *o) {
    return o->kind == OPERATION_DESTROY ? o->type : operation_classes[o->kind];
}

/* A hash of what it works with beyond objects: the condition of a branch, what a system call waits for. */
static inline uint64_t operation_content(const Operation *o) {
    return !o->condition ? 0 : o->kind == OPERATION_KERNEL ? o->call->hash : o->condition->hash;
}

/* Whether an operation works on a mutex, and on which one. */
static inline bool operation_mutex(const Operation *o, uint64_t *mutex) {
    switch (o->kind) {
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
    case OPERATION_UNLOCK:
    case OPERATION_ABANDON: *mutex = o->object; return true;
    case OPERATION_WAIT:
    case OPERATION_WAKE: *mutex = o->object2; return true;
    case OPERATION_DESTROY: *mutex = o->object; return o->type == OBJECT_MUTEX;
    default: return false;
    }
}

/* The largest value of a semaphore, and the initial value from which on posts may reach it. */
#define OPERATION_SEM_MAX 0x7fffffff
#define OPERATION_SEM_NEAR (OPERATION_SEM_MAX - (1 << 24))

/* The owner of a mutex in the current state, or -1; of a running initialisation; the holders of a read-write
 * lock. */
int operation_mutex_owner(const Machine *m, uint64_t identity);
int operation_once_runner(const Machine *m, uint64_t identity);
unsigned operation_rwlock_holders(const Machine *m, uint64_t identity, int *threads);
/* The threads that a blocked thread waits for, each of which must do something first; none where any thread
 * may help. */
unsigned operation_waits_for(const Machine *m, int thread, int *threads);

/* "waits for the mutex `m`, held by thread 0.1": why a READY thread cannot go on; the caller frees. */
char *operation_blocked_text(const Machine *m, int thread);
/* "the mutex `m`", "4 bytes of the global `x`": the object of an operation; the caller frees. NULL: none. */
char *operation_object_text(const Machine *m, const Operation *o);

/* How many bytes from its object on an operation on memory touches. */
static inline uint64_t operation_extent(const Operation *o) {
    return o->kind == OPERATION_FREE ? o->object2 : o->size;
}

static inline bool operation_on_memory(const Operation *o) {
    return o->kind >= OPERATION_LOAD && o->kind <= OPERATION_FREE;
}
_Static_assert(OPERATION_STORE == OPERATION_LOAD + 1 && OPERATION_RMW == OPERATION_LOAD + 2 &&
                   OPERATION_FREE == OPERATION_LOAD + 3,
               "operations on memory come together");
static inline bool operation_dependent(const Action *a, const Action *b) {
    if (!operation_on_memory(&a->op) || !operation_on_memory(&b->op))
        return operation_dependent_elsewhere(a, b);
    if (a->op.kind == OPERATION_LOAD && b->op.kind == OPERATION_LOAD) return false;
    return a->op.object < b->op.object + operation_extent(&b->op) &&
           b->op.object < a->op.object + operation_extent(&a->op);
}

#endif
