/*
 * bounds.h — comparisons of one term with constants, taken together. A counting loop over an input
 * leaves n > 0, n > 1, n > 2, ... on the path, of which the last one implies all others. Each such
 * comparison is a set of values of its term. The sets of one term are intersected before anything
 * else is asked, and the intersection replaces the comparisons.
 *
 * Terms are equal up to a constant that is added or that they are subtracted from.
 */
#ifndef HEDDLE_SOLVER_BOUNDS_H
#define HEDDLE_SOLVER_BOUNDS_H

#include "solver/domains.h"

typedef struct Bounds Bounds;
typedef VEC(const Expr *) Conjuncts;

Bounds *bounds_new(ExprPool *pool);
void bounds_free(Bounds *b);

/* Adds the conjuncts of `e`; false if one is constantly false. */
bool conjuncts_add(ExprPool *p, Conjuncts *all, const Expr *e);

/*
 * Replaces a conjunction by an equivalent one with at most one set of values for each term. The
 * first *before conjuncts are known to be satisfiable together; the rest is a query. Afterwards
 * *before separates what the query does not concern from what it says or tightens. Conjuncts that
 * are no comparisons keep their order. False if no value of some term is left.
 */
bool bounds_reduce(Bounds *b, Conjuncts *all, size_t *before);

/* Whether the conjuncts say nothing but that a term lies in a set of values, and the term can have
 * each of them: a part of an input. If so, byte[k] becomes the value of read.data[k] for the value
 * of smallest magnitude. `read` has the bytes of the term. The conjuncts come from the last call of
 * bounds_reduce. */
bool bounds_solve(Bounds *b, ExprList conjuncts, ExprList read, uint8_t *byte);

#endif
