/*
 * rules_parts.c — rules for extensions, extraction and concatenation, and for choices.
 */
#include "expr/rules/rules.h"

const Expr *build_zext(ExprPool *p, const Expr *a, unsigned w) {
    if (a->width == w) return a;
    if (is_const(a)) return num(p, w, a->value);
    if (a->op == EXPR_ZEXT) return build_zext(p, a->kid[0], w);
    if (const_arms(a))
        return build_ite(p, a->kid[0], build_zext(p, a->kid[1], w), build_zext(p, a->kid[2], w));
    if (a->op == EXPR_EXTRACT) { /* the bits above the field are zero anyway: keep the whole */
        const Expr *whole = a->kid[0];
        unsigned off = a->index, rest = whole->width - off;
        if (bits_shr(umax(whole, 2), off + a->width) == 0 && rest > a->width)
            return build_zext(p, build_extract(p, whole, off, MIN(w, rest)), w);
    }
    return expr_node(p, EXPR_ZEXT, w, a, NULL, NULL);
}

const Expr *build_sext(ExprPool *p, const Expr *a, unsigned w) {
    if (a->width == w) return a;
    if (is_const(a)) return num(p, w, (u128)bits_signed(a->value, a->width));
    if (a->op == EXPR_SEXT) return build_sext(p, a->kid[0], w);
    if (const_arms(a))
        return build_ite(p, a->kid[0], build_sext(p, a->kid[1], w), build_sext(p, a->kid[2], w));
    if (nonnegative(a)) return build_zext(p, a, w);
    return expr_node(p, EXPR_SEXT, w, a, NULL, NULL);
}

/* Whether the low bits of an operation depend only on the low bits of its operands, or it is a leaf
 * of such a tree. */
static bool narrows(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_CONST:
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_CONCAT:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return true;
    default: return false;
    }
}

/* Whether the cut removed the extension of a value. */
static bool is_narrow(const Expr *e) {
    return e->op != EXPR_EXTRACT && e->op != EXPR_ZEXT && e->op != EXPR_SEXT;
}

/* Pushes an extract into an operation whose operands get simpler by it; NULL if nothing is
 * gained. */
static const Expr *push_extract(ExprPool *p, const Expr *a, unsigned off, unsigned w) {
    ExprOp op = (ExprOp)a->op;
    const Expr *x = a->kid[0], *y = a->kid[1];
    bool bitwise = op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR;
    if (bitwise) {
        if (!is_const(y) && !narrows(x) && !narrows(y)) return NULL;
        if (is_const(y)) { /* the constant must vanish or decide */
            u128 c = (y->value >> off) & bits_ones(w);
            if (c != 0 && (c != bits_ones(w) || op == EXPR_XOR) && !narrows(x)) return NULL;
        }
    } else if (off != 0 || !narrows(x) || !narrows(y)) {
        return NULL;
    }
    /* A long sum pays again, with every byte taken, for attempts that fail deep inside. So only few
     * are made. */
    for (int i = 0; i < (bitwise ? 1 : 6); i++)
        if (!spend(p)) return NULL;
    const Expr *s = build_extract(p, x, off, w);
    if (!bitwise && !is_narrow(s)) return NULL;
    const Expr *t = build_extract(p, y, off, w);
    if (!bitwise && !is_narrow(t)) return NULL;
    if (bitwise && !(is_const(s) && is_const(t))) { /* otherwise the parts could not be merged
                                                       again */
        const Expr *k = is_const(s) ? s : t;
        if (!is_zero_constant(k) && !(is_ones(k) && op != EXPR_XOR)) return NULL;
    }
    return build_binary(p, op, s, t);
}

