/*
 * solver.h — the one narrow interface behind which satisfiability is decided: slicing into
 * independent parts, reuse of models, caches of sat and unsat slices, and last an SMT solver in
 * this process.
 *
 * Invariants: an answer SAT comes with a model that was checked by the evaluator to satisfy every
 * constraint asked; UNKNOWN is given at the limit, on an interruption or a failure of the back end,
 * and never hidden. A solver belongs to one expression pool and one worker.
 */
#ifndef HEDDLE_SOLVER_SOLVER_H
#define HEDDLE_SOLVER_SOLVER_H

#include "expr/expr.h"
#include <stdatomic.h>

typedef struct Solver Solver;

typedef enum SolverResult { SOLVER_UNSAT, SOLVER_SAT, SOLVER_UNKNOWN } SolverResult;

typedef struct SolverOptions {
    const char *name;  /* back end; NULL means "z3" */
    unsigned limit_ms; /* of one query of the back end; 0 means none. What counts are the steps it
                        * takes, in about the number of an idle machine's milliseconds: an answer
                        * must not depend on what else the machine does */
    const atomic_bool *stop; /* once it is true every answer is UNKNOWN; may be NULL */
    bool no_cache;           /* ask the back end every time (for tests and measurements) */
} SolverOptions;

typedef struct SolverStats {
    uint64_t queries;         /* calls of solver_check */
    uint64_t backend_queries; /* of them, answered by the back end */
    uint64_t model_hits;      /* answered by evaluating the hint or a recent model */
    uint64_t cache_hits;      /* answered by a cached slice (equal, or a subset/superset of one) */
    uint64_t trial_hits;      /* answered by trying all values */
    uint64_t unknown;
    uint64_t backend_steps; /* of the back end, in all queries: the same each time. 10,000 take
                             * about as long as a millisecond of an idle machine */
    double seconds;         /* in all of solver_check */
    double backend_seconds;
} SolverStats;

/* NULL with a message in *error (caller frees) where the back end's name is unknown. */
Solver *solver_new(ExprPool *pool, const SolverOptions *options, char **error);
void solver_free(Solver *s);
/* Ends a query that another thread is waiting for, as UNKNOWN. From any thread. */
void solver_interrupt(Solver *s);
/* Gives back the memory of caches and of what the back end has learnt. */
void solver_forget(Solver *s);

/*
 * Is the conjunction of constraints[0..n-1] and `query` (all of width 1) satisfiable? The caller
 * promises that the constraints alone are satisfiable; `hint`, where not NULL, is a model of them.
 * On SAT and where `model` is not NULL, *model is a new reference to a model of everything; it
 * agrees with `hint` on inputs that the query's slice does not touch.
 */
SolverResult solver_check(Solver *s, const Expr *const *constraints, size_t n, const Expr *query,
                          const Model *hint, Model **model);

/* A value that `e` (width <= 64) can have under the constraints, which depends on nothing but them:
 * the one under the first solution in the order of bytes, or the smallest. False where unknown.
 * `hint` as in solver_check. */
bool solver_value(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, uint64_t *value);

typedef struct ValueRange {
    uint64_t low, high; /* both included */
} ValueRange;
/* Smallest and largest unsigned value of `e` (width <= 64) under the constraints; false where
 * unknown. `hint` as in solver_check. */
bool solver_range(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, ValueRange *range);

const SolverStats *solver_stats(const Solver *s);

/* Names of back ends, NULL-terminated. */
const char *const *solver_names(void);

#endif
