/* symbolic_floats.c — see symbolic_floats.h. base/floats.h has the concrete meaning. */
#include "vm/symbolic/symbolic_floats.h"
#include "base/floats.h"
#include "vm/interpreter/lists/special.h"

static const Expr *float_op(Machine *m, ExprOp op, unsigned width, const Expr *a, const Expr *b) {
    return expr_float(m->pool, op, width, (const Expr *const[3]){a, b, NULL});
}

static const Expr *float_low(Machine *m, const Thread *t, unsigned r, unsigned width) {
    return expr_trunc(m->pool, reg_as_expr(m, t, r), width);
}

const Expr *float_sum(Machine *m, bool minus, const Expr *a, const Expr *b) {
    return float_op(m, minus ? EXPR_FSUB : EXPR_FADD, a->width, a, b);
}

static const Expr *float_magnitude(Machine *m, const Expr *x) {
    return expr_binary(m->pool, EXPR_AND, x,
                       expr_const(m->pool, x->width, floats_magnitude(~0ull, x->width)));
}

static const Expr *symbolic_is_nan(Machine *m, const Expr *x) {
    return expr_binary(m->pool, EXPR_ULT, expr_const(m->pool, x->width, floats_infinity(x->width)),
                       float_magnitude(m, x));
}

/* Returns a comparison by LLVM's predicate: a bit each for equal, greater, less and unordered. */
static const Expr *float_predicate(Machine *m, unsigned predicate, const Expr *a, const Expr *b) {
    ExprPool *p = m->pool;
    bool negated = predicate >= 8; /* what holds for NaN is the negation of what does not */
    const Expr *e;
    switch (negated ? predicate ^ 15 : predicate) {
    case 0: e = expr_bool(p, false); break;
    case 1: e = float_op(m, EXPR_FEQ, 1, a, b); break;
    case 2: e = float_op(m, EXPR_FLT, 1, b, a); break;
    case 3: e = float_op(m, EXPR_FLE, 1, b, a); break;
    case 4: e = float_op(m, EXPR_FLT, 1, a, b); break;
    case 5: e = float_op(m, EXPR_FLE, 1, a, b); break;
    case 6: e = expr_or(p, float_op(m, EXPR_FLT, 1, a, b), float_op(m, EXPR_FLT, 1, b, a)); break;
    default: e = expr_not(p, expr_or(p, symbolic_is_nan(m, a), symbolic_is_nan(m, b))); break;
    }
    return negated ? expr_not(p, e) : e;
}

/* Returns the conversion to an integer of `bits` bits, as float_to_signed and float_to_unsigned
 * have it. */
static const Expr *symbolic_to_integer(Machine *m, const Expr *x, unsigned bits, bool is_signed) {
    ExprPool *p = m->pool;
    bool word = is_signed ? bits <= 32 : bits < 32;
    const Expr *low = float_op(m, EXPR_FTOSI, word ? 32 : 64, x, NULL);
    if (is_signed || bits < 64) return expr_trunc(p, low, bits);
    uint64_t half = x->width == 32 ? of_float(0x1p63F) : of_double(0x1p63);
    const Expr *rest = float_op(m, EXPR_FSUB, x->width, x, expr_const(p, x->width, half));
    const Expr *high = expr_binary(p, EXPR_OR, low, float_op(m, EXPR_FTOSI, 64, rest, NULL));
    return expr_ite(p, expr_binary(p, EXPR_SLT, low, expr_const(p, 64, 0)), high, low);
}

const Expr *float_instruction(Machine *m, const Thread *t, const Insn *i, unsigned op) {
    static const uint8_t arithmetic[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV};
    if (op >= OP_FADD32 && op <= OP_FDIV64) {
        unsigned w = op < OP_FADD64 ? 32 : 64, k = (op - OP_FADD32) & 3;
        return float_op(m, arithmetic[k], w, float_low(m, t, i->a, w), float_low(m, t, i->b, w));
    }
    unsigned bits = (unsigned)i->imm;
    switch (op) {
    case OP_FCMP32:
    case OP_FCMP64: {
        unsigned w = op == OP_FCMP32 ? 32 : 64;
        return float_predicate(m, bits & 15, float_low(m, t, i->a, w), float_low(m, t, i->b, w));
    }
    case OP_FEXT: return float_op(m, EXPR_FCONVERT, 64, float_low(m, t, i->a, 32), NULL);
    case OP_FTRUNC: return float_op(m, EXPR_FCONVERT, 32, float_low(m, t, i->a, 64), NULL);
    case OP_SITOF32:
    case OP_SITOF64:
        return float_op(m, EXPR_SITOF, op == OP_SITOF32 ? 32 : 64, float_low(m, t, i->a, bits),
                        NULL);
    case OP_UITOF32:
    case OP_UITOF64:
        return float_op(m, EXPR_UITOF, op == OP_UITOF32 ? 32 : 64, reg_as_expr(m, t, i->a), NULL);
    case OP_F32TOSI:
    case OP_F32TOUI:
        return symbolic_to_integer(m, float_low(m, t, i->a, 32), bits, op == OP_F32TOSI);
    case OP_F64TOSI:
    case OP_F64TOUI:
        return symbolic_to_integer(m, float_low(m, t, i->a, 64), bits, op == OP_F64TOSI);
    default: return NULL;
    }
}

/* --- functions -------------------------------------------------------------------------------- */

