/*
 * floats.c — see floats.h. Operands are unpacked into sign, exponent and significand; the result is
 * computed with bits to spare and rounded once, to nearest, ties to even.
 *
 * Exponents are signed numbers of a few bits more than the format has. A significand with its
 * highest bit set, at exponent 0, is a number from 1 up to 2. Quotients and roots are computed
 * digit by digit, as by hand: the equation that they satisfy (q * b + r = a) takes CaDiCaL a
 * hundred times as long where operands are known in part (tests/detect/float_root.c).
 */
#include "solver/blast/floats.h"
#include "solver/blast/circuits.h"
#include <stdlib.h>

enum { MOST_EXPONENT = 16 };

typedef struct Format {
    unsigned width, fraction, exponent; /* bits */
    int bias;
    unsigned significand; /* bits, with the highest one, which is not stored */
    unsigned range;       /* bits of exponents while computing */
} Format;

static Format float_format(unsigned width) {
    return width == 32 ? (Format){32, 23, 8, 127, 24, 12} : (Format){64, 52, 11, 1023, 53, 14};
}

typedef struct Unpacked {
    int sign, nan, infinite, zero;
    int exponent[MOST_EXPONENT];
    int significand[MOST_WIRES];
} Unpacked;

static int any_of(Gates *g, const int *wire, unsigned n) {
    int none[MOST_WIRES + 1];
    for (unsigned k = 0; k < n; k++) none[k] = -wire[k];
    return -gate_and_all(g, none, n);
}

static int all_of(Gates *g, const int *wire, unsigned n) {
    int all[MOST_WIRES + 1];
    memcpy(all, wire, n * sizeof *all);
    return gate_and_all(g, all, n);
}

static void wires_number(int *out, int64_t value, unsigned w) {
    for (unsigned k = 0; k < w; k++) out[k] = wire_of(value >> MIN(k, 63u) & 1);
}

static void wires_move(int *to, const int *from, unsigned w) { memmove(to, from, w * sizeof *to); }

/* Adds a constant to a number. */
static void add_number(Gates *g, const int *a, int64_t value, unsigned w, int *out) {
    int b[MOST_WIRES] = {0};
    wires_number(b, value, w);
    circuit_add(g, a, b, false, WIRE_FALSE, w, out);
}

/* Shifts to the left until the highest bit is set; `count`, of `n` bits, is how far. Of zero, the
 * result is zero. */
static void normalise(Gates *g, int *a, unsigned w, int *count, unsigned n) {
    for (unsigned k = n; k-- > 0;) {
        unsigned by = 1u << k;
        if (by >= w) {
            count[k] = WIRE_FALSE;
            continue;
        }
        count[k] = -any_of(g, a + w - by, by);
        for (unsigned i = w; i-- > 0;)
            a[i] = gate_mux(g, count[k], i >= by ? a[i - by] : WIRE_FALSE, a[i]);
    }
}

/* Shifts to the right by a number of `n` bits; the lowest bit stays set if a set bit was lost. */
static void shift_sticky(Gates *g, int *a, unsigned w, const int *by, unsigned n) {
    for (unsigned k = 0; k < n; k++) {
        unsigned distance = k < 16 ? 1u << k : w;
        bool far = distance >= w;
        int lost = any_of(g, a, far ? w : distance + 1);
        for (unsigned i = 0; i < w; i++) {
            int moved = far || i + distance >= w ? WIRE_FALSE : a[i + distance];
            if (!i) moved = lost;
            a[i] = gate_mux(g, by[k], moved, a[i]);
        }
    }
}

/* Unpacks the bits of a number. Small numbers without a highest bit are normalised; the significand
 * always has it. */
