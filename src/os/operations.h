/*
 * operations.h — the table of visible operations: when each is enabled, its outcomes, its effect,
 * and which pairs of operations are dependent. Exploration, race detection, replay and the oracles
 * all read this table.
 */
#ifndef HEDDLE_OS_OPERATIONS_H
#define HEDDLE_OS_OPERATIONS_H

#include "runtime/engine.h"
#include "vm/machine/machine.h"

/* An operation that was carried out. */
typedef struct Action {
    int32_t thread;
    uint32_t index;   /* the thread's visible operation of this number, from 1 */
    uint32_t outcome; /* the choice or the result: see operation_table.h; LOCK: whether the mutex
                         changed hands */
    uint32_t insn;    /* instruction of the thread (Function.first_insn + index), UINT32_MAX:
                       unknown */
    Operation op;
} Action;

/* Whether the pending operation of a READY thread can happen now. */
bool operation_enabled(Machine *m, int thread);

/* Whether the operation can happen only because time passes: a system call that waits in vain, or
 * the end of a wait on a condition variable that was not notified. */
bool operation_is_late(const Machine *m, int thread);
/* The same, and whether an operation with a deadline on an object of threads would fail now: in a
 * real run (system.h) both wait for the thread's deadline. */
bool operation_waits_for_time(Machine *m, int thread);
/* In a real run, lets time go on for threads after a step of this one: if it is about to yield, all
 * others run first that can; those that can go on now, and waited, are woken. */
void operation_times(Machine *m, int thread);
/* Whether a thread's system call that waits in vain may time out, after `timeouts` earlier
 * time-outs. If not, the run is reported as incomplete. */
bool operation_may_time_out(const Machine *m, uint32_t timeouts);

/* Lists the outcomes that the operation can have now, ascending; returns their number. Both sides
 * of a branch are listed; only the solver knows which are feasible. */
#define MAX_OUTCOMES (MAX_THREADS + 1)
unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes);

/* Lets a thread that is about to join another one go on as if that had ended, to see its next
 * steps. The caller runs it and undoes to a mark taken before. */
void operation_imagine_join(Machine *m, Thread *t);

/* Carries out the pending operation with this outcome. The caller takes a mark before if it wants
 * to come back, and calls machine_run for the thread afterwards if *run is set. Returns the action,
 * for the history. Its op.kind is OPERATION_NONE if the chosen side of a branch is infeasible (undo
 * to the mark). */
Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run);

/* Returns the constraint that a branch with the outcome of `branch` adds to the path condition. */
const Expr *operation_constraint(ExprPool *pool, const Action *branch);

/* Whether two actions of different threads are dependent: their order matters, or one enables the
 * other. */
/* Returns what an action touches, as a set of hashes: actions whose sets are disjoint are
 * independent. */
uint64_t operation_footprint(const Action *a);
bool operation_dependent_elsewhere(const Action *a, const Action *b); /* for actions that are not
                                                                         both on memory */
static inline bool operation_dependent(const Action *a, const Action *b);

/* Whether the action is dependent with every operation on its object (of several objects: its
 * mutex). */
bool operation_dominates(const Action *a);

/* --- happens-before, as C11 has it --- */

/* Effects of an action on the order of accesses around it. ACQUIRES: what earlier operations on its
 * object hand on happened before the next accesses of its thread. RELEASES: it hands on what its
 * thread did so far. PASSES: it hands on what earlier operations handed on. An action without these
 * effects orders nothing. */
enum { SYNC_ACQUIRES = 1, SYNC_RELEASES = 2, SYNC_PASSES = 4, SYNC_ALL = 7 };
/* Returns the effects of an action; `failed`: a compare-and-exchange found another value. */
unsigned operation_synchronises(const Action *a, bool failed);
/* Whether `a` receives what `y` hands on, an older action with which `a` is dependent. */
bool operation_hands_on(const Action *y, const Action *a);
/* Whether events order more around this action than happens-before, in a way that may matter if all
 * other synchronisation is strong. Its thread may then learn from an operation that does not happen
 * before it. (A notification is weak, too: see the caller.) */
bool operation_is_weak(const Action *a);

/* --- over executed actions instead of a machine's state --- */

/* Lists the outcomes that `a` has after `past`, ascending; returns their number, 0 if `a` is not
 * enabled. `past` has the actions on the objects of `a` (those of its own thread included), in an
 * order in which they happened. If the pending operation of the thread can happen in more than one
 * way, `a` may become another kind of operation. */
unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes);

/* Queries about the past of an action, for a class whose state is in words of memory. */
typedef struct PastWords {
    const Machine *machine;
    void *context;
    uint32_t (*word)(void *context, uint64_t object); /* returns the state word of an object */
    uint32_t (*timeouts)(void *context,
                         const Action *a); /* returns how many calls of its thread had timed out */
} PastWords;
/* Whether operations of this kind are of such a class. For them operation_after_words replaces
 * operation_after. */
