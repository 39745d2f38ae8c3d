/*
 * bytes.h — functions of one byte: an expression that depends on a single byte of one input is the
 * list of its 256 values. Where it has grown deep, tables of these values take its place. Equal
 * functions are then the same expression, and cost the same however they were computed.
 */
#ifndef HEDDLE_EXPR_BYTES_H
#define HEDDLE_EXPR_BYTES_H

#include "expr/expr.h"

#define BYTE_VALUES 256

/* Returns the only byte that `e` depends on, as a READ; NULL if it is constant or depends on
 * several. */
const Expr *expr_only_byte(const Expr *e);
/* Computes the values of expressions that depend on one byte. bytes_begin forgets what an earlier
 * call computed. bytes_values returns false if a part of `e` is wider than 64 bits, or it is very
 * deep. */
void bytes_begin(ExprPool *pool);
bool bytes_values(ExprPool *pool, const Expr *e, uint64_t values[BYTE_VALUES]);
/* Returns the expression of this width (at most 64) that has these values. */
const Expr *bytes_expr(ExprPool *pool, const Expr *byte, const uint64_t values[BYTE_VALUES],
                       unsigned width);
/* Returns `e`, or the same function as tables if it is deep and depends on one byte only. */
const Expr *bytes_flatten(ExprPool *pool, const Expr *e);

#endif
