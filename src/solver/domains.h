/*
 * domains.h — answers by trying: a constraint on one input byte is the set of its values that
 * satisfy it, computed once; where the bytes of a question have few values left, all of them are
 * tried. No hash function is too hard for that.
 */
#ifndef HEDDLE_SOLVER_DOMAINS_H
#define HEDDLE_SOLVER_DOMAINS_H

#include "solver/solver.h"

typedef struct Domains Domains;

Domains *domains_new(ExprPool *pool);
void domains_free(Domains *d);
/* Whether a constraint has so many products and quotients that a back end may take for ever (like a
 * hash function). */
bool domains_hard(Domains *d, const Expr *constraint);
typedef struct ExprList {
    const Expr *const *data;
    size_t len;
} ExprList;

/* Whether the constraints hold together. `read` are the bytes that they read, without repeats; on
 * SAT byte[k] is the value of read.data[k]: of all solutions the one that is smallest in the order
 * of bytes. UNKNOWN where there are too many values to try. */
SolverResult domains_check(Domains *d, ExprList constraints, ExprList read, uint8_t *byte);

/* The value of `e` under the first solution in the order of bytes (the last of them counts most);
 * `read` are the bytes of `e`, too. False where it is not found within some thousand tries. */
bool domains_first(Domains *d, ExprList constraints, ExprList read, const Expr *e, uint64_t *value);

#endif
