/*
 * expr_bytes.h — expressions as bytes, for another process: a list of nodes, each written once,
 * whose operands come before it. An expression is then its number in the list.
 */
#ifndef HEDDLE_EXPR_EXPR_BYTES_H
#define HEDDLE_EXPR_EXPR_BYTES_H

#include "base/tables/index.h"
#include "base/wire.h"
#include "expr/expr.h"

typedef struct ExprWriter {
    Wire nodes;
    Index index; /* of `written`, by address */
    VEC(const Expr *) written;
} ExprWriter;

/* Returns the number of an expression, whose nodes are added where they are missing. */
uint32_t expr_writer_number(ExprWriter *w, const Expr *e);
/* Appends the list of nodes. */
void expr_writer_put(const ExprWriter *w, Wire *out);
void expr_writer_free(ExprWriter *w);

typedef VEC(const Expr *) ExprList;
/* Reads such a list into a pool, as it was written and unsimplified. What is no expression is
 * wrong. The caller frees the list with vec_free. */
void expr_list_get(WireReader *r, ExprPool *pool, ExprList *out);

#endif