bool operation_in_words(unsigned kind);
unsigned operation_after_words(const Action *a, const PastWords *past, uint32_t *outcomes);

/* Returns by how much the count changes with which the thread of `a` shares an object with others:
 * 1, 0 or -1. */
int operation_sharing(const Action *a);

/* --- columns of the table (vm/machine/operation_table.h) --- */

/* Whether an operation of this kind can be pending and not enabled until another thread does
 * something. */
static inline bool operation_may_block(unsigned kind) {
    return operation_traits[kind] & TRAIT_BLOCKS;
}
/* Whether its enabledness and outcome depend only on its own thread's past. */
static inline bool operation_settled(unsigned kind) {
    return !(operation_traits[kind] & TRAIT_UNSETTLED);
}
/* Whether its order with operations that it depends on can be reversed (that of creation, start and
 * exit cannot). */
static inline bool operation_reversible(unsigned kind) {
    return !(operation_traits[kind] & TRAIT_FIXED);
}
/* Whether it may have causes in other threads beyond those of its own thread's past. */
static inline bool operation_has_foreign_causes(unsigned kind) {
    return kind != OPERATION_NONE && kind != OPERATION_BRANCH && kind != OPERATION_PROCESS_EXIT &&
           kind != OPERATION_EXIT && kind != OPERATION_CREATE;
}
/* Whether its possible effects depend on events that are concurrent with it (the thread that a
 * notification wakes). */
static inline bool operation_open(unsigned kind) { return operation_traits[kind] & TRAIT_NOTIFIES; }
/* Whether it can have several outcomes after one past. */
static inline bool operation_chooses(unsigned kind) {
    return operation_traits[kind] & TRAIT_CHOOSES;
}
/* Whether it waits until no thread shares its object. */
static inline bool operation_excludes_sharers(unsigned kind) {
    return operation_traits[kind] & TRAIT_EXCLUDES;
}

/* Returns the class of the object that an operation works on. */
static inline unsigned operation_class(const Operation *o) {
    return o->kind == OPERATION_DESTROY ? o->object_class : operation_classes[o->kind];
}

/* Returns a hash of its operands other than objects: the condition of a branch, the wait of a
 * system call. */
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

/* Whether the action unlocked a normal mutex that its thread did not hold. */
static inline bool operation_is_misplaced_unlock(const Action *a) {
    return a->op.kind == OPERATION_UNLOCK &&
           (a->outcome == UNLOCK_TAKES_AWAY ||
            (!a->outcome && !(a->op.flags & (MUTEX_KIND | MUTEX_ROBUST))));
}

/* Whether the action left its thread asleep, to be woken by a notification or a time-out. */
static inline bool operation_sleeps(const Action *a) {
    return a->op.kind == OPERATION_WAIT && !(a->outcome & (WAIT_MISUSED | WAIT_SPURIOUS));
}

/* Whether the operation is a piece of a system call that changes an object of the kernel. */
static inline bool operation_changes_object(const Operation *o, uint64_t object) {
    if (o->kind != OPERATION_KERNEL) return false;
    const KernelCall *c = o->call;
    for (uint32_t k = 0; k < c->n && c->item[k].object <= object; k++)
        if (c->item[k].object == object) return c->item[k].writes;
    return false;
}

/* --- for histories and cut-offs --- */

/* Kinds of keys of objects. A number that does not fit beside the kind is hashed. */
enum { KEY_WORD = 1, KEY_MUTEX, KEY_COND, KEY_THREAD, KEY_SECTION, KEY_OTHER, KEY_KERNEL };
static inline unsigned operation_key_kind(uint64_t key) { return key & 7; }
/* The key of all atomic sections. */
static inline uint64_t operation_section_key(void) { return KEY_SECTION; }
/* Returns the number of the word, of a key of kind KEY_WORD. */
static inline uint64_t operation_key_word(uint64_t key) { return key >> 3; }

/* The most keys that an action has. */
#define OPERATION_KEYS 4
/* Lists keys of the objects that an action touches (*touched of them), then of others whose events
 * it may depend on; returns their number. *everything: it may depend on any event, whatever that
 * touches. */
unsigned operation_keys(const Action *a, uint64_t *keys, unsigned *touched, bool *everything);
/* The key of an object of the emulated kernel, and the address of a key's object; 0: the key stands
 * for no single object. */
uint64_t operation_kernel_key(uint64_t object);
uint64_t operation_kernel_object(uint64_t key);
/* Whether every older event on the current object that is dependent with `a` is also a cause of
 * `y`. */
