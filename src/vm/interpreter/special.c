/*
 * special.c — instructions that the interpreter's loops do not execute: LIST instructions, by
 * family, and the intrinsics on memory and the stack.
 */
#include "vm/interpreter/special.h"
#include "vm/symbolic/undefined.h"
#include "vm/state/thread_time.h"

void complete(Machine *m, Thread *t, uint64_t result) {
    const Insn *i = t->pc;
    if (i->d) set_reg(t, def(i, 0), result);
    end_list(t, i);
}

bool concrete_reg(Machine *m, Thread *t, unsigned r, uint64_t *value) {
    const Expr *e = reg_expr(t, r);
    if (!e) {
        *value = frame_regs(t)[r];
        return true;
    }
    return concretise(m, t, e, value);
}

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

/* Returns the width in bits of the result of an operation on floating-point numbers. */
static unsigned float_result_bits(MiscOp op) {
    if (op == MISC_FPCLASS32 || op == MISC_FPCLASS64) return 1;
    return op < MISC_LRINT32 && !(op & 1) ? 32 : 64;
}

StepResult memory_function(Machine *m, Thread *t, const Insn *i, bool set, uint64_t *to) {
    uint64_t from, size;
    if (!concrete_reg(m, t, use(i, 0), to) || !concrete_reg(m, t, use(i, 2), &size))
        return STEP_STOP;
    if (set) return range_set(m, t, *to, size, frame_regs(t)[use(i, 1)], reg_expr(t, use(i, 1)));
    if (!concrete_reg(m, t, use(i, 1), &from)) return STEP_STOP;
    return range_copy(m, t, *to, from, size);
}

static StepResult special_start_arguments(Machine *m, Thread *t, const Insn *i) {
    if (frame_regs(t)[use(i, 0)]) return end_list(t, i);
    machine_fault(
        m, t, "unsupported",
        "variable arguments of `%s`, which was called through a pointer to a function without any",
        t->frames[t->top].function->name);
    return STEP_STOP;
}

/* Shrinks the stack to an earlier top. */
static StepResult special_restore_stack(Machine *m, Thread *t, const Insn *i) {
    uint64_t to = frame_regs(t)[use(i, 0)];
    if (to < t->stack) {
        if (range_end(m, t, to, t->stack - to) == STEP_STOP) return STEP_STOP;
        memory_forbid(m->memory, to, t->stack - to);
    }
    t->stack = to;
    return end_list(t, i);
}

static StepResult allocate_on_stack(Machine *m, Thread *t, const Insn *i) {
    uint64_t size, align = MAX(i->imm, 16);
    if (!concrete_reg(m, t, use(i, 0), &size)) return STEP_STOP;
    uint64_t at = frame_allocate_more(m, t, size, align);
    if (!at) return STEP_STOP;
    at = (at + 16 + align - 1) & ~(align - 1);
    if (at + size + 16 > t->stack) t->stack = (at + size + 31) & ~15ull;
    if (t->frames[t->top].function->library)
        memory_allow(m->memory, at, size, true);
    else
        memory_allow_undefined(m->memory, at, size);
    access_fresh(m, at, size);
    set_reg(t, def(i, 0), at);
    return end_list(t, i);
}

static StepResult intrinsic(Machine *m, Thread *t, const Insn *i) {
    MiscOp op = (MiscOp)i->b;
    uint64_t to;
    switch (op) {
    case MISC_MEMCPY:
    case MISC_MEMMOVE:
    case MISC_MEMSET: {
        StepResult s = memory_function(m, t, i, op == MISC_MEMSET, &to);
        return s == STEP_STOP ? s : end_list(t, i);
    }
    case MISC_BSWAP:
    case MISC_BITREVERSE:
    case MISC_CTPOP:
    case MISC_CTLZ:
    case MISC_CTTZ:
    case MISC_FSHL:
    case MISC_FSHR:
    case MISC_UMIN:
    case MISC_UMAX:
    case MISC_SMIN:
    case MISC_SMAX:
    case MISC_ABS:
    case MISC_UADDO:
    case MISC_SADDO:
    case MISC_USUBO:
    case MISC_SSUBO:
    case MISC_UMULO:
    case MISC_SMULO:
    case MISC_UADDSAT:
    case MISC_SADDSAT:
    case MISC_USUBSAT:
    case MISC_SSUBSAT: return integer_function(m, t, i);
    case MISC_VASTART: return special_start_arguments(m, t, i);
    case MISC_STACKSAVE: set_reg(t, def(i, 0), t->stack); return end_list(t, i);
    case MISC_STACKRESTORE: return special_restore_stack(m, t, i);
    case MISC_ALLOCA: return allocate_on_stack(m, t, i);
    case MISC_READCYCLE: set_reg(t, def(i, 0), thread_time_read(m, t)); return end_list(t, i);
    case MISC_TRAP:
        machine_fault(m, t, "abort", "a trap instruction was executed");
        return STEP_STOP;
    default: break;
    }
    UndefinedOperands aside = undefined_set_aside(t, i);
    concrete_operands(m, t, i, float_reason);
    if (!float_function(t, i)) base_fatal("intrinsic %u has no implementation", i->b);
    undefined_take_back(m, t, i, &aside, float_result_bits(op));
    return end_list(t, i);
}

StepResult special_execute(Machine *m, Thread *t) {
    const Insn *i = t->pc;
    t->cursor = 0;
    range_begin(m);
    switch (i->op) {
    case OP_CALL: return call_function(m, t, i, &m->program->functions[i->imm], 0);
    case OP_CALLI: return call_indirect(m, t, i);
    case OP_RET:
    case OP_RETV:
    case OP_RETN: return return_from(m, t, i);
    case OP_BUILTIN: return builtin_execute(m, t, i);
    case OP_WIDE: return wide_execute(m, t, i);
    case OP_FLOAT80: return float80_execute(m, t, i);
    case OP_MISC: return intrinsic(m, t, i);
    case OP_ATOMIC: return atomic_execute(m, t, i);
    case OP_GUARD:
        set_reg_expr(m, t, i->d, undefined_register(m, frame_regs(t)[i->b]));
        t->pc++;
        return STEP_NEXT;
    case OP_OVERFLOW: return check_overflow(m, t, i);
    case OP_MISSING:
        machine_fault(m, t, "unsupported", "%s", m->program->messages[i->imm]);
        return STEP_STOP;
    case OP_UNREACHABLE:
        machine_fault(m, t, "unreachable", "code marked unreachable is executed");
        return STEP_STOP;
    default: base_fatal("instruction %s in the wrong place", op_names[i->op]);
    }
}
