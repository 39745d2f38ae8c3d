/*
 * build.c — the constructors: every expression is simplified while it is built.
 *
 * How it stays terminating and linear. A rule builds only expressions that are smaller, narrower or nearer to
 * a normal form (constants on the right and outermost, comparisons as EQ, ULT and SLT with constants, zext
 * and sext outside of concat, concat leaning to the right, shifts by constants as extract and concat). Rules
 * that look into operands whose size they do not know, such as an extract pushed through arithmetic, spend
 * `fuel`, refilled once per public call, so no call walks the DAG. Operands of commutative operations are
 * ordered by structural hash, so that the result does not depend on the order of creation.
 *
 * A value stored byte by byte and loaded again must become the same pointer: extract leaves most operations
 * alone, and where it does simplify, concat recognises a part by taking it out of the whole again
 * (merge_parts).
 */
#include "expr/internal.h"

enum { FUEL = 64 };

static const Expr *mk_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
static const Expr *mk_not(ExprPool *p, const Expr *a);
static const Expr *mk_zext(ExprPool *p, const Expr *a, unsigned w);
static const Expr *mk_sext(ExprPool *p, const Expr *a, unsigned w);
static const Expr *mk_extract(ExprPool *p, const Expr *a, unsigned off, unsigned w);
static const Expr *mk_concat(ExprPool *p, const Expr *h, const Expr *l);
static const Expr *mk_ite(ExprPool *p, const Expr *c, const Expr *a, const Expr *b);

static bool spend(ExprPool *p) {
    if (!p->fuel) return false;
    p->fuel--;
    return true;
}

static const Expr *num(ExprPool *p, unsigned w, u128 v) { return expr_node_const(p, w, v); }
static const Expr *boolean(ExprPool *p, bool v) { return expr_node_const(p, 1, v); }
static const Expr *node2(ExprPool *p, ExprOp op, unsigned w, const Expr *a, const Expr *b) {
    return expr_node(p, op, w, 0, a, b, NULL);
}
static bool is_const(const Expr *e) { return e->op == EXPR_CONST; }
static bool is_zero(const Expr *e) { return e->op == EXPR_CONST && e->value == 0; }
static bool is_ones(const Expr *e) { return e->op == EXPR_CONST && e->value == bits_ones(e->width); }
static bool has_const(const Expr *e, ExprOp op) { return e->op == op && is_const(e->kid[1]); }
static bool const_arms(const Expr *e) {
    return e->op == EXPR_ITE && is_const(e->kid[1]) && is_const(e->kid[2]);
}
static const Expr *mk_eq(ExprPool *p, const Expr *a, const Expr *b) { return mk_binary(p, EXPR_EQ, a, b); }
static const Expr *mk_ne(ExprPool *p, const Expr *a, const Expr *b) { return mk_not(p, mk_eq(p, a, b)); }
static const Expr *mk_and(ExprPool *p, const Expr *a, const Expr *b) { return mk_binary(p, EXPR_AND, a, b); }
static const Expr *mk_or(ExprPool *p, const Expr *a, const Expr *b) { return mk_binary(p, EXPR_OR, a, b); }
static const Expr *mk_add(ExprPool *p, const Expr *a, const Expr *b) { return mk_binary(p, EXPR_ADD, a, b); }
static const Expr *mk_sub(ExprPool *p, const Expr *a, const Expr *b) { return mk_binary(p, EXPR_SUB, a, b); }

/* Cheap bounds of the unsigned value, looking `depth` levels down. */
static u128 umax(const Expr *e, int depth) {
    u128 top = bits_ones(e->width);
    if (is_const(e)) return e->value;
    if (e->op == EXPR_ZEXT) return depth ? umax(e->kid[0], depth - 1) : bits_ones(e->kid[0]->width);
    if (!depth) return top;
    switch ((ExprOp)e->op) {
    case EXPR_AND: {
        u128 x = umax(e->kid[0], depth - 1), y = umax(e->kid[1], depth - 1);
        return MIN(x, y);
    }
    case EXPR_UREM: return is_const(e->kid[1]) && !is_zero(e->kid[1]) ? e->kid[1]->value - 1 : top;
    case EXPR_UDIV:
        return is_const(e->kid[1]) && !is_zero(e->kid[1]) ? umax(e->kid[0], depth - 1) / e->kid[1]->value
                                                          : top;
    case EXPR_CONCAT: return umax(e->kid[0], depth - 1) << e->kid[1]->width | umax(e->kid[1], depth - 1);
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

static u128 umin(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_CONST: return e->value;
    case EXPR_OR: return is_const(e->kid[1]) ? e->kid[1]->value : 0;
    case EXPR_CONCAT: return is_const(e->kid[0]) ? e->kid[0]->value << e->kid[1]->width : 0;
    case EXPR_ITE:
        return is_const(e->kid[1]) && is_const(e->kid[2]) ? MIN(e->kid[1]->value, e->kid[2]->value) : 0;
    default: return 0;
    }
}

static bool nonnegative(const Expr *e) { return umax(e, 2) < bits_sign(e->width); }

static bool complements_below(const Expr *a, const Expr *b, bool deeper) {
    if (a->op == EXPR_NOT && a->kid[0] == b) return true;
    if (b->op == EXPR_NOT && b->kid[0] == a) return true;
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        /* !(s < t) is t <= s */
        if (((x->op == EXPR_ULT && y->op == EXPR_ULE) || (x->op == EXPR_SLT && y->op == EXPR_SLE)) &&
            x->kid[0] == y->kid[1] && x->kid[1] == y->kid[0])
            return true;
        /* !(s < k) is k-1 < s; normal comparisons never have k at the end of the range */
        if ((x->op == EXPR_ULT || x->op == EXPR_SLT) && y->op == x->op && x->kid[0] == y->kid[1] &&
            is_const(x->kid[1]) && is_const(y->kid[0]) && y->kid[0]->width == x->kid[1]->width &&
            x->kid[1]->value == ((y->kid[0]->value + 1) & bits_ones(y->kid[0]->width)))
            if (x->op == EXPR_ULT ? x->kid[1]->value != 0 : x->kid[1]->value != bits_sign(x->kid[1]->width))
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

static bool complements(const Expr *a, const Expr *b) { return complements_below(a, b, true); }

/*
 * Which of a condition and its negation counts as the negative one. Conjunctions and disjunctions never have
 * two negative operands (De Morgan), and a negated one with exactly one is turned round, so that the negation
 * of a negation is the condition itself.
 */
static bool negative(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_NOT:
    case EXPR_ULE:
    case EXPR_SLE: return true;
    case EXPR_ULT:
    case EXPR_SLT: return is_const(e->kid[0]);
    default: return false;
    }
}

/* Whether `v` of `w` bits is the sign extension of its low `n` bits. */
static bool fits_signed(u128 v, unsigned w, unsigned n) {
    i128 s = bits_signed(v, w);
    return bits_signed((u128)s & bits_ones(n), n) == s;
}

static const Expr *fold(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    return num(p, op >= EXPR_EQ && op <= EXPR_SLE ? 1 : w, expr_fold_binary(op, w, a->value, b->value));
}

/* Addition and subtraction: a sum keeps its constant outermost, c - x stays a SUB, x - c is an ADD. */

static const Expr *mk_concat_wise(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);

static const Expr *build_add(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (w == 1) return mk_binary(p, EXPR_XOR, a, b);
    if (is_const(b)) {
        if (is_zero(b)) return a;
        if (has_const(a, EXPR_ADD)) return mk_add(p, a->kid[0], num(p, w, a->kid[1]->value + b->value));
        if (a->op == EXPR_SUB && is_const(a->kid[0]))
            return mk_sub(p, num(p, w, a->kid[0]->value + b->value), a->kid[1]);
        if (a->op == EXPR_NOT) return mk_sub(p, num(p, w, b->value - 1), a->kid[0]);
        const Expr *r = mk_concat_wise(p, EXPR_ADD, a, b);
        return r ? r : node2(p, EXPR_ADD, w, a, b);
    }
    if (a == b) return mk_binary(p, EXPR_SHL, a, num(p, w, 1));
    if (complements(a, b)) return num(p, w, bits_ones(w));
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (has_const(x, EXPR_ADD)) return mk_add(p, mk_add(p, x->kid[0], y), x->kid[1]);
        if (x->op == EXPR_SUB) {
            if (x->kid[1] == y) return x->kid[0];
            if (is_const(x->kid[0])) return mk_add(p, mk_sub(p, y, x->kid[1]), x->kid[0]);
        }
    }
    const Expr *r = mk_concat_wise(p, EXPR_ADD, a, b);
    if (r) return r;
    if (a->hash > b->hash) return node2(p, EXPR_ADD, w, b, a);
    return node2(p, EXPR_ADD, w, a, b);
}

