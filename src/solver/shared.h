/*
 * shared.h — answers of back ends that several solvers share: those of the workers and of the
 * strategies that explore one program. Each has expressions of its own, so what an answer is about
 * is copied. Only answers that cost more than copying are kept.
 */
#ifndef HEDDLE_SOLVER_SHARED_H
#define HEDDLE_SOLVER_SHARED_H

#include "base/tables/index.h"
#include "solver/reads.h"
#include "solver/slice.h"
#include "solver/solver.h"

/* Steps of the back end (SolverStats.backend_steps) that an answer must have cost. */
#define SHARED_LEAST_STEPS 2000

/* A constraint or a read of a solver, and its copy. */
typedef struct SharedCopy {
    const Expr *from, *to;
} SharedCopy;

/* What one solver knows of the copies of its expressions. */
typedef struct SharedView {
    SharedAnswers *of; /* NULL: nothing is shared */
    uint32_t round;    /* of `of` when the copies were made */
    VEC(SharedCopy) copies;
    Index by_id;           /* of copies, by id of the original */
    uint32_t added;        /* answers of this solver that `of` got */
    uint32_t asked, found; /* how often shared_find looked, and found something */
} SharedView;

void shared_view_free(SharedView *v);
/* Looks for an answer to this ordered slice. SAT: the values of `r`, the slice's reads, are set.
 * UNKNOWN: there is none. */
SolverResult shared_find(SharedView *v, const Slice *slice, Reads *r);
/* Adds an answer: SAT with the values of `r`, or UNSAT with a core of n constraints, by their
 * places in the slice. */
void shared_add(SharedView *v, const Slice *slice, SolverResult answer, const Reads *r,
                const uint32_t *core, size_t n);

#endif
