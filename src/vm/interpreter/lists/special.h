/*
 * special.h — shared by the families of LIST instructions (calls.c, wide.c, float80.c,
 * float_functions.c, integer_functions.c, atomics.c, special.c). Each family is written once for
 * concrete and symbolic operands. For these files only.
 */
#ifndef HEDDLE_VM_INTERPRETER_SPECIAL_H
#define HEDDLE_VM_INTERPRETER_SPECIAL_H

#include "base/floats.h"
#include "vm/memory/range.h"

static inline int64_t signed_of(uint64_t x, unsigned bits) {
    return bits < 64 ? (int64_t)(x << (64 - bits)) >> (64 - bits) : (int64_t)x;
}

static inline bool any_symbolic(const Thread *t, const Insn *i) {
    if (!t->frames[t->top].symbolic) return false;
    for (unsigned k = 0; k < i->a; k++)
        if (frame_sym(t)[use(i, k)]) return true;
    return false;
}

/* Ends the LIST instruction `i`: the thread continues after it. */
static inline StepResult end_list(Thread *t, const Insn *i) {
    t->pc = insn_next_list(i);
    t->ndecisions = 0;
    range_over(t);
    return STEP_NEXT;
}

/* The reason that is reported when values of a symbolic operand are dropped. */
extern const char *const float_reason;
/* Makes the operands of an operation without a symbolic form concrete: chooses one value and drops
 * the others, for the reason `why`. */
void concrete_operands(Machine *m, Thread *t, const Insn *i, const char *why);

/* Undefined operands of an operation without a symbolic form. They are set aside while the
 * operation is executed on zeros. Its results, of `bits` bits, then depend on them. */
typedef struct UndefinedOperands {
    const Expr *operand[8], *any;
} UndefinedOperands;
UndefinedOperands undefined_set_aside(const Thread *t, const Insn *i);
void undefined_take_back(Machine *m, Thread *t, const Insn *i, const UndefinedOperands *aside,
                         unsigned bits);

/* calls.c. `first` is the first operand that is an argument. */
StepResult call_function(Machine *m, Thread *t, const Insn *i, const Function *f, unsigned first);
StepResult call_indirect(Machine *m, Thread *t, const Insn *i);
StepResult return_from(Machine *m, Thread *t, const Insn *i);

/* wide.c: 128-bit integers, each in two registers */
StepResult wide_execute(Machine *m, Thread *t, const Insn *i);
const Expr *wide_expr(Machine *m, Thread *t, unsigned lo, unsigned hi);
/* Sets the first two results of the instruction to the halves of `e` (128 bits). */
void set_wide(Machine *m, Thread *t, const Insn *i, const Expr *e);

/* float80.c */
StepResult float80_execute(Machine *m, Thread *t, const Insn *i);

/* float_functions.c: executes a function of float or double; false if the instruction is none. */
bool float_function(Thread *t, const Insn *i);

/* integer_functions.c: counts of bits, minima, arithmetic whose overflow is reported or
 * saturates */
StepResult integer_function(Machine *m, Thread *t, const Insn *i);
/* Checks that the addition, subtraction or multiplication after this instruction does not
 * overflow. */
StepResult check_overflow(Machine *m, Thread *t, const Insn *i);

/* atomics.c */
StepResult atomic_execute(Machine *m, Thread *t, const Insn *i);

#endif
