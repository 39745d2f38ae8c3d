/*
 * views.h — inputs of which a state knows nothing but one value that was computed from them and
 * tells as much: x - k, x ^ k, an odd multiple. With a fresh input in the place of that value it is
 * the same state, so a loop that counts an input down comes back to where it was.
 * docs/proofs/cut-offs.md has the argument.
 */
#ifndef HEDDLE_STATE_VIEWS_H
#define HEDDLE_STATE_VIEWS_H

#include "expr/substitute.h"

/* A place that holds an expression. In sums over threads, `count` tells what is there (1) and what
 * is gone (0). */
typedef struct SymbolicPiece {
    uint64_t where;
    const Expr *value;
    int32_t count;
} SymbolicPiece;

typedef struct Views Views;

Views *views_new(ExprPool *pool);
void views_free(Views *v);

/* Puts fresh inputs (which keep the names) in the place of such values in all of the expressions of
 * a state: bytes of memory are by address and come before registers, in ascending order. False:
 * there is nothing to replace. */
bool views_replace(Views *v, SymbolicPiece *pieces, size_t n);
/* What is assumed about inputs, in terms of what replaced them; after views_replace returned
 * true. */
const Expr *views_rewrite(Views *v, const Expr *condition);

#endif
