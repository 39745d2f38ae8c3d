/*
 * integer_functions.c — functions of integers that are instructions of their own: on numbers of up
 * to 64 bits, and on expressions of any width.
 */
#include "vm/interpreter/lists/special.h"

static uint64_t bit_reverse(uint64_t x, unsigned w) {
    uint64_t y = 0;
    for (unsigned k = 0; k < w; k++) y |= (x >> k & 1) << (w - 1 - k);
    return y;
}

/* Computes the function on numbers of up to 64 bits; *overflow tells whether it overflowed. */
static uint64_t integer_value(unsigned op, unsigned w, uint64_t x, uint64_t y, uint64_t z,
                              bool *overflow) {
    uint64_t mask = low_bits(w);
    int64_t sx = signed_of(x, w), sy = signed_of(y, w);
    i128 wide_signed = 0;
    u128 wide_unsigned = 0;
    int64_t top = (int64_t)(mask >> 1), bottom = -top - 1;
    *overflow = false;
    switch (op) {
    case MISC_BSWAP: return __builtin_bswap64(x) >> (64 - w);
    case MISC_BITREVERSE: return bit_reverse(x, w);
    case MISC_CTPOP: return (uint64_t)__builtin_popcountll(x);
    case MISC_CTLZ: return x ? (uint64_t)__builtin_clzll(x) - (64 - w) : w;
    case MISC_CTTZ: return x ? (uint64_t)__builtin_ctzll(x) : w;
    case MISC_FSHL:
    case MISC_FSHR: {
        unsigned s = (unsigned)(z % w);
        if (op == MISC_FSHR) s = (w - s) % w;
        if (op == MISC_FSHR && s == 0) return y;
        return s ? ((x << s) | (y >> (w - s))) & mask : x;
    }
    case MISC_UMIN: return MIN(x, y);
    case MISC_UMAX: return MAX(x, y);
    case MISC_SMIN: return sx < sy ? x : y;
    case MISC_SMAX: return sx > sy ? x : y;
    case MISC_ABS: return (uint64_t)(sx < 0 ? -(uint64_t)sx : (uint64_t)sx) & mask;
    case MISC_UADDO:
    case MISC_UADDSAT: wide_unsigned = (u128)x + y; break;
    case MISC_USUBO:
    case MISC_USUBSAT:
        *overflow = x < y;
        return *overflow && op == MISC_USUBSAT ? 0 : (x - y) & mask;
    case MISC_UMULO: wide_unsigned = (u128)x * y; break;
    case MISC_SADDO:
    case MISC_SADDSAT: wide_signed = (i128)sx + sy; break;
    case MISC_SSUBO:
    case MISC_SSUBSAT: wide_signed = (i128)sx - sy; break;
    case MISC_SMULO: wide_signed = (i128)sx * sy; break;
    default: break;
    }
    if (op == MISC_UADDO || op == MISC_UADDSAT || op == MISC_UMULO) {
        *overflow = wide_unsigned > mask;
        return *overflow && op == MISC_UADDSAT ? mask : (uint64_t)wide_unsigned & mask;
    }
    *overflow = wide_signed > top || wide_signed < bottom;
    if (*overflow && (op == MISC_SADDSAT || op == MISC_SSUBSAT))
        return (uint64_t)(wide_signed < 0 ? bottom : top) & mask;
    return (uint64_t)wide_signed & mask;
}

static const Expr *integer_operand(Machine *m, Thread *t, const Insn *i, unsigned k, unsigned w) {
    if (w <= 64) return expr_trunc(m->pool, reg_as_expr(m, t, use(i, k)), w);
    return expr_trunc(m->pool, wide_expr(m, t, use(i, 2 * k), use(i, 2 * k + 1)), w);
}

/* A function of one to three expressions of any width. */
typedef struct IntegerCall {
    unsigned op, width;
    const Expr *x, *y, *z; /* as many as `op` takes */
} IntegerCall;

