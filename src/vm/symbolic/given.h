/*
 * given.h — inputs that are expressions although their values are given, as a debugger wants them:
 * a value shows how it came from the inputs, and nothing is decided or explored.
 */
#ifndef HEDDLE_VM_SYMBOLIC_GIVEN_H
#define HEDDLE_VM_SYMBOLIC_GIVEN_H

#include "vm/machine/machine.h"

/* Gives an input its value, of `input->size` bytes, from here on. */
void given_add(Machine *m, const Input *input, const uint8_t *bytes);
/* Returns the value of an expression: a constant, unless it has undefined parts, which stay. Where
 * inputs are explored (not MachineOptions.given_symbolic) it is the expression itself. */
const Expr *given_value(Machine *m, const Expr *e);

#endif