static const Expr *build_sub(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (w == 1) return mk_binary(p, EXPR_XOR, a, b);
    if (a == b) return num(p, w, 0);
    if (is_const(b)) return mk_add(p, a, num(p, w, -b->value));
    if (has_const(b, EXPR_ADD)) return mk_add(p, mk_sub(p, a, b->kid[0]), num(p, w, -b->kid[1]->value));
    if (b->op == EXPR_SUB) {
        if (is_const(b->kid[0])) return mk_add(p, mk_add(p, a, b->kid[1]), num(p, w, -b->kid[0]->value));
        if (is_const(a)) return mk_add(p, mk_sub(p, b->kid[1], b->kid[0]), a);
        if (b->kid[0] == a) return b->kid[1];
    }
    if (is_const(a)) {
        if (b->op == EXPR_NOT) return mk_add(p, b->kid[0], num(p, w, a->value + 1));
        if (is_ones(a)) return mk_not(p, b);
        return node2(p, EXPR_SUB, w, a, b);
    }
    if (has_const(a, EXPR_ADD)) return mk_add(p, mk_sub(p, a->kid[0], b), a->kid[1]);
    if (a->op == EXPR_ADD) {
        if (a->kid[0] == b) return a->kid[1];
        if (a->kid[1] == b) return a->kid[0];
    }
    if (a->op == EXPR_SUB && a->kid[0] == b) return mk_sub(p, num(p, w, 0), a->kid[1]);
    if (b->op == EXPR_ADD) {
        if (b->kid[0] == a) return mk_sub(p, num(p, w, 0), b->kid[1]);
        if (b->kid[1] == a) return mk_sub(p, num(p, w, 0), b->kid[0]);
    }
    return node2(p, EXPR_SUB, w, a, b);
}

static bool power_of_two(u128 v) { return v && !(v & (v - 1)); }
static unsigned low_zeros(u128 v) {
    uint64_t low = (uint64_t)v, high = (uint64_t)(v >> 64);
    return low ? (unsigned)__builtin_ctzll(low) : high ? 64u + (unsigned)__builtin_ctzll(high) : 128u;
}

static const Expr *build_mul(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (w == 1) return mk_and(p, a, b);
    if (is_const(b)) {
        u128 c = b->value;
        if (c == 0) return b;
        if (c == 1) return a;
        if (is_ones(b)) return mk_sub(p, num(p, w, 0), a);
        if (power_of_two(c)) return mk_binary(p, EXPR_SHL, a, num(p, w, low_zeros(c)));
        if (has_const(a, EXPR_MUL)) return mk_binary(p, EXPR_MUL, a->kid[0], num(p, w, a->kid[1]->value * c));
        if (a->op == EXPR_SUB && is_zero(a->kid[0])) return mk_binary(p, EXPR_MUL, a->kid[1], num(p, w, -c));
        return node2(p, EXPR_MUL, w, a, b);
    }
    if (a->op == EXPR_ZEXT && a->kid[0]->width == 1) return mk_ite(p, a->kid[0], b, num(p, w, 0));
    if (b->op == EXPR_ZEXT && b->kid[0]->width == 1) return mk_ite(p, b->kid[0], a, num(p, w, 0));
    if (a->hash > b->hash) return node2(p, EXPR_MUL, w, b, a);
    return node2(p, EXPR_MUL, w, a, b);
}

static const Expr *build_udiv(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    bool rem = op == EXPR_UREM;
    if (rem && a == b) return num(p, w, 0);
    if (rem && is_zero(a)) return a;
    if (!is_const(b)) return node2(p, op, w, a, b);
    u128 c = b->value;
    if (c == 0) return rem ? a : num(p, w, bits_ones(w));
    if (power_of_two(c)) {
        unsigned k = low_zeros(c);
        if (!rem) return mk_binary(p, EXPR_LSHR, a, num(p, w, k));
        return k ? mk_zext(p, mk_extract(p, a, 0, k), w) : num(p, w, 0);
    }
    if (umax(a, 2) < c) return rem ? a : num(p, w, 0);
    if (a->op == EXPR_ZEXT) { /* c fits: it is at most the operand's bound */
        unsigned n = a->kid[0]->width;
        return mk_zext(p, mk_binary(p, op, a->kid[0], num(p, n, c)), w);
    }
    return node2(p, op, w, a, b);
}

static const Expr *build_sdiv(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    bool rem = op == EXPR_SREM;
    if (rem && a == b) return num(p, w, 0);
    if (rem && is_zero(a)) return a;
    if (is_zero(b)) {
        if (rem) return a;
        return mk_ite(p, mk_binary(p, EXPR_SLT, a, b), num(p, w, 1), num(p, w, bits_ones(w)));
    }
    if (is_ones(b)) return rem ? num(p, w, 0) : mk_sub(p, num(p, w, 0), a);
    if (nonnegative(a) && nonnegative(b)) return mk_binary(p, rem ? EXPR_UREM : EXPR_UDIV, a, b);
    return node2(p, op, w, a, b);
}