/* Returns the condition that x op y overflows, where r is the truncated result. */
static const Expr *overflow_expr(ExprPool *p, const IntegerCall *c, ExprOp op, bool sign,
                                 const Expr *r) {
    unsigned w = c->width;
    const Expr *x = c->x, *y = c->y;
    if (op == EXPR_MUL && 2 * w <= 128) {
        const Expr *full =
            expr_binary(p, EXPR_MUL, sign ? expr_sext(p, x, 2 * w) : expr_zext(p, x, 2 * w),
                        sign ? expr_sext(p, y, 2 * w) : expr_zext(p, y, 2 * w));
        return expr_not(p,
                        expr_eq(p, full, sign ? expr_sext(p, r, 2 * w) : expr_zext(p, r, 2 * w)));
    }
    if (op == EXPR_MUL) {
        const Expr *back = expr_binary(p, sign ? EXPR_SDIV : EXPR_UDIV, r, y);
        return expr_and(p, expr_not(p, expr_eq(p, y, expr_const(p, w, 0))),
                        expr_not(p, expr_eq(p, back, x)));
    }
    if (!sign)
        return op == EXPR_ADD ? expr_binary(p, EXPR_ULT, r, x) : expr_binary(p, EXPR_ULT, x, y);
    const Expr *sx = expr_extract(p, x, w - 1, 1), *sy = expr_extract(p, y, w - 1, 1),
               *sr = expr_extract(p, r, w - 1, 1);
    if (op == EXPR_SUB) sy = expr_not(p, sy);
    return expr_and(p, expr_eq(p, sx, sy), expr_not(p, expr_eq(p, sx, sr)));
}

/* Builds additions, subtractions and multiplications, some of which saturate; *overflow is the
 * condition that they overflow. */
static const Expr *arithmetic_expr(ExprPool *p, const IntegerCall *c, const Expr **overflow) {
    unsigned op = c->op, w = c->width;
    const Expr *x = c->x, *y = c->y, *zero = expr_const(p, w, 0);
    bool sign = op == MISC_SADDO || op == MISC_SSUBO || op == MISC_SMULO || op == MISC_SADDSAT ||
                op == MISC_SSUBSAT;
    bool add = op == MISC_UADDO || op == MISC_SADDO || op == MISC_UADDSAT || op == MISC_SADDSAT;
    bool multiply = op == MISC_UMULO || op == MISC_SMULO;
    ExprOp base = multiply ? EXPR_MUL : add ? EXPR_ADD : EXPR_SUB;
    const Expr *r = expr_binary(p, base, x, y);
    *overflow = overflow_expr(p, c, base, sign, r);
    u128 all = w < 128 ? ((u128)1 << w) - 1 : ~(u128)0;
    if (op == MISC_UADDSAT) return expr_ite(p, *overflow, expr_const(p, w, all), r);
    if (op == MISC_USUBSAT) return expr_ite(p, *overflow, zero, r);
    if (op == MISC_SADDSAT || op == MISC_SSUBSAT)
        return expr_ite(p, *overflow,
                        expr_ite(p, expr_binary(p, EXPR_SLT, x, zero),
                                 expr_const(p, w, (all >> 1) + 1), expr_const(p, w, all >> 1)),
                        r);
    return r;
}

/* Builds the function on expressions of any width; *overflow is NULL if it has no overflow. */
static const Expr *integer_expr(ExprPool *p, const IntegerCall *c, const Expr **overflow) {
    unsigned op = c->op, w = c->width;
    const Expr *x = c->x, *y = c->y, *z = c->z, *zero = expr_const(p, w, 0);
    *overflow = NULL;
    switch (op) {
    case MISC_BSWAP: {
        const Expr *e = NULL;
        for (unsigned k = 0; k < w; k += 8)
            e = e ? expr_concat(p, e, expr_extract(p, x, k, 8)) : expr_extract(p, x, k, 8);
        return e;
    }
    case MISC_BITREVERSE: {
        const Expr *e = NULL;
        for (unsigned k = 0; k < w; k++)
            e = e ? expr_concat(p, e, expr_extract(p, x, k, 1)) : expr_extract(p, x, k, 1);
        return e;
    }
    case MISC_CTPOP: {
        const Expr *e = zero;
        for (unsigned k = 0; k < w; k++)
            e = expr_binary(p, EXPR_ADD, e, w > 1 ? expr_zext(p, expr_extract(p, x, k, 1), w) : x);
        return e;
    }
    case MISC_CTLZ:
    case MISC_CTTZ: {
        const Expr *e = expr_const(p, w, w);
        for (unsigned k = 0; k < w; k++) {
            unsigned bit = op == MISC_CTLZ ? k : w - 1 - k;
            e = expr_ite(p, expr_extract(p, x, bit, 1),
                         expr_const(p, w, op == MISC_CTLZ ? w - 1 - bit : bit), e);
        }
        return e;
    }
    case MISC_FSHL:
    case MISC_FSHR: {
        const Expr *s = expr_binary(p, EXPR_UREM, z, expr_const(p, w, w)),
                   *rest = expr_binary(p, EXPR_SUB, expr_const(p, w, w), s);
        return op == MISC_FSHL ? expr_binary(p, EXPR_OR, expr_binary(p, EXPR_SHL, x, s),
                                             expr_binary(p, EXPR_LSHR, y, rest))
                               : expr_binary(p, EXPR_OR, expr_binary(p, EXPR_SHL, x, rest),
                                             expr_binary(p, EXPR_LSHR, y, s));
    }
    case MISC_UMIN: return expr_ite(p, expr_binary(p, EXPR_ULT, x, y), x, y);
    case MISC_UMAX: return expr_ite(p, expr_binary(p, EXPR_ULT, x, y), y, x);
    case MISC_SMIN: return expr_ite(p, expr_binary(p, EXPR_SLT, x, y), x, y);
    case MISC_SMAX: return expr_ite(p, expr_binary(p, EXPR_SLT, x, y), y, x);
    case MISC_ABS: return expr_ite(p, expr_binary(p, EXPR_SLT, x, zero), expr_neg(p, x), x);
    default: return arithmetic_expr(p, c, overflow);
    }
}

