/*
 * backend.h — the interface that a decision procedure offers to solver.c. A query is about one
 * slice. The procedure knows nothing of models as such, hints or caches, and may keep whatever it
 * learns between calls.
 */
#ifndef HEDDLE_SOLVER_BACKEND_H
#define HEDDLE_SOLVER_BACKEND_H

#include "base/plugin.h"
#include "solver/solver.h"

typedef struct BackendQuery {
    const Expr *const *constraint; /* n expressions of width 1, none constant */
    size_t n;
    const Expr *const *read; /* every READ that the constraints contain, without repeats */
    size_t reads;
    unsigned limit_ms; /* see SolverOptions; 0: none */
    uint8_t *byte;     /* on SAT: the value of each read */
    uint32_t
        *core; /* on UNSAT: indices of constraints that are unsatisfiable together, room for n */
    size_t core_len;
    uint64_t steps; /* out: a measure of the work, independent of the machine */
} BackendQuery;

typedef struct BackendOps {
    const char *name;
    void *(*create)(ExprPool *pool);
    void (*destroy)(void *self);
    /* Frees the memory of what the procedure has learnt. */
    void (*forget)(void *self);
    /* Decides a query. UNKNOWN at the limit and on any failure; never ends the process. */
    SolverResult (*check)(void *self, BackendQuery *query);
    /* Makes a check that runs in another thread return soon. */
    void (*interrupt)(void *self);
    /* Whether a check that was given up may still run, so that the process must not clean up behind
     * it. NULL: never. A plug-in has its own copy of base/apart.c. */
    bool (*runs_on)(void);
} BackendOps;

/* Lies in a plug-in of its own (solver.c). */
extern EXPORTED const BackendOps backend_z3;
/* Bit-blasting. */
extern const BackendOps backend_sat;
/* Bit-blasting, then Z3. */
extern const BackendOps backend_auto;
/* Both of them, whose answers must agree. */
extern const BackendOps backend_check;
/* Returns Z3's back end, which is loaded at the first call. */
const BackendOps *backend_load_z3(void);
/* Whether a check of Z3 that was given up may still run. */
bool backend_runs_on(void);

#endif
