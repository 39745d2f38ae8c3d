/*
 * rules_bitwise.c — rules for AND, OR, XOR and NOT.
 */
#include "expr/rules/rules.h"

const Expr *apart_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    const Expr *cut = a->op == EXPR_CONCAT ? a : b->op == EXPR_CONCAT ? b : NULL;
    if (!cut && op == EXPR_ADD && a->op == EXPR_ZEXT && b->op == EXPR_ZEXT) {
        /* The low part of the wider operand is zero and has room for the narrower one: no carry. */
        const Expr *x = a->kid[0]->width > b->kid[0]->width ? a->kid[0] : b->kid[0];
        const Expr *y = x == a->kid[0] ? b->kid[0] : a->kid[0];
        if (x->op != EXPR_CONCAT || !is_zero_constant(x->kid[1]) || y->width > x->kid[1]->width)
            return NULL;
        return build_zext(p, build_concat(p, x->kid[0], build_zext(p, y, x->kid[1]->width)),
                          a->width);
    }
    if (!cut) return NULL;
    const Expr *other = cut == a ? b : a;
    unsigned w = a->width, k = cut->kid[1]->width;
    const Expr *h = cut->kid[0], *l = cut->kid[1];
    if (other->op != EXPR_CONCAT && other->op != EXPR_ZEXT && !is_const(other)) return NULL;
    if (is_const(other) && !is_const(h) && !is_const(l)) {
        /* Only whole constant parts count; otherwise nothing is gained. */
        u128 low = other->value & bits_ones(k), high = other->value >> k;
        if (op == EXPR_ADD ? low != 0
            : op == EXPR_XOR
                ? low != 0 && high != 0
                : (low != 0 && low != bits_ones(k)) && (high != 0 && high != bits_ones(w - k)))
            return NULL;
    }
    if (!spend(p)) return NULL;
    const Expr *ol = build_extract(p, other, 0, k);
    if (op == EXPR_ADD) {
        if (!is_zero_constant(ol) && !is_zero_constant(l)) return NULL;
        return build_concat(p, build_add(p, h, build_extract(p, other, k, w - k)),
                            is_zero_constant(l) ? ol : l);
    }
    if (!is_const(l) && !is_const(ol)) return NULL;
    const Expr *oh = build_extract(p, other, k, w - k);
    if (!is_const(h) && !is_const(oh)) return NULL;
    return build_concat(p, build_binary(p, op, h, oh), build_binary(p, op, l, ol));
}

/* Compares two tests of one expression for equality with constants, inside a conjunction. 1:
 * contradiction, 2: `a` decides, 0: neither. */
static int eq_pair(const Expr *a, const Expr *b) {
    if (!has_const(a, EXPR_EQ)) return 0;
    if (has_const(b, EXPR_EQ) && b->kid[0] == a->kid[0]) return a == b ? 2 : 1;
    if (b->op == EXPR_NOT && has_const(b->kid[0], EXPR_EQ) && b->kid[0]->kid[0] == a->kid[0])
        return a == b->kid[0] ? 1 : 2;
    return 0;
}

/* Returns the bits from `from` up to `to` of `a`, or all 0 (all 1). */
static const Expr *field(ExprPool *p, const Expr *a, unsigned from, unsigned to, bool keep,
                         bool fill) {
    unsigned n = to - from;
    if (keep) return build_extract(p, a, from, n);
    return num(p, n, fill ? bits_ones(n) : 0);
}

/* Builds a & mask (a | mask) if the ones or the zeros of the mask are one run. Then a field is
 * kept, cleared or set, by extract and concat only. NULL for other masks. */
static const Expr *with_field(ExprPool *p, bool is_and, const Expr *a, u128 mask) {
    unsigned w = a->width;
    bool inside = mask & 1 ? false : true; /* the run of ones does not touch bit 0 */
    u128 run = inside ? mask : ~mask & bits_ones(w);
    unsigned low = low_zeros(run);
    run >>= low;
    if (run & (run + 1)) return NULL;
    unsigned high = low + low_zeros(run + 1);
    /* Bits of the run keep their value if it is of ones in an AND, or of zeros in an OR. */
    bool keep = inside == is_and, fill = !is_and;
    const Expr *r = field(p, a, 0, low, !keep, fill);
    r = build_concat(p, field(p, a, low, high, keep, fill), r);
    return high == w ? r : build_concat(p, field(p, a, high, w, !keep, fill), r);
}

static const Expr *and_or_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    bool is_and = op == EXPR_AND;
    if (a == b) return a;
    if (is_const(b)) {
        if (is_zero_constant(b)) return is_and ? b : a;
        if (is_ones(b)) return is_and ? a : b;
        if (has_const(a, op))
            return build_binary(p, op, a->kid[0],
                                num(p, w, expr_fold_binary(op, w, a->kid[1]->value, b->value)));
        const Expr *r = with_field(p, is_and, a, b->value);
        if (r) return r;
    }
    if (complements(a, b)) return num(p, w, is_and ? 0 : bits_ones(w));
    ExprOp dual = is_and ? EXPR_OR : EXPR_AND;
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (x->op == op && (x->kid[0] == y || x->kid[1] == y)) return x;
        if (x->op == op && !is_const(y) && (complements(x->kid[0], y) || complements(x->kid[1], y)))
            return num(p, w, is_and ? 0 : bits_ones(w));
        if (x->op == dual && (x->kid[0] == y || x->kid[1] == y)) return y;
        if (w == 1 && x->op == dual) { /* y & (!y | z) is y & z */
            if (complements(x->kid[0], y)) return build_binary(p, op, y, x->kid[1]);
            if (complements(x->kid[1], y)) return build_binary(p, op, y, x->kid[0]);
        }
        if (w == 1 && is_and) {
            int pair = eq_pair(x, y);
            if (pair) return pair == 1 ? num(p, 1, 0) : x;
        }
        if (is_and && x->op == EXPR_ZEXT) {
            unsigned n = x->kid[0]->width;
            return build_zext(p, build_and(p, x->kid[0], build_extract(p, y, 0, n)), w);
        }
        if (has_const(x, op) && !is_const(y)) /* constants outermost */
            return build_binary(p, op, build_binary(p, op, x->kid[0], y), x->kid[1]);
    }
    if (w == 1 && !is_and && a->op == EXPR_NOT && b->op == EXPR_NOT &&
        eq_pair(a->kid[0], b->kid[0]) == 1)
        return num(p, 1, 1);
    if (w == 1 && negative(a) && negative(b))
        return build_not(p, build_binary(p, dual, build_not(p, a), build_not(p, b)));
    return NULL;
}

