/*
 * circuits.h — arithmetic on numbers of up to 128 wires, the lowest bit first. Division and shifts
 * have the meaning that expr.h gives them. Outputs may be the inputs' arrays.
 */
#ifndef HEDDLE_SOLVER_BLAST_CIRCUITS_H
#define HEDDLE_SOLVER_BLAST_CIRCUITS_H

#include "expr/expr.h"
#include "solver/blast/gates.h"

#define MOST_WIRES 128

/* out = a + b + carry, where `b` is negated bit by bit first if `minus`. Returns the carry. */
int circuit_add(Gates *g, const int *a, const int *b, bool minus, int carry, unsigned w, int *out);
int circuit_equal(Gates *g, const int *a, const int *b, unsigned w);
/* Returns a < b, or a <= b if `or_equal`. */
int circuit_less(Gates *g, const int *a, const int *b, unsigned w, bool is_signed, bool or_equal);
void circuit_multiply(Gates *g, const int *a, const int *b, unsigned w, int *out);
/* The operations EXPR_UDIV to EXPR_SREM. */
void circuit_divide(Gates *g, ExprOp op, const int *a, const int *b, unsigned w, int *out);
/* The operations EXPR_SHL to EXPR_ASHR. */
void circuit_shift(Gates *g, ExprOp op, const int *a, const int *by, unsigned w, int *out);
/* out = c ? a : b. */
void circuit_choose(Gates *g, int c, const int *a, const int *b, unsigned w, int *out);

#endif
