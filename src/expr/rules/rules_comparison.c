/*
 * rules_comparison.c — rules for equality and order.
 */
#include "expr/rules/rules.h"

/* Simplifies a comparison of a constant with an if-then-else that has a constant arm. */
static const Expr *compare_ite(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    const Expr *ite = a->op == EXPR_ITE ? a : b;
    const Expr *c = ite == a ? b : a;
    if (ite->op != EXPR_ITE || !is_const(c)) return NULL;
    if (!is_const(ite->kid[1]) && !is_const(ite->kid[2])) return NULL;
    if (!spend(p)) return NULL;
    const Expr *arm[2];
    for (int i = 0; i < 2; i++)
        arm[i] = ite == a ? build_binary(p, op, ite->kid[1 + i], c)
                          : build_binary(p, op, c, ite->kid[1 + i]);
    return build_ite(p, ite->kid[0], arm[0], arm[1]);
}

/* Computes the inverse of an odd number modulo 2^128, by Newton's iteration. */
static u128 inverse_odd(u128 a) {
    u128 x = a; /* right in three bits */
    for (int i = 0; i < 6; i++) x *= 2 - a * x;
    return x;
}

static const Expr *eq_const_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    u128 c = b->value;
    if (c > umax(a, 2) || c < umin(a)) return boolean(p, false);
    switch ((ExprOp)a->op) {
    case EXPR_ADD:
        if (is_const(a->kid[1])) return build_eq(p, a->kid[0], num(p, w, c - a->kid[1]->value));
        break;
    case EXPR_SUB:
        if (is_const(a->kid[0])) return build_eq(p, a->kid[1], num(p, w, a->kid[0]->value - c));
        if (c == 0) return build_eq(p, a->kid[0], a->kid[1]);
        break;
    case EXPR_XOR:
        if (is_const(a->kid[1])) return build_eq(p, a->kid[0], num(p, w, c ^ a->kid[1]->value));
        if (c == 0) return build_eq(p, a->kid[0], a->kid[1]);
        break;
    case EXPR_NOT: return build_eq(p, a->kid[0], num(p, w, ~c));
    case EXPR_MUL:
        if (is_const(a->kid[1]) && (a->kid[1]->value & 1))
            return build_eq(p, a->kid[0], num(p, w, c * inverse_odd(a->kid[1]->value)));
        break;
    case EXPR_UDIV:
        if (c == 0 && is_const(a->kid[1]) && !is_zero_constant(a->kid[1]))
            return build_binary(p, EXPR_ULT, a->kid[0], a->kid[1]);
        break;
    case EXPR_AND:
        if (is_const(a->kid[1]) && (c & ~a->kid[1]->value)) return boolean(p, false);
        break;
    case EXPR_OR:
        if (is_const(a->kid[1]) && (a->kid[1]->value & ~c)) return boolean(p, false);
        if (c == 0 && w > 1)
            return build_and(p, build_eq(p, a->kid[0], b), build_eq(p, a->kid[1], b));
        break;
    case EXPR_ZEXT: return build_eq(p, a->kid[0], num(p, a->kid[0]->width, c));
    case EXPR_SEXT:
        if (!fits_signed(c, w, a->kid[0]->width)) return boolean(p, false);
        return build_eq(p, a->kid[0], num(p, a->kid[0]->width, c));
    case EXPR_CONCAT: {
        unsigned k = a->kid[1]->width;
        const Expr *h = a->kid[0], *l = a->kid[1];
        if (is_const(h))
            return h->value == c >> k ? build_eq(p, l, num(p, k, c)) : boolean(p, false);
        if (is_const(l))
            return l->value == (c & bits_ones(k)) ? build_eq(p, h, num(p, w - k, c >> k))
                                                  : boolean(p, false);
        const Expr *low = l;
        while (low->op == EXPR_CONCAT) low = low->kid[1];
        if (is_const(low)) {
            unsigned n = low->width;
            if (low->value != (c & bits_ones(n))) return boolean(p, false);
            return build_eq(p, build_extract(p, a, n, w - n), num(p, w - n, c >> n));
        }
        if (l->op == EXPR_ZEXT || l->op == EXPR_SEXT ||
            (l->op == EXPR_CONCAT && is_const(l->kid[0])))
            return build_and(p, build_eq(p, h, num(p, w - k, c >> k)),
                             build_eq(p, l, num(p, k, c)));
        break;
    }
    default: break;
    }
    return compare_ite(p, EXPR_EQ, a, b);
}

