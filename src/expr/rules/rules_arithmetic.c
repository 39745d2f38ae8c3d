/*
 * rules_arithmetic.c — rules for sums, products, quotients and shifts. A sum keeps its constant
 * outermost, c - x stays a SUB, and x - c is an ADD.
 */
#include "expr/rules/rules.h"

const Expr *add_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (w == 1) return build_binary(p, EXPR_XOR, a, b);
    if (is_const(b)) {
        if (is_zero_constant(b)) return a;
        if (has_const(a, EXPR_ADD))
            return build_add(p, a->kid[0], num(p, w, a->kid[1]->value + b->value));
        if (a->op == EXPR_SUB && is_const(a->kid[0]))
            return build_sub(p, num(p, w, a->kid[0]->value + b->value), a->kid[1]);
        if (a->op == EXPR_NOT) return build_sub(p, num(p, w, b->value - 1), a->kid[0]);
        const Expr *r = apart_rules(p, EXPR_ADD, a, b);
        return r ? r : node2(p, EXPR_ADD, w, a, b);
    }
    if (a == b) return build_binary(p, EXPR_SHL, a, num(p, w, 1));
    if (complements(a, b)) return num(p, w, bits_ones(w));
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (has_const(x, EXPR_ADD)) return build_add(p, build_add(p, x->kid[0], y), x->kid[1]);
        if (x->op == EXPR_SUB) {
            if (x->kid[1] == y) return x->kid[0];
            if (is_const(x->kid[0])) return build_add(p, build_sub(p, y, x->kid[1]), x->kid[0]);
        }
    }
    const Expr *r = apart_rules(p, EXPR_ADD, a, b);
    if (r) return r;
    if (a->hash > b->hash) return node2(p, EXPR_ADD, w, b, a);
    return node2(p, EXPR_ADD, w, a, b);
}

const Expr *sub_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (w == 1) return build_binary(p, EXPR_XOR, a, b);
    if (a == b) return num(p, w, 0);
    if (is_const(b)) return build_add(p, a, num(p, w, -b->value));
    if (has_const(b, EXPR_ADD))
        return build_add(p, build_sub(p, a, b->kid[0]), num(p, w, -b->kid[1]->value));
    if (b->op == EXPR_SUB) {
        if (is_const(b->kid[0]))
            return build_add(p, build_add(p, a, b->kid[1]), num(p, w, -b->kid[0]->value));
        if (is_const(a)) return build_add(p, build_sub(p, b->kid[1], b->kid[0]), a);
        if (b->kid[0] == a) return b->kid[1];
    }
    if (is_const(a)) {
        if (b->op == EXPR_NOT) return build_add(p, b->kid[0], num(p, w, a->value + 1));
        if (is_ones(a)) return build_not(p, b);
        return node2(p, EXPR_SUB, w, a, b);
    }
    if (has_const(a, EXPR_ADD)) return build_add(p, build_sub(p, a->kid[0], b), a->kid[1]);
    if (a->op == EXPR_ADD) {
        if (a->kid[0] == b) return a->kid[1];
        if (a->kid[1] == b) return a->kid[0];
    }
    if (a->op == EXPR_SUB && a->kid[0] == b) return build_sub(p, num(p, w, 0), a->kid[1]);
    if (b->op == EXPR_ADD) {
        if (b->kid[0] == a) return build_sub(p, num(p, w, 0), b->kid[1]);
        if (b->kid[1] == a) return build_sub(p, num(p, w, 0), b->kid[0]);
    }
    return node2(p, EXPR_SUB, w, a, b);
}

const Expr *mul_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (w == 1) return build_and(p, a, b);
    if (is_const(b)) {
        u128 c = b->value;
        if (c == 0) return b;
        if (c == 1) return a;
        if (is_ones(b)) return build_sub(p, num(p, w, 0), a);
        if (power_of_two(c)) return build_binary(p, EXPR_SHL, a, num(p, w, low_zeros(c)));
        if (has_const(a, EXPR_MUL))
            return build_binary(p, EXPR_MUL, a->kid[0], num(p, w, a->kid[1]->value * c));
        if (a->op == EXPR_SUB && is_zero_constant(a->kid[0]))
            return build_binary(p, EXPR_MUL, a->kid[1], num(p, w, -c));
        return node2(p, EXPR_MUL, w, a, b);
    }
    if (a->op == EXPR_ZEXT && a->kid[0]->width == 1)
        return build_ite(p, a->kid[0], b, num(p, w, 0));
    if (b->op == EXPR_ZEXT && b->kid[0]->width == 1)
        return build_ite(p, b->kid[0], a, num(p, w, 0));
    if (a->hash > b->hash) return node2(p, EXPR_MUL, w, b, a);
    return node2(p, EXPR_MUL, w, a, b);
}

const Expr *unsigned_division_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    bool rem = op == EXPR_UREM;
    if (rem && a == b) return num(p, w, 0);
    if (rem && is_zero_constant(a)) return a;
    if (!is_const(b)) return node2(p, op, w, a, b);
    u128 c = b->value;
    if (c == 0) return rem ? a : num(p, w, bits_ones(w));
    if (power_of_two(c)) {
        unsigned k = low_zeros(c);
        if (!rem) return build_binary(p, EXPR_LSHR, a, num(p, w, k));
        return k ? build_zext(p, build_extract(p, a, 0, k), w) : num(p, w, 0);
    }
    if (umax(a, 2) < c) return rem ? a : num(p, w, 0);
    if (a->op == EXPR_ZEXT) { /* c fits: it is at most the operand's bound */
        unsigned n = a->kid[0]->width;
        return build_zext(p, build_binary(p, op, a->kid[0], num(p, n, c)), w);
    }
    return node2(p, op, w, a, b);
}

const Expr *signed_division_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    bool rem = op == EXPR_SREM;
    if (rem && a == b) return num(p, w, 0);
    if (rem && is_zero_constant(a)) return a;
    if (is_zero_constant(b)) {
        if (rem) return a;
        return build_ite(p, build_binary(p, EXPR_SLT, a, b), num(p, w, 1), num(p, w, bits_ones(w)));
    }
    if (is_ones(b)) return rem ? num(p, w, 0) : build_sub(p, num(p, w, 0), a);
    if (nonnegative(a) && nonnegative(b)) return build_binary(p, rem ? EXPR_UREM : EXPR_UDIV, a, b);
    return node2(p, op, w, a, b);
}

/* Shifts by a constant are rewirings: extract and concat. */
const Expr *shift_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (is_zero_constant(a)) return a;
    if (op == EXPR_ASHR && is_ones(a)) return a;
    if (op == EXPR_ASHR && nonnegative(a)) op = EXPR_LSHR;
    if (!is_const(b)) return node2(p, op, w, a, b);
    if (is_zero_constant(b)) return a;
    if (b->value >= w)
        return op == EXPR_ASHR ? build_sext(p, build_extract(p, a, w - 1, 1), w) : num(p, w, 0);
    unsigned k = (unsigned)b->value;
    if (op == EXPR_SHL) return build_concat(p, build_extract(p, a, 0, w - k), num(p, k, 0));
    const Expr *high = build_extract(p, a, k, w - k);
    return op == EXPR_LSHR ? build_zext(p, high, w) : build_sext(p, high, w);
}