const Expr *build_extract(ExprPool *p, const Expr *a, unsigned off, unsigned w) {
    if (off == 0 && w == a->width) return a;
    switch ((ExprOp)a->op) {
    case EXPR_CONST: return num(p, w, a->value >> off);
    case EXPR_EXTRACT: return build_extract(p, a->kid[0], a->index + off, w);
    case EXPR_CONCAT: {
        unsigned k = a->kid[1]->width;
        if (off >= k) return build_extract(p, a->kid[0], off - k, w);
        if (off + w <= k) return build_extract(p, a->kid[1], off, w);
        return build_concat(p, build_extract(p, a->kid[0], 0, off + w - k),
                            build_extract(p, a->kid[1], off, k - off));
    }
    case EXPR_ZEXT: {
        unsigned n = a->kid[0]->width;
        if (off >= n) return num(p, w, 0);
        if (off + w <= n) return build_extract(p, a->kid[0], off, w);
        return build_zext(p, build_extract(p, a->kid[0], off, n - off), w);
    }
    case EXPR_SEXT: {
        unsigned n = a->kid[0]->width;
        if (off + w <= n) return build_extract(p, a->kid[0], off, w);
        if (off >= n) return build_sext(p, build_extract(p, a->kid[0], n - 1, 1), w);
        return build_sext(p, build_extract(p, a->kid[0], off, n - off), w);
    }
    case EXPR_NOT:
        if (w == 1) return build_not(p, build_extract(p, a->kid[0], off, w));
        break;
    case EXPR_ITE:
        if (is_const(a->kid[1]) && is_const(a->kid[2]))
            return build_ite(p, a->kid[0], build_extract(p, a->kid[1], off, w),
                             build_extract(p, a->kid[2], off, w));
        break;
    case EXPR_UREM:
    case EXPR_UDIV:
        if (bits_shr(umax(a, 2), off) == 0) return num(p, w, 0);
        break;
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: {
        if (bits_shr(umax(a, 2), off) == 0) return num(p, w, 0);
        const Expr *r = push_extract(p, a, off, w);
        if (r) return r;
        break;
    }
    default: break;
    }
    return expr_node_extract(p, a, off, w);
}

/* Whether taking `w` bits at `off` out of `whole` gives exactly `part`. The attempt has fuel of its
 * own, like the construction of the part. */
static bool is_part_of(ExprPool *p, const Expr *whole, unsigned off, unsigned w, const Expr *part) {
    bool outer = !p->merging;
    unsigned fuel = p->fuel;
    if (outer) {
        p->merging = true;
        p->fuel = FUEL;
    }
    bool yes = build_extract(p, whole, off, w) == part;
    if (outer) {
        p->merging = false;
        p->fuel = fuel;
    }
    return yes;
}

/* Returns the concatenation of two parts as something simpler, or NULL. */
static const Expr *merge_parts(ExprPool *p, const Expr *h, const Expr *l) {
    unsigned hw = h->width, lw = l->width, w = hw + lw;
    if (is_const(h) && is_const(l)) return num(p, w, h->value << lw | l->value);
    if (h->op == EXPR_EXTRACT) {
        const Expr *whole = h->kid[0];
        if (l->op == EXPR_EXTRACT && l->kid[0] == whole) {
            if (l->index + lw == h->index) return build_extract(p, whole, l->index, w);
        } else if (h->index >= lw && is_part_of(p, whole, h->index - lw, lw, l)) {
            return build_extract(p, whole, h->index - lw, w);
        }
    }
    if (l->op == EXPR_EXTRACT && l->index + w <= l->kid[0]->width &&
        is_part_of(p, l->kid[0], l->index + lw, hw, h))
        return build_extract(p, l->kid[0], l->index, w);
    if (hw == 1 && lw > 1 && !is_const(h) && is_part_of(p, l, lw - 1, 1, h))
        return build_sext(p, l, w);
    if (hw == 1 && lw == 1 && h == l) return build_sext(p, l, w);
    if (h->op == EXPR_NOT && l->op == EXPR_NOT)
        return build_not(p, build_concat(p, h->kid[0], l->kid[0]));
    if (const_arms(h) && const_arms(l) && h->kid[0] == l->kid[0])
        return build_ite(p, h->kid[0], build_concat(p, h->kid[1], l->kid[1]),
                         build_concat(p, h->kid[2], l->kid[2]));
    if (const_arms(h) && is_const(l))
        return build_ite(p, h->kid[0], build_concat(p, h->kid[1], l),
                         build_concat(p, h->kid[2], l));
    if (is_const(h) && !is_zero_constant(h) && const_arms(l))
        return build_ite(p, l->kid[0], build_concat(p, h, l->kid[1]),
                         build_concat(p, h, l->kid[2]));
    return NULL;
}

