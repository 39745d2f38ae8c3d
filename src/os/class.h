/*
 * class.h — a class of objects as a row of functions. Each class is one file of this room;
 * exploration, reports and oracles reach it through operations.h. Not for other rooms.
 *
 * The state of a synchronisation object is a small record in a hash table of reserved size, so that
 * entries stay where the trail saved them. It holds nothing that depends on the order of
 * independent operations: counters only add up, and the waiting threads follow from the pending
 * operations. Every change also goes to the fingerprint of the state, by state_count or state_set.
 * Their arguments depend only on the causal history of the operation.
 */
#ifndef HEDDLE_OS_CLASS_H
#define HEDDLE_OS_CLASS_H

#include "os/operations.h"
#include "vm/state/fingerprint.h"
#include "vm/memory/access_log.h"
#include "vm/machine/machine.h"
#include <errno.h>
#include <stdlib.h>

/* Each function is called with operations of its class only. A comment with "may be NULL" says what
 * holds without the function. */
typedef struct ObjectClassRow {
    const char *name; /* "mutex"; NULL: objects of the class have no name of their own */

    /* --- the pending operation of a thread in the machine's state --- */

    /* Whether `o` can happen now. May be NULL: always. */
    bool (*enabled)(Machine *m, int thread, const Operation *o);
    /* Lists its outcomes, ascending; returns their number. May be NULL: 0 only. */
    unsigned (*outcomes)(const Machine *m, int thread, const Operation *o, uint32_t *outcomes);
    /* Carries out the operation and sets a->outcome; `wanted` is the outcome that was chosen.
     * Returns whether the thread runs on afterwards. */
    bool (*apply)(Machine *m, int thread, Action *a, uint32_t wanted);
    /* Whether an object may end now. If not, *why is the message, with one %s for its name. May be
     * NULL: always. */
    bool (*destroy)(Machine *m, uint64_t identity, const char **why);
    /* Lists the threads that a blocked operation waits for. May be NULL: none in particular. */
    unsigned (*waits_for)(const Machine *m, const Operation *o, int thread, int *threads);

    /* --- actions that happened --- */

    /* Whether two actions on one object are dependent (stateful classes: of equal identity). May be
     * NULL: never. */
    bool (*dependent)(const Action *a, const Action *b);
    /* Whether an action is dependent with every other action on its object. May be NULL: never. */
    bool (*dominates)(const Action *a);
    /* Returns its effect on the order of accesses (operation_synchronises). May be NULL: none. */
    unsigned (*synchronises)(const Action *a);
    /* Whether every older action on an object that is dependent with `a` is also a cause of `y`.
     * May be NULL: if `y` dominates and `a` is in the list of no other object. */
    bool (*covers)(const Action *y, const Action *a);
    /* Does the work of operation_after. May be NULL: the outcome stays as it was. */
    unsigned (*after)(Action *a, const Action *const *past, size_t n, uint32_t *outcomes);
    /* The same for a class whose state is in words of memory; then `after` is not called. May be
     * NULL. */
    unsigned (*after_words)(const Action *a, const PastWords *past, uint32_t *outcomes);
    /* Returns by how much the count changes with which the acting thread shares the object with
     * others: 1, 0, -1. May be NULL: 0. */
    int (*sharing)(const Action *a);

    /* --- for histories and cut-offs --- */

    /* Lists keys of the objects that an action touches (*touched of them), then of others whose
     * events it may depend on. There are at most OPERATION_KEYS in all. May be NULL: none. */
    unsigned (*keys)(const Action *a, uint64_t *keys, unsigned *touched);
    /* See operation_component. May be NULL: none. */
    bool (*component)(const Action *a, uint64_t *key, bool *ordering);
    /* Returns the change that the action made to the state besides memory and objects. For the
     * start of a thread, `created` is the operation that created it. May be NULL: no change. */
    Fingerprint (*changes)(const Machine *m, const Action *a, const Operation *created);

    /* --- in words; the caller frees --- */

    /* Describes the object of an operation. May be NULL: "the NAME `variable`". */
    char *(*object_text)(const Machine *m, const Operation *o);
    /* Says why the operation is blocked; NULL if it is not. `holders`: the names of the threads
     * that it waits for. May be NULL. */
    char *(*blocked_text)(const Machine *m, int thread, const char *object, const char *holders);
    /* Return the part of an object, or of a thread's own share (see operations.h), in the sum that
     * state_count, state_set and `changes` maintain, computed anew from the state. May be NULL:
     * zero. */
    Fingerprint (*object_sum)(const Machine *m, const SyncObject *x);
    Fingerprint (*thread_sum)(const Machine *m, const Thread *t);
    /* Writes the state of an object, for the verifier of fingerprints. May be NULL: its
     * counters. */
    void (*state_text)(StrBuf *out, const Machine *m, const SyncObject *x);
} ObjectClassRow;

