/*
 * bounds.c — cheap facts about an expression: bounds of its value, complements.
 */
#include "expr/rules/rules.h"

u128 umax(const Expr *e, int depth) {
    u128 top = bits_ones(e->width);
    if (is_const(e)) return e->value;
    if (e->op == EXPR_ZEXT) return depth ? umax(e->kid[0], depth - 1) : bits_ones(e->kid[0]->width);
    if (!depth) return top;
    switch ((ExprOp)e->op) {
    case EXPR_AND: {
        u128 x = umax(e->kid[0], depth - 1), y = umax(e->kid[1], depth - 1);
        return MIN(x, y);
    }
    case EXPR_UREM:
        return is_const(e->kid[1]) && !is_zero_constant(e->kid[1]) ? e->kid[1]->value - 1 : top;
    case EXPR_UDIV:
        return is_const(e->kid[1]) && !is_zero_constant(e->kid[1])
                   ? umax(e->kid[0], depth - 1) / e->kid[1]->value
                   : top;
    case EXPR_CONCAT:
        return umax(e->kid[0], depth - 1) << e->kid[1]->width | umax(e->kid[1], depth - 1);
    case EXPR_ITE: {
        u128 x = umax(e->kid[1], depth - 1), y = umax(e->kid[2], depth - 1);
        return MAX(x, y);
    }
    case EXPR_ADD: {
        u128 x = umax(e->kid[0], depth - 1), y = umax(e->kid[1], depth - 1);
        return x <= top - y ? x + y : top;
    }
    default: return top;
    }
}

u128 umin(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_CONST: return e->value;
    case EXPR_OR: return is_const(e->kid[1]) ? e->kid[1]->value : 0;
    case EXPR_CONCAT: return is_const(e->kid[0]) ? e->kid[0]->value << e->kid[1]->width : 0;
    case EXPR_ITE:
        return is_const(e->kid[1]) && is_const(e->kid[2]) ? MIN(e->kid[1]->value, e->kid[2]->value)
                                                          : 0;
    default: return 0;
    }
}

static bool complements_below(const Expr *a, const Expr *b, bool deeper) {
    if (a->op == EXPR_NOT && a->kid[0] == b) return true;
    if (b->op == EXPR_NOT && b->kid[0] == a) return true;
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        /* !(s < t) is t <= s */
        if (((x->op == EXPR_ULT && y->op == EXPR_ULE) ||
             (x->op == EXPR_SLT && y->op == EXPR_SLE)) &&
            x->kid[0] == y->kid[1] && x->kid[1] == y->kid[0])
            return true;
        /* !(s < k) is k-1 < s; normal comparisons never have k at the end of the range */
        if ((x->op == EXPR_ULT || x->op == EXPR_SLT) && y->op == x->op && x->kid[0] == y->kid[1] &&
            is_const(x->kid[1]) && is_const(y->kid[0]) && y->kid[0]->width == x->kid[1]->width &&
            x->kid[1]->value == ((y->kid[0]->value + 1) & bits_ones(y->kid[0]->width)))
            if (x->op == EXPR_ULT ? x->kid[1]->value != 0
                                  : x->kid[1]->value != bits_sign(x->kid[1]->width))
                return true;
        /* !(s & t) is !s | !t, one level down */
        if (deeper && x->op == EXPR_AND && y->op == EXPR_OR && x->width == 1 &&
            ((complements_below(x->kid[0], y->kid[0], false) &&
              complements_below(x->kid[1], y->kid[1], false)) ||
             (complements_below(x->kid[0], y->kid[1], false) &&
              complements_below(x->kid[1], y->kid[0], false))))
            return true;
    }
    return false;
}

bool complements(const Expr *a, const Expr *b) { return complements_below(a, b, true); }

bool negative(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_NOT:
    case EXPR_ULE:
    case EXPR_SLE: return true;
    case EXPR_ULT:
    case EXPR_SLT: return is_const(e->kid[0]);
    default: return false;
    }
}

bool fits_signed(u128 v, unsigned w, unsigned n) {
    i128 s = bits_signed(v, w);
    return bits_signed((u128)s & bits_ones(n), n) == s;
}
