/* known.c — see known.h. */
#include "solver/ranges/known.h"

static Known known_nothing(void) { return (Known){0, 0, 1, 1}; }

/* Leaves of the arc what lies from `least` to `most`; false if that is nothing. */
static bool arc_clip(Known *k, uint64_t all, uint64_t least, uint64_t most) {
    uint64_t high = (k->low + k->span) & all;
    if (k->low <= high) {
        if (most < k->low || least > high) return false;
        k->low = MAX(k->low, least);
        k->span = MIN(high, most) - k->low;
        return true;
    }
    /* Around the end there are two pieces: from `low` up, and from 0 to `high`. */
    bool upper = most >= k->low, lower = least <= high;
    if (!upper && !lower) return false;
    if (upper && lower && most - least >= k->span) return true;
    uint64_t from = upper && !lower ? MAX(least, k->low) : least;
    k->span = (lower && !upper ? MIN(most, high) : most) - from;
    k->low = from;
    return true;
}

/* Makes the arc and the bits agree: each says what it can of the other. */
static Known known_agree(unsigned w, Known k) {
    uint64_t all = low_bits(w);
    k.zeros |= ~all;
    if (known_is_empty(k) || !arc_clip(&k, all, k.ones, all & ~k.zeros)) return known_nothing();
    uint64_t high = (k.low + k.span) & all;
    if (k.low <= high) { /* all bits above the highest one that differs */
        uint64_t differ = k.low ^ high;
        uint64_t same = differ ? ~low_bits(64 - (unsigned)__builtin_clzll(differ)) : ~0ull;
        k.ones |= k.low & same;
        k.zeros |= ~k.low & same;
    }
    return known_is_empty(k) ? known_nothing() : k;
}

Known known_any(unsigned w) { return (Known){0, low_bits(w), ~low_bits(w), 0}; }

Known known_const(unsigned w, uint64_t value) {
    value &= low_bits(w);
    return (Known){value, 0, ~value, value};
}

Known known_arc(unsigned w, uint64_t low, uint64_t high) {
    uint64_t all = low_bits(w);
    return known_agree(w, (Known){low & all, (high - low) & all, ~all, 0});
}

static uint64_t bias_of(unsigned w, bool is_signed) { return is_signed ? 1ull << (w - 1) : 0; }

Known known_between(unsigned w, bool is_signed, KnownRange range) {
    uint64_t bias = bias_of(w, is_signed);
    return range.low > range.high ? known_nothing()
                                  : known_arc(w, range.low + bias, range.high + bias);
}

bool known_has(unsigned w, Known k, uint64_t value) {
    return !known_is_empty(k) && ((value - k.low) & low_bits(w)) <= k.span && !(value & k.zeros) &&
           !(~value & k.ones);
}

KnownRange known_range(unsigned w, Known k, bool is_signed) {
    uint64_t all = low_bits(w), low = (k.low + bias_of(w, is_signed)) & all;
    return low > all - k.span ? (KnownRange){0, all} : (KnownRange){low, low + k.span};
}

/* --- sets ------------------------------------------------------------------------------------- */

Known known_meet(unsigned w, Known a, Known b) {
    uint64_t all = low_bits(w);
    if (known_is_empty(a) || known_is_empty(b)) return known_nothing();
    Known m = {a.low, a.span, a.zeros | b.zeros, a.ones | b.ones};
    uint64_t from = (b.low - a.low) & all; /* places in the arc of `a` */
    if (b.span <= all - from) {
        if (from > a.span) return known_nothing();
        m.low = (a.low + from) & all;
        m.span = MIN(a.span - from, b.span);
    } else {
        uint64_t end = b.span - (all - from) - 1;
        if (from > a.span)
            m.span = MIN(end, a.span);
        else if (b.span < a.span) { /* both ends of `a`: no arc but that of `b` is smaller */
            m.low = b.low;
            m.span = b.span;
        }
    }
    return known_agree(w, m);
}

/* The arc from the beginning of `a` that has `b`, too; false if it would be around the end. */
static bool join_from(uint64_t all, Known a, Known b, uint64_t *span) {
    uint64_t from = (b.low - a.low) & all;
    if (b.span > all - from) return false;
    *span = MAX(a.span, from + b.span);
    return true;
}

Known known_join(unsigned w, Known a, Known b) {
    uint64_t all = low_bits(w), first, second;
    if (known_is_empty(a)) return b;
    if (known_is_empty(b)) return a;
    Known j = {0, all, a.zeros & b.zeros, a.ones & b.ones};
    bool one = join_from(all, a, b, &first), two = join_from(all, b, a, &second);
    if (one && (!two || first <= second)) {
        j.low = a.low;
        j.span = first;
    } else if (two) {
        j.low = b.low;
        j.span = second;
    }
    return known_agree(w, j);
}

/* --- sums, products, quotients ---------------------------------------------------------------- */

