/*
 * substitute.h — replaces inputs in expressions by other expressions: the value of an expression
 * once the values of its variables are known.
 */
#ifndef HEDDLE_EXPR_SUBSTITUTE_H
#define HEDDLE_EXPR_SUBSTITUTE_H

#include "expr/expr.h"

typedef struct Substitution Substitution;

Substitution *substitution_new(ExprPool *pool);
void substitution_free(Substitution *s);
/* Forgets the values of inputs. */
void substitution_begin(Substitution *s);
/* The same, and inputs that are not undefined stand for their bytes in a model, which is kept by
 * the caller for as long. */
void substitution_begin_with(Substitution *s, const Model *model);
/* Lets `input` stand for a value of 8 * size bits, in which nothing is left to be replaced. No
 * expression that was substituted since substitution_begin contains the input. */
void substitution_set(Substitution *s, const Input *input, const Expr *value);
/* Returns the value of an input; NULL: it stands for itself. */
const Expr *substitution_of(const Substitution *s, const Input *input);
/* Returns an expression of the same pool with its inputs replaced by their values. */
const Expr *substitution_apply(Substitution *s, const Expr *e);

#endif
