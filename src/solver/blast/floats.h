/*
 * floats.h — float and double as circuits: the operations of expr.h, with the bits that
 * base/floats.h computes.
 */
#ifndef HEDDLE_SOLVER_BLAST_FLOATS_H
#define HEDDLE_SOLVER_BLAST_FLOATS_H

#include "expr/expr.h"
#include "solver/blast/gates.h"

/* Computes the wires of an operation of floating point, whose operands are given. */
void float_circuit(Gates *g, const Expr *e, const int *const kid[3], int *out);

#endif
