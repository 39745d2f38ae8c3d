/*
 * wide.c — 128-bit integers.
 */
#include "vm/interpreter/lists/special.h"

const Expr *wide_expr(Machine *m, Thread *t, unsigned lo, unsigned hi) {
    return expr_concat(m->pool, reg_as_expr(m, t, hi), reg_as_expr(m, t, lo));
}

void set_wide(Machine *m, Thread *t, const Insn *i, const Expr *e) {
    const Expr *lo = expr_extract(m->pool, e, 0, 64), *hi = expr_extract(m->pool, e, 64, 64);
    set_reg_expr(m, t, def(i, 0), lo);
    set_reg_expr(m, t, def(i, 1), hi);
}

static u128 wide_value(const Thread *t, unsigned lo, unsigned hi) {
    const uint64_t *r = frame_regs(t);
    return r[lo] | (u128)r[hi] << 64;
}

/* Extends a number of `w` bits to 128, by its sign or by zeros. */
static StepResult wide_extend(Machine *m, Thread *t, const Insn *i) {
    unsigned w = (unsigned)i->imm;
    if (any_symbolic(t, i)) {
        const Expr *e = expr_trunc(m->pool, wide_expr(m, t, use(i, 0), use(i, 1)), w);
        set_wide(m, t, i,
                 i->b == WIDE_SEXT ? expr_sext(m->pool, e, 128) : expr_zext(m->pool, e, 128));
    } else {
        u128 a = wide_value(t, use(i, 0), use(i, 1)), x = w < 128 ? a << (128 - w) : a;
        x = w < 128 ? (i->b == WIDE_SEXT ? (u128)((i128)x >> (128 - w)) : x >> (128 - w)) : x;
        set_reg(t, def(i, 0), (uint64_t)x);
        set_reg(t, def(i, 1), (uint64_t)(x >> 64));
    }
    return end_list(t, i);
}

static StepResult divides_by_zero(Machine *m, Thread *t) {
    machine_fault(m, t, "arithmetic", "division by zero");
    return STEP_STOP;
}

static bool wide_divides(ExprOp op) { return op >= EXPR_UDIV && op <= EXPR_SREM; }
static bool wide_compares(const Insn *i) { return i->b >= WIDE_EQ && i->b <= WIDE_SLE; }

static StepResult wide_symbolic(Machine *m, Thread *t, const Insn *i, ExprOp op) {
    const Expr *x = wide_expr(m, t, use(i, 0), use(i, 1)),
               *y = wide_expr(m, t, use(i, 2), use(i, 3));
    if (wide_divides(op)) {
        Decision zero = machine_decide(m, t, expr_eq(m->pool, y, expr_const(m->pool, 128, 0)));
        if (zero == DECIDE_STOP) return STEP_STOP;
        if (zero == DECIDE_TRUE) return divides_by_zero(m, t);
    }
    const Expr *e = expr_binary(m->pool, op, x, y);
    if (i->b == WIDE_NE) e = expr_not(m->pool, e);
    if (wide_compares(i))
        set_reg_expr(m, t, def(i, 0), expr_zext(m->pool, e, 64));
    else
        set_wide(m, t, i, e);
    return end_list(t, i);
}

StepResult wide_execute(Machine *m, Thread *t, const Insn *i) {
    static const uint8_t ops[] = {
        [WIDE_ADD] = EXPR_ADD,   [WIDE_SUB] = EXPR_SUB,   [WIDE_MUL] = EXPR_MUL,
        [WIDE_UDIV] = EXPR_UDIV, [WIDE_SDIV] = EXPR_SDIV, [WIDE_UREM] = EXPR_UREM,
        [WIDE_SREM] = EXPR_SREM, [WIDE_AND] = EXPR_AND,   [WIDE_OR] = EXPR_OR,
        [WIDE_XOR] = EXPR_XOR,   [WIDE_SHL] = EXPR_SHL,   [WIDE_LSHR] = EXPR_LSHR,
        [WIDE_ASHR] = EXPR_ASHR, [WIDE_EQ] = EXPR_EQ,     [WIDE_NE] = EXPR_EQ,
        [WIDE_ULT] = EXPR_ULT,   [WIDE_ULE] = EXPR_ULE,   [WIDE_SLT] = EXPR_SLT,
        [WIDE_SLE] = EXPR_SLE};
    if (i->b == WIDE_SEXT || i->b == WIDE_TRUNC) return wide_extend(m, t, i);
    ExprOp op = ops[i->b];
    if (any_symbolic(t, i)) return wide_symbolic(m, t, i, op);
    u128 a = wide_value(t, use(i, 0), use(i, 1)), b = wide_value(t, use(i, 2), use(i, 3));
    if (wide_divides(op) && b == 0) return divides_by_zero(m, t);
    u128 x = expr_fold_binary(op, 128, a, b);
    if (i->b == WIDE_NE) x = !x;
    set_reg(t, def(i, 0), (uint64_t)x);
    if (!wide_compares(i)) set_reg(t, def(i, 1), (uint64_t)(x >> 64));
    return end_list(t, i);
}
