/*
 * special.c — LIST instructions: calls through pointers, 128-bit integers, 80-bit floats, intrinsics,
 * atomics, and the ends of things. Each is written once for concrete and symbolic operands.
 */
#include "vm/range.h"
#include <math.h>
#include <stdlib.h>

static inline uint64_t mask_of(unsigned bits) { return bits < 64 ? (1ull << bits) - 1 : ~0ull; }
static inline int64_t signed_of(uint64_t x, unsigned bits) {
    return bits < 64 ? (int64_t)(x << (64 - bits)) >> (64 - bits) : (int64_t)x;
}

static bool any_symbolic(const Thread *t, const Insn *i) {
    if (!t->frames[t->top].symbolic) return false;
    for (unsigned k = 0; k < i->a; k++)
        if (frame_sym(t)[use(i, k)]) return true;
    return false;
}

static Step done(Machine *m, Thread *t, const Insn *i) {
    (void)m;
    t->pc = insn_next_list(i);
    t->ndecisions = 0;
    range_over(t);
    return STEP_NEXT;
}

void complete(Machine *m, Thread *t, uint64_t result) {
    const Insn *i = t->pc;
    if (i->d) set_reg(t, def(i, 0), result);
    done(m, t, i);
}

bool concrete_reg(Machine *m, Thread *t, unsigned r, uint64_t *value) {
    const Expr *e = reg_expr(t, r);
    if (!e) {
        *value = frame_regs(t)[r];
        return true;
    }
    return concretise(m, t, e, value);
}

/* --- calls ------------------------------------------------------------------------------------------- */

static Step call_function(Machine *m, Thread *t, const Insn *i, const Function *f, unsigned first) {
    if (!f->code) {
        machine_fault(
            m, t, "unsupported",
            "call of the function `%s`, which is not defined in the program, in libc or in the runtime",
            f->name);
        return STEP_STOP;
    }
    bool atomic = f->atomic;
    if (atomic && t->section == 0 && m->nthreads > 1) {
        if (!access_granted(t, OPERATION_SECTION, 0, 0)) {
            t->pending = (Operation){.kind = OPERATION_SECTION, .target = -1, .loc = machine_loc(m, t)};
            return STEP_STOP;
        }
    }
    const Frame *caller = &t->frames[t->top];
    uint64_t *from = frame_regs(t), *to = from + caller->function->nregs;
    bool symbolic = false;
    unsigned n = i->a - first;
    /* The last operand of a call as a variadic function is the place of the arguments; a function that is
     * none has no use for it. */
    bool placed = i->op == OP_CALLI && i->b;
    if (placed) n = MIN(n - 1, (unsigned)(f->nparams - f->vararg));
    for (unsigned k = 0; k < n; k++) to[k] = from[use(i, first + k)];
    if (caller->symbolic)
        for (unsigned k = 0; k < n; k++) {
            frame_sym(t)[caller->function->nregs + k] = frame_sym(t)[use(i, first + k)];
            symbolic |= frame_sym(t)[use(i, first + k)] != NULL;
        }
    /* Missing arguments (a call without a prototype) read as zero. */
    for (unsigned k = n; k < f->nparams; k++) to[k] = 0;
    if (placed && f->vararg) to[f->nparams - 1] = from[use(i, i->a - 1u)];
    t->ndecisions = 0;
    if (!frame_enter(m, t, f, i)) return STEP_STOP;
    Frame *frame = &t->frames[t->top];
    frame->symbolic = symbolic;
    frame->ending = atomic;
    if (symbolic)
        for (unsigned k = n; k < f->nregs; k++) frame_sym(t)[k] = NULL;
    if (atomic) {
        t->section++;
        log_boundary(t);
    }
    t->pc = f->code;
    return STEP_NEXT;
}

static Step call_indirect(Machine *m, Thread *t, const Insn *i) {
    uint64_t address;
    if (!concrete_reg(m, t, use(i, 0), &address)) return STEP_STOP;
    const Function *f = program_function_at(m->program, address);
    if (!f) {
        char *where = machine_describe_address(m, address);
        machine_fault(m, t, "memory", "call through a pointer to no function: %s", where);
        free(where);
        return STEP_STOP;
    }
    if ((f->builtin == BUILTIN_memcpy || f->builtin == BUILTIN_memmove || f->builtin == BUILTIN_memset) &&
        i->a == 4 + i->b) {
        /* As it would have been by name: the operands are those after the address. */
        Insn direct[2] = {{.op = OP_BUILTIN, .b = (uint16_t)f->builtin, .a = 3}};
        uint16_t *slots = (uint16_t *)(direct + 1);
        for (unsigned k = 0; k < 3; k++) slots[k] = (uint16_t)use(i, 1 + k);
        return builtin_execute(m, t, direct);
    }
    if (f->builtin) {
        machine_fault(m, t, "unsupported", "call of the engine operation `%s` through a pointer", f->name);
        return STEP_STOP;
    }
    return call_function(m, t, i, f, 1);
}

