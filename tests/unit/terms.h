/*
 * terms.h — short names for expressions of the pool `p` of a test.
 */
#ifndef HEDDLE_TESTS_TERMS_H
#define HEDDLE_TESTS_TERMS_H

#include "expr/expr.h"

static ExprPool *p;

static inline const Expr *in(const char *name, unsigned bytes) {
    return expr_read_le(p, expr_input(p, name, bytes), 0, bytes);
}
static inline const Expr *K(unsigned w, u128 v) { return expr_const(p, w, v); }
static inline const Expr *B(ExprOp op, const Expr *a, const Expr *b) { return expr_binary(p, op, a, b); }

#endif
