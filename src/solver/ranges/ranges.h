/*
 * ranges.h — answers by ranges and known bits. What single bytes may be is known from the
 * constraints on them (domains.h). What that makes of each term is computed, and what the
 * constraints leave to their terms goes back down to the bytes, until nothing changes. Where
 * nothing is left to some term there is no solution. Else one is looked for among what is left,
 * and evaluated.
 */
#ifndef HEDDLE_SOLVER_RANGES_RANGES_H
#define HEDDLE_SOLVER_RANGES_RANGES_H

#include "solver/domains.h"
#include "solver/ranges/known.h"

typedef struct Ranges Ranges;

Ranges *ranges_new(ExprPool *pool);
void ranges_free(Ranges *r);

/* Whether the constraints hold together. `read` has the bytes that they read, without repeats, and
 * `left` what is left to each; it gets what ranges leave if the answer is UNKNOWN. On SAT byte[k]
 * is the value of read.data[k], preferably that in `near`. UNKNOWN if ranges do not tell. */
SolverResult ranges_check(Ranges *r, ExprList constraints, ExprList read, ByteValues *left,
                          const Model *near, uint8_t *byte);

/* Computes a range that has all values of `e` (width <= 64) under the constraints, and perhaps
 * more. `read` and `left` as in ranges_check, with the bytes of `e`. */
KnownRange ranges_around(Ranges *r, ExprList constraints, const Expr *e, ExprList read,
                         ByteValues *left);

/* Looks for a solution step by step: from the values of `near` on, bytes are changed at random
 * among what is left to them as long as not fewer constraints hold. Cheap where many values satisfy
 * constraints that are hard to solve, such as those on products. */
bool ranges_walk(Ranges *r, ExprList constraints, ExprList read, const ByteValues *left,
                 const Model *near, uint8_t *byte);

#endif
