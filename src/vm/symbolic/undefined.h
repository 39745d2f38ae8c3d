/*
 * undefined.h — memory that was never written, if that is checked. Each byte reads as a variable of
 * its own that no model names (expr_undefined). Copying a byte, and computing with it, is no error.
 * A finding is a decision by a value that depends on it. Not for other rooms.
 */
#ifndef HEDDLE_VM_SYMBOLIC_UNDEFINED_H
#define HEDDLE_VM_SYMBOLIC_UNDEFINED_H

#include "vm/interpreter/execution.h"

/* Returns the byte at an address that is marked as undefined. */
const Expr *undefined_byte(Machine *m, uint64_t address);
/* Returns some bits, zero-extended to 64, of a local variable that is not in memory: (number & 255)
 * of them, from byte (number >> 8 & 0xffffff) on. The text of the variable is
 * Program.messages[number >> 32]. */
const Expr *undefined_register(Machine *m, uint64_t number);
/* Returns a value of `bits` bits, zero-extended to 64, that was computed from `e` in a way that
 * expressions cannot represent. */
const Expr *undefined_derived(Machine *m, const Expr *e, unsigned bits);
/* Returns `e` with zero in place of all that is undefined in it. */
const Expr *undefined_as_zero(Machine *m, const Expr *e);
/* Resolves a value that is about to decide something: returns it without undefined parts if it does
 * not depend on these. NULL: it depends on them, which was reported, and the thread was stopped; or
 * inputs decide whether it does, and a branch was proposed first. */
const Expr *undefined_resolve(Machine *m, Thread *t, const Expr *e);
/* The same; `what` says what the value is about to decide. */
const Expr *undefined_resolve_for(Machine *m, Thread *t, const Expr *e, const char *what);
/* Whether bytes may leave the program. False if one depends on undefined memory, with the effect
 * described above. */
bool undefined_may_leave(Machine *m, Thread *t, uint64_t address, uint64_t size);
void undefined_free(Machine *m);

#endif
