/*
 * class.h — what the engine knows of a class of objects, as one row of functions: each class is one
 * file of this room, and exploration, reports and oracles reach it through operations.h. Not for
 * other rooms.
 *
 * The state of a synchronisation object is a small record in a hash table of reserved size, so that
 * entries stay where the trail saved them. It holds nothing that depends on the order of
 * independent operations: counters only add up, and who waits is derived from the pending
 * operations of the threads. Every change is also told to the fingerprint of the state, by
 * state_count or state_set; what they are given depends on the causal history of the operation
 * only.
 */
#ifndef HEDDLE_OS_CLASS_H
#define HEDDLE_OS_CLASS_H

#include "os/operations.h"
#include "vm/state/fingerprint.h"
#include "vm/memory/access_log.h"
#include "vm/machine/machine.h"
#include <errno.h>
#include <stdlib.h>

/* Each function is called with operations of its class only; those marked "may be NULL" then do as
 * the comment says. */
typedef struct ObjectClassRow {
    const char *name; /* "mutex"; NULL: such an object has no name of its own */

    /* --- the pending operation of a thread in the machine's state --- */

    /* Whether `o` can happen now; may be NULL: always. */
    bool (*enabled)(Machine *m, int thread, const Operation *o);
    /* Its outcomes, ascending; may be NULL: 0 only. */
    unsigned (*outcomes)(const Machine *m, int thread, const Operation *o, uint32_t *outcomes);
    /* Carries the operation out and sets a->outcome; `wanted` is the outcome that was chosen.
     * Returns whether the thread runs on afterwards. */
    bool (*apply)(Machine *m, int thread, Action *a, uint32_t wanted);
    /* Whether an object may end now; where not, *why is the message, with one %s for its name. May
     * be NULL: always. */
    bool (*destroy)(Machine *m, uint64_t identity, const char **why);
    /* The threads that a blocked operation waits for; may be NULL: none in particular. */
    unsigned (*waits_for)(const Machine *m, const Operation *o, int thread, int *threads);

    /* --- actions that happened --- */

    /* Whether two actions on one object are dependent (stateful classes: of equal identity); may be
     * NULL: never. */
    bool (*dependent)(const Action *a, const Action *b);
    /* Whether an action is dependent with every other on its object; may be NULL: never. */
    bool (*dominates)(const Action *a);
    /* What it does for the order of accesses (operation_synchronises); may be NULL: nothing. */
    unsigned (*synchronises)(const Action *a);
    /* Whether every older action on an object that is dependent with `a` is a cause of `y` too; may
     * be NULL: where `y` dominates and `a` is in the list of no other object. */
    bool (*covers)(const Action *y, const Action *a);
    /* What operation_after says; may be NULL: the outcome stays what it was. */
    unsigned (*after)(Action *a, const Action *const *past, size_t n, uint32_t *outcomes);
    /* The same for a class whose state is in words of memory; `after` is then not asked. May be
     * NULL. */
    unsigned (*after_words)(const Action *a, const PastWords *past, uint32_t *outcomes);
    /* How the number of times changes that the acting thread holds the object together with others:
     * 1, 0, -1. May be NULL: 0. */
    int (*sharing)(const Action *a);

    /* --- for histories and cut-offs --- */

    /* Keys of the objects that an action touches, *touched of them, and then of others whose events
     * it may depend on; at most OPERATION_KEYS in all. May be NULL: none. */
    unsigned (*keys)(const Action *a, uint64_t *keys, unsigned *touched);
    /* See operation_component; may be NULL: none. */
    bool (*component)(const Action *a, uint64_t *key, bool *ordering);
    /* What the action changed of the state besides memory and objects; may be NULL: nothing.
     * `created`: of the start of a thread the operation that created it. */
    Fingerprint (*changes)(const Machine *m, const Action *a, const Operation *created);

    /* --- in words; the caller frees --- */

    /* The object of an operation; may be NULL: "the NAME `variable`". */
    char *(*object_text)(const Machine *m, const Operation *o);
    /* Why the operation cannot go on; NULL where it can. `holders`: the names of those it waits
     * for. May be NULL. */
    char *(*blocked_text)(const Machine *m, int thread, const char *object, const char *holders);
    /* What the state of an object (a thread's own share: see operations.h) adds to the sum that
     * state_count, state_set and `changes` keep up: counted again from the state itself. May be
     * NULL: nothing. */
    Fingerprint (*object_sum)(const Machine *m, const SyncObject *x);
    Fingerprint (*thread_sum)(const Machine *m, const Thread *t);
    /* The state of an object, for the verifier of fingerprints; may be NULL: its counters. */
    void (*state_text)(StrBuf *out, const Machine *m, const SyncObject *x);
} ObjectClassRow;

