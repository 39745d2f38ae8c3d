/*
 * parametric.h — a proof for any number of threads, while it is made: shared by the files of this
 * room. Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_PARAMETRIC_PARAMETRIC_H
#define HEDDLE_STRATEGIES_PARAMETRIC_PARAMETRIC_H

#include "strategies/parametric/any_threads.h"
#include "strategies/parametric/coverability.h"
#include "base/tables/hash_set.h"
#include "base/tables/index.h"
#include "expr/substitute.h"
#include "state/canonical.h"
#include "state/symmetry/symmetry.h"
#include "vm/memory/access_log.h"

/* Whose an input is. */
typedef struct InputOwner {
    uint64_t state; /* in which state; see Proof */
    int slot;
} InputOwner;

/* What main's memory contains after an event of main's, where it does not depend on inputs. */
typedef struct MainMemory {
    uint64_t event;
    Fingerprint contents;
} MainMemory;

/* A variable of the program. */
typedef struct Variable {
    const char *name;
    bool any;       /* it may have any value once it was accessed */
    HashSet values; /* that it had, as hashes; at most ENOUGH_VALUES + 1 */
} Variable;

typedef VEC(Variable) Variables;

typedef struct Proof {
    Campaign *c;
    Run *run;
    Symmetry *symmetry;
    Coverability *cover;
    const char *refused; /* why nothing can be said; NULL: nothing stands in the way so far */
    VEC(VisibleRange) visible;
    Variables variables;     /* those that are visible, in the same order */
    Substitution *fresh;     /* scratch: what replaces inputs of variables */
    bool forgets;            /* something was forgotten in an execution */
    bool unlimited;          /* variables may have more than ENOUGH_VALUES */
    bool limited;            /* one had more */
    bool large;              /* it came to a limit that fewer values of variables may keep */
    VEC(VisibleRange) fixed; /* variables of libraries: they must stay as they are */
    uint8_t *before;         /* the variables before the first thread is created */
    VEC(uint64_t) kinds;     /* by slot: what the thread runs; 0: it was not created yet */
    HashSet all_kinds;       /* kinds that were met */
    HashSet seen;            /* states of so many threads */
    Canonical *canonical;    /* expressions of one thread, whatever the names of its inputs */
    VEC(LogEntry) accesses;  /* of the last step, but for those that are operations of their own */
    VEC(const Expr *) exprs; /* scratch: the expressions of one thread */
    VEC(InputOwner) owners;  /* by id of an input */
    VEC(MainMemory) memories;
    Index memories_at;
    uint64_t states;          /* that were looked at so far */
    uint64_t hashed;          /* bytes of memory in them */
    uint64_t markings;        /* of coverability trees */
    VEC(const Input *) rigid; /* that main's state had when it created the first thread: all may
                               * use them */
    int alone;                /* who stands within an operation that is indivisible for the others
                               * in the present state; -1: nobody */
    unsigned alive;           /* threads at once */
    uint32_t first;           /* the shared state before the first thread is created */
    size_t begins;            /* steps of main before that */
    uint32_t arguments;       /* blocks of main's heap that have the arguments of the program */
    uint64_t work, most_work; /* counted so far; a limit */
    uint64_t others_work;     /* of the campaign's runs and of the solver, before the attempt */
    bool later;               /* it may succeed with more work */
} Proof;

/* Notes why nothing can be said, unless something else stands in the way already. Returns false. */
static inline bool proof_refuse(Proof *p, const char *why) {
    if (!p->refused) p->refused = why;
    return false;
}

/* Finds the variables of the program, and those of libraries. */
void proof_find_variables(Proof *p);
/* Forgets, after a step of a thread, what variables contain that depends on inputs of threads, or
 * may be any value. `section`: the thread stood within an atomic section before. */
void proof_forget(Proof *p, const Action *a, bool section);
/* Notes a value that a variable has, by a hash of it. */
void proof_note_value(Proof *p, size_t variable, uint64_t hash);
/* Lets variables have any value that had many in another attempt. False: there are none. */
bool proof_widen(Proof *p, const Variables *other);
void proof_free_variables(Variables *all);
/* The expressions of one thread, or of what all share, follow. */
void proof_begin_expressions(Proof *p);
/* Whether all may use an input. Only while the numbers of the expressions are known. */
bool proof_is_rigid(const Proof *p, const Input *input);
/* Whether something depends on what a variable contains, in the present state. */
bool proof_counts(const Proof *p, VisibleRange variable);
/* A state begins: inputs have no owners in it yet. Finds who is alone. */
void proof_begin_state(Proof *p);
/* The number of the shared state; false if nothing can be said of it. */
bool proof_shared_state(Proof *p, uint32_t *out);
/* The number of a thread's local state, COVERABILITY_NONE if it has ended or waits for ever. */
bool proof_local_state(Proof *p, int slot, uint32_t *out);

#endif