extern const ObjectClassRow mutex_class, cond_class, rwlock_class, semaphore_class, barrier_class,
    once_class, thread_class, memory_class, section_class, kernel_class, branch_class;

/* Ends the call that proposed the operation, with this result. */
void finish(Machine *m, Thread *t, int64_t result);
/* Reports a finding of kind "api" about the object of an operation; `format` has one %s for its
 * name. */
void misuse(Machine *m, Thread *t, const Operation *o, const char *format);
/* The same for a mistake behind which the thread may go on. Returns whether it does. */
bool misuse_goes_on(Machine *m, Thread *t, const Operation *o, Mistake x, const char *format);
/* Describes the object of class `what` at an address: "the mutex `m`". Where it has no name of its
 * own, the operation's source place `loc` (0: none) may tell the member: "the mutex `struct
 * pool.lock` at 0x104000010". The caller frees. */
char *object_text(const Machine *m, const char *what, uint64_t address, uint32_t loc);
/* Sorts a few numbers. */
void sort_outcomes(uint32_t *outcomes, unsigned n);

/* The effect of an action on an object some of whose actions commute: none, one that commutes with
 * its like, or another. */
typedef enum Effect { EFFECT_NONE, EFFECT_COMMUTES, EFFECT_OTHER } Effect;
static inline bool effects_dependent(Effect x, Effect y) { return x == EFFECT_OTHER || x != y; }
/* Implements ObjectClassRow.blocked_text: "blocked: waits for the mutex `m`, held by thread 0.1";
 * NULL if no thread holds it. */
char *held_text(const Machine *m, int thread, const char *object, const char *holders);

/* The contribution of a counter or a value of an object to the sum of the state. */
static inline Fingerprint counter_sum(unsigned class, uint64_t identity, uint64_t part,
                                      int64_t count) {
    return fragment_linear(piece(PIECE_OBJECT + class, hash_combine(identity, part)),
                           (uint64_t)count);
}
static inline Fingerprint value_sum(unsigned class, uint64_t identity, uint64_t part,
                                    uint64_t value) {
    return fragment(piece(PIECE_OBJECT + class, hash_combine(identity, part)), value);
}
/* Changes a counter of an object, which commuting operations may change. */
static inline void state_count(Machine *m, unsigned class, uint64_t identity, uint64_t part,
                               int64_t change) {
    fingerprint_add(&m->engine_change, counter_sum(class, identity, part, change));
}
/* Adds a value of an object, or (`gone`) removes it. */
static inline void state_set(Machine *m, unsigned class, uint64_t identity, uint64_t part,
                             uint64_t value, bool gone) {
    Fingerprint f = value_sum(class, identity, part, value);
    if (gone)
        fingerprint_subtract(&m->engine_change, f);
    else
        fingerprint_add(&m->engine_change, f);
}

/* Makes a key; see the kinds of keys in operations.h. */
static inline uint64_t object_key(unsigned kind, uint64_t what) {
    return (what >> 61 ? hash_mix(what) : what) << 3 | kind;
}
/* Keys and component of a class whose operations have one object each. */
unsigned simple_keys(const Action *a, uint64_t *keys, unsigned *touched);
bool simple_component(const Action *a, uint64_t *key, bool *ordering);

/* mutex.c: the first half of a wait, which gives up the mutex entirely. *depth is set to the number
 * of its locks. *lost is set if nobody can ever take it again. False: the thread does not own
 * it. */
bool mutex_release_all(Machine *m, int thread, uint64_t mutex, uint32_t *depth, bool *lost);
/* Whether its release would leave the mutex lost for ever. */
bool mutex_is_inconsistent(const Machine *m, uint64_t mutex);
/* The second half of a wait, which takes the mutex again. Returns the result for the program. */
int mutex_acquire_again(Machine *m, int thread, uint64_t mutex, unsigned type, uint32_t depth);
/* Returns the owner of a mutex after these actions, -1: none. */
int mutex_owner_after(uint64_t mutex, const Action *const *past, size_t n);
/* Returns the component of an operation on a mutex, also of one of another class. */
bool mutex_component(const Action *a, uint64_t *key, bool *ordering);

/* kernel_piece.c: the object of pieces of system calls with more objects than an event lists,
 * besides their own, and of accesses to the kernel's memory outside of pieces. No real object has
 * this number. */
#define MANY_OBJECTS 1
#define LISTED_OBJECTS 3 /* the most objects that an event lists */
/* Whether the action is a piece of a system call with more objects than that. */
static inline bool kernel_has_many(const Action *a) {
    return a->op.kind == OPERATION_KERNEL && a->op.call->n > LISTED_OBJECTS;
}
/* memory_access.c: whether the action is an access to the kernel's memory outside of pieces. */
static inline bool on_kernel_memory(const Action *a) {
    return operation_on_memory(&a->op) && a->op.flags & MEMORY_OF_KERNEL;
}

#endif
