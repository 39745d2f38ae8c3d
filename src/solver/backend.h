/*
 * backend.h — what a decision procedure must offer to solver.c. It is asked about one slice at a
 * time, knows nothing of models as such, hints or caches, and may keep whatever it learns between
 * calls.
 */
#ifndef HEDDLE_SOLVER_BACKEND_H
#define HEDDLE_SOLVER_BACKEND_H

#include "base/plugin.h"
#include "solver/solver.h"

typedef struct BackendQuery {
    const Expr *const *constraint; /* n expressions of width 1, none constant */
    size_t n;
    const Expr *const *read; /* every READ that the constraints contain, no repeats */
    size_t reads;
    unsigned limit_ms; /* see SolverOptions; 0 means none */
    uint8_t *byte;     /* on SAT: the value of each read */
    uint32_t
        *core; /* on UNSAT: indices of constraints that are unsatisfiable together, room for n */
    size_t core_len;
    uint64_t steps; /* out: a measure of the work that does not depend on the machine */
} BackendQuery;

typedef struct BackendOps {
    const char *name;
    void *(*create)(ExprPool *pool);
    void (*destroy)(void *self);
    /* Gives back the memory of what it has learnt. */
    void (*forget)(void *self);
    /* UNKNOWN at the limit and on any failure; never ends the process. */
    SolverResult (*check)(void *self, BackendQuery *query);
    /* Makes a check that runs in another thread come back soon. */
    void (*interrupt)(void *self);
} BackendOps;

/* In a plug-in of its own (solver.c). */
extern EXPORTED const BackendOps backend_z3;

#endif