static void unpack(Gates *g, Format f, const int *bits, Unpacked *u) {
    const int *field = bits + f.fraction;
    int ones = all_of(g, field, f.exponent), zeros = -any_of(g, field, f.exponent);
    int fraction = any_of(g, bits, f.fraction), count[6];
    u->sign = bits[f.width - 1];
    u->nan = gate_and(g, ones, fraction);
    u->infinite = gate_and(g, ones, -fraction);
    u->zero = gate_and(g, zeros, -fraction);
    wires_move(u->significand, bits, f.fraction);
    u->significand[f.fraction] = -zeros;
    normalise(g, u->significand, f.significand, count, 6);
    u->significand[f.fraction] = WIRE_TRUE;
    int exponent[MOST_EXPONENT], back[MOST_EXPONENT];
    wires_number(exponent, 0, f.range);
    wires_move(exponent, field, f.exponent);
    exponent[0] = gate_or(g, exponent[0], zeros); /* as if it was 1 */
    wires_number(back, 0, f.range);
    wires_move(back, count, 6);
    circuit_add(g, exponent, back, true, WIRE_TRUE, f.range, exponent);
    add_number(g, exponent, -f.bias, f.range, u->exponent);
}

/* Rounds and packs a number other than zero: `significand`, of `w` bits with the highest one set,
 * at an exponent of `range` bits. The lowest bit may stand for what is beyond it. */
static void pack(Gates *g, Format f, int sign, const int *exponent, unsigned range,
                 const int *significand, unsigned w, int *out) {
    int s[MOST_WIRES], e[MOST_WIRES], below[MOST_WIRES], packed[MOST_WIRES], round[MOST_WIRES];
    invariant(w >= f.significand + 2);
    wires_move(s, significand, w);
    /* Distance to the least exponent of numbers with a highest bit; below it the significand moves
     * to the right. */
    add_number(g, exponent, f.bias - 1, range, e);
    int is_small = e[range - 1];
    for (unsigned k = 0; k < range; k++) below[k] = -e[k];
    add_number(g, below, 1, range, below);
    for (unsigned k = 0; k < range; k++) {
        below[k] = gate_and(g, is_small, below[k]);
        e[k] = gate_and(g, -is_small, e[k]);
    }
    shift_sticky(g, s, w, below, range - 1);
    const int *kept = s + (w - f.significand);
    int half = s[w - f.significand - 1], rest = any_of(g, s, w - f.significand - 1);
    /* The highest bit of the significand adds one to the exponent, and so does a carry. */
    unsigned n = f.fraction + range;
    wires_number(packed, 0, n);
    wires_move(packed + f.fraction, e, range);
    wires_number(round, 0, n);
    wires_move(round, kept, f.significand);
    int up = gate_and(g, half, gate_or(g, rest, kept[0]));
    circuit_add(g, packed, round, false, up, n, packed);
    int full = all_of(g, packed + f.fraction, f.exponent);
    int beyond = any_of(g, packed + f.width - 1, n - (f.width - 1));
    int overflow = gate_or(g, full, beyond);
    for (unsigned k = 0; k < f.width - 1; k++)
        out[k] =
            k < f.fraction ? gate_and(g, -overflow, packed[k]) : gate_or(g, overflow, packed[k]);
    out[f.width - 1] = sign;
}

/* --- results that are no finite numbers ------------------------------------------------------- */

static void set_if(Gates *g, int condition, const int *value, unsigned w, int *out) {
    circuit_choose(g, condition, value, out, w, out);
}

static void set_infinity(Gates *g, Format f, int condition, int sign, int *out) {
    int value[64];
    for (unsigned k = 0; k < f.width - 1; k++) value[k] = wire_of(k >= f.fraction);
    value[f.width - 1] = sign;
    set_if(g, condition, value, f.width, out);
}

static void set_zero(Gates *g, Format f, int condition, int sign, int *out) {
    int value[64];
    wires_number(value, 0, f.width);
    value[f.width - 1] = sign;
    set_if(g, condition, value, f.width, out);
}

/* The default NaN. */
static void set_invalid(Gates *g, Format f, int condition, int *out) {
    int value[64];
    for (unsigned k = 0; k < f.width; k++) value[k] = wire_of(k + 1 >= f.fraction);
    set_if(g, condition, value, f.width, out);
}

/* The operand, made quiet. */
static void set_quiet(Gates *g, Format f, int condition, const int *operand, int *out) {
    int value[64];
    wires_move(value, operand, f.width);
    value[f.fraction - 1] = WIRE_TRUE;
    set_if(g, condition, value, f.width, out);
}

static int wires_are_nan(Gates *g, Format f, const int *bits) {
    return gate_and(g, all_of(g, bits + f.fraction, f.exponent), any_of(g, bits, f.fraction));
}

