/*
 * operations.h — the one table of visible operations: when each is enabled, which outcomes it can
 * have, what it does, and which pairs of operations are dependent. Exploration, race detection,
 * replay and the oracles all read this table.
 */
#ifndef HEDDLE_OS_OPERATIONS_H
#define HEDDLE_OS_OPERATIONS_H

#include "runtime/engine.h"
#include "vm/machine/machine.h"

/* An operation that was carried out. */
typedef struct Action {
    int32_t thread;
    uint32_t index;   /* the thread's n-th visible operation, from 1 */
    uint32_t outcome; /* what was chosen, or how it went: see OperationKind; LOCK and UNLOCK:
                         whether the mutex changed hands */
    uint32_t insn; /* its thread's instruction (Function.first_insn + index), UINT32_MAX: unknown */
    Operation op;
} Action;

/* Whether the pending operation of a READY thread can happen now. */
bool operation_enabled(Machine *m, int thread);

/* Whether it can happen only because time passes: a system call that waits in vain, or the end of a
 * wait on a condition variable that nobody notified. */
bool operation_is_late(const Machine *m, int thread);
/* Whether a thread's system call that waits in vain may time out, after so many that did. Where
 * not, the run is told to be incomplete. */
bool operation_may_time_out(const Machine *m, uint32_t timeouts);

/* The outcomes it can have now, ascending. Branch sides are both listed: which are
 * feasible is the solver's matter. */
#define MAX_OUTCOMES (MAX_THREADS + 1)
unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes);

/* Lets a thread that is about to join another one go on as if that had ended, to see what it would
 * do: run it and undo to a mark taken before. */
void operation_imagine_join(Machine *m, Thread *t);

/* Carries the pending operation out with this outcome. The caller has taken a mark before if it
 * wants to come back, and calls machine_run for the thread afterwards where *run says so. Returns
 * what happened, for the history; .op.kind is OPERATION_NONE where a chosen branch side turned out
 * infeasible (undo to the mark). */
Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run);

/* What the path condition is told by a branch that went the way that `branch` says. */
const Expr *operation_constraint(ExprPool *pool, const Action *branch);

/* Whether two actions of different threads are dependent: their order matters, or one enables the
 * other. */
bool operation_dependent_elsewhere(const Action *a, const Action *b); /* not both on memory */
static inline bool operation_dependent(const Action *a, const Action *b);

/* Whether it is dependent with every operation on its object (on one of several: its mutex). */
bool operation_dominates(const Action *a);

/* --- happens-before, as C11 has it --- */

/* What an action does for the order of accesses around it. ACQUIRES: what the operations before it
 * on its object hand on happened before what its thread does next. RELEASES: it hands on what its
 * thread did so far. PASSES: it hands on what those before it did. An action that does nothing of
 * this orders nothing. */
enum { SYNC_ACQUIRES = 1, SYNC_RELEASES = 2, SYNC_PASSES = 4, SYNC_ALL = 7 };
/* `failed`: a compare-and-exchange found another value. */
unsigned operation_synchronises(const Action *a, bool failed);
/* Whether `a` has from `y`, an older action that it is dependent with, what that hands on. */
bool operation_hands_on(const Action *y, const Action *a);
/* Whether events order more than happens-before does around this action in a way that may matter
 * where all other synchronisation is strong: what its thread learns by it may come from an
 * operation that does not happen before it. (A notification does, too: see the caller.) */
bool operation_is_weak(const Action *a);

/* --- over executed actions instead of a machine's state --- */

/* Gives the outcomes that `a` has after `past`, ascending; none where it is not enabled. `past` are
 * the actions on the objects of `a` (those of its own thread included), in an order in which they
 * happened. `a` may become another kind of operation of the same thread where its pending operation
 * can happen in more than one way. */
unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes);

/* What a class whose state is in words of memory asks about the past of an action. */
typedef struct PastWords {
    const Machine *machine;
    void *context;
    uint32_t (*word)(void *context, uint64_t object); /* the state word of an object then */
    uint32_t (*timeouts)(void *context,
                         const Action *a); /* how often calls of its thread had timed out */
} PastWords;
/* Whether operations of this kind are of such a class; the same as operation_after for them. */
bool operation_in_words(unsigned kind);
unsigned operation_after_words(const Action *a, const PastWords *past, uint32_t *outcomes);

