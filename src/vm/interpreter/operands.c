/* operands.c — operands and results of instructions that the interpreter's loops do not execute. */
#include "vm/interpreter/lists/special.h"
#include "vm/symbolic/undefined.h"

const char *const float_reason =
    "a symbolic value that reached floating-point arithmetic was made concrete";

void concrete_operands(Machine *m, Thread *t, const Insn *i, const char *why) {
    if (!any_symbolic(t, i)) return;
    for (unsigned k = 0; k < i->a; k++) {
        const Expr *e = reg_expr(t, use(i, k));
        if (e) set_reg(t, use(i, k), concretise_once(m, t, e, why));
    }
}

UndefinedOperands undefined_set_aside(const Thread *t, const Insn *i) {
    UndefinedOperands aside = {0};
    for (unsigned k = 0; k < i->a && k < ARRAY_LEN(aside.operand) && t->frames[t->top].symbolic;
         k++) {
        const Expr *e = reg_expr(t, use(i, k));
        if (e && e->undefined) aside.operand[k] = aside.any = e;
    }
    return aside;
}

void undefined_take_back(Machine *m, Thread *t, const Insn *i, const UndefinedOperands *aside,
                         unsigned bits) {
    if (!aside->any) return;
    for (unsigned k = 0; k < i->a && k < ARRAY_LEN(aside->operand); k++)
        if (aside->operand[k]) set_reg_expr(m, t, use(i, k), aside->operand[k]);
    for (unsigned k = 0; k < i->d; k++)
        set_reg_expr(m, t, def(i, k), undefined_derived(m, aside->any, k ? 16 : bits));
}

/* Executes the function where its size is an expression. */
static LengthResult memory_function_of_length(Machine *m, Thread *t, const Insn *i, bool set,
                                              uint64_t to, uint64_t from) {
    const Expr *length = reg_expr(t, use(i, 2));
    if (!length) return LENGTH_EACH;
    LengthRange r = {.to = to, .from = from, .sets = set, .length = length};
    if (set) r.byte = expr_trunc(m->pool, reg_as_expr(m, t, use(i, 1)), 8);
    return range_of_length(m, t, &r);
}

StepResult memory_function(Machine *m, Thread *t, const Insn *i, bool set, uint64_t *to) {
    uint64_t from = 0, size;
    if (!concrete_reg(m, t, use(i, 0), to)) return STEP_STOP;
    if (!set && !concrete_reg(m, t, use(i, 1), &from)) return STEP_STOP;
    LengthResult done = memory_function_of_length(m, t, i, set, *to, from);
    if (done != LENGTH_EACH) return done == LENGTH_DONE ? STEP_NEXT : STEP_STOP;
    if (!concrete_reg(m, t, use(i, 2), &size)) return STEP_STOP;
    if (set) return range_set(m, t, *to, size, frame_regs(t)[use(i, 1)], reg_expr(t, use(i, 1)));
    return range_copy(m, t, *to, from, size);
}