/* --- sums ------------------------------------------------------------------------------------- */

/* The exponent field of a number, 1 if it is 0, and the significand as it stands. */
static void split_magnitude(Gates *g, Format f, const int *bits, int *exponent, int *significand) {
    int zeros = -any_of(g, bits + f.fraction, f.exponent);
    wires_move(exponent, bits + f.fraction, f.exponent);
    exponent[0] = gate_or(g, exponent[0], zeros);
    wires_move(significand, bits, f.fraction);
    significand[f.fraction] = -zeros;
}

enum { SUM_SPARE = 3 }; /* bits below the significands of a sum */

/* Packs the sum or, if `differ`, the difference of two significands of `w` bits, of which the
 * highest bit is free: x at its exponent, and y, which is not greater, after it was shifted. */
static void pack_sum(Gates *g, Format f, int sign, int differ, const int *exponent, const int *x,
                     int *y, unsigned w, int *out) {
    int sum[MOST_WIRES], count[7], back[MOST_EXPONENT], e[MOST_EXPONENT];
    for (unsigned k = 0; k < w; k++) y[k] = gate_xor(g, y[k], differ);
    circuit_add(g, x, y, false, differ, w, sum);
    int is_zero = -any_of(g, sum, w);
    normalise(g, sum, w, count, 7);
    sum[w - 1] = WIRE_TRUE;
    wires_number(back, 0, f.range);
    wires_move(back, count, 7);
    circuit_add(g, exponent, back, true, WIRE_TRUE, f.range, e);
    add_number(g, e, 1, f.range, e);
    pack(g, f, sign, e, f.range, sum, w, out);
    set_zero(g, f, is_zero, gate_and(g, -differ, sign), out);
}

static void float_add(Gates *g, Format f, bool minus, const int *a, const int *b, int *out) {
    unsigned m = f.width - 1, w = f.significand + SUM_SPARE + 1;
    int sign_b = minus ? -b[m] : b[m];
    int swaps = circuit_less(g, a, b, m, false, false), big[64], small[64];
    circuit_choose(g, swaps, b, a, m, big);
    circuit_choose(g, swaps, a, b, m, small);
    int sign = gate_mux(g, swaps, sign_b, a[m]), differ = gate_xor(g, a[m], sign_b);
    int eb[MOST_EXPONENT], es[MOST_EXPONENT], x[MOST_WIRES], y[MOST_WIRES];
    wires_number(eb, 0, f.range);
    wires_number(x, 0, w);
    wires_number(y, 0, w);
    split_magnitude(g, f, big, eb, x + SUM_SPARE);
    split_magnitude(g, f, small, es, y + SUM_SPARE);
    int distance[MOST_EXPONENT];
    circuit_add(g, eb, es, true, WIRE_TRUE, f.exponent, distance);
    shift_sticky(g, y, w, distance, f.exponent);
    add_number(g, eb, -f.bias, f.range, eb);
    pack_sum(g, f, sign, differ, eb, x, y, w, out);
    int infinite_a = all_of(g, a + f.fraction, f.exponent),
        infinite_b = all_of(g, b + f.fraction, f.exponent); /* NaN comes last */
    set_infinity(g, f, infinite_b, sign_b, out);
    set_infinity(g, f, infinite_a, a[m], out);
    set_invalid(g, f, gate_and(g, differ, gate_and(g, infinite_a, infinite_b)), out);
}

/* --- products, quotients, roots --------------------------------------------------------------- */

/* Computes the product of two significands, of twice as many bits with the highest one set, and its
 * exponent. */
static void multiply_exactly_unpacked(Gates *g, Format f, const Unpacked *a, const Unpacked *b,
                                      int *exponent, int *product) {
    unsigned w = 2 * f.significand;
    int x[MOST_WIRES], y[MOST_WIRES];
    wires_number(x, 0, w);
    wires_number(y, 0, w);
    wires_move(x, a->significand, f.significand);
    wires_move(y, b->significand, f.significand);
    circuit_multiply(g, x, y, w, product);
    int high = product[w - 1];
    circuit_add(g, a->exponent, b->exponent, false, high, f.range, exponent);
    for (unsigned k = w; k-- > 0;)
        product[k] = gate_mux(g, high, product[k], k ? product[k - 1] : WIRE_FALSE);
    product[w - 1] = WIRE_TRUE;
}