/* Shifts by a constant are rewirings: extract and concat. */
static const Expr *build_shift(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (is_zero(a)) return a;
    if (op == EXPR_ASHR && is_ones(a)) return a;
    if (op == EXPR_ASHR && nonnegative(a)) op = EXPR_LSHR;
    if (!is_const(b)) return node2(p, op, w, a, b);
    if (is_zero(b)) return a;
    if (b->value >= w) return op == EXPR_ASHR ? mk_sext(p, mk_extract(p, a, w - 1, 1), w) : num(p, w, 0);
    unsigned k = (unsigned)b->value;
    if (op == EXPR_SHL) return mk_concat(p, mk_extract(p, a, 0, w - k), num(p, k, 0));
    const Expr *high = mk_extract(p, a, k, w - k);
    return op == EXPR_LSHR ? mk_zext(p, high, w) : mk_sext(p, high, w);
}

/*
 * An operation on concatenations whose parts do not meet: both halves of a cut have a side that makes them
 * trivial (bitwise), or the low half does not carry (ADD). NULL where that is not so.
 */
static const Expr *mk_concat_wise(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    const Expr *cut = a->op == EXPR_CONCAT ? a : b->op == EXPR_CONCAT ? b : NULL;
    if (!cut && op == EXPR_ADD && a->op == EXPR_ZEXT && b->op == EXPR_ZEXT) {
        /* The wider one leaves room for the narrower: no carry. */
        const Expr *x = a->kid[0]->width > b->kid[0]->width ? a->kid[0] : b->kid[0];
        const Expr *y = x == a->kid[0] ? b->kid[0] : a->kid[0];
        if (x->op != EXPR_CONCAT || !is_zero(x->kid[1]) || y->width > x->kid[1]->width) return NULL;
        return mk_zext(p, mk_concat(p, x->kid[0], mk_zext(p, y, x->kid[1]->width)), a->width);
    }
    if (!cut) return NULL;
    const Expr *other = cut == a ? b : a;
    unsigned w = a->width, k = cut->kid[1]->width;
    const Expr *h = cut->kid[0], *l = cut->kid[1];
    if (other->op != EXPR_CONCAT && other->op != EXPR_ZEXT && !is_const(other)) return NULL;
    if (is_const(other) && !is_const(h) && !is_const(l)) {
        /* Whole constant parts only: otherwise nothing is gained. */
        u128 low = other->value & bits_ones(k), high = other->value >> k;
        if (op == EXPR_ADD   ? low != 0
            : op == EXPR_XOR ? low != 0 && high != 0
                             : (low != 0 && low != bits_ones(k)) && (high != 0 && high != bits_ones(w - k)))
            return NULL;
    }
    if (!spend(p)) return NULL;
    const Expr *ol = mk_extract(p, other, 0, k);
    if (op == EXPR_ADD) {
        if (!is_zero(ol) && !is_zero(l)) return NULL;
        return mk_concat(p, mk_add(p, h, mk_extract(p, other, k, w - k)), is_zero(l) ? ol : l);
    }
    if (!is_const(l) && !is_const(ol)) return NULL;
    const Expr *oh = mk_extract(p, other, k, w - k);
    if (!is_const(h) && !is_const(oh)) return NULL;
    return mk_concat(p, mk_binary(p, op, h, oh), mk_binary(p, op, l, ol));
}

/* EQ of the same thing with two constants inside a conjunction: 1 contradiction, 2 `a` decides, 0 neither. */
static int eq_pair(const Expr *a, const Expr *b) {
    if (!has_const(a, EXPR_EQ)) return 0;
    if (has_const(b, EXPR_EQ) && b->kid[0] == a->kid[0]) return a == b ? 2 : 1;
    if (b->op == EXPR_NOT && has_const(b->kid[0], EXPR_EQ) && b->kid[0]->kid[0] == a->kid[0])
        return a == b->kid[0] ? 1 : 2;
    return 0;
}

/* The bits from `from` up to `to` of `a`, or all 0 (all 1). */
static const Expr *field(ExprPool *p, const Expr *a, unsigned from, unsigned to, bool keep, bool fill) {
    unsigned n = to - from;
    if (keep) return mk_extract(p, a, from, n);
    return num(p, n, fill ? bits_ones(n) : 0);
}

/* a & mask (a | mask) where the ones or the zeros of the mask are one run: a field is kept, cleared or set,
 * which is a rewiring. NULL for other masks. */
static const Expr *with_field(ExprPool *p, bool is_and, const Expr *a, u128 mask) {
    unsigned w = a->width;
    bool inside = mask & 1 ? false : true; /* the run not touching bit 0, if there are two kinds of bits */
    u128 run = inside ? mask : ~mask & bits_ones(w);
    unsigned low = low_zeros(run);
    run >>= low;
    if (run & (run + 1)) return NULL;
    unsigned high = low + low_zeros(run + 1);
    /* Bits of the run keep their value when it is of ones in an AND or of zeros in an OR. */
    bool keep = inside == is_and, fill = !is_and;
    const Expr *r = field(p, a, 0, low, !keep, fill);
    r = mk_concat(p, field(p, a, low, high, keep, fill), r);
    return high == w ? r : mk_concat(p, field(p, a, high, w, !keep, fill), r);
}

static const Expr *build_and_or(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    bool is_and = op == EXPR_AND;
    if (a == b) return a;
    if (is_const(b)) {
        if (is_zero(b)) return is_and ? b : a;
        if (is_ones(b)) return is_and ? a : b;
        if (has_const(a, op))
            return mk_binary(p, op, a->kid[0],
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
            if (complements(x->kid[0], y)) return mk_binary(p, op, y, x->kid[1]);
            if (complements(x->kid[1], y)) return mk_binary(p, op, y, x->kid[0]);
        }
        if (w == 1 && is_and) {
            int pair = eq_pair(x, y);
            if (pair) return pair == 1 ? num(p, 1, 0) : x;
        }
        if (is_and && x->op == EXPR_ZEXT) {
            unsigned n = x->kid[0]->width;
            return mk_zext(p, mk_and(p, x->kid[0], mk_extract(p, y, 0, n)), w);
        }
        if (has_const(x, op) && !is_const(y)) /* constants outermost */
            return mk_binary(p, op, mk_binary(p, op, x->kid[0], y), x->kid[1]);
    }
    if (w == 1 && !is_and && a->op == EXPR_NOT && b->op == EXPR_NOT && eq_pair(a->kid[0], b->kid[0]) == 1)
        return num(p, 1, 1);
    if (w == 1 && negative(a) && negative(b))
        return mk_not(p, mk_binary(p, dual, mk_not(p, a), mk_not(p, b)));
    return NULL;
}

/* Both operands zero- (sign-) extended from the same width, or the second a constant that fits. */
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
    const Expr *x = mk_binary(p, op, mk_extract(p, a, 0, n), mk_extract(p, b, 0, n));
    return a->op == EXPR_ZEXT ? mk_zext(p, x, w) : mk_sext(p, x, w);
}

