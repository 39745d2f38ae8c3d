/*
 * solver.h — the narrow interface to satisfiability: slicing into independent parts, reuse of
 * models, caches of sat and unsat slices, and finally an SMT solver in this process.
 *
 * Invariants: an answer SAT comes with a model that the evaluator has checked against every
 * constraint of the query. UNKNOWN is returned at the limit, on an interruption or a failure of the
 * back end, and never hidden. A solver belongs to one expression pool and one worker.
 */
#ifndef HEDDLE_SOLVER_SOLVER_H
#define HEDDLE_SOLVER_SOLVER_H

#include "expr/expr.h"
#include <stdatomic.h>

typedef struct Solver Solver;
typedef struct SharedAnswers SharedAnswers; /* shared.h */

typedef enum SolverResult { SOLVER_UNSAT, SOLVER_SAT, SOLVER_UNKNOWN } SolverResult;

typedef struct SolverOptions {
    const char *name;  /* back end; NULL: "auto" */
    unsigned limit_ms; /* limit of one query of the back end, 0: none. It counts steps, about as
                          many as fit into so many milliseconds of an idle machine: an answer must
                          not depend on the load of the machine */
    const atomic_bool *stop; /* once it is true, every answer is UNKNOWN; may be NULL */
    bool no_cache;           /* ask the back end every time (for tests and measurements) */
    SharedAnswers *shared;   /* with the solvers of other workers; outlives them; NULL: none */
} SolverOptions;

/* What answers a query before the back end does. */
#define SOLVER_LAYERS(L)                                                               \
    L(path_hits)   /* the path has the condition, or its negation */                   \
    L(repeat_hits) /* the same question */                                             \
    L(bound_hits)  /* sets of values of terms that are compared with constants */      \
    L(model_hits)  /* the hint, evaluated */                                           \
    L(cache_hits)  /* an equal slice that was answered */                              \
    L(core_hits)   /* constraints in the slice that contradict each other */           \
    L(shared_hits) /* a slice that another worker's or strategy's back end answered */ \
    L(order_hits)  /* the order of terms that are compared with each other */          \
    L(trial_hits)  /* all values, tried */                                             \
    L(range_hits)  /* ranges and known bits of terms */                                \
    L(walk_hits)   /* values changed at random, for hard constraints */

typedef struct SolverStats {
    uint64_t queries;         /* calls of solver_check and solver_value */
    uint64_t backend_queries; /* answered by the back end */
#define LAYER(name) uint64_t name;
    SOLVER_LAYERS(LAYER)
#undef LAYER
    uint64_t unknown;
    uint64_t backend_steps; /* of the back end, in all queries; the same in each execution. 10,000
                               take about a millisecond of an idle machine */
    double seconds;         /* in all queries */
    double backend_seconds;
} SolverStats;

/* shared.c: answers that solvers share, in different threads too. */
SharedAnswers *shared_answers_new(void);
void shared_answers_free(SharedAnswers *a);

/* Returns NULL with a message in *error (the caller frees) if the back end's name is unknown. */
Solver *solver_new(ExprPool *pool, const SolverOptions *options, char **error);
void solver_free(Solver *s);
/* Ends a query that another thread waits for, as UNKNOWN. May be called by any thread. */
void solver_interrupt(Solver *s);
/* Whether a limit is reached, so that queries are no longer answered (SolverOptions.stop). `s` may
 * be NULL. */
bool solver_is_stopped(const Solver *s);
/* Frees the memory of caches and of what the back end has learnt. */
void solver_forget(Solver *s);

/*
 * Whether the conjunction of constraints[0..n-1] and `query` (all of width 1) is satisfiable. The
 * caller guarantees that the constraints alone are satisfiable; `hint`, unless it is NULL, is a
 * model of them. On SAT, *model (unless `model` is NULL) is a new reference to a model of
 * everything. It agrees with `hint` on inputs that the query's slice does not touch.
 */
SolverResult solver_check(Solver *s, const Expr *const *constraints, size_t n, const Expr *query,
                          const Model *hint, Model **model);

/* Finds a value that `e` (width <= 64) can have under the constraints. It depends only on them: it
 * is the one under the first solution in the order of bytes, or the smallest. False if unknown.
 * `hint` as in solver_check. */
bool solver_value(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, uint64_t *value);

typedef struct ValueRange {
    uint64_t low, high; /* both inclusive */
} ValueRange;
/* Computes the smallest and largest unsigned value of `e` (width <= 64) under the constraints;
 * false if unknown. `hint` as in solver_check. */
bool solver_range(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, ValueRange *range);

const SolverStats *solver_stats(const Solver *s);
/* Counts a query that the caller answered by a look at the path (path_hits). */
void solver_count_known(Solver *s);

/* Returns the names of back ends, NULL-terminated. */
const char *const *solver_names(void);

#endif