static void float_multiply(Gates *g, Format f, const Unpacked *a, const Unpacked *b, int *out) {
    int product[MOST_WIRES], exponent[MOST_EXPONENT], sign = gate_xor(g, a->sign, b->sign);
    multiply_exactly_unpacked(g, f, a, b, exponent, product);
    pack(g, f, sign, exponent, f.range, product, 2 * f.significand, out);
    int infinite = gate_or(g, a->infinite, b->infinite), zero = gate_or(g, a->zero, b->zero);
    set_zero(g, f, zero, sign, out);
    set_infinity(g, f, infinite, sign, out);
    set_invalid(g, f, gate_and(g, infinite, zero), out);
}

/* Makes a significand zero, and its exponent the least of all, if it is that of zero. */
static void clear_zero(Gates *g, Format f, int zero, int *number, unsigned w) {
    int none[MOST_WIRES];
    wires_number(none, 0, w);
    wires_number(none + w, -((int64_t)1 << (f.range - 2)), f.range);
    circuit_choose(g, zero, none, number, w + f.range, number);
}

/* The exact product is the one operand of a sum, of twice as many bits; the addend the other. */
static void float_multiply_add(Gates *g, Format f, const Unpacked *a, const Unpacked *b,
                               const Unpacked *c, int *out) {
    unsigned s = 2 * f.significand, w = s + SUM_SPARE + 1;
    /* Significands with the exponents above, so that they compare as numbers. */
    int p[MOST_WIRES], q[MOST_WIRES], big[MOST_WIRES], small[MOST_WIRES];
    multiply_exactly_unpacked(g, f, a, b, p + s, p);
    wires_number(q, 0, s);
    wires_move(q + f.significand, c->significand, f.significand);
    wires_move(q + s, c->exponent, f.range);
    int p_zero = gate_or(g, a->zero, b->zero), p_sign = gate_xor(g, a->sign, b->sign);
    clear_zero(g, f, p_zero, p, s);
    clear_zero(g, f, c->zero, q, s);
    int swaps = circuit_less(g, p, q, s + f.range, true, false);
    circuit_choose(g, swaps, q, p, s + f.range, big);
    circuit_choose(g, swaps, p, q, s + f.range, small);
    int sign = gate_mux(g, swaps, c->sign, p_sign), differ = gate_xor(g, p_sign, c->sign);
    int x[MOST_WIRES], y[MOST_WIRES], distance[MOST_EXPONENT];
    wires_number(x, 0, w);
    wires_number(y, 0, w);
    wires_move(x + SUM_SPARE, big, s);
    wires_move(y + SUM_SPARE, small, s);
    circuit_add(g, big + s, small + s, true, WIRE_TRUE, f.range, distance);
    shift_sticky(g, y, w, distance, f.range);
    pack_sum(g, f, sign, differ, big + s, x, y, w, out);
    int p_infinite = gate_or(g, a->infinite, b->infinite);
    set_infinity(g, f, c->infinite, c->sign, out);
    set_infinity(g, f, p_infinite, p_sign, out);
    set_invalid(g, f,
                gate_or(g, gate_and(g, p_infinite, p_zero),
                        gate_and(g, differ, gate_and(g, p_infinite, c->infinite))),
                out);
}

/* Computes the quotient of two significands, the first with `n` zeros behind it: n + 1 digits, one
 * after the other. Returns whether something is left in the end. */
static int quotient_digits(Gates *g, const int *a, const int *b, unsigned s, unsigned n, int *out) {
    unsigned w = s + 1;
    int left[MOST_WIRES], divisor[MOST_WIRES], rest[MOST_WIRES];
    wires_move(left, a, s);
    left[s] = WIRE_FALSE;
    wires_move(divisor, b, s);
    divisor[s] = WIRE_FALSE;
    for (unsigned k = n + 1; k-- > 0;) {
        out[k] = circuit_add(g, left, divisor, true, WIRE_TRUE, w, rest);
        circuit_choose(g, out[k], rest, left, w, left);
        /* It is less than the divisor, so its highest bit is not set. */
        if (k) wires_move(left + 1, left, s);
        if (k) left[0] = WIRE_FALSE;
    }
    return any_of(g, left, w);
}