static Known known_sum(unsigned w, bool subtract, Known a, Known b) {
    uint64_t all = low_bits(w), x = ~(a.zeros | a.ones) & all, y = ~(b.zeros | b.ones) & all;
    uint64_t carries = subtract ? ((a.ones - b.ones + x) ^ (a.ones - b.ones - y))
                                : ((a.ones + b.ones) ^ (a.ones + b.ones + x + y));
    uint64_t value = subtract ? a.ones - b.ones : a.ones + b.ones, open = carries | x | y;
    Known s = {0, all, ~value & ~open, value & ~open & all};
    if (a.span <= all - b.span) {
        s.low = (subtract ? a.low - b.low - b.span : a.low + b.low) & all;
        s.span = a.span + b.span;
    }
    return known_agree(w, s);
}

static unsigned trailing_known(uint64_t bits) {
    return bits == ~0ull ? 64 : (unsigned)__builtin_ctzll(~bits);
}

static i128 signed_value(unsigned w, uint64_t biased) {
    return (i128)biased - ((i128)1 << (w - 1));
}

/* The arc of the products; all of them if one may overflow in both readings. */
static Known product_arc(unsigned w, Known a, Known b) {
    KnownRange x = known_range(w, a, false), y = known_range(w, b, false);
    if ((u128)x.high * y.high <= low_bits(w)) return known_arc(w, x.low * y.low, x.high * y.high);
    KnownRange s = known_range(w, a, true), t = known_range(w, b, true);
    i128 least = 0, most = 0, half = (i128)1 << (w - 1);
    for (int k = 0; k < 4; k++) {
        i128 p = signed_value(w, k & 1 ? s.high : s.low) * signed_value(w, k & 2 ? t.high : t.low);
        least = !k || p < least ? p : least;
        most = !k || p > most ? p : most;
    }
    if (least < -half || most >= half) return known_any(w);
    return known_arc(w, (uint64_t)least, (uint64_t)most);
}

static Known known_product(unsigned w, Known a, Known b) {
    Known p = product_arc(w, a, b);
    unsigned zeros = trailing_known(a.zeros) + trailing_known(b.zeros);
    p.zeros |= low_bits(MIN(zeros, w));
    /* The low bits of a product are made of the low bits of both. */
    unsigned sure = MIN(trailing_known(a.zeros | a.ones), trailing_known(b.zeros | b.ones));
    uint64_t certain = low_bits(MIN(sure, w)), product = a.ones * b.ones;
    p.ones |= product & certain;
    p.zeros |= ~product & certain;
    return known_agree(w, p);
}

static Known known_unsigned_quotient(unsigned w, Known a, Known b) {
    KnownRange x = known_range(w, a, false), y = known_range(w, b, false);
    return y.low ? known_arc(w, x.low / y.high, x.high / y.low) : known_any(w);
}

static Known known_unsigned_remainder(unsigned w, Known a, Known b) {
    KnownRange x = known_range(w, a, false), y = known_range(w, b, false);
    if (x.high < y.low) return a;
    if (y.low == y.high && y.low && x.low / y.low == x.high / y.low)
        return known_arc(w, x.low % y.low, x.high % y.low);
    return known_arc(w, 0, y.low ? MIN(x.high, y.high - 1) : x.high);
}

/* The quotient or the remainder by one number, neither 0 nor -1. */
static Known known_signed_division(ExprOp op, unsigned w, Known a, Known b) {
    KnownRange x = known_range(w, a, true);
    i128 least = signed_value(w, x.low), most = signed_value(w, x.high);
    i128 by = signed_value(w, (b.low + bias_of(w, true)) & low_bits(w));
    if (!known_is_one(b) || by == 0 || by == -1) return known_any(w);
    if (op == EXPR_SDIV && by > 0)
        return known_arc(w, (uint64_t)(least / by), (uint64_t)(most / by));
    if (op == EXPR_SDIV) return known_arc(w, (uint64_t)(most / by), (uint64_t)(least / by));
    i128 top = (by < 0 ? -by : by) - 1;
    if (least >= -top && most <= top) return a;
    return known_arc(w, (uint64_t)(least >= 0 ? 0 : -top), (uint64_t)(most <= 0 ? 0 : top));
}

/* --- bits ------------------------------------------------------------------------------------- */

static Known known_bits(unsigned w, uint64_t zeros, uint64_t ones) {
    return known_agree(w, (Known){0, low_bits(w), zeros, ones});
}

static Known known_and(unsigned w, Known a, Known b) {
    Known k = known_bits(w, a.zeros | b.zeros, a.ones & b.ones);
    uint64_t x = known_range(w, a, false).high, y = known_range(w, b, false).high;
    return known_meet(w, k, known_arc(w, 0, MIN(x, y)));
}

static Known known_or(unsigned w, Known a, Known b) {
    Known k = known_bits(w, a.zeros & b.zeros, a.ones | b.ones);
    uint64_t x = known_range(w, a, false).low, y = known_range(w, b, false).low;
    return known_meet(w, k, known_arc(w, MAX(x, y), low_bits(w)));
}