/* How the number of times changes that the thread of `a` holds an object together with others: 1, 0
 * or -1. */
int operation_sharing(const Action *a);

/* --- columns of the table (vm/machine/operation_table.h) --- */

/* Whether an operation of this kind can be pending and not enabled until another thread does
 * something. */
static inline bool operation_may_block(unsigned kind) {
    return operation_traits[kind] & TRAIT_BLOCKS;
}
/* Whether its enabledness and outcome depend on nothing but its own thread's past. */
static inline bool operation_settled(unsigned kind) {
    return !(operation_traits[kind] & TRAIT_UNSETTLED);
}
/* Whether the order with what it depends on can be the other way round (creation, start, exit
 * cannot). */
static inline bool operation_reversible(unsigned kind) {
    return !(operation_traits[kind] & TRAIT_FIXED);
}
/* Whether it may have causes in other threads besides what its own thread's past has. */
static inline bool operation_has_foreign_causes(unsigned kind) {
    return kind != OPERATION_NONE && kind != OPERATION_BRANCH && kind != OPERATION_PROCESS_EXIT &&
           kind != OPERATION_EXIT && kind != OPERATION_CREATE;
}
/* Whether what it can do depends on events that are concurrent with it (whom a notification
 * wakes). */
static inline bool operation_open(unsigned kind) { return operation_traits[kind] & TRAIT_NOTIFIES; }
/* Whether it can have several outcomes after one past. */
static inline bool operation_chooses(unsigned kind) {
    return operation_traits[kind] & TRAIT_CHOOSES;
}
/* Whether it waits until nobody shares its object. */
static inline bool operation_excludes_sharers(unsigned kind) {
    return operation_traits[kind] & TRAIT_EXCLUDES;
}

/* The class of the object that an operation works on. */
static inline unsigned operation_class(const Operation *o) {
    return o->kind == OPERATION_DESTROY ? o->object_class : operation_classes[o->kind];
}

/* A hash of what it works with beyond objects: the condition of a branch, what a system call waits
 * for. */
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
    case OPERATION_WAKE: *mutex = o->mutex; return true;
    case OPERATION_DESTROY: *mutex = o->object; return o->object_class == OBJECT_MUTEX;
    default: return false;
    }
}

/* Whether it left its thread asleep, to be woken by a notification or a time-out. */
static inline bool operation_sleeps(const Action *a) {
    return a->op.kind == OPERATION_WAIT && !(a->outcome & (WAIT_MISUSED | WAIT_SPURIOUS));
}

/* --- for histories and cut-offs --- */

/* Keys of objects: what does not fit beside the kind of key is hashed. */
enum { KEY_WORD = 1, KEY_MUTEX, KEY_COND, KEY_THREAD, KEY_SECTION, KEY_OTHER, KEY_KERNEL };
static inline unsigned operation_key_kind(uint64_t key) { return key & 7; }
/* The number of the word that a key of kind KEY_WORD is of. */
static inline uint64_t operation_key_word(uint64_t key) { return key >> 3; }

/* The most keys that an action has. */
#define OPERATION_KEYS 4
/* Keys of the objects that an action touches, *touched of them, and then of others whose events it
 * may depend on. *everything: it may depend on any event, whatever that touches. Returns how many
 * keys there are. */
unsigned operation_keys(const Action *a, uint64_t *keys, unsigned *touched, bool *everything);
/* The key of an object of the emulated kernel, and its address; 0: the key stands for no single
 * object. */
uint64_t operation_kernel_key(uint64_t object);
uint64_t operation_kernel_object(uint64_t key);
/* Whether every older event on the object at hand that is dependent with `a` is a cause of `y`
 * too. */
bool operation_covers(const Action *y, const Action *a);
/* The component besides the thread that an action counts in: an object on which the operations that
 * are *ordering are ordered with all others that count, in every configuration. False where there
 * is none that says something about order. */
bool operation_component(const Action *a, uint64_t *key, bool *ordering);
/* What an action that was just carried out changed of the state besides memory and objects: part of
 * the sum of its thread. `created`: for the start of a thread the operation that created it. */
Fingerprint operation_changes(const Machine *m, const Action *a, const Operation *created);