extern const ObjectClassRow mutex_class, cond_class, rwlock_class, semaphore_class, barrier_class,
    once_class, thread_class, memory_class, section_class, kernel_class, branch_class;

/* Ends the call that proposed the operation with this result. */
void finish(Machine *m, Thread *t, int64_t result);
/* A finding of kind "api" about the object of an operation: `format` has one %s for its name. */
void misuse(Machine *m, Thread *t, const Operation *o, const char *format);
/* "the mutex `m`" */
char *object_text(const Machine *m, const char *what, uint64_t address);
/* Sorts a few numbers. */
void sort_outcomes(uint32_t *outcomes, unsigned n);

/* What an action does to an object where some actions commute: nothing, something that commutes
 * with its like, or else. */
typedef enum Effect { EFFECT_NONE, EFFECT_COMMUTES, EFFECT_OTHER } Effect;
static inline bool effects_dependent(Effect x, Effect y) { return x == EFFECT_OTHER || x != y; }
/* "blocked: waits for the mutex `m`, held by thread 0.1"; NULL where nobody holds it:
 * ObjectClassRow.blocked_text. */
char *held_text(const Machine *m, int thread, const char *object, const char *holders);

/* What a counter or a value of an object adds to the sum of the state. */
static inline Fingerprint counter_sum(unsigned class, uint64_t identity, uint64_t part,
                                      int64_t count) {
    return fragment_linear(piece(PIECE_OBJECT + class, hash_combine(identity, part)),
                           (uint64_t)count);
}
static inline Fingerprint value_sum(unsigned class, uint64_t identity, uint64_t part,
                                    uint64_t value) {
    return fragment(piece(PIECE_OBJECT + class, hash_combine(identity, part)), value);
}
/* A counter of an object changes: commuting operations may change it. */
static inline void state_count(Machine *m, unsigned class, uint64_t identity, uint64_t part,
                               int64_t change) {
    fingerprint_add(&m->engine_change, counter_sum(class, identity, part, change));
}
/* A value of an object is there from now on, or (`gone`) no longer. */
static inline void state_set(Machine *m, unsigned class, uint64_t identity, uint64_t part,
                             uint64_t value, bool gone) {
    Fingerprint f = value_sum(class, identity, part, value);
    if (gone)
        fingerprint_subtract(&m->engine_change, f);
    else
        fingerprint_add(&m->engine_change, f);
}

/* See the kinds of keys in operations.h. */
static inline uint64_t object_key(unsigned kind, uint64_t what) {
    return (what >> 61 ? hash_mix(what) : what) << 3 | kind;
}
/* Keys and component of a class whose operations have one object each. */
unsigned simple_keys(const Action *a, uint64_t *keys, unsigned *touched);
bool simple_component(const Action *a, uint64_t *key, bool *ordering);

/* mutex.c: the two halves of a wait: gives the mutex up entirely (false: the thread does not own
 * it), and takes it again, with the result for the program. */
bool mutex_release_all(Machine *m, int thread, uint64_t mutex, uint32_t *depth, bool *lost);
/* Whether who releases it now leaves it lost for ever. */
bool mutex_is_inconsistent(const Machine *m, uint64_t mutex);
int mutex_acquire_again(Machine *m, int thread, uint64_t mutex, unsigned type, uint32_t depth);
/* The owner of a mutex after these actions, -1: none. */
int mutex_owner_after(uint64_t mutex, const Action *const *past, size_t n);
/* The component of an operation on a mutex, also of one that is not of its class. */
bool mutex_component(const Action *a, uint64_t *key, bool *ordering);

/* kernel_piece.c: a piece of a system call with more objects than an event lists counts as on this
 * one, too, and so does an access to the kernel's memory outside of pieces. No object is there. */
#define MANY_OBJECTS 1
bool kernel_has_many(const Action *a);
/* memory_access.c: whether it is an access to the kernel's memory outside of pieces. */
static inline bool on_kernel_memory(const Action *a) {
    return operation_on_memory(&a->op) && a->op.flags & MEMORY_OF_KERNEL;
}

#endif
