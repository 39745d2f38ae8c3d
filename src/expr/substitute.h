/*
 * substitute.h — expressions with other expressions in place of inputs: what a value is once it is
 * known what the variables in it stand for.
 */
#ifndef HEDDLE_EXPR_SUBSTITUTE_H
#define HEDDLE_EXPR_SUBSTITUTE_H

#include "expr/expr.h"

typedef struct Substitution Substitution;

Substitution *substitution_new(ExprPool *pool);
void substitution_free(Substitution *s);
/* Forgets what inputs stood for. */
void substitution_begin(Substitution *s);
/* From now on `input` stands for a value of 8 * size bits in which nothing is left to be replaced.
 * It was not part of an expression that was asked about since substitution_begin. */
void substitution_set(Substitution *s, const Input *input, const Expr *value);
/* What an input stands for; NULL: for itself. */
const Expr *substitution_of(const Substitution *s, const Input *input);
/* An expression of the same pool with what its inputs stand for. */
const Expr *substitution_apply(Substitution *s, const Expr *e);

#endif