static Step return_from(Machine *m, Thread *t, const Insn *i) {
    Frame *f = &t->frames[t->top];
    if (!f->call) {
        if (machine_end_objects(m, t) == STEP_STOP) return STEP_STOP;
        t->pending = (Operation){.kind = OPERATION_EXIT, .target = -1, .loc = machine_loc(m, t)};
        return STEP_STOP;
    }
    if (access_ends_visibly(m, t, f->stack, t->stack - f->stack)) return STEP_STOP;
    bool repeat = f->ending == 2;
    if (f->ending == 1) {
        t->section--;
        log_boundary(t);
    }
    uint64_t values[64];
    const Expr *exprs[64] = {0};
    const Insn *call = f->call;
    /* What the caller does not take is not looked at. */
    unsigned n = MIN(i->op == OP_RETN   ? i->a
                     : i->op == OP_RETV ? 1u
                                        : 0u,
                     MIN(call->d, (unsigned)ARRAY_LEN(values)));
    for (unsigned k = 0; k < n; k++) {
        unsigned r = i->op == OP_RETN ? use(i, k) : i->a;
        values[k] = frame_regs(t)[r];
        exprs[k] = reg_expr(t, r);
    }
    frame_leave(m, t);
    for (unsigned k = 0; k < call->d; k++) {
        if (k < n && exprs[k])
            set_reg_expr(m, t, def(call, k), exprs[k]);
        else
            set_reg(t, def(call, k), k < n ? values[k] : 0);
    }
    if (repeat) {
        t->pc = call;
        return STEP_NEXT;
    }
    return done(m, t, call);
}

/* --- 128-bit integers -------------------------------------------------------------------------------- */

static const Expr *wide_expr(Machine *m, Thread *t, unsigned lo, unsigned hi) {
    return expr_concat(m->pool, reg_as_expr(m, t, hi), reg_as_expr(m, t, lo));
}

static void set_wide(Machine *m, Thread *t, const Insn *i, const Expr *e) {
    const Expr *lo = expr_extract(m->pool, e, 0, 64), *hi = expr_extract(m->pool, e, 64, 64);
    set_reg_expr(m, t, def(i, 0), lo);
    set_reg_expr(m, t, def(i, 1), hi);
}

static Step wide(Machine *m, Thread *t, const Insn *i) {
    static const uint8_t ops[] = {
        [WIDE_ADD] = EXPR_ADD,   [WIDE_SUB] = EXPR_SUB,   [WIDE_MUL] = EXPR_MUL,   [WIDE_UDIV] = EXPR_UDIV,
        [WIDE_SDIV] = EXPR_SDIV, [WIDE_UREM] = EXPR_UREM, [WIDE_SREM] = EXPR_SREM, [WIDE_AND] = EXPR_AND,
        [WIDE_OR] = EXPR_OR,     [WIDE_XOR] = EXPR_XOR,   [WIDE_SHL] = EXPR_SHL,   [WIDE_LSHR] = EXPR_LSHR,
        [WIDE_ASHR] = EXPR_ASHR, [WIDE_EQ] = EXPR_EQ,     [WIDE_NE] = EXPR_EQ,     [WIDE_ULT] = EXPR_ULT,
        [WIDE_ULE] = EXPR_ULE,   [WIDE_SLT] = EXPR_SLT,   [WIDE_SLE] = EXPR_SLE};
    bool symbolic = any_symbolic(t, i);
    const uint64_t *r = frame_regs(t);
    u128 a = r[use(i, 0)] | (u128)r[use(i, 1)] << 64;
    if (i->b == WIDE_SEXT || i->b == WIDE_TRUNC) {
        unsigned w = (unsigned)i->imm;
        if (symbolic) {
            const Expr *e = expr_trunc(m->pool, wide_expr(m, t, use(i, 0), use(i, 1)), w);
            set_wide(m, t, i, i->b == WIDE_SEXT ? expr_sext(m->pool, e, 128) : expr_zext(m->pool, e, 128));
        } else {
            u128 x = w < 128 ? a << (128 - w) : a;
            x = w < 128 ? (i->b == WIDE_SEXT ? (u128)((i128)x >> (128 - w)) : x >> (128 - w)) : x;
            set_reg(t, def(i, 0), (uint64_t)x);
            set_reg(t, def(i, 1), (uint64_t)(x >> 64));
        }
        return done(m, t, i);
    }
    ExprOp op = ops[i->b];
    bool divides = op >= EXPR_UDIV && op <= EXPR_SREM, compares = i->b >= WIDE_EQ && i->b <= WIDE_SLE;
    u128 b = r[use(i, 2)] | (u128)r[use(i, 3)] << 64;
    if (symbolic) {
        const Expr *x = wide_expr(m, t, use(i, 0), use(i, 1)), *y = wide_expr(m, t, use(i, 2), use(i, 3));
        if (divides) {
            Decision zero = machine_decide(m, t, expr_eq(m->pool, y, expr_const(m->pool, 128, 0)));
            if (zero == DECIDE_STOP) return STEP_STOP;
            if (zero == DECIDE_TRUE) {
                machine_fault(m, t, "arithmetic", "division by zero");
                return STEP_STOP;
            }
        }
        const Expr *e = expr_binary(m->pool, op, x, y);
        if (i->b == WIDE_NE) e = expr_not(m->pool, e);
        if (compares)
            set_reg_expr(m, t, def(i, 0), expr_zext(m->pool, e, 64));
        else
            set_wide(m, t, i, e);
        return done(m, t, i);
    }
    if (divides && b == 0) {
        machine_fault(m, t, "arithmetic", "division by zero");
        return STEP_STOP;
    }
    u128 x = expr_fold_binary(op, 128, a, b);
    if (i->b == WIDE_NE) x = !x;
    set_reg(t, def(i, 0), (uint64_t)x);
    if (!compares) set_reg(t, def(i, 1), (uint64_t)(x >> 64));
    return done(m, t, i);
}