static const Expr *build_bitwise(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (op == EXPR_XOR) {
        if (a == b) return num(p, w, 0);
        if (w == 1) return mk_ne(p, a, b);
        if (is_zero(b)) return a;
        if (is_ones(b)) return mk_not(p, a);
        if (complements(a, b)) return num(p, w, bits_ones(w));
        if (is_const(b) && has_const(a, EXPR_XOR))
            return mk_binary(p, op, a->kid[0], num(p, w, a->kid[1]->value ^ b->value));
        if (is_const(b) && a->op == EXPR_NOT) return mk_binary(p, op, a->kid[0], num(p, w, ~b->value));
        for (int i = 0; i < 2 && !is_const(b); i++) {
            const Expr *x = i ? b : a, *y = i ? a : b;
            if (x->op == EXPR_NOT) return mk_not(p, mk_binary(p, op, x->kid[0], y));
            if (x->op == EXPR_XOR && x->kid[0] == y) return x->kid[1];
            if (x->op == EXPR_XOR && x->kid[1] == y) return x->kid[0];
            if (has_const(x, op)) return mk_binary(p, op, mk_binary(p, op, x->kid[0], y), x->kid[1]);
        }
    } else {
        const Expr *r = build_and_or(p, op, a, b);
        if (r) return r;
    }
    const Expr *r = narrow_bitwise(p, op, a, b);
    if (!r) r = mk_concat_wise(p, op, a, b);
    if (r) return r;
    if (!is_const(b) && a->hash > b->hash) return node2(p, op, w, b, a);
    return node2(p, op, w, a, b);
}

/* A comparison where one side is an if-then-else with a constant arm and the other a constant. */
static const Expr *compare_ite(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    const Expr *ite = a->op == EXPR_ITE ? a : b;
    const Expr *c = ite == a ? b : a;
    if (ite->op != EXPR_ITE || !is_const(c)) return NULL;
    if (!is_const(ite->kid[1]) && !is_const(ite->kid[2])) return NULL;
    if (!spend(p)) return NULL;
    const Expr *arm[2];
    for (int i = 0; i < 2; i++)
        arm[i] = ite == a ? mk_binary(p, op, ite->kid[1 + i], c) : mk_binary(p, op, c, ite->kid[1 + i]);
    return mk_ite(p, ite->kid[0], arm[0], arm[1]);
}

/* The inverse of an odd number modulo 2^128, by Newton's iteration. */
static u128 inverse_odd(u128 a) {
    u128 x = a; /* right in three bits */
    for (int i = 0; i < 6; i++) x *= 2 - a * x;
    return x;
}

static const Expr *build_eq_const(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    u128 c = b->value;
    if (c > umax(a, 2) || c < umin(a)) return boolean(p, false);
    switch ((ExprOp)a->op) {
    case EXPR_ADD:
        if (is_const(a->kid[1])) return mk_eq(p, a->kid[0], num(p, w, c - a->kid[1]->value));
        break;
    case EXPR_SUB:
        if (is_const(a->kid[0])) return mk_eq(p, a->kid[1], num(p, w, a->kid[0]->value - c));
        if (c == 0) return mk_eq(p, a->kid[0], a->kid[1]);
        break;
    case EXPR_XOR:
        if (is_const(a->kid[1])) return mk_eq(p, a->kid[0], num(p, w, c ^ a->kid[1]->value));
        if (c == 0) return mk_eq(p, a->kid[0], a->kid[1]);
        break;
    case EXPR_NOT: return mk_eq(p, a->kid[0], num(p, w, ~c));
    case EXPR_MUL:
        if (is_const(a->kid[1]) && (a->kid[1]->value & 1))
            return mk_eq(p, a->kid[0], num(p, w, c * inverse_odd(a->kid[1]->value)));
        break;
    case EXPR_UDIV:
        if (c == 0 && is_const(a->kid[1]) && !is_zero(a->kid[1]))
            return mk_binary(p, EXPR_ULT, a->kid[0], a->kid[1]);
        break;
    case EXPR_AND:
        if (is_const(a->kid[1]) && (c & ~a->kid[1]->value)) return boolean(p, false);
        break;
    case EXPR_OR:
        if (is_const(a->kid[1]) && (a->kid[1]->value & ~c)) return boolean(p, false);
        if (c == 0 && w > 1) return mk_and(p, mk_eq(p, a->kid[0], b), mk_eq(p, a->kid[1], b));
        break;
    case EXPR_ZEXT: return mk_eq(p, a->kid[0], num(p, a->kid[0]->width, c));
    case EXPR_SEXT:
        if (!fits_signed(c, w, a->kid[0]->width)) return boolean(p, false);
        return mk_eq(p, a->kid[0], num(p, a->kid[0]->width, c));
    case EXPR_CONCAT: {
        unsigned k = a->kid[1]->width;
        const Expr *h = a->kid[0], *l = a->kid[1];
        if (is_const(h)) return h->value == c >> k ? mk_eq(p, l, num(p, k, c)) : boolean(p, false);
        if (is_const(l))
            return l->value == (c & bits_ones(k)) ? mk_eq(p, h, num(p, w - k, c >> k)) : boolean(p, false);
        if (l->op == EXPR_ZEXT || l->op == EXPR_SEXT || (l->op == EXPR_CONCAT && is_const(l->kid[0])))
            return mk_and(p, mk_eq(p, h, num(p, w - k, c >> k)), mk_eq(p, l, num(p, k, c)));
        break;
    }
    default: break;
    }
    return compare_ite(p, EXPR_EQ, a, b);
}

static const Expr *build_eq(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (a == b) return boolean(p, true);
    if (complements(a, b)) return boolean(p, false);
    if (w == 1) {
        if (is_const(b)) return b->value ? a : mk_not(p, a);
        if (a->op == EXPR_NOT && b->op == EXPR_NOT) return mk_eq(p, a->kid[0], b->kid[0]);
        if (a->op == EXPR_NOT) return mk_ne(p, a->kid[0], b);
        if (b->op == EXPR_NOT) return mk_ne(p, a, b->kid[0]);
    } else if (is_const(b)) {
        const Expr *r = build_eq_const(p, a, b);
        if (r) return r;
        return node2(p, EXPR_EQ, 1, a, b);
    }
    if (w > 1 && a->op == EXPR_NOT && b->op == EXPR_NOT) return mk_eq(p, a->kid[0], b->kid[0]);
    if (has_const(a, EXPR_ADD) && has_const(b, EXPR_ADD)) {
        /* Only one side keeps a constant; which one is decided by structure alone. */
        u128 c = b->kid[1]->value - a->kid[1]->value;
        if ((c & bits_ones(w)) == 0) return mk_eq(p, a->kid[0], b->kid[0]);
        if (a->kid[0]->hash <= b->kid[0]->hash)
            return mk_eq(p, a->kid[0], mk_add(p, b->kid[0], num(p, w, c)));
        return mk_eq(p, mk_add(p, a->kid[0], num(p, w, -c)), b->kid[0]);
    }
    for (int i = 0; i < 2 && w > 1; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (x->op == EXPR_ADD || x->op == EXPR_XOR) {
            if (x->kid[0] == y) return mk_eq(p, x->kid[1], num(p, w, 0));
            if (x->kid[1] == y) return mk_eq(p, x->kid[0], num(p, w, 0));
        }
        if (x->op == EXPR_SUB && x->kid[0] == y) return mk_eq(p, x->kid[1], num(p, w, 0));
        if (x->op == y->op && (x->op == EXPR_ADD || x->op == EXPR_XOR))
            for (int j = 0; j < 2; j++)
                if (x->kid[0] == y->kid[j]) return mk_eq(p, x->kid[1], y->kid[1 - j]);
    }
    if ((a->op == EXPR_ADD || a->op == EXPR_XOR) && a->op == b->op && w > 1 && a->kid[1] == b->kid[1])
        return mk_eq(p, a->kid[0], b->kid[0]);
    if ((a->op == EXPR_ZEXT && b->op == EXPR_ZEXT) || (a->op == EXPR_SEXT && b->op == EXPR_SEXT)) {
        unsigned n = MAX(a->kid[0]->width, b->kid[0]->width);
        return mk_eq(p, mk_extract(p, a, 0, n), mk_extract(p, b, 0, n));
    }
    if (a->op == EXPR_CONCAT && b->op == EXPR_CONCAT && a->kid[0]->width == b->kid[0]->width) {
        if (a->kid[0] == b->kid[0]) return mk_eq(p, a->kid[1], b->kid[1]);
        if (a->kid[1] == b->kid[1]) return mk_eq(p, a->kid[0], b->kid[0]);
    }
    if (a->hash > b->hash) return node2(p, EXPR_EQ, 1, b, a);
    return node2(p, EXPR_EQ, 1, a, b);
}