static void float_divide(Gates *g, Format f, const Unpacked *a, const Unpacked *b, int *out) {
    /* The quotient of significands, between a half and 2, with `n` bits behind the point and the
     * bit of the remainder. */
    unsigned s = f.significand, n = s + 2;
    int digits[MOST_WIRES], exponent[MOST_EXPONENT];
    digits[0] = quotient_digits(g, a->significand, b->significand, s, n, digits + 1);
    unsigned length = n + 2;
    int high = digits[length - 1], sign = gate_xor(g, a->sign, b->sign);
    for (unsigned k = length; k-- > 0;)
        digits[k] = gate_mux(g, high, digits[k], k ? digits[k - 1] : WIRE_FALSE);
    digits[length - 1] = WIRE_TRUE;
    /* e(a) - e(b), less one if the quotient of significands is below 1. */
    circuit_add(g, a->exponent, b->exponent, true, high, f.range, exponent);
    pack(g, f, sign, exponent, f.range, digits, length, out);
    set_zero(g, f, gate_or(g, a->zero, b->infinite), sign, out);
    set_infinity(g, f, gate_or(g, a->infinite, b->zero), sign, out);
    set_invalid(g, f,
                gate_or(g, gate_and(g, a->zero, b->zero), gate_and(g, a->infinite, b->infinite)),
                out);
}

/* Computes the root of a number of 2 * n bits, digit by digit: each is 1 if what is left is enough
 * for it. Returns whether something is left in the end. */
static int root_digits(Gates *g, const int *total, unsigned n, int *root) {
    unsigned w = n + 2;
    int left[MOST_WIRES], least[MOST_WIRES], rest[MOST_WIRES];
    wires_number(left, 0, w);
    for (unsigned k = n; k-- > 0;) {
        wires_move(left + 2, left, w - 2);
        wires_move(left, total + 2 * k, 2);
        wires_number(least, 1, w);
        wires_move(least + 2, root + k + 1, n - 1 - k);
        root[k] = circuit_add(g, left, least, true, WIRE_TRUE, w, rest);
        circuit_choose(g, root[k], rest, left, w, left);
    }
    return any_of(g, left, w);
}

static void float_root(Gates *g, Format f, const Unpacked *a, int *out) {
    /* The root of `n` bits of a significand, doubled if the exponent is odd, and of its exponent
     * halved. */
    unsigned s = f.significand, n = s + 2, w = 2 * n;
    int total[MOST_WIRES];
    int odd = a->exponent[0], exponent[MOST_EXPONENT];
    wires_number(total, 0, w);
    for (unsigned k = 0; k <= s; k++)
        total[w - s - 1 + k] = gate_mux(g, odd, k ? a->significand[k - 1] : WIRE_FALSE,
                                        k < s ? a->significand[k] : WIRE_FALSE);
    int digits[MOST_WIRES];
    digits[0] = root_digits(g, total, n, digits + 1);
    for (unsigned k = 0; k < f.range; k++) exponent[k] = a->exponent[MIN(k + 1, f.range - 1)];
    pack(g, f, WIRE_FALSE, exponent, f.range, digits, n + 1, out);
    set_infinity(g, f, a->infinite, WIRE_FALSE, out);
    set_invalid(g, f, a->sign, out);
    set_zero(g, f, a->zero, a->sign, out);
}

/* --- rounding to whole numbers, and conversions ----------------------------------------------- */

/* Whether the part behind the point adds one: `half` is its first bit, `rest` whether others are
 * set. */
static int rounds_up(Gates *g, ExprOp op, int sign, int odd, int half, int rest) {
    int any = gate_or(g, half, rest);
    switch (op) {
    case EXPR_FFLOOR: return gate_and(g, sign, any);
    case EXPR_FCEIL: return gate_and(g, -sign, any);
    case EXPR_FRINT: return gate_and(g, half, gate_or(g, rest, odd));
    case EXPR_FROUND: return half;
    default: return WIRE_FALSE;
    }
}