/* --- floating point ---------------------------------------------------------------------------------- */

static const char *const float_reason =
    "a symbolic value that reached floating-point arithmetic was made concrete";

/* Operands of an operation without a symbolic form: one value is chosen, the others are dropped. */
static void concrete_operands(Machine *m, Thread *t, const Insn *i, const char *why) {
    if (!any_symbolic(t, i)) return;
    for (unsigned k = 0; k < i->a; k++) {
        const Expr *e = reg_expr(t, use(i, k));
        if (e) set_reg(t, use(i, k), concretise_once(m, t, e, why));
    }
}

typedef union Float80 {
    long double f;
    struct {
        uint64_t lo;
        uint16_t hi;
    } bits;
} Float80;

static Step float80(Machine *m, Thread *t, const Insn *i) {
    concrete_operands(m, t, i, float_reason);
    const uint64_t *r = frame_regs(t);
    Float80 v[3] = {0}, out;
    memset(&out, 0, sizeof out);
    bool takes =
        i->b < FLOAT80_FROM32 || i->b == FLOAT80_TO32 || i->b == FLOAT80_TO64 || i->b >= FLOAT80_TOSI;
    for (unsigned k = 0; takes && 2 * k + 1 < i->a && k < 3; k++) {
        memset(&v[k], 0, sizeof v[k]);
        v[k].bits.lo = r[use(i, 2 * k)];
        v[k].bits.hi = (uint16_t)r[use(i, 2 * k + 1)];
    }
    long double a = takes ? v[0].f : 0, b = takes && i->a >= 4 ? v[1].f : 0;
    uint64_t x = i->a ? r[use(i, 0)] : 0, single = 0;
    bool one = false;
    switch ((Float80Op)i->b) {
    case FLOAT80_ADD: out.f = a + b; break;
    case FLOAT80_SUB: out.f = a - b; break;
    case FLOAT80_MUL: out.f = a * b; break;
    case FLOAT80_DIV: out.f = a / b; break;
    case FLOAT80_REM: out.f = fmodl(a, b); break;
    case FLOAT80_NEG: out.f = -a; break;
    case FLOAT80_CMP: {
        unsigned o = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8;
        single = (i->imm & o) != 0;
        one = true;
        break;
    }
    case FLOAT80_FROM32: {
        float f;
        memcpy(&f, &x, 4);
        out.f = f;
        break;
    }
    case FLOAT80_FROM64: {
        double f;
        memcpy(&f, &x, 8);
        out.f = f;
        break;
    }
    case FLOAT80_TO32: {
        float f = (float)a;
        memcpy(&single, &f, 4);
        one = true;
        break;
    }
    case FLOAT80_TO64: {
        double f = (double)a;
        memcpy(&single, &f, 8);
        one = true;
        break;
    }
    case FLOAT80_FROMSI: out.f = (long double)signed_of(x, (unsigned)i->imm); break;
    case FLOAT80_FROMUI: out.f = (long double)x; break;
    case FLOAT80_TOSI:
        single =
            (a >= -9223372036854775808.0L && a < 9223372036854775808.0L ? (uint64_t)(int64_t)a : 1ull << 63) &
            mask_of((unsigned)i->imm);
        one = true;
        break;
    case FLOAT80_TOUI:
        single = (a > -9223372036854775809.0L && a < 18446744073709551616.0L
                      ? (a < 9223372036854775808.0L ? (uint64_t)(int64_t)a : (uint64_t)a)
                      : 1ull << 63) &
                 mask_of((unsigned)i->imm);
        one = true;
        break;
    case FLOAT80_FABS: out.f = fabsl(a); break;
    case FLOAT80_SQRT: out.f = sqrtl(a); break;
    case FLOAT80_FLOOR: out.f = floorl(a); break;
    case FLOAT80_CEIL: out.f = ceill(a); break;
    case FLOAT80_TRUNC: out.f = truncl(a); break;
    case FLOAT80_RINT: out.f = rintl(a); break;
    case FLOAT80_COPYSIGN: out.f = copysignl(a, b); break;
    case FLOAT80_FMA: out.f = fmal(a, b, v[2].f); break;
    case FLOAT80_MIN: out.f = fminl(a, b); break;
    case FLOAT80_MAX: out.f = fmaxl(a, b); break;
    }
    if (one) {
        set_reg(t, def(i, 0), single);
    } else {
        set_reg(t, def(i, 0), out.bits.lo);
        set_reg(t, def(i, 1), out.bits.hi);
    }
    return done(m, t, i);
}