/* The largest value of a semaphore, and the initial value from which on posts may reach it. */
#define OPERATION_SEM_MAX 0x7fffffff
/* In the place of an initial value that is an input: at least SEM_FEW, and at least so many below
 * the most. As long as fewer than that were taken or given, no operation's outcome tells more. */
#define OPERATION_SEM_MANY HEDDLE_SEM_MANY
#define OPERATION_SEM_FEW HEDDLE_SEM_FEW
#define OPERATION_SEM_NEAR (OPERATION_SEM_MAX - (1 << 24))

/* The owner of a mutex in the current state, or -1. */
int operation_mutex_owner(const Machine *m, uint64_t identity);
/* The threads that a blocked thread waits for, each of which must do something first; none where
 * any thread may help. */
unsigned operation_waits_for(const Machine *m, int thread, int *threads);

/* "waits for the mutex `m`, held by thread 0.1": why a READY thread cannot go on; the caller
 * frees. */
char *operation_blocked_text(const Machine *m, int thread);
/* "the mutex `m`", "4 bytes of the global `x`": the object of an operation; the caller frees. NULL:
 * none. */
char *operation_object_text(const Machine *m, const Operation *o);
/* What objects, and what threads have to do with them, add to the sum of the state
 * (operation_changes, and Machine.engine_change of the operations), counted again from the state
 * itself. Not where the process has ended, a thread has failed, or threads look for signals. */
Fingerprint operation_sum(const Machine *m);
/* A line for each thing that the state of an object consists of, the same in equal states. */
void operation_state_text(StrBuf *out, const Machine *m, const SyncObject *x);

/* --- who keeps whom waiting, told from actions alone (holding.c) --- */

/* How an action changes what its thread holds or adds: not, from then on, no longer, one time more,
 * one time less. It holds mutexes, read-write locks in one of two ways, the turn of a one-time
 * initialisation; it adds posts less waits to a semaphore, and itself to those that have arrived at
 * a barrier and not left. `key` tells what it is about. */
typedef struct HoldChange {
    uint64_t key;
    enum { HOLD_STAYS, HOLD_BEGINS, HOLD_ENDS, HOLD_ONCE_MORE, HOLD_ONCE_LESS } change;
} HoldChange;
HoldChange operation_hold_change(const Action *a);
/* What keeps a pending operation waiting while a thread holds it; `also_own`: while its own thread
 * does, too. */
typedef struct HoldWait {
    uint64_t key;
    bool also_own;
} HoldWait;
#define HOLD_WAITS 2
/* The waits of a pending operation, at most HOLD_WAITS: where its thread waits (of WAKE: once
 * notified), one of these is held. 0: it waits for something else. */
unsigned operation_held_up_by(const Operation *o, HoldWait *waits);
/* Whether a pending operation waits as long as all threads together have added no more than
 * *most. */
bool operation_waits_for_sum(const Operation *o, uint64_t *key, int64_t *most);

/* How many bytes from its object on an operation on memory touches. */
static inline uint64_t operation_extent(const Operation *o) {
    return o->kind == OPERATION_FREE ? o->extent : o->size;
}

static inline bool operation_on_memory(const Operation *o) {
    return o->kind >= OPERATION_LOAD && o->kind <= OPERATION_FREE;
}
_Static_assert(OPERATION_STORE == OPERATION_LOAD + 1 && OPERATION_RMW == OPERATION_LOAD + 2 &&
                   OPERATION_FREE == OPERATION_LOAD + 3,
               "operations on memory come together");
/* Whether a branch is part of an atomic section or of a piece of a system call: others come before
 * all of that or after. */
static inline bool operation_is_within(const Operation *o) {
    return o->kind == OPERATION_BRANCH && o->within;
}
/* Whether it belongs to a piece of a system call: one itself, or a branch in it. */
static inline bool operation_in_piece(const Operation *o) {
    return o->kind == OPERATION_KERNEL ||
           (operation_is_within(o) && o->within != &operation_section);
}
static inline bool operation_dependent(const Action *a, const Action *b) {
    if (!operation_on_memory(&a->op) || !operation_on_memory(&b->op))
        return operation_dependent_elsewhere(a, b);
    if (a->op.kind == OPERATION_LOAD && b->op.kind == OPERATION_LOAD) return false;
    return a->op.object < b->op.object + operation_extent(&b->op) &&
           b->op.object < a->op.object + operation_extent(&a->op);
}

#endif
