/*
 * special.c — instructions that the interpreter's loops do not execute: LIST instructions, by
 * family, and the intrinsics on memory and the stack.
 */
#include "vm/interpreter/lists/special.h"
#include "vm/symbolic/symbolic_floats.h"
#include "vm/symbolic/undefined.h"
#include "vm/state/thread_time.h"

/* Returns the width in bits of the result of an operation on floating-point numbers. */
static unsigned float_result_bits(MiscOp op) {
    if (op == MISC_FPCLASS32 || op == MISC_FPCLASS64) return 1;
    return op < MISC_LRINT32 && !(op & 1) ? 32 : 64;
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
    case MISC_READCYCLE:
        thread_time_assumes(m);
        set_reg(t, def(i, 0), thread_time_read(m, t));
        return end_list(t, i);
    case MISC_TRAP:
        machine_fault(m, t, "abort", "a trap instruction was executed");
        return STEP_STOP;
    default: break;
    }
    const Expr *value = any_symbolic(t, i) ? float_function_expr(m, t, i) : NULL;
    if (value) {
        set_reg_expr(m, t, def(i, 0), expr_zext(m->pool, value, 64));
        return end_list(t, i);
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