const Expr *eq_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (a == b) return boolean(p, true);
    if (complements(a, b)) return boolean(p, false);
    if (w == 1) {
        if (is_const(b)) return b->value ? a : build_not(p, a);
        if (a->op == EXPR_NOT && b->op == EXPR_NOT) return build_eq(p, a->kid[0], b->kid[0]);
        if (a->op == EXPR_NOT) return build_ne(p, a->kid[0], b);
        if (b->op == EXPR_NOT) return build_ne(p, a, b->kid[0]);
    } else if (is_const(b)) {
        const Expr *r = eq_const_rules(p, a, b);
        if (r) return r;
        return node2(p, EXPR_EQ, 1, a, b);
    }
    if (w > 1 && a->op == EXPR_NOT && b->op == EXPR_NOT) return build_eq(p, a->kid[0], b->kid[0]);
    if (has_const(a, EXPR_ADD) && has_const(b, EXPR_ADD)) {
        /* Only one side keeps a constant; structure alone decides which one. */
        u128 c = b->kid[1]->value - a->kid[1]->value;
        if ((c & bits_ones(w)) == 0) return build_eq(p, a->kid[0], b->kid[0]);
        if (a->kid[0]->hash <= b->kid[0]->hash)
            return build_eq(p, a->kid[0], build_add(p, b->kid[0], num(p, w, c)));
        return build_eq(p, build_add(p, a->kid[0], num(p, w, -c)), b->kid[0]);
    }
    for (int i = 0; i < 2 && w > 1; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (x->op == EXPR_ADD || x->op == EXPR_XOR) {
            if (x->kid[0] == y) return build_eq(p, x->kid[1], num(p, w, 0));
            if (x->kid[1] == y) return build_eq(p, x->kid[0], num(p, w, 0));
        }
        if (x->op == EXPR_SUB && x->kid[0] == y) return build_eq(p, x->kid[1], num(p, w, 0));
        if (x->op == y->op && (x->op == EXPR_ADD || x->op == EXPR_XOR))
            for (int j = 0; j < 2; j++)
                if (x->kid[0] == y->kid[j]) return build_eq(p, x->kid[1], y->kid[1 - j]);
    }
    if ((a->op == EXPR_ADD || a->op == EXPR_XOR) && a->op == b->op && w > 1 &&
        a->kid[1] == b->kid[1])
        return build_eq(p, a->kid[0], b->kid[0]);
    if ((a->op == EXPR_ZEXT && b->op == EXPR_ZEXT) || (a->op == EXPR_SEXT && b->op == EXPR_SEXT)) {
        unsigned n = MAX(a->kid[0]->width, b->kid[0]->width);
        return build_eq(p, build_extract(p, a, 0, n), build_extract(p, b, 0, n));
    }
    if (a->op == EXPR_CONCAT && b->op == EXPR_CONCAT && a->kid[0]->width == b->kid[0]->width) {
        if (a->kid[0] == b->kid[0]) return build_eq(p, a->kid[1], b->kid[1]);
        if (a->kid[1] == b->kid[1]) return build_eq(p, a->kid[0], b->kid[0]);
    }
    if (a->hash > b->hash) return node2(p, EXPR_EQ, 1, b, a);
    return node2(p, EXPR_EQ, 1, a, b);
}

/* Rules for s < t, unsigned; NULL if none applies. */

static const Expr *ult_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (a == b) return boolean(p, false);
    if (w == 1) return build_and(p, build_not(p, a), b);
    if (umax(a, 2) < umin(b)) return boolean(p, true);
    if (umin(a) >= umax(b, 2)) return boolean(p, false);
    if (is_const(b)) {
        u128 c = b->value;
        if (c == 1) return build_eq(p, a, num(p, w, 0));
        if (is_ones(b)) return build_ne(p, a, b);
        if (a->op == EXPR_ZEXT)
            return build_binary(p, EXPR_ULT, a->kid[0], num(p, a->kid[0]->width, c));
        if (a->op == EXPR_SEXT) {
            unsigned n = a->kid[0]->width;
            if (fits_signed(c, w, n)) return build_binary(p, EXPR_ULT, a->kid[0], num(p, n, c));
            return build_not(p, build_binary(p, EXPR_SLT, a->kid[0], num(p, n, 0)));
        }
        if (a->op == EXPR_CONCAT) {
            unsigned k = a->kid[1]->width;
            u128 high = c >> k, low = c & bits_ones(k);
            if (is_const(a->kid[0])) { /* bounds have settled the other cases */
                if (a->kid[0]->value == high)
                    return build_binary(p, EXPR_ULT, a->kid[1], num(p, k, low));
                return boolean(p, a->kid[0]->value < high);
            }
            if (is_const(a->kid[1]))
                return build_binary(p, a->kid[1]->value < low ? EXPR_ULE : EXPR_ULT, a->kid[0],
                                    num(p, w - k, high));
            if (low == 0) return build_binary(p, EXPR_ULT, a->kid[0], num(p, w - k, high));
        }
    } else if (is_const(a)) {
        u128 c = a->value;
        if (c == 0) return build_ne(p, b, a);
        if (c == bits_ones(w) - 1) return build_eq(p, b, num(p, w, bits_ones(w)));
        if (b->op == EXPR_ZEXT)
            return build_binary(p, EXPR_ULT, num(p, b->kid[0]->width, c), b->kid[0]);
        if (b->op == EXPR_SEXT) {
            unsigned n = b->kid[0]->width;
            if (fits_signed(c, w, n)) return build_binary(p, EXPR_ULT, num(p, n, c), b->kid[0]);
            return build_binary(p, EXPR_SLT, b->kid[0], num(p, n, 0));
        }
        if (b->op == EXPR_CONCAT) {
            unsigned k = b->kid[1]->width;
            u128 high = c >> k, low = c & bits_ones(k);
            if (is_const(b->kid[0])) {
                if (b->kid[0]->value == high)
                    return build_binary(p, EXPR_ULT, num(p, k, low), b->kid[1]);
                return boolean(p, high < b->kid[0]->value);
            }
            if (is_const(b->kid[1]))
                return build_binary(p, low < b->kid[1]->value ? EXPR_ULE : EXPR_ULT,
                                    num(p, w - k, high), b->kid[0]);
            if (low == bits_ones(k))
                return build_binary(p, EXPR_ULT, num(p, w - k, high), b->kid[0]);
        }
    } else {
        if (a->op == b->op && (a->op == EXPR_ZEXT || a->op == EXPR_SEXT)) {
            unsigned n = MAX(a->kid[0]->width, b->kid[0]->width);
            return build_binary(p, EXPR_ULT, build_extract(p, a, 0, n), build_extract(p, b, 0, n));
        }
        if (a->op == EXPR_CONCAT && b->op == EXPR_CONCAT && a->kid[0]->width == b->kid[0]->width) {
            if (a->kid[0] == b->kid[0]) return build_binary(p, EXPR_ULT, a->kid[1], b->kid[1]);
            if (a->kid[1] == b->kid[1]) return build_binary(p, EXPR_ULT, a->kid[0], b->kid[0]);
        }
    }
    return compare_ite(p, EXPR_ULT, a, b);
}

