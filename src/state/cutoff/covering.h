/*
 * covering.h — compares states by the assumptions about their inputs: a state whose assumptions
 * imply those of a known state with the same expressions can do nothing that the known state
 * cannot. docs/proofs/cut-offs.md proves that it then needs no exploration.
 */
#ifndef HEDDLE_STATE_COVERING_H
#define HEDDLE_STATE_COVERING_H

#include "solver/solver.h"
#include "vm/state/fingerprint.h"

typedef struct Coverings Coverings;

/* A state: a hash of all but its assumptions, how far a configuration that leads to it is (see
 * cutoff.h), and the assumptions, in inputs that are named by where the state refers to them.
 * `shared`: some are also about inputs that the state does not refer to. */
typedef struct CoveredState {
    Fingerprint shape;
    uint64_t progress;
    const Expr *const *assumed;
    size_t n;
    bool shared;
} CoveredState;

Coverings *coverings_new(void);
void coverings_free(Coverings *c);
void coverings_clear(Coverings *c);

/* Whether a known state that was reached with less progress covers this one. */
bool coverings_has(const Coverings *c, ExprPool *pool, Solver *solver, const CoveredState *state);
/* Adds a state that is explored; its assumptions are copied. */
void coverings_add(Coverings *c, const CoveredState *state);

#endif