/* Rules for s < t of either signedness; NULL where none applies. */

static const Expr *ult_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    if (a == b) return boolean(p, false);
    if (w == 1) return mk_and(p, mk_not(p, a), b);
    if (umax(a, 2) < umin(b)) return boolean(p, true);
    if (umin(a) >= umax(b, 2)) return boolean(p, false);
    if (is_const(b)) {
        u128 c = b->value;
        if (c == 1) return mk_eq(p, a, num(p, w, 0));
        if (is_ones(b)) return mk_ne(p, a, b);
        if (a->op == EXPR_ZEXT) return mk_binary(p, EXPR_ULT, a->kid[0], num(p, a->kid[0]->width, c));
        if (a->op == EXPR_SEXT) {
            unsigned n = a->kid[0]->width;
            if (fits_signed(c, w, n)) return mk_binary(p, EXPR_ULT, a->kid[0], num(p, n, c));
            return mk_not(p, mk_binary(p, EXPR_SLT, a->kid[0], num(p, n, 0)));
        }
        if (a->op == EXPR_CONCAT) {
            unsigned k = a->kid[1]->width;
            u128 high = c >> k, low = c & bits_ones(k);
            if (is_const(a->kid[0])) { /* bounds have settled the other cases */
                if (a->kid[0]->value == high) return mk_binary(p, EXPR_ULT, a->kid[1], num(p, k, low));
                return boolean(p, a->kid[0]->value < high);
            }
            if (is_const(a->kid[1]))
                return mk_binary(p, a->kid[1]->value < low ? EXPR_ULE : EXPR_ULT, a->kid[0],
                                 num(p, w - k, high));
            if (low == 0) return mk_binary(p, EXPR_ULT, a->kid[0], num(p, w - k, high));
        }
    } else if (is_const(a)) {
        u128 c = a->value;
        if (c == 0) return mk_ne(p, b, a);
        if (c == bits_ones(w) - 1) return mk_eq(p, b, num(p, w, bits_ones(w)));
        if (b->op == EXPR_ZEXT) return mk_binary(p, EXPR_ULT, num(p, b->kid[0]->width, c), b->kid[0]);
        if (b->op == EXPR_SEXT) {
            unsigned n = b->kid[0]->width;
            if (fits_signed(c, w, n)) return mk_binary(p, EXPR_ULT, num(p, n, c), b->kid[0]);
            return mk_binary(p, EXPR_SLT, b->kid[0], num(p, n, 0));
        }
        if (b->op == EXPR_CONCAT) {
            unsigned k = b->kid[1]->width;
            u128 high = c >> k, low = c & bits_ones(k);
            if (is_const(b->kid[0])) {
                if (b->kid[0]->value == high) return mk_binary(p, EXPR_ULT, num(p, k, low), b->kid[1]);
                return boolean(p, high < b->kid[0]->value);
            }
            if (is_const(b->kid[1]))
                return mk_binary(p, low < b->kid[1]->value ? EXPR_ULE : EXPR_ULT, num(p, w - k, high),
                                 b->kid[0]);
            if (low == bits_ones(k)) return mk_binary(p, EXPR_ULT, num(p, w - k, high), b->kid[0]);
        }
    } else {
        if (a->op == b->op && (a->op == EXPR_ZEXT || a->op == EXPR_SEXT)) {
            unsigned n = MAX(a->kid[0]->width, b->kid[0]->width);
            return mk_binary(p, EXPR_ULT, mk_extract(p, a, 0, n), mk_extract(p, b, 0, n));
        }
        if (a->op == EXPR_CONCAT && b->op == EXPR_CONCAT && a->kid[0]->width == b->kid[0]->width) {
            if (a->kid[0] == b->kid[0]) return mk_binary(p, EXPR_ULT, a->kid[1], b->kid[1]);
            if (a->kid[1] == b->kid[1]) return mk_binary(p, EXPR_ULT, a->kid[0], b->kid[0]);
        }
    }
    return compare_ite(p, EXPR_ULT, a, b);
}

static const Expr *slt_rules(ExprPool *p, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    u128 least = bits_sign(w), most = least - 1;
    if (a == b) return boolean(p, false);
    if (w == 1) return mk_and(p, a, mk_not(p, b));
    if (nonnegative(a) && nonnegative(b)) return mk_binary(p, EXPR_ULT, a, b);
    if (is_const(b)) {
        u128 c = b->value;
        if (c == least) return boolean(p, false);
        if (c == least + 1) return mk_eq(p, a, num(p, w, least));
        if (c == most) return mk_ne(p, a, b);
        if (nonnegative(a)) return boolean(p, false); /* c is negative here */
        if (a->op == EXPR_SEXT) {
            unsigned n = a->kid[0]->width;
            if (fits_signed(c, w, n)) return mk_binary(p, EXPR_SLT, a->kid[0], num(p, n, c));
            return boolean(p, bits_signed(c, w) > 0);
        }
        if (a->op == EXPR_CONCAT && is_const(a->kid[1])) {
            unsigned k = a->kid[1]->width;
            return mk_binary(p, a->kid[1]->value < (c & bits_ones(k)) ? EXPR_SLE : EXPR_SLT, a->kid[0],
                             num(p, w - k, c >> k));
        }
    } else if (is_const(a)) {
        u128 c = a->value;
        if (c == most) return boolean(p, false);
        if (c == most - 1) return mk_eq(p, b, num(p, w, most));
        if (c == least) return mk_ne(p, b, a);
        if (nonnegative(b)) return boolean(p, true); /* c is negative here */
        if (b->op == EXPR_SEXT) {
            unsigned n = b->kid[0]->width;
            if (fits_signed(c, w, n)) return mk_binary(p, EXPR_SLT, num(p, n, c), b->kid[0]);
            return boolean(p, bits_signed(c, w) < 0);
        }
        if (b->op == EXPR_CONCAT && is_const(b->kid[1])) {
            unsigned k = b->kid[1]->width;
            return mk_binary(p, (c & bits_ones(k)) < b->kid[1]->value ? EXPR_SLE : EXPR_SLT,
                             num(p, w - k, c >> k), b->kid[0]);
        }
    } else if (a->op == EXPR_SEXT && b->op == EXPR_SEXT) {
        unsigned n = MAX(a->kid[0]->width, b->kid[0]->width);
        return mk_binary(p, EXPR_SLT, mk_extract(p, a, 0, n), mk_extract(p, b, 0, n));
    }
    return compare_ite(p, EXPR_SLT, a, b);
}