StepResult integer_function(Machine *m, Thread *t, const Insn *i) {
    unsigned w = (unsigned)i->imm, n = w > 64 ? i->a / 2u : i->a;
    bool has_overflow = i->b >= MISC_UADDO && i->b <= MISC_SMULO;
    if (w <= 64 && !any_symbolic(t, i)) {
        const uint64_t *r = frame_regs(t);
        bool overflow;
        uint64_t out = integer_value(i->b, w, r[use(i, 0)], n > 1 ? r[use(i, 1)] : 0,
                                     n > 2 ? r[use(i, 2)] : 0, &overflow);
        set_reg(t, def(i, 0), out);
        if (has_overflow) set_reg(t, def(i, 1), overflow);
        return end_list(t, i);
    }
    IntegerCall c = {.op = i->b, .width = w, .x = integer_operand(m, t, i, 0, w)};
    if (n > 1) c.y = integer_operand(m, t, i, 1, w);
    if (n > 2) c.z = integer_operand(m, t, i, 2, w);
    const Expr *o, *e = integer_expr(m->pool, &c, &o);
    if (w <= 64) {
        set_reg_expr(m, t, def(i, 0), expr_zext(m->pool, e, 64));
        if (has_overflow) set_reg_expr(m, t, def(i, 1), expr_zext(m->pool, o, 64));
    } else {
        set_wide(m, t, i, expr_zext(m->pool, e, 128));
        if (has_overflow) set_reg_expr(m, t, def(i, 2), expr_zext(m->pool, o, 64));
    }
    return end_list(t, i);
}

StepResult check_overflow(Machine *m, Thread *t, const Insn *i) {
    static const uint8_t ops[] = {MISC_SADDO, MISC_SSUBO, MISC_SMULO};
    static const char *const names[] = {"addition", "subtraction", "multiplication"};
    unsigned w = i->b >> 8, kind = i->b & 255;
    bool overflow = false;
    if (!any_symbolic(t, i)) {
        integer_value(ops[kind], w, frame_regs(t)[use(i, 0)], frame_regs(t)[use(i, 1)], 0,
                      &overflow);
    } else {
        IntegerCall c = {.op = ops[kind],
                         .width = w,
                         .x = integer_operand(m, t, i, 0, w),
                         .y = integer_operand(m, t, i, 1, w)};
        const Expr *o;
        integer_expr(m->pool, &c, &o);
        Decision d = machine_decide(m, t, o);
        if (d == DECIDE_STOP) return STEP_STOP;
        overflow = d == DECIDE_TRUE;
    }
    Mistake x = {.kind = "arithmetic",
                 .effect = "behind a signed overflow: the result wraps around"};
    bool stops = overflow && !machine_mistake(m, t, x, "signed integer overflow in a %u-bit %s", w,
                                              names[kind]);
    return stops ? STEP_STOP : end_list(t, i);
}