static const Expr *float_is_signalling(Machine *m, const Expr *x) {
    ExprPool *p = m->pool;
    const Expr *quiet = expr_extract(p, x, x->width == 32 ? 22 : 51, 1);
    return expr_and(p, symbolic_is_nan(m, x), expr_not(p, quiet));
}

/* The function floats_extreme. */
static const Expr *float_extreme(Machine *m, const Expr *a, const Expr *b, bool largest) {
    ExprPool *p = m->pool;
    const Expr *no_a = symbolic_is_nan(m, a), *no_b = symbolic_is_nan(m, b);
    const Expr *adds = expr_or(p, expr_and(p, no_a, no_b),
                               expr_or(p, float_is_signalling(m, a), float_is_signalling(m, b)));
    const Expr *first = largest ? float_op(m, EXPR_FLT, 1, b, a) : float_op(m, EXPR_FLT, 1, a, b);
    const Expr *number = expr_ite(p, expr_or(p, no_b, first), a, b);
    return expr_ite(p, adds, float_sum(m, false, a, b), number);
}

/* The condition that `x` is in one of LLVM's classes of floating-point numbers. */
static const Expr *float_in_class(Machine *m, const Expr *x, unsigned wanted) {
    ExprPool *p = m->pool;
    unsigned w = x->width;
    uint64_t infinity = floats_infinity(w), normal = w == 32 ? 1ull << 23 : 1ull << 52;
    const struct {
        unsigned negative, positive; /* classes */
        uint64_t low, high;          /* the magnitudes of their numbers */
    } ranges[] = {{4, 512, infinity, infinity},
                  {8, 256, normal, infinity - 1},
                  {16, 128, 1, normal - 1},
                  {32, 64, 0, 0},
                  {1, 1, infinity + 1, infinity + floats_quiet_bit(w) - 1},
                  {2, 2, infinity + floats_quiet_bit(w), floats_magnitude(~0ull, w)}};
    const Expr *size = float_magnitude(m, x), *sign = expr_extract(p, x, w - 1, 1);
    const Expr *any = expr_bool(p, false);
    for (size_t k = 0; k < ARRAY_LEN(ranges); k++) {
        const Expr *distance = expr_binary(p, EXPR_SUB, size, expr_const(p, w, ranges[k].low));
        const Expr *in =
            expr_binary(p, EXPR_ULE, distance, expr_const(p, w, ranges[k].high - ranges[k].low));
        const Expr *side = expr_ite(p, sign, expr_bool(p, wanted & ranges[k].negative),
                                    expr_bool(p, wanted & ranges[k].positive));
        any = expr_or(p, any, expr_and(p, in, side));
    }
    return any;
}

static const Expr *copy_sign(Machine *m, const Expr *x, const Expr *from) {
    unsigned w = x->width;
    return expr_concat(m->pool, expr_extract(m->pool, from, w - 1, 1),
                       expr_trunc(m->pool, x, w - 1));
}

/* Returns the operation of a function with one operand and a whole number as its value. */
static ExprOp rounding_op(MiscOp op) {
    switch (op) {
    case MISC_FLOOR32:
    case MISC_FLOOR64: return EXPR_FFLOOR;
    case MISC_CEIL32:
    case MISC_CEIL64: return EXPR_FCEIL;
    case MISC_FTRUNC32:
    case MISC_FTRUNC64: return EXPR_FTRUNC;
    case MISC_ROUND32:
    case MISC_ROUND64: return EXPR_FROUND;
    default: return EXPR_FRINT;
    }
}

const Expr *float_function_expr(Machine *m, Thread *t, const Insn *i) {
    MiscOp op = (MiscOp)i->b;
    unsigned w = op <= MISC_LRINT64 ? (op & 1 ? 64 : 32) : (unsigned)i->imm;
    const Expr *v[3] = {NULL};
    if (op == MISC_I128TOF || op == MISC_U128TOF)
        return float_op(m, op == MISC_I128TOF ? EXPR_SITOF : EXPR_UITOF, w,
                        wide_expr(m, t, use(i, 0), use(i, 1)), NULL);
    if (op == MISC_FPCLASS32 || op == MISC_FPCLASS64)
        return float_in_class(m, float_low(m, t, use(i, 0), op == MISC_FPCLASS32 ? 32 : 64),
                              (unsigned)i->imm);
    if (op > MISC_LRINT64) return NULL;
    for (unsigned k = 0; k < i->a && k < 3; k++) v[k] = float_low(m, t, use(i, k), w);
    switch (op) {
    case MISC_FABS32:
    case MISC_FABS64: return float_magnitude(m, v[0]);
    case MISC_SQRT32:
    case MISC_SQRT64: return float_op(m, EXPR_FSQRT, w, v[0], NULL);
    case MISC_COPYSIGN32:
    case MISC_COPYSIGN64: return copy_sign(m, v[0], v[1]);
    case MISC_FMA32:
    case MISC_FMA64: return expr_float(m->pool, EXPR_FMA, w, v);
    case MISC_FMIN32:
    case MISC_FMIN64: return float_extreme(m, v[0], v[1], false);
    case MISC_FMAX32:
    case MISC_FMAX64: return float_extreme(m, v[0], v[1], true);
    case MISC_LRINT32:
    case MISC_LRINT64:
        return expr_trunc(m->pool,
                          float_op(m, EXPR_FTOSI, 64, float_op(m, EXPR_FRINT, w, v[0], NULL), NULL),
                          (unsigned)i->imm);
    case MISC_FREM32:
    case MISC_FREM64: return NULL;
    default: return float_op(m, rounding_op(op), w, v[0], NULL);
    }
}
