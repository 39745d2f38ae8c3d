/*
 * undefined.h — memory that was never written, where that is checked: each byte reads as a variable
 * of its own that no model names (expr_undefined). Copying it, and computing with it, is nothing; a
 * finding is what a value decides that depends on it. Not for other rooms.
 */
#ifndef HEDDLE_VM_SYMBOLIC_UNDEFINED_H
#define HEDDLE_VM_SYMBOLIC_UNDEFINED_H

#include "vm/interpreter/execution.h"

/* The byte at an address that is marked as undefined. */
const Expr *undefined_byte(Machine *m, uint64_t address);
/* Some bits of a local variable that is no memory: (number & 255) of them, from byte (number >> 8 &
 * 0xffffff) on of the variable whose text is Program.messages[number >> 32]. 64 bits wide. */
const Expr *undefined_register(Machine *m, uint64_t number);
/* A value of `bits` bits that was computed from `e`, in a way that expressions have no form for. 64
 * bits wide. */
const Expr *undefined_derived(Machine *m, const Expr *e, unsigned bits);
/* `e` with zero in place of all that is undefined in it. */
const Expr *undefined_as_zero(Machine *m, const Expr *e);
/* `e` is about to decide something: the same without what is undefined, where its value does not
 * depend on that. NULL: it does, which was told and stopped the thread; or that is decided by
 * inputs, and a branch was proposed first. */
const Expr *undefined_resolve(Machine *m, Thread *t, const Expr *e);
/* The same, where `what` says what it is about to decide. */
const Expr *undefined_resolve_for(Machine *m, Thread *t, const Expr *e, const char *what);
/* Bytes are about to leave the program: false where one depends on what is undefined, as above. */
bool undefined_may_leave(Machine *m, Thread *t, uint64_t address, uint64_t size);
void undefined_free(Machine *m);

#endif