/* Packs an unsigned number of `w` bits, which may be zero. */
static void pack_integer(Gates *g, Format f, int sign, const int *number, unsigned w, int *out) {
    int s[MOST_WIRES], count[7], exponent[MOST_EXPONENT], zero = -any_of(g, number, w);
    unsigned spare = w < f.significand + 2 ? f.significand + 2 - w : 0;
    wires_number(s, 0, w + spare);
    wires_move(s + spare, number, w);
    normalise(g, s + spare, w, count, 7);
    s[w + spare - 1] = WIRE_TRUE;
    int back[MOST_EXPONENT];
    wires_number(back, 0, f.range);
    wires_move(back, count, 7);
    wires_number(exponent, (int64_t)w - 1, f.range);
    circuit_add(g, exponent, back, true, WIRE_TRUE, f.range, exponent);
    pack(g, f, sign, exponent, f.range, s, w + spare, out);
    set_zero(g, f, zero, sign, out);
}

static void blast_round(Gates *g, Format f, ExprOp op, const Unpacked *a, const int *bits,
                        int *out) {
    enum { SPARE = 2 };
    unsigned s = f.significand, w = s + SPARE;
    int x[MOST_WIRES], distance[MOST_EXPONENT], one[MOST_WIRES];
    wires_number(x, 0, w);
    wires_move(x + SPARE, a->significand, s);
    /* Bits behind the point; if there are none, the number is whole. */
    for (unsigned k = 0; k < f.range; k++) distance[k] = -a->exponent[k];
    add_number(g, distance, (int64_t)s, f.range, distance);
    int whole = gate_or(g, distance[f.range - 1], -any_of(g, distance, f.range));
    shift_sticky(g, x, w, distance, f.range - 1);
    int up = rounds_up(g, op, a->sign, x[SPARE], x[1], x[0]);
    wires_number(one, 0, s);
    circuit_add(g, x + SPARE, one, false, up, s, x + SPARE);
    pack_integer(g, f, a->sign, x + SPARE, s, out);
    set_if(g, gate_or(g, gate_or(g, whole, a->infinite), a->zero), bits, f.width, out);
}

static void blast_convert(Gates *g, Format from, Format to, const Unpacked *a, const int *bits,
                          int *out) {
    int s[MOST_WIRES], nan[64];
    unsigned w = MAX(from.significand, to.significand + 2);
    wires_number(s, 0, w);
    wires_move(s + w - from.significand, a->significand, from.significand);
    int exponent[MOST_EXPONENT];
    unsigned range = MAX(from.range, to.range);
    for (unsigned k = 0; k < range; k++) exponent[k] = a->exponent[MIN(k, from.range - 1)];
    pack(g, to, a->sign, exponent, range, s, w, out);
    set_zero(g, to, a->zero, a->sign, out);
    set_infinity(g, to, a->infinite, a->sign, out);
    /* The upper bits of the fraction are the same ones. */
    wires_number(nan, -1, to.width);
    for (unsigned k = 0; k < to.fraction; k++) {
        int at = (int)(k + from.fraction) - (int)to.fraction;
        nan[k] = at < 0 ? WIRE_FALSE : bits[at];
    }
    nan[to.width - 1] = a->sign;
    set_quiet(g, to, a->nan, nan, out);
}

static void blast_from_integer(Gates *g, Format f, bool is_signed, const int *a, unsigned w,
                               int *out) {
    int sign = is_signed ? a[w - 1] : WIRE_FALSE, x[MOST_WIRES], zero[MOST_WIRES];
    wires_number(zero, 0, w);
    for (unsigned k = 0; k < w; k++) x[k] = gate_xor(g, a[k], sign);
    circuit_add(g, x, zero, false, sign, w, x);
    pack_integer(g, f, sign, x, w, out);
}