static const Expr *slt_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    u128 least = bits_sign(w), most = least - 1;
    if (a == b) return boolean(p, false);
    if (w == 1) return build_and(p, a, build_not(p, b));
    if (nonnegative(a) && nonnegative(b)) return build_binary(p, EXPR_ULT, a, b);
    if (is_const(b)) {
        u128 c = b->value;
        if (c == least) return boolean(p, false);
        if (c == least + 1) return build_eq(p, a, num(p, w, least));
        if (c == most) return build_ne(p, a, b);
        if (nonnegative(a)) return boolean(p, false); /* c is negative here */
        if (a->op == EXPR_SEXT) {
            unsigned n = a->kid[0]->width;
            if (fits_signed(c, w, n)) return build_binary(p, EXPR_SLT, a->kid[0], num(p, n, c));
            return boolean(p, bits_signed(c, w) > 0);
        }
        if (a->op == EXPR_CONCAT && is_const(a->kid[1])) {
            unsigned k = a->kid[1]->width;
            return build_binary(p, a->kid[1]->value < (c & bits_ones(k)) ? EXPR_SLE : EXPR_SLT,
                                a->kid[0], num(p, w - k, c >> k));
        }
    } else if (is_const(a)) {
        u128 c = a->value;
        if (c == most) return boolean(p, false);
        if (c == most - 1) return build_eq(p, b, num(p, w, most));
        if (c == least) return build_ne(p, b, a);
        if (nonnegative(b)) return boolean(p, true); /* c is negative here */
        if (b->op == EXPR_SEXT) {
            unsigned n = b->kid[0]->width;
            if (fits_signed(c, w, n)) return build_binary(p, EXPR_SLT, num(p, n, c), b->kid[0]);
            return boolean(p, bits_signed(c, w) < 0);
        }
        if (b->op == EXPR_CONCAT && is_const(b->kid[1])) {
            unsigned k = b->kid[1]->width;
            return build_binary(p, (c & bits_ones(k)) < b->kid[1]->value ? EXPR_SLE : EXPR_SLT,
                                num(p, w - k, c >> k), b->kid[0]);
        }
    } else if (a->op == EXPR_SEXT && b->op == EXPR_SEXT) {
        unsigned n = MAX(a->kid[0]->width, b->kid[0]->width);
        return build_binary(p, EXPR_SLT, build_extract(p, a, 0, n), build_extract(p, b, 0, n));
    }
    return compare_ite(p, EXPR_SLT, a, b);
}

const Expr *less_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    const Expr *r = op == EXPR_ULT ? ult_rules(p, a, b) : slt_rules(p, a, b);
    return r ? r : node2(p, op, 1, a, b);
}

/* s <= t is the negation of t < s; with a constant it becomes a strict comparison. */
const Expr *less_or_equal_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    bool is_signed = op == EXPR_SLE;
    unsigned w = a->width;
    u128 least = is_signed ? bits_sign(w) : 0, most = is_signed ? bits_sign(w) - 1 : bits_ones(w);
    ExprOp lt = is_signed ? EXPR_SLT : EXPR_ULT;
    if (w > 1 && is_const(b)) {
        if (b->value == most) return boolean(p, true);
        return build_binary(p, lt, a, num(p, w, b->value + 1));
    }
    if (w > 1 && is_const(a)) {
        if (a->value == least) return boolean(p, true);
        return build_binary(p, lt, num(p, w, a->value - 1), b);
    }
    const Expr *r = is_signed ? slt_rules(p, b, a) : ult_rules(p, b, a);
    return r ? build_not(p, r) : node2(p, op, 1, a, b);
}