static const Expr *build_lt(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    const Expr *r = op == EXPR_ULT ? ult_rules(p, a, b) : slt_rules(p, a, b);
    return r ? r : node2(p, op, 1, a, b);
}

/* s <= t is t < s the other way round; with a constant it becomes a strict comparison. */
static const Expr *build_le(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    bool is_signed = op == EXPR_SLE;
    unsigned w = a->width;
    u128 least = is_signed ? bits_sign(w) : 0, most = is_signed ? bits_sign(w) - 1 : bits_ones(w);
    ExprOp lt = is_signed ? EXPR_SLT : EXPR_ULT;
    if (w > 1 && is_const(b)) {
        if (b->value == most) return boolean(p, true);
        return mk_binary(p, lt, a, num(p, w, b->value + 1));
    }
    if (w > 1 && is_const(a)) {
        if (a->value == least) return boolean(p, true);
        return mk_binary(p, lt, num(p, w, a->value - 1), b);
    }
    const Expr *r = is_signed ? slt_rules(p, b, a) : ult_rules(p, b, a);
    return r ? mk_not(p, r) : node2(p, op, 1, a, b);
}

static const Expr *mk_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    assert(a->width == b->width);
    if (is_const(a)) {
        if (is_const(b)) return fold(p, op, a, b);
        switch (op) {
        case EXPR_ADD:
        case EXPR_MUL:
        case EXPR_AND:
        case EXPR_OR:
        case EXPR_XOR:
        case EXPR_EQ: {
            const Expr *t = a;
            a = b;
            b = t;
            break;
        }
        default: break;
        }
    }
    switch (op) {
    case EXPR_ADD: return build_add(p, a, b);
    case EXPR_SUB: return build_sub(p, a, b);
    case EXPR_MUL: return build_mul(p, a, b);
    case EXPR_UDIV:
    case EXPR_UREM: return build_udiv(p, op, a, b);
    case EXPR_SDIV:
    case EXPR_SREM: return build_sdiv(p, op, a, b);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return build_bitwise(p, op, a, b);
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return build_shift(p, op, a, b);
    case EXPR_EQ: return build_eq(p, a, b);
    case EXPR_ULT:
    case EXPR_SLT: return build_lt(p, op, a, b);
    case EXPR_ULE:
    case EXPR_SLE: return build_le(p, op, a, b);
    default: base_fatal("operation %d is not binary", (int)op);
    }
}

static const Expr *mk_not(ExprPool *p, const Expr *a) {
    unsigned w = a->width;
    switch ((ExprOp)a->op) {
    case EXPR_CONST: return num(p, w, ~a->value);
    case EXPR_NOT: return a->kid[0];
    case EXPR_ULT: return mk_binary(p, EXPR_ULE, a->kid[1], a->kid[0]);
    case EXPR_ULE: return mk_binary(p, EXPR_ULT, a->kid[1], a->kid[0]);
    case EXPR_SLT: return mk_binary(p, EXPR_SLE, a->kid[1], a->kid[0]);
    case EXPR_SLE: return mk_binary(p, EXPR_SLT, a->kid[1], a->kid[0]);
    case EXPR_AND:
    case EXPR_OR:
        if (w == 1 && negative(a->kid[0]) != negative(a->kid[1]) && spend(p)) {
            const Expr *x = mk_not(p, a->kid[0]), *y = mk_not(p, a->kid[1]);
            if (negative(x) != negative(y)) return mk_binary(p, a->op == EXPR_AND ? EXPR_OR : EXPR_AND, x, y);
        }
        break;
    case EXPR_ADD:
        if (is_const(a->kid[1])) return mk_sub(p, num(p, w, ~a->kid[1]->value), a->kid[0]);
        break;
    case EXPR_SUB:
        if (is_const(a->kid[0])) return mk_add(p, a->kid[1], num(p, w, ~a->kid[0]->value));
        break;
    case EXPR_SEXT: return mk_sext(p, mk_not(p, a->kid[0]), w);
    case EXPR_ITE:
        if (is_const(a->kid[1]) && is_const(a->kid[2]))
            return mk_ite(p, a->kid[0], num(p, w, ~a->kid[1]->value), num(p, w, ~a->kid[2]->value));
        break;
    case EXPR_CONCAT:
        if (is_const(a->kid[0]) || is_const(a->kid[1]))
            return mk_concat(p, mk_not(p, a->kid[0]), mk_not(p, a->kid[1]));
        break;
    default: break;
    }
    return expr_node(p, EXPR_NOT, w, 0, a, NULL, NULL);
}

static const Expr *mk_zext(ExprPool *p, const Expr *a, unsigned w) {
    if (a->width == w) return a;
    if (is_const(a)) return num(p, w, a->value);
    if (a->op == EXPR_ZEXT) return mk_zext(p, a->kid[0], w);
    if (const_arms(a)) return mk_ite(p, a->kid[0], mk_zext(p, a->kid[1], w), mk_zext(p, a->kid[2], w));
    if (a->op == EXPR_EXTRACT) { /* the bits above the field are zero anyway: keep the whole */
        const Expr *whole = a->kid[0];
        unsigned off = a->index, rest = whole->width - off;
        if (bits_shr(umax(whole, 2), off + a->width) == 0 && rest > a->width)
            return mk_zext(p, mk_extract(p, whole, off, MIN(w, rest)), w);
    }
    return expr_node(p, EXPR_ZEXT, w, 0, a, NULL, NULL);
}

static const Expr *mk_sext(ExprPool *p, const Expr *a, unsigned w) {
    if (a->width == w) return a;
    if (is_const(a)) return num(p, w, (u128)bits_signed(a->value, a->width));
    if (a->op == EXPR_SEXT) return mk_sext(p, a->kid[0], w);
    if (const_arms(a)) return mk_ite(p, a->kid[0], mk_sext(p, a->kid[1], w), mk_sext(p, a->kid[2], w));
    if (nonnegative(a)) return mk_zext(p, a, w);
    return expr_node(p, EXPR_SEXT, w, 0, a, NULL, NULL);
}

/* Operations whose low bits depend on the low bits of their operands only, and leaves of such trees. */
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

/* Cut back to what it was before it was extended. */
static bool is_narrow(const Expr *e) {
    return e->op != EXPR_EXTRACT && e->op != EXPR_ZEXT && e->op != EXPR_SEXT;
}