/* --- intrinsics -------------------------------------------------------------------------------------- */

static float as_float(uint64_t x) {
    float f;
    memcpy(&f, &x, 4);
    return f;
}
static double as_double(uint64_t x) {
    double f;
    memcpy(&f, &x, 8);
    return f;
}
static uint64_t of_float(float f) {
    uint32_t x;
    memcpy(&x, &f, 4);
    return x;
}
static uint64_t of_double(double f) {
    uint64_t x;
    memcpy(&x, &f, 8);
    return x;
}

static uint64_t float_class(unsigned wanted, double x, bool quiet) {
    unsigned c;
    if (isnan(x))
        c = quiet ? 2 : 1;
    else if (isinf(x))
        c = x < 0 ? 4 : 512;
    else if (x == 0)
        c = signbit(x) ? 32 : 64;
    else if (fpclassify(x) == FP_SUBNORMAL)
        c = x < 0 ? 16 : 128;
    else
        c = x < 0 ? 8 : 256;
    return (wanted & c) != 0;
}

static u128 to_u128(double x) {
    return x < 170141183460469231731687303715884105728.0 ? (x < 0 ? (u128)(i128)x : (u128)x) : (u128)x;
}

static bool float_misc(Thread *t, const Insn *i) {
    const uint64_t *r = frame_regs(t);
    uint64_t x = i->a > 0 ? r[use(i, 0)] : 0, y = i->a > 1 ? r[use(i, 1)] : 0,
             z = i->a > 2 ? r[use(i, 2)] : 0, out;
    float f = as_float(x), g = as_float(y), h = as_float(z);
    double d = as_double(x), e = as_double(y), k = as_double(z);
    switch ((MiscOp)i->b) {
    case MISC_FREM32: out = of_float(fmodf(f, g)); break;
    case MISC_FREM64: out = of_double(fmod(d, e)); break;
    case MISC_FABS32: out = x & 0x7fffffff; break;
    case MISC_FABS64: out = x & ~(1ull << 63); break;
    case MISC_SQRT32: out = of_float(sqrtf(f)); break;
    case MISC_SQRT64: out = of_double(sqrt(d)); break;
    case MISC_FLOOR32: out = of_float(floorf(f)); break;
    case MISC_FLOOR64: out = of_double(floor(d)); break;
    case MISC_CEIL32: out = of_float(ceilf(f)); break;
    case MISC_CEIL64: out = of_double(ceil(d)); break;
    case MISC_FTRUNC32: out = of_float(truncf(f)); break;
    case MISC_FTRUNC64: out = of_double(trunc(d)); break;
    case MISC_RINT32: out = of_float(rintf(f)); break;
    case MISC_RINT64: out = of_double(rint(d)); break;
    case MISC_ROUND32: out = of_float(roundf(f)); break;
    case MISC_ROUND64: out = of_double(round(d)); break;
    case MISC_COPYSIGN32: out = of_float(copysignf(f, g)); break;
    case MISC_COPYSIGN64: out = of_double(copysign(d, e)); break;
    case MISC_FMA32: out = of_float(fmaf(f, g, h)); break;
    case MISC_FMA64: out = of_double(fma(d, e, k)); break;
    case MISC_FMIN32: out = of_float(fminf(f, g)); break;
    case MISC_FMIN64: out = of_double(fmin(d, e)); break;
    case MISC_FMAX32: out = of_float(fmaxf(f, g)); break;
    case MISC_FMAX64: out = of_double(fmax(d, e)); break;
    case MISC_LRINT32: out = (uint64_t)llrintf(f) & mask_of((unsigned)i->imm); break;
    case MISC_LRINT64: out = (uint64_t)llrint(d) & mask_of((unsigned)i->imm); break;
    case MISC_FPCLASS32: out = float_class((unsigned)i->imm, f, x >> 22 & 1); break;
    case MISC_FPCLASS64: out = float_class((unsigned)i->imm, d, x >> 51 & 1); break;
    case MISC_I128TOF:
    case MISC_U128TOF: {
        u128 v = x | (u128)y << 64;
        bool sign = i->b == MISC_I128TOF;
        out = i->imm == 32 ? of_float(sign ? (float)(i128)v : (float)v)
                           : of_double(sign ? (double)(i128)v : (double)v);
        break;
    }
    case MISC_FTOI128:
    case MISC_FTOU128: {
        double v = i->imm == 32 ? f : d;
        u128 w = i->b == MISC_FTOI128 ? (u128)(i128)v : to_u128(v);
        set_reg(t, def(i, 1), (uint64_t)(w >> 64));
        out = (uint64_t)w;
        break;
    }
    default: return false;
    }
    set_reg(t, def(i, 0), out);
    return true;
}

