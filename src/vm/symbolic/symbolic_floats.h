/*
 * symbolic_floats.h — floating point on symbolic operands: each instruction and function as an
 * expression. Not for other rooms.
 */
#ifndef HEDDLE_VM_SYMBOLIC_SYMBOLIC_FLOATS_H
#define HEDDLE_VM_SYMBOLIC_SYMBOLIC_FLOATS_H

#include "vm/interpreter/execution.h"

/* Returns the result of a floating-point instruction of the loops, or NULL if `op` is another. */
const Expr *float_instruction(Machine *m, const Thread *t, const Insn *i, unsigned op);
/* Returns the result of a function of float or double (MISC), or NULL if it has no symbolic form.
 */
const Expr *float_function_expr(Machine *m, Thread *t, const Insn *i);
/* Returns the sum or the difference of two numbers of 32 or 64 bits. */
const Expr *float_sum(Machine *m, bool minus, const Expr *a, const Expr *b);

#endif