const Expr *build_concat(ExprPool *p, const Expr *h, const Expr *l) {
    unsigned w = (unsigned)h->width + l->width;
    assert(w <= 128);
    if (h->op == EXPR_CONCAT) return build_concat(p, h->kid[0], build_concat(p, h->kid[1], l));
    const Expr *r = merge_parts(p, h, l);
    if (r) return r;
    if (l->op == EXPR_CONCAT) {
        r = merge_parts(p, h, l->kid[0]);
        if (r) return build_concat(p, r, l->kid[1]);
    }
    if (is_zero_constant(h)) return build_zext(p, l, w);
    if (is_const(h) && l->op == EXPR_ZEXT)
        return build_concat(
            p, num(p, w - l->kid[0]->width, h->value << (l->width - l->kid[0]->width)), l->kid[0]);
    if (h->op == EXPR_ZEXT) return build_zext(p, build_concat(p, h->kid[0], l), w);
    if (h->op == EXPR_SEXT) return build_sext(p, build_concat(p, h->kid[0], l), w);
    return expr_node(p, EXPR_CONCAT, w, h, l, NULL);
}

const Expr *build_ite(ExprPool *p, const Expr *c, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    assert(c->width == 1 && b->width == w);
    if (is_const(c)) return c->value ? a : b;
    if (a == b) return a;
    if (c->op == EXPR_NOT) return build_ite(p, c->kid[0], b, a);
    if (c->op == EXPR_ULE)
        return build_ite(p, build_binary(p, EXPR_ULT, c->kid[1], c->kid[0]), b, a);
    if (c->op == EXPR_SLE)
        return build_ite(p, build_binary(p, EXPR_SLT, c->kid[1], c->kid[0]), b, a);
    if (w == 1) {
        if (is_const(a)) return a->value ? build_or(p, c, b) : build_and(p, build_not(p, c), b);
        if (is_const(b)) return b->value ? build_or(p, build_not(p, c), a) : build_and(p, c, a);
        if (a == c) return build_or(p, c, b);
        if (b == c) return build_and(p, c, a);
        if (complements(a, b)) return build_eq(p, c, a);
    } else if (is_const(a) && is_const(b)) {
        if (a->value == 1 && is_zero_constant(b)) return build_zext(p, c, w);
        if (is_zero_constant(a) && b->value == 1) return build_zext(p, build_not(p, c), w);
        if (is_ones(a) && is_zero_constant(b)) return build_sext(p, c, w);
        if (is_zero_constant(a) && is_ones(b)) return build_sext(p, build_not(p, c), w);
    }
    if (a->op == EXPR_ITE && a->kid[0] == c) return build_ite(p, c, a->kid[1], b);
    if (b->op == EXPR_ITE && b->kid[0] == c) return build_ite(p, c, a, b->kid[2]);
    if (b->op == EXPR_ITE && b->kid[1] == a)
        return build_ite(p, build_or(p, c, b->kid[0]), a, b->kid[2]);
    if (a->op == EXPR_ITE && a->kid[2] == b)
        return build_ite(p, build_and(p, c, a->kid[0]), a->kid[1], b);
    if (c->op == EXPR_EQ) { /* x == y ? y : x is x, and so on */
        if ((c->kid[0] == a && c->kid[1] == b) || (c->kid[1] == a && c->kid[0] == b)) return b;
    }
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (x->op != EXPR_ZEXT) continue;
        unsigned n = x->kid[0]->width;
        if ((y->op == EXPR_ZEXT && y->kid[0]->width == n) ||
            (is_const(y) && y->value <= bits_ones(n)))
            return build_zext(
                p, build_ite(p, c, build_extract(p, a, 0, n), build_extract(p, b, 0, n)), w);
    }
    if (a->op == EXPR_SEXT && b->op == EXPR_SEXT && a->kid[0]->width == b->kid[0]->width)
        return build_sext(p, build_ite(p, c, a->kid[0], b->kid[0]), w);
    return expr_node(p, EXPR_ITE, w, c, a, b);
}