static uint64_t bit_reverse(uint64_t x, unsigned w) {
    uint64_t y = 0;
    for (unsigned k = 0; k < w; k++) y |= (x >> k & 1) << (w - 1 - k);
    return y;
}

/* Integer intrinsics on up to 64 bits, concretely: the result, and whether it overflowed. */
static uint64_t int_misc_value(unsigned op, unsigned w, uint64_t x, uint64_t y, uint64_t z, bool *overflow) {
    uint64_t mask = mask_of(w);
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
    case MISC_USUBSAT: *overflow = x < y; return *overflow && op == MISC_USUBSAT ? 0 : (x - y) & mask;
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

static const Expr *operand(Machine *m, Thread *t, const Insn *i, unsigned k, unsigned w) {
    if (w <= 64) return expr_trunc(m->pool, reg_as_expr(m, t, use(i, k)), w);
    return expr_trunc(m->pool, wide_expr(m, t, use(i, 2 * k), use(i, 2 * k + 1)), w);
}

/* The same on expressions of any width. NULL where there is no symbolic form. */
static const Expr *int_misc_expr(Machine *m, unsigned op, unsigned w, const Expr *x, const Expr *y,
                                 const Expr *z, const Expr **overflow) {
    ExprPool *p = m->pool;
    const Expr *zero = expr_const(p, w, 0);
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
            e = expr_ite(p, expr_extract(p, x, bit, 1), expr_const(p, w, op == MISC_CTLZ ? w - 1 - bit : bit),
                         e);
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
    default: break;
    }
    bool sign =
        op == MISC_SADDO || op == MISC_SSUBO || op == MISC_SMULO || op == MISC_SADDSAT || op == MISC_SSUBSAT;
    bool add = op == MISC_UADDO || op == MISC_SADDO || op == MISC_UADDSAT || op == MISC_SADDSAT;
    bool multiply = op == MISC_UMULO || op == MISC_SMULO;
    ExprOp base = multiply ? EXPR_MUL : add ? EXPR_ADD : EXPR_SUB;
    const Expr *r = expr_binary(p, base, x, y);
    if (multiply) {
        if (2 * w <= 128) {
            const Expr *full =
                expr_binary(p, EXPR_MUL, sign ? expr_sext(p, x, 2 * w) : expr_zext(p, x, 2 * w),
                            sign ? expr_sext(p, y, 2 * w) : expr_zext(p, y, 2 * w));
            *overflow = expr_not(p, expr_eq(p, full, sign ? expr_sext(p, r, 2 * w) : expr_zext(p, r, 2 * w)));
        } else {
            const Expr *back = expr_binary(p, sign ? EXPR_SDIV : EXPR_UDIV, r, y);
            *overflow = expr_and(p, expr_not(p, expr_eq(p, y, zero)), expr_not(p, expr_eq(p, back, x)));
        }
    } else if (sign) {
        const Expr *sx = expr_extract(p, x, w - 1, 1), *sy = expr_extract(p, y, w - 1, 1),
                   *sr = expr_extract(p, r, w - 1, 1);
        if (!add) sy = expr_not(p, sy);
        *overflow = expr_and(p, expr_eq(p, sx, sy), expr_not(p, expr_eq(p, sx, sr)));
    } else {
        *overflow = add ? expr_binary(p, EXPR_ULT, r, x) : expr_binary(p, EXPR_ULT, x, y);
    }
    u128 all = w < 128 ? ((u128)1 << w) - 1 : ~(u128)0;
    if (op == MISC_UADDSAT) return expr_ite(p, *overflow, expr_const(p, w, all), r);
    if (op == MISC_USUBSAT) return expr_ite(p, *overflow, zero, r);
    if (op == MISC_SADDSAT || op == MISC_SSUBSAT)
        return expr_ite(p, *overflow,
                        expr_ite(p, expr_binary(p, EXPR_SLT, x, zero), expr_const(p, w, (all >> 1) + 1),
                                 expr_const(p, w, all >> 1)),
                        r);
    return r;
}