/* extract of an operation on operands that get simpler by it; NULL where nothing is won. */
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
    /* Attempts that fail deep inside a long sum are paid for by every byte taken: few of them. */
    for (int i = 0; i < (bitwise ? 1 : 6); i++)
        if (!spend(p)) return NULL;
    const Expr *s = mk_extract(p, x, off, w);
    if (!bitwise && !is_narrow(s)) return NULL;
    const Expr *t = mk_extract(p, y, off, w);
    if (!bitwise && !is_narrow(t)) return NULL;
    if (bitwise && !(is_const(s) && is_const(t))) { /* or the parts would not find together again */
        const Expr *k = is_const(s) ? s : t;
        if (!is_zero(k) && !(is_ones(k) && op != EXPR_XOR)) return NULL;
    }
    return mk_binary(p, op, s, t);
}

static const Expr *mk_extract(ExprPool *p, const Expr *a, unsigned off, unsigned w) {
    if (off == 0 && w == a->width) return a;
    switch ((ExprOp)a->op) {
    case EXPR_CONST: return num(p, w, a->value >> off);
    case EXPR_EXTRACT: return mk_extract(p, a->kid[0], a->index + off, w);
    case EXPR_CONCAT: {
        unsigned k = a->kid[1]->width;
        if (off >= k) return mk_extract(p, a->kid[0], off - k, w);
        if (off + w <= k) return mk_extract(p, a->kid[1], off, w);
        return mk_concat(p, mk_extract(p, a->kid[0], 0, off + w - k), mk_extract(p, a->kid[1], off, k - off));
    }
    case EXPR_ZEXT: {
        unsigned n = a->kid[0]->width;
        if (off >= n) return num(p, w, 0);
        if (off + w <= n) return mk_extract(p, a->kid[0], off, w);
        return mk_zext(p, mk_extract(p, a->kid[0], off, n - off), w);
    }
    case EXPR_SEXT: {
        unsigned n = a->kid[0]->width;
        if (off + w <= n) return mk_extract(p, a->kid[0], off, w);
        if (off >= n) return mk_sext(p, mk_extract(p, a->kid[0], n - 1, 1), w);
        return mk_sext(p, mk_extract(p, a->kid[0], off, n - off), w);
    }
    case EXPR_NOT:
        if (w == 1) return mk_not(p, mk_extract(p, a->kid[0], off, w));
        break;
    case EXPR_ITE:
        if (is_const(a->kid[1]) && is_const(a->kid[2]))
            return mk_ite(p, a->kid[0], mk_extract(p, a->kid[1], off, w), mk_extract(p, a->kid[2], off, w));
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
    return expr_node(p, EXPR_EXTRACT, w, off, a, NULL, NULL);
}

/* Whether taking `w` bits at `off` out of `whole` gives exactly `part`. The attempt has fuel of its own, as
 * the construction of the part had. */
static bool is_part(ExprPool *p, const Expr *whole, unsigned off, unsigned w, const Expr *part) {
    bool outer = !p->merging;
    unsigned fuel = p->fuel;
    if (outer) {
        p->merging = true;
        p->fuel = FUEL;
    }
    bool yes = mk_extract(p, whole, off, w) == part;
    if (outer) {
        p->merging = false;
        p->fuel = fuel;
    }
    return yes;
}

/* The concatenation of two parts as something simpler, or NULL. */
static const Expr *merge_parts(ExprPool *p, const Expr *h, const Expr *l) {
    unsigned hw = h->width, lw = l->width, w = hw + lw;
    if (is_const(h) && is_const(l)) return num(p, w, h->value << lw | l->value);
    if (h->op == EXPR_EXTRACT) {
        const Expr *whole = h->kid[0];
        if (l->op == EXPR_EXTRACT && l->kid[0] == whole) {
            if (l->index + lw == h->index) return mk_extract(p, whole, l->index, w);
        } else if (h->index >= lw && is_part(p, whole, h->index - lw, lw, l)) {
            return mk_extract(p, whole, h->index - lw, w);
        }
    }
    if (l->op == EXPR_EXTRACT && l->index + w <= l->kid[0]->width &&
        is_part(p, l->kid[0], l->index + lw, hw, h))
        return mk_extract(p, l->kid[0], l->index, w);
    if (hw == 1 && lw > 1 && !is_const(h) && is_part(p, l, lw - 1, 1, h)) return mk_sext(p, l, w);
    if (hw == 1 && lw == 1 && h == l) return mk_sext(p, l, w);
    if (h->op == EXPR_NOT && l->op == EXPR_NOT) return mk_not(p, mk_concat(p, h->kid[0], l->kid[0]));
    if (const_arms(h) && const_arms(l) && h->kid[0] == l->kid[0])
        return mk_ite(p, h->kid[0], mk_concat(p, h->kid[1], l->kid[1]), mk_concat(p, h->kid[2], l->kid[2]));
    if (const_arms(h) && is_const(l))
        return mk_ite(p, h->kid[0], mk_concat(p, h->kid[1], l), mk_concat(p, h->kid[2], l));
    if (is_const(h) && !is_zero(h) && const_arms(l))
        return mk_ite(p, l->kid[0], mk_concat(p, h, l->kid[1]), mk_concat(p, h, l->kid[2]));
    return NULL;
}

static const Expr *mk_concat(ExprPool *p, const Expr *h, const Expr *l) {
    unsigned w = (unsigned)h->width + l->width;
    assert(w <= 128);
    if (h->op == EXPR_CONCAT) return mk_concat(p, h->kid[0], mk_concat(p, h->kid[1], l));
    const Expr *r = merge_parts(p, h, l);
    if (r) return r;
    if (l->op == EXPR_CONCAT) {
        r = merge_parts(p, h, l->kid[0]);
        if (r) return mk_concat(p, r, l->kid[1]);
    }
    if (is_zero(h)) return mk_zext(p, l, w);
    if (is_const(h) && l->op == EXPR_ZEXT)
        return mk_concat(p, num(p, w - l->kid[0]->width, h->value << (l->width - l->kid[0]->width)),
                         l->kid[0]);
    if (h->op == EXPR_ZEXT) return mk_zext(p, mk_concat(p, h->kid[0], l), w);
    if (h->op == EXPR_SEXT) return mk_sext(p, mk_concat(p, h->kid[0], l), w);
    return expr_node(p, EXPR_CONCAT, w, 0, h, l, NULL);
}

static const Expr *mk_ite(ExprPool *p, const Expr *c, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    assert(c->width == 1 && b->width == w);
    if (is_const(c)) return c->value ? a : b;
    if (a == b) return a;
    if (c->op == EXPR_NOT) return mk_ite(p, c->kid[0], b, a);
    if (c->op == EXPR_ULE) return mk_ite(p, mk_binary(p, EXPR_ULT, c->kid[1], c->kid[0]), b, a);
    if (c->op == EXPR_SLE) return mk_ite(p, mk_binary(p, EXPR_SLT, c->kid[1], c->kid[0]), b, a);
    if (w == 1) {
        if (is_const(a)) return a->value ? mk_or(p, c, b) : mk_and(p, mk_not(p, c), b);
        if (is_const(b)) return b->value ? mk_or(p, mk_not(p, c), a) : mk_and(p, c, a);
        if (a == c) return mk_or(p, c, b);
        if (b == c) return mk_and(p, c, a);
        if (complements(a, b)) return mk_eq(p, c, a);
    } else if (is_const(a) && is_const(b)) {
        if (a->value == 1 && is_zero(b)) return mk_zext(p, c, w);
        if (is_zero(a) && b->value == 1) return mk_zext(p, mk_not(p, c), w);
        if (is_ones(a) && is_zero(b)) return mk_sext(p, c, w);
        if (is_zero(a) && is_ones(b)) return mk_sext(p, mk_not(p, c), w);
    }
    if (a->op == EXPR_ITE && a->kid[0] == c) return mk_ite(p, c, a->kid[1], b);
    if (b->op == EXPR_ITE && b->kid[0] == c) return mk_ite(p, c, a, b->kid[2]);
    if (b->op == EXPR_ITE && b->kid[1] == a) return mk_ite(p, mk_or(p, c, b->kid[0]), a, b->kid[2]);
    if (a->op == EXPR_ITE && a->kid[2] == b) return mk_ite(p, mk_and(p, c, a->kid[0]), a->kid[1], b);
    if (c->op == EXPR_EQ) { /* x == y ? y : x and the like say nothing */
        if ((c->kid[0] == a && c->kid[1] == b) || (c->kid[1] == a && c->kid[0] == b)) return b;
    }
    for (int i = 0; i < 2; i++) {
        const Expr *x = i ? b : a, *y = i ? a : b;
        if (x->op != EXPR_ZEXT) continue;
        unsigned n = x->kid[0]->width;
        if ((y->op == EXPR_ZEXT && y->kid[0]->width == n) || (is_const(y) && y->value <= bits_ones(n)))
            return mk_zext(p, mk_ite(p, c, mk_extract(p, a, 0, n), mk_extract(p, b, 0, n)), w);
    }
    if (a->op == EXPR_SEXT && b->op == EXPR_SEXT && a->kid[0]->width == b->kid[0]->width)
        return mk_sext(p, mk_ite(p, c, a->kid[0], b->kid[0]), w);
    return expr_node(p, EXPR_ITE, w, 0, c, a, b);
}

/* The public faces: refill the fuel, or build the plain node. */

const Expr *expr_const(ExprPool *p, unsigned width, u128 value) { return num(p, width, value); }
const Expr *expr_bool(ExprPool *p, bool value) { return boolean(p, value); }

static void check_widths(const Expr *a, const Expr *b) {
    if (unlikely(a->width != b->width)) base_fatal("operands of %u and %u bits", a->width, b->width);
}

const Expr *expr_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    check_widths(a, b);
    if (op < EXPR_ADD || op > EXPR_SLE) base_fatal("operation %d is not binary", (int)op);
    if (!p->simplify) return node2(p, op, op >= EXPR_EQ ? 1 : a->width, a, b);
    p->fuel = FUEL;
    return mk_binary(p, op, a, b);
}