/* Narrows an operation if both operands are zero- (sign-) extended from the same width, or the
 * second is a constant that fits. */
static const Expr *narrow_bitwise(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (a->op != EXPR_ZEXT && a->op != EXPR_SEXT) return NULL;
    unsigned n = a->kid[0]->width;
    if (b->op == a->op) {
        unsigned m = b->kid[0]->width;
        if (n != m && a->op == EXPR_SEXT) return NULL;
        n = MAX(n, m);
    } else if (!is_const(b) ||
               !(a->op == EXPR_ZEXT ? b->value <= bits_ones(n) : fits_signed(b->value, w, n))) {
        return NULL;
    }
    const Expr *x = build_binary(p, op, build_extract(p, a, 0, n), build_extract(p, b, 0, n));
    return a->op == EXPR_ZEXT ? build_zext(p, x, w) : build_sext(p, x, w);
}

const Expr *bitwise_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (op == EXPR_XOR) {
        if (a == b) return num(p, w, 0);
        if (w == 1) return build_ne(p, a, b);
        if (is_zero_constant(b)) return a;
        if (is_ones(b)) return build_not(p, a);
        if (complements(a, b)) return num(p, w, bits_ones(w));
        if (is_const(b) && has_const(a, EXPR_XOR))
            return build_binary(p, op, a->kid[0], num(p, w, a->kid[1]->value ^ b->value));
        if (is_const(b) && a->op == EXPR_NOT)
            return build_binary(p, op, a->kid[0], num(p, w, ~b->value));
        for (int i = 0; i < 2 && !is_const(b); i++) {
            const Expr *x = i ? b : a, *y = i ? a : b;
            if (x->op == EXPR_NOT) return build_not(p, build_binary(p, op, x->kid[0], y));
            if (x->op == EXPR_XOR && x->kid[0] == y) return x->kid[1];
            if (x->op == EXPR_XOR && x->kid[1] == y) return x->kid[0];
            if (has_const(x, op))
                return build_binary(p, op, build_binary(p, op, x->kid[0], y), x->kid[1]);
        }
    } else {
        const Expr *r = and_or_rules(p, op, a, b);
        if (r) return r;
    }
    const Expr *r = narrow_bitwise(p, op, a, b);
    if (!r) r = apart_rules(p, op, a, b);
    if (r) return r;
    if (!is_const(b) && a->hash > b->hash) return node2(p, op, w, b, a);
    return node2(p, op, w, a, b);
}

const Expr *build_not(ExprPool *p, const Expr *a) {
    unsigned w = a->width;
    switch ((ExprOp)a->op) {
    case EXPR_CONST: return num(p, w, ~a->value);
    case EXPR_NOT: return a->kid[0];
    case EXPR_ULT: return build_binary(p, EXPR_ULE, a->kid[1], a->kid[0]);
    case EXPR_ULE: return build_binary(p, EXPR_ULT, a->kid[1], a->kid[0]);
    case EXPR_SLT: return build_binary(p, EXPR_SLE, a->kid[1], a->kid[0]);
    case EXPR_SLE: return build_binary(p, EXPR_SLT, a->kid[1], a->kid[0]);
    case EXPR_AND:
    case EXPR_OR:
        if (w == 1 && negative(a->kid[0]) != negative(a->kid[1]) && spend(p)) {
            const Expr *x = build_not(p, a->kid[0]), *y = build_not(p, a->kid[1]);
            if (negative(x) != negative(y))
                return build_binary(p, a->op == EXPR_AND ? EXPR_OR : EXPR_AND, x, y);
        }
        break;
    case EXPR_ADD:
        if (is_const(a->kid[1])) return build_sub(p, num(p, w, ~a->kid[1]->value), a->kid[0]);
        break;
    case EXPR_SUB:
        if (is_const(a->kid[0])) return build_add(p, a->kid[1], num(p, w, ~a->kid[0]->value));
        break;
    case EXPR_SEXT: return build_sext(p, build_not(p, a->kid[0]), w);
    case EXPR_ITE:
        if (is_const(a->kid[1]) && is_const(a->kid[2]))
            return build_ite(p, a->kid[0], num(p, w, ~a->kid[1]->value),
                             num(p, w, ~a->kid[2]->value));
        break;
    case EXPR_CONCAT:
        if (is_const(a->kid[0]) || is_const(a->kid[1]))
            return build_concat(p, build_not(p, a->kid[0]), build_not(p, a->kid[1]));
        break;
    default: break;
    }
    return expr_node(p, EXPR_NOT, w, a, NULL, NULL);
}