static Step int_misc(Machine *m, Thread *t, const Insn *i) {
    unsigned w = (unsigned)i->imm, n = w > 64 ? i->a / 2u : i->a;
    bool has_overflow = i->b >= MISC_UADDO && i->b <= MISC_SMULO;
    if (w <= 64 && !any_symbolic(t, i)) {
        const uint64_t *r = frame_regs(t);
        bool overflow;
        uint64_t out = int_misc_value(i->b, w, r[use(i, 0)], n > 1 ? r[use(i, 1)] : 0,
                                      n > 2 ? r[use(i, 2)] : 0, &overflow);
        set_reg(t, def(i, 0), out);
        if (has_overflow) set_reg(t, def(i, 1), overflow);
        return done(m, t, i);
    }
    const Expr *o, *x = operand(m, t, i, 0, w), *y = n > 1 ? operand(m, t, i, 1, w) : NULL,
                   *z = n > 2 ? operand(m, t, i, 2, w) : NULL;
    const Expr *e = int_misc_expr(m, i->b, w, x, y, z, &o);
    if (w <= 64) {
        set_reg_expr(m, t, def(i, 0), expr_zext(m->pool, e, 64));
        if (has_overflow) set_reg_expr(m, t, def(i, 1), expr_zext(m->pool, o, 64));
    } else {
        set_wide(m, t, i, expr_zext(m->pool, e, 128));
        if (has_overflow) set_reg_expr(m, t, def(i, 2), expr_zext(m->pool, o, 64));
    }
    return done(m, t, i);
}

static Step misc(Machine *m, Thread *t, const Insn *i) {
    switch ((MiscOp)i->b) {
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
    case MISC_SSUBSAT: return int_misc(m, t, i);
    case MISC_MEMCPY:
    case MISC_MEMMOVE:
    case MISC_MEMSET: {
        uint64_t to, from, size;
        if (!concrete_reg(m, t, use(i, 0), &to) || !concrete_reg(m, t, use(i, 2), &size)) return STEP_STOP;
        if (i->b == MISC_MEMSET) {
            Step s = range_set(m, t, to, size, frame_regs(t)[use(i, 1)], reg_expr(t, use(i, 1)));
            return s == STEP_STOP ? s : done(m, t, i);
        }
        if (!concrete_reg(m, t, use(i, 1), &from)) return STEP_STOP;
        Step s = range_copy(m, t, to, from, size);
        return s == STEP_STOP ? s : done(m, t, i);
    }
    case MISC_VASTART:
        if (frame_regs(t)[use(i, 0)]) return done(m, t, i);
        machine_fault(
            m, t, "unsupported",
            "variable arguments of `%s`, which was called through a pointer to a function without any",
            t->frames[t->top].function->name);
        return STEP_STOP;
    case MISC_STACKSAVE: set_reg(t, def(i, 0), t->stack); return done(m, t, i);
    case MISC_STACKRESTORE: {
        uint64_t to = frame_regs(t)[use(i, 0)];
        if (to < t->stack) {
            if (range_end(m, t, to, t->stack - to) == STEP_STOP) return STEP_STOP;
            memory_forbid(m->memory, to, t->stack - to);
        }
        t->stack = to;
        return done(m, t, i);
    }
    case MISC_ALLOCA: {
        uint64_t size;
        if (!concrete_reg(m, t, use(i, 0), &size)) return STEP_STOP;
        uint64_t at = frame_allocate(m, t, size < LARGE_REGION ? size + 32 : size, MAX(i->imm, 16));
        if (!at) return STEP_STOP;
        at = (at + 16 + MAX(i->imm, 16) - 1) & ~(MAX(i->imm, 16) - 1);
        if (at + size + 16 > t->stack) t->stack = (at + size + 31) & ~15ull;
        memory_allow(m->memory, at, size, true);
        access_fresh(m, at, size);
        set_reg(t, def(i, 0), at);
        return done(m, t, i);
    }
    case MISC_READCYCLE: set_reg(t, def(i, 0), t->time); return done(m, t, i);
    case MISC_TRAP: machine_fault(m, t, "abort", "a trap instruction was executed"); return STEP_STOP;
    default: break;
    }
    concrete_operands(m, t, i, float_reason);
    if (!float_misc(t, i)) base_fatal("intrinsic %u has no implementation", i->b);
    return done(m, t, i);
}