const Expr *expr_not(ExprPool *p, const Expr *a) {
    if (!p->simplify) return expr_node(p, EXPR_NOT, a->width, 0, a, NULL, NULL);
    p->fuel = FUEL;
    return mk_not(p, a);
}

const Expr *expr_neg(ExprPool *p, const Expr *a) { return expr_binary(p, EXPR_SUB, num(p, a->width, 0), a); }

static const Expr *extend(ExprPool *p, ExprOp op, const Expr *a, unsigned width) {
    if (width < a->width || width > 128) base_fatal("extension of %u bits to %u", a->width, width);
    if (a->width == width) return a;
    if (!p->simplify) return expr_node(p, op, width, 0, a, NULL, NULL);
    p->fuel = FUEL;
    return op == EXPR_ZEXT ? mk_zext(p, a, width) : mk_sext(p, a, width);
}

const Expr *expr_zext(ExprPool *p, const Expr *a, unsigned width) { return extend(p, EXPR_ZEXT, a, width); }
const Expr *expr_sext(ExprPool *p, const Expr *a, unsigned width) { return extend(p, EXPR_SEXT, a, width); }

const Expr *expr_extract(ExprPool *p, const Expr *a, unsigned offset, unsigned width) {
    if (width == 0 || offset + width > a->width) base_fatal("bits %u..+%u of %u", offset, width, a->width);
    if (width == a->width) return a;
    if (!p->simplify) return expr_node(p, EXPR_EXTRACT, width, offset, a, NULL, NULL);
    p->fuel = FUEL;
    return mk_extract(p, a, offset, width);
}

const Expr *expr_trunc(ExprPool *p, const Expr *a, unsigned width) { return expr_extract(p, a, 0, width); }

const Expr *expr_concat(ExprPool *p, const Expr *high, const Expr *low) {
    unsigned w = (unsigned)high->width + low->width;
    if (w > 128) base_fatal("concatenation of %u bits", w);
    if (!p->simplify) return expr_node(p, EXPR_CONCAT, w, 0, high, low, NULL);
    p->fuel = FUEL;
    return mk_concat(p, high, low);
}

const Expr *expr_ite(ExprPool *p, const Expr *cond, const Expr *then, const Expr *otherwise) {
    check_widths(then, otherwise);
    if (cond->width != 1) base_fatal("condition of %u bits", cond->width);
    if (!p->simplify) return expr_node(p, EXPR_ITE, then->width, 0, cond, then, otherwise);
    p->fuel = FUEL;
    return mk_ite(p, cond, then, otherwise);
}

const Expr *expr_eq(ExprPool *p, const Expr *a, const Expr *b) { return expr_binary(p, EXPR_EQ, a, b); }
const Expr *expr_and(ExprPool *p, const Expr *a, const Expr *b) { return expr_binary(p, EXPR_AND, a, b); }
const Expr *expr_or(ExprPool *p, const Expr *a, const Expr *b) { return expr_binary(p, EXPR_OR, a, b); }

const Expr *expr_read_le(ExprPool *p, const Input *input, uint32_t index, unsigned count) {
    if (count == 0 || count > 16) base_fatal("value of %u bytes", count);
    const Expr *e = expr_read(p, input, index);
    for (unsigned i = 1; i < count; i++) e = expr_concat(p, expr_read(p, input, index + i), e);
    return e;
}

const Expr *expr_table(ExprPool *p, const Expr *index, const Expr *const *bytes, uint32_t len) {
    if (len == 0) base_fatal("empty table");
    if (p->simplify) {
        while (index->op == EXPR_ZEXT) index = index->kid[0];
        if (is_const(index)) return bytes[index->value < len ? (uint32_t)index->value : len - 1];
        uint32_t same = 1;
        while (same < len && bytes[same] == bytes[0]) same++;
        if (same == len) return bytes[0];
    }
    for (uint32_t i = 0; i < len; i++)
        if (bytes[i]->width != 8) base_fatal("table entry of %u bits", bytes[i]->width);
    return expr_node_table(p, index, expr_intern_table(p, bytes, len));
}