/* A shift by one number. */
static Known known_shift_by(ExprOp op, unsigned w, Known a, uint64_t by) {
    uint64_t all = low_bits(w);
    if (by >= w && op != EXPR_ASHR) return known_const(w, 0);
    unsigned n = (unsigned)MIN(by, (uint64_t)w - 1);
    KnownRange x = known_range(w, a, op == EXPR_ASHR);
    if (op == EXPR_SHL) {
        Known k = known_bits(w, a.zeros << n | low_bits(n), a.ones << n & all);
        bool fits = n == 0 || x.high <= all >> n;
        return fits ? known_meet(w, k, known_arc(w, x.low << n, x.high << n)) : k;
    }
    if (op == EXPR_LSHR)
        return known_meet(w, known_bits(w, (a.zeros & all) >> n | ~(all >> n), a.ones >> n),
                          known_arc(w, x.low >> n, x.high >> n));
    return known_arc(w, (uint64_t)(signed_value(w, x.low) >> n),
                     (uint64_t)(signed_value(w, x.high) >> n));
}

static Known known_shift(ExprOp op, unsigned w, Known a, Known b) {
    if (known_is_one(b)) return known_shift_by(op, w, a, b.low);
    KnownRange x = known_range(w, a, false), y = known_range(w, b, false);
    if (op == EXPR_LSHR)
        return known_arc(w, y.high >= w ? 0 : x.low >> y.high, y.low >= w ? 0 : x.high >> y.low);
    if (op == EXPR_SHL && y.high < w && x.high <= low_bits(w) >> y.high)
        return known_arc(w, x.low << y.low, x.high << y.high);
    return known_any(w);
}

/* --- comparisons ------------------------------------------------------------------------------ */

static Known known_truth(bool may_be_false, bool may_be_true) {
    return (Known){may_be_false ? 0 : 1, may_be_false && may_be_true, ~1ull | !may_be_true,
                   !may_be_false};
}

static Known known_comparison(ExprOp op, unsigned w, Known a, Known b) {
    if (op == EXPR_EQ)
        return known_truth(!(known_is_one(a) && known_is_one(b) && a.low == b.low),
                           !known_is_empty(known_meet(w, a, b)));
    bool is_signed = op == EXPR_SLT || op == EXPR_SLE, strict = op == EXPR_ULT || op == EXPR_SLT;
    KnownRange x = known_range(w, a, is_signed), y = known_range(w, b, is_signed);
    if (strict) return known_truth(x.high >= y.low, x.low < y.high);
    return known_truth(x.high > y.low, x.low <= y.high);
}

Known known_binary(ExprOp op, unsigned w, Known a, Known b) {
    if (known_is_empty(a) || known_is_empty(b)) return known_nothing();
    switch (op) {
    case EXPR_ADD:
    case EXPR_SUB: return known_sum(w, op == EXPR_SUB, a, b);
    case EXPR_MUL: return known_product(w, a, b);
    case EXPR_UDIV: return known_unsigned_quotient(w, a, b);
    case EXPR_UREM: return known_unsigned_remainder(w, a, b);
    case EXPR_SDIV:
    case EXPR_SREM: return known_signed_division(op, w, a, b);
    case EXPR_AND: return known_and(w, a, b);
    case EXPR_OR: return known_or(w, a, b);
    case EXPR_XOR:
        return known_bits(w, (a.zeros & b.zeros) | (a.ones & b.ones),
                          (a.zeros & b.ones) | (a.ones & b.zeros));
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return known_shift(op, w, a, b);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return known_comparison(op, w, a, b);
    default: return known_any(w);
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

Known known_not(unsigned w, Known a) {
    uint64_t all = low_bits(w);
    if (known_is_empty(a)) return a;
    return (Known){~(a.low + a.span) & all, a.span, a.ones | ~all, a.zeros & all};
}

Known known_extend(bool is_signed, unsigned from, unsigned w, Known a) {
    if (known_is_empty(a)) return a;
    KnownRange x = known_range(from, a, is_signed);
    if (is_signed)
        return known_arc(w, (uint64_t)signed_value(from, x.low),
                         (uint64_t)signed_value(from, x.high));
    return known_agree(w, (Known){x.low, x.high - x.low, a.zeros, a.ones});
}

Known known_extract(unsigned from, unsigned offset, unsigned w, Known a) {
    uint64_t all = low_bits(w);
    if (known_is_empty(a)) return a;
    Known k = known_bits(w, a.zeros >> offset, a.ones >> offset & all);
    if (offset == 0)
        return a.span <= all ? known_meet(w, k, known_arc(w, a.low, a.low + a.span)) : k;
    KnownRange x = known_range(from, a, false);
    uint64_t low = x.low >> offset, high = x.high >> offset;
    return high - low <= all ? known_meet(w, k, known_arc(w, low, high)) : k;
}

Known known_concat(unsigned w, unsigned low_width, Known high, Known low) {
    if (known_is_empty(high) || known_is_empty(low)) return known_nothing();
    unsigned n = low_width;
    uint64_t below = low_bits(n);
    KnownRange x = known_range(w - n, high, false), y = known_range(n, low, false);
    Known k = known_bits(w, high.zeros << n | (low.zeros & below), high.ones << n | low.ones);
    return known_meet(w, k, known_arc(w, x.low << n | y.low, x.high << n | y.high));
}