/* --- atomics ----------------------------------------------------------------------------------------- */

static const Expr *atomic_expr(Machine *m, AtomicOp op, unsigned bits, const Expr *old, const Expr *x) {
    ExprPool *p = m->pool;
    const Expr *a = expr_trunc(p, old, bits), *b = expr_trunc(p, x, bits), *r;
    switch (op) {
    case ATOMIC_XCHG: r = b; break;
    case ATOMIC_ADD: r = expr_binary(p, EXPR_ADD, a, b); break;
    case ATOMIC_SUB: r = expr_binary(p, EXPR_SUB, a, b); break;
    case ATOMIC_AND: r = expr_binary(p, EXPR_AND, a, b); break;
    case ATOMIC_NAND: r = expr_not(p, expr_binary(p, EXPR_AND, a, b)); break;
    case ATOMIC_OR: r = expr_binary(p, EXPR_OR, a, b); break;
    case ATOMIC_XOR: r = expr_binary(p, EXPR_XOR, a, b); break;
    case ATOMIC_MAX: r = expr_ite(p, expr_binary(p, EXPR_SLT, a, b), b, a); break;
    case ATOMIC_MIN: r = expr_ite(p, expr_binary(p, EXPR_SLT, a, b), a, b); break;
    case ATOMIC_UMAX: r = expr_ite(p, expr_binary(p, EXPR_ULT, a, b), b, a); break;
    default: r = expr_ite(p, expr_binary(p, EXPR_ULT, a, b), a, b); break;
    }
    return expr_zext(p, r, 64);
}