static void blast_to_integer(Gates *g, Format f, const Unpacked *a, unsigned w, int *out) {
    /* The significand is moved to the left by the exponent, and read in front of the point. */
    unsigned s = f.significand, n = w + s - 1;
    int x[MOST_WIRES], zero[MOST_WIRES], limit[MOST_EXPONENT], lowest[MOST_WIRES];
    wires_number(x, 0, n);
    wires_move(x, a->significand, s);
    for (unsigned k = 0; k < 6; k++) {
        unsigned by = 1u << k;
        for (unsigned i = n; i-- > 0;)
            x[i] = gate_mux(g, a->exponent[k], i >= by ? x[i - by] : WIRE_FALSE, x[i]);
    }
    wires_number(limit, (int64_t)w - 1, f.range);
    int too_large = circuit_less(g, limit, a->exponent, f.range, true, true);
    int fraction = gate_or(g, a->exponent[f.range - 1], a->zero);
    for (unsigned k = 0; k < w; k++) out[k] = gate_xor(g, x[s - 1 + k], a->sign);
    wires_number(zero, 0, w);
    circuit_add(g, out, zero, false, a->sign, w, out);
    set_if(g, fraction, zero, w, out);
    wires_number(lowest, 0, w);
    lowest[w - 1] = WIRE_TRUE;
    set_if(g, gate_or(g, too_large, gate_or(g, a->nan, a->infinite)), lowest, w, out);
}

/* --- comparisons ------------------------------------------------------------------------------ */

static int float_compare(Gates *g, Format f, ExprOp op, const int *a, const int *b) {
    unsigned m = f.width - 1;
    int numbers = gate_and(g, -wires_are_nan(g, f, a), -wires_are_nan(g, f, b));
    int zeros = gate_and(g, -any_of(g, a, m), -any_of(g, b, m));
    int same = gate_or(g, zeros, circuit_equal(g, a, b, f.width));
    if (op == EXPR_FEQ) return gate_and(g, numbers, same);
    int less = circuit_less(g, a, b, m, false, false),
        more = circuit_less(g, b, a, m, false, false);
    int below = gate_mux(g, a[m], gate_or(g, -b[m], more), gate_and(g, -b[m], less));
    int result = op == EXPR_FLE ? gate_or(g, same, below) : gate_and(g, -zeros, below);
    return gate_and(g, numbers, result);
}

/* --- all of them ------------------------------------------------------------------------------ */

static void float_operation(Gates *g, const Expr *e, const int *const kid[3], int *out) {
    ExprOp op = (ExprOp)e->op;
    Format f = float_format(e->kid[0]->width);
    Unpacked x, y, z;
    unpack(g, f, kid[0], &x);
    switch (op) {
    case EXPR_FMA:
        unpack(g, f, kid[1], &y);
        unpack(g, f, kid[2], &z);
        float_multiply_add(g, f, &x, &y, &z, out);
        return;
    case EXPR_FMUL:
    case EXPR_FDIV:
        unpack(g, f, kid[1], &y);
        (op == EXPR_FMUL ? float_multiply : float_divide)(g, f, &x, &y, out);
        return;
    case EXPR_FSQRT: float_root(g, f, &x, out); return;
    case EXPR_FCONVERT: blast_convert(g, f, float_format(e->width), &x, kid[0], out); return;
    case EXPR_FTOSI: blast_to_integer(g, f, &x, e->width, out); return;
    default: blast_round(g, f, op, &x, kid[0], out); return;
    }
}

void float_circuit(Gates *g, const Expr *e, const int *const kid[3], int *out) {
    int operand[3][MOST_WIRES];
    unsigned n = expr_kid_count(e), w = e->kid[0]->width;
    for (unsigned k = 0; k < n; k++) wires_move(operand[k], kid[k], w);
    const int *x = operand[0], *y = operand[1];
    switch ((ExprOp)e->op) {
    case EXPR_SITOF:
    case EXPR_UITOF:
        blast_from_integer(g, float_format(e->width), e->op == EXPR_SITOF, x, w, out);
        return;
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE: out[0] = float_compare(g, float_format(w), (ExprOp)e->op, x, y); return;
    case EXPR_FADD:
    case EXPR_FSUB: float_add(g, float_format(w), e->op == EXPR_FSUB, x, y, out); break;
    default: float_operation(g, e, (const int *const[3]){x, y, operand[2]}, out); break;
    }
    if (e->op == EXPR_FCONVERT || e->op == EXPR_FTOSI) return;
    Format f = float_format(w);
    for (unsigned k = n; k-- > 0;)
        set_quiet(g, f, wires_are_nan(g, f, operand[k]), operand[k], out);
}
