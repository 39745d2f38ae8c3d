/*
 * pruner_internal.h — data that the two files of the pruner share: nodes and conditions (pruner.c),
 * and transfers (pruner_transfers.c), the lifted slices of single steps. Not for others.
 */
#ifndef HEDDLE_VERSIONS_PRUNER_INTERNAL_H
#define HEDDLE_VERSIONS_PRUNER_INTERNAL_H

#include "base/tables/hash_set.h"
#include "explore/internal.h"
#include "versions/pruner.h"

/* Both sides of a branch of one thread at a node, as far as they were explored. */
typedef struct Sides {
    int32_t thread;
    const Expr *branch;  /* what it asks, in symbols */
    const Expr *side[2]; /* what covers what follows; NULL: not explored, or not feasible */
} Sides;

typedef struct PrunerNode {
    Fingerprint control, objects;
    SleepSet asleep;       /* at the beginning */
    bool unknown;          /* something below has no summary: a finding, or what cannot be lifted */
    const Expr *condition; /* covers what was explored so far, branches aside */
    VEC(Sides) sides;
    bool looked_at; /* summaries of it are kept and looked up */
    bool unsettled; /* some run below does not show all of its choices */
    Footprint follows;
    KeySet findings; /* below, and in the step that led here */
    /* How the run came here. */
    int32_t thread;
    uint32_t outcome, transfer;
    bool branched;
} PrunerNode;

typedef struct KnownTransfer {
    Fingerprint control;
    uint32_t outcome;
    Transfer transfer;
} KnownTransfer;

#define NO_TRANSFER UINT32_MAX

/* The precondition of a slice for a condition after it. */
typedef struct Before {
    uint32_t transfer;
    const Expr *after, *before;
} Before;

struct Pruner {
    Campaign *c;
    Run *run;
    Machine *m;
    CodeNames *names;
    Lifter *lifter;
    Summaries summaries;
    VEC(PrunerNode) nodes;
    VEC(KnownTransfer) transfers;
    Index by_control; /* of transfers that hold for other states, too */
    uint32_t coming;  /* the transfer of the step that is being tried */
    Operation pending;
    Substitution *after, *renaming;
    VEC(Before) befores;
    Index by_condition;
    VEC(uint8_t) sizes; /* by expression: whether it is small */
    uint64_t visible;
    HashSet touched;       /* operations and transfers: what these touch is known of those */
    HashSet met;           /* findings of this exploration */
    VEC(uint32_t) counted; /* by expression: the last round in which it was counted */
    uint32_t round;
    bool prunes;
    bool saves;
    double saved_at;
    /* In builds with invariants: what the coming step is to leave behind, see
     * pruner_check_foretold. */
    VEC(TransferOutput) foretold;
};

/* --- pruner_transfers.c ----------------------------------------------------------------------- */

/* In builds with invariants: the state that a step led to is what the transfer foretold. */
void pruner_check_foretold(Pruner *p, uint32_t transfer);

#endif