bool operation_covers(const Action *y, const Action *a);
/* Returns the component, besides the thread, in which an action counts. This is an object on which,
 * in every configuration, the *ordering operations are ordered with all others that count. False:
 * the action has none that tells anything about order. */
bool operation_component(const Action *a, uint64_t *key, bool *ordering);
/* Returns the change that an action, which was just carried out, made to the state besides memory
 * and objects. It is part of the sum of its thread. For the start of a thread, `created` is the
 * operation that created it. */
Fingerprint operation_changes(const Machine *m, const Action *a, const Operation *created);

/* The largest value of a semaphore, and the initial value from which on posts may reach it. */
#define OPERATION_SEM_MAX 0x7fffffff
/* Stands for an initial value that is an input: at least SEM_FEW, and at least so many below the
 * largest. Outcomes tell no more about it as long as fewer posts or waits than that were made. */
#define OPERATION_SEM_MANY HEDDLE_SEM_MANY
#define OPERATION_SEM_FEW HEDDLE_SEM_FEW
#define OPERATION_SEM_NEAR (OPERATION_SEM_MAX - (1 << 24))

/* Returns the owner of a mutex in the current state, or -1. */
int operation_mutex_owner(const Machine *m, uint64_t identity);
/* Lists the threads that a blocked thread waits for, each of which must do something first; returns
 * their number. 0: any thread may help. */
unsigned operation_waits_for(const Machine *m, int thread, int *threads);

/* Says why a READY thread cannot go on: "waits for the mutex `m`, held by thread 0.1". The caller
 * frees. */
char *operation_blocked_text(const Machine *m, int thread);
/* Describes the object of an operation: "the mutex `m`", "4 bytes of the global `x`". The caller
 * frees. NULL: none. */
char *operation_object_text(const Machine *m, const Operation *o);
/* Returns the part of objects, and of threads' relations to them, in the sum of the state
 * (operation_changes, and Machine.engine_change of the operations), computed anew from the state.
 * Not valid if the process has ended, a thread has failed, or threads look for signals. */
Fingerprint operation_sum(const Machine *m);
/* Writes a line for each part of an object's state, the same in equal states. */
void operation_state_text(StrBuf *out, const Machine *m, const SyncObject *x);

/* --- which threads keep others waiting, from actions alone (holding.c) --- */

/* The change that an action makes to what its thread holds or adds: none, begins, ends, one time
 * more, one time less. A thread holds mutexes, read-write locks in one of two ways, and the turn of
 * a one-time initialisation. It adds posts less waits to a semaphore, and itself to the threads
 * that have arrived at a barrier and not left. `key` identifies the object and the way. */
typedef struct HoldChange {
    uint64_t key;
    enum { HOLD_STAYS, HOLD_BEGINS, HOLD_ENDS, HOLD_ONCE_MORE, HOLD_ONCE_LESS } change;
} HoldChange;
HoldChange operation_hold_change(const Action *a);
/* An object that keeps a pending operation waiting while a thread holds it; `also_own`: even its
 * own thread. */
typedef struct HoldWait {
    uint64_t key;
    bool also_own;
} HoldWait;
#define HOLD_WAITS 2
/* Lists the waits of a pending operation, at most HOLD_WAITS; returns their number. If the
 * operation's thread waits (with WAKE: once notified), one of them is held. 0: it waits for
 * something else. */
unsigned operation_held_up_by(const Operation *o, HoldWait *waits);
/* Whether a pending operation waits as long as all threads together have added no more than
 * *most. */
bool operation_waits_for_sum(const Operation *o, uint64_t *key, int64_t *most);

/* Returns how many bytes, from its object on, an operation on memory touches. */
static inline uint64_t operation_extent(const Operation *o) {
    return o->kind == OPERATION_FREE ? o->extent : o->size;
}
/* The bytes of a word that an operation on memory touches, a bit each. */
static inline uint32_t operation_bytes_of_word(const Operation *o, uint64_t word) {
    uint64_t first = word << 3, start = MAX(first, o->object),
             end = MIN(first + 8, o->object + operation_extent(o));
    return end <= start ? 0 : ((1u << (end - start)) - 1) << (start - first);
}

/* Whether a branch is part of an atomic section or of a piece of a system call. Other events come
 * before all of that or after. */
static inline bool operation_is_within(const Operation *o) {
    return o->kind == OPERATION_BRANCH && o->within;
}
/* The same, or an access within a section that is divided (Machine.divides_sections). */
static inline bool operation_is_part(const Operation *o) {
    return (o->kind == OPERATION_BRANCH || operation_on_memory(o)) && o->within;
}
/* Whether the operation belongs to a piece of a system call: it begins one, or is a branch in
 * one. */
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