static Step atomic(Machine *m, Thread *t, const Insn *i) {
    AtomicOp op = i->b & 255;
    unsigned bytes = i->b >> 8;
    if (op == ATOMIC_FENCE) {
        if (i->imm != 7 && m->hooks.assumption)
            m->hooks.assumption(m->hooks.context,
                                "weak atomic orders are explored as sequentially consistent");
        return done(m, t, i);
    }
    uint64_t address;
    if (!concrete_reg(m, t, use(i, 0), &address)) return STEP_STOP;
    bool writes = op != ATOMIC_LOAD, weak = (i->imm & (ATOMIC_WEAK - 1)) != 7;
    if (i->imm & ATOMIC_WEAK && m->hooks.assumption)
        m->hooks.assumption(m->hooks.context,
                            "weak compare-and-exchange operations never fail without cause");
    if (weak && m->nthreads > 1 && m->hooks.assumption)
        m->hooks.assumption(m->hooks.context, "weak atomic orders are explored as sequentially consistent");
    if (m->nthreads > 1 && !t->section) {
        OperationKind kind = op == ATOMIC_LOAD    ? OPERATION_LOAD
                             : op == ATOMIC_STORE ? OPERATION_STORE
                                                  : OPERATION_RMW;
        if (!access_granted(t, kind, address, bytes)) {
            t->pending = (Operation){.kind = (uint8_t)kind,
                                     .size = (uint8_t)bytes,
                                     .type = MEMORY_ATOMIC,
                                     .weak = weak,
                                     .target = -1,
                                     .object = address,
                                     .loc = machine_loc(m, t)};
            return STEP_STOP;
        }
    }
    if (!memory_is_valid(m->memory, address, bytes)) {
        access_fault(m, t, address, bytes, writes);
        return STEP_STOP;
    }
    if (m->log_accesses && !(m->visible.len && access_is_visible(m, address, bytes)))
        log_atomic(m, t, address, bytes, writes);
    else if (m->log_accesses)
        for (unsigned k = 0; k < bytes; k++)
            if (!access_is_visible(m, address + k, 1)) log_atomic(m, t, address + k, 1, writes);
    uint64_t value = i->a > 1 ? frame_regs(t)[use(i, i->a > 2 ? 2 : 1)] : 0;
    const Expr *value_expr = i->a > 1 ? reg_expr(t, use(i, i->a > 2 ? 2 : 1)) : NULL;
    if (op == ATOMIC_STORE)
        return access_store_raw(m, t, address, bytes, value, value_expr) == ACCESS_STOP ? STEP_STOP
                                                                                        : done(m, t, i);
    access_load_raw(m, t, address, bytes);
    uint64_t old = m->loaded;
    const Expr *old_expr = m->loaded_expr;
    if (op == ATOMIC_CMPXCHG) {
        const Expr *want = reg_expr(t, use(i, 1));
        uint64_t expected = frame_regs(t)[use(i, 1)];
        if (old_expr || want) {
            /* Equal or not becomes data: no branch is needed. */
            const Expr *o = old_expr ? old_expr : expr_const(m->pool, 64, old),
                       *e = reg_as_expr(m, t, use(i, 1));
            const Expr *same = expr_eq(m->pool, o, e);
            const Expr *now = expr_ite(m->pool, same, reg_as_expr(m, t, use(i, 2)), o);
            if (access_store_raw(m, t, address, bytes, 0, now) == ACCESS_STOP) return STEP_STOP;
            set_reg_expr(m, t, def(i, 1), expr_zext(m->pool, same, 64));
            set_reg_expr(m, t, def(i, 0), o);
            return done(m, t, i);
        }
        if (old == expected && access_store_raw(m, t, address, bytes, value, value_expr) == ACCESS_STOP)
            return STEP_STOP;
        set_reg(t, def(i, 0), old);
        set_reg(t, def(i, 1), old == expected);
        return done(m, t, i);
    }
    if (op != ATOMIC_LOAD) {
        uint64_t now = 0;
        const Expr *now_expr = NULL;
        if (op == ATOMIC_FADD || op == ATOMIC_FSUB) {
            if (old_expr) old = concretise_once(m, t, old_expr, float_reason);
            if (value_expr) value = concretise_once(m, t, value_expr, float_reason);
            old_expr = NULL;
            double sign = op == ATOMIC_FADD ? 1 : -1;
            now = bytes == 4 ? of_float(as_float(old) + (float)sign * as_float(value))
                             : of_double(as_double(old) + sign * as_double(value));
        } else {
            now_expr = atomic_expr(m, op, bytes * 8, old_expr ? old_expr : expr_const(m->pool, 64, old),
                                   value_expr ? value_expr : expr_const(m->pool, 64, value));
            if (expr_is_const(now_expr)) {
                now = (uint64_t)now_expr->value;
                now_expr = NULL;
            }
        }
        if (access_store_raw(m, t, address, bytes, now, now_expr) == ACCESS_STOP) return STEP_STOP;
    }
    if (old_expr)
        set_reg_expr(m, t, def(i, 0), old_expr);
    else
        set_reg(t, def(i, 0), old);
    return done(m, t, i);
}

static Step check_overflow(Machine *m, Thread *t, const Insn *i) {
    static const uint8_t ops[] = {MISC_SADDO, MISC_SSUBO, MISC_SMULO};
    static const char *const names[] = {"addition", "subtraction", "multiplication"};
    unsigned w = i->b >> 8, kind = i->b & 255;
    bool overflow = false;
    if (!any_symbolic(t, i)) {
        int_misc_value(ops[kind], w, frame_regs(t)[use(i, 0)], frame_regs(t)[use(i, 1)], 0, &overflow);
    } else {
        const Expr *o;
        int_misc_expr(m, ops[kind], w, operand(m, t, i, 0, w), operand(m, t, i, 1, w), NULL, &o);
        Decision d = machine_decide(m, t, o);
        if (d == DECIDE_STOP) return STEP_STOP;
        overflow = d == DECIDE_TRUE;
    }
    if (overflow) {
        machine_fault(m, t, "arithmetic", "signed integer overflow in a %u-bit %s", w, names[kind]);
        return STEP_STOP;
    }
    return done(m, t, i);
}

Step special_execute(Machine *m, Thread *t) {
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
    case OP_WIDE: return wide(m, t, i);
    case OP_FLOAT80: return float80(m, t, i);
    case OP_MISC: return misc(m, t, i);
    case OP_ATOMIC: return atomic(m, t, i);
    case OP_OVERFLOW: return check_overflow(m, t, i);
    case OP_MISSING: machine_fault(m, t, "unsupported", "%s", m->program->messages[i->imm]); return STEP_STOP;
    case OP_UNREACHABLE:
        machine_fault(m, t, "unreachable", "code marked unreachable is executed");
        return STEP_STOP;
    default: base_fatal("instruction %s in the wrong place", op_names[i->op]);
    }
}
