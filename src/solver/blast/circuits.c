/* circuits.c — see circuits.h. */
#include "solver/blast/circuits.h"
#include <stdlib.h>

typedef struct Wires {
    int bit[MOST_WIRES];
} Wires;

static void wires_copy(int *to, const int *from, unsigned w) { memmove(to, from, w * sizeof *to); }

static void wires_fill(int *to, int value, unsigned w) {
    for (unsigned k = 0; k < w; k++) to[k] = value;
}

static unsigned wires_unknown(const int *a, unsigned w) {
    unsigned n = 0;
    for (unsigned k = 0; k < w; k++) n += !wire_is_constant(a[k]);
    return n;
}

/* The number of bits of `a` up to the highest one that may be set. */
static unsigned wires_length(const int *a, unsigned w) {
    while (w && a[w - 1] == WIRE_FALSE) w--;
    return w;
}

/* --- sums and comparisons --------------------------------------------------------------------- */

int circuit_add(Gates *g, const int *a, const int *b, bool minus, int carry, unsigned w, int *out) {
    for (unsigned k = 0; k < w; k++) {
        int x = a[k], y = minus ? -b[k] : b[k];
        int sum = gate_xor3(g, x, y, carry);
        carry = gate_majority(g, x, y, carry);
        out[k] = sum;
    }
    return carry;
}

int circuit_equal(Gates *g, const int *a, const int *b, unsigned w) {
    int same[MOST_WIRES + 1];
    for (unsigned k = 0; k < w; k++) same[k] = -gate_xor(g, a[k], b[k]);
    return gate_and_all(g, same, w);
}

int circuit_less(Gates *g, const int *a, const int *b, unsigned w, bool is_signed, bool or_equal) {
    int less = wire_of(or_equal); /* of the bits below */
    for (unsigned k = 0; k < w; k++) {
        bool swaps = is_signed && k == w - 1;
        less = gate_majority(g, swaps ? a[k] : -a[k], swaps ? -b[k] : b[k], less);
    }
    return less;
}

void circuit_choose(Gates *g, int c, const int *a, const int *b, unsigned w, int *out) {
    for (unsigned k = 0; k < w; k++) out[k] = gate_mux(g, c, a[k], b[k]);
}

/* out = c ? -a : a. */
static void negate_if(Gates *g, int c, const int *a, unsigned w, int *out) {
    int carry = c;
    for (unsigned k = 0; k < w; k++) {
        int x = gate_xor(g, a[k], c);
        out[k] = gate_xor(g, x, carry);
        carry = gate_and(g, x, carry);
    }
}

/* --- products --------------------------------------------------------------------------------- */

/* A digit of a multiplier: a wire that is added or subtracted. */
typedef struct Digit {
    int wire; /* WIRE_FALSE: 0 */
    bool minus;
} Digit;

/* Recodes runs of constant ones, 0111 as 100(-1), where that saves additions. */
static void recode(const int *b, unsigned w, Digit *digit) {
    for (unsigned k = 0; k < w; k++) digit[k] = (Digit){b[k], false};
    for (unsigned k = 0; k < w;) {
        unsigned end = k;
        while (end < w && b[end] == WIRE_TRUE) end++;
        bool room = end == w || digit[end].wire == WIRE_FALSE;
        if (end >= k + 3 && room) {
            digit[k].minus = true;
            for (unsigned i = k + 1; i < end; i++) digit[i].wire = WIRE_FALSE;
            if (end < w) digit[end].wire = WIRE_TRUE;
        }
        k = end + 1;
    }
}

void circuit_multiply(Gates *g, const int *a, const int *b, unsigned w, int *out) {
    if (wires_unknown(a, w) < wires_unknown(b, w)) {
        const int *t = a;
        a = b;
        b = t;
    }
    Digit digit[MOST_WIRES];
    Wires sum;
    recode(b, w, digit);
    wires_fill(sum.bit, WIRE_FALSE, w);
    for (unsigned i = 0; i < w; i++) {
        int row[MOST_WIRES];
        if (digit[i].wire == WIRE_FALSE) continue;
        for (unsigned k = 0; i + k < w; k++) row[k] = gate_and(g, a[k], digit[i].wire);
        circuit_add(g, sum.bit + i, row, digit[i].minus, wire_of(digit[i].minus), w - i,
                    sum.bit + i);
    }
    wires_copy(out, sum.bit, w);
}

/* --- quotients -------------------------------------------------------------------------------- */

/* Adds the condition that the product of `a` and `b` is less than 2^w, and computes it. Each
 * partial product that does not fit is excluded, and so is each carry that leaves the number. */
static void multiply_exactly(Gates *g, const int *a, const int *b, unsigned w, int *out) {
    Wires sum;
    wires_fill(sum.bit, WIRE_FALSE, w);
    int high = WIRE_FALSE; /* whether some a[k] with k >= w - i is set */
    for (unsigned i = 0; i < w; i++) {
        int row[MOST_WIRES];
        if (i) high = gate_or(g, high, a[w - i]);
        if (b[i] == WIRE_FALSE) continue;
        gate_clause(g, -high, -b[i], 0, 0);
        for (unsigned k = 0; i + k < w; k++) row[k] = gate_and(g, a[k], b[i]);
        int carry = circuit_add(g, sum.bit + i, row, false, WIRE_FALSE, w - i, sum.bit + i);
        gate_clause(g, -carry, 0, 0, 0);
    }
    wires_copy(out, sum.bit, w);
}

/* Unsigned quotient and remainder, as the only numbers with a = q * b + r and r < b. By zero: all
 * ones, and a. */
static void divide(Gates *g, const int *a, const int *b, unsigned w, Wires *q, Wires *r) {
    unsigned most = wires_length(a, w);
    bool constant = !wires_unknown(b, w);
    unsigned length = wires_length(b, w);
    if (!length) {
        wires_fill(q->bit, WIRE_TRUE, w);
        wires_copy(r->bit, a, w);
        return;
    }
    Wires quotient, product = {{0}}, total;
    unsigned digits = constant ? (most >= length ? most - length + 1 : 0) : most;
    for (unsigned k = 0; k < w; k++) {
        quotient.bit[k] = k < digits ? gate_fresh(g) : WIRE_FALSE;
        r->bit[k] = k < most && (!constant || k < length) ? gate_fresh(g) : WIRE_FALSE;
    }
    multiply_exactly(g, quotient.bit, b, w, product.bit);
    int carry = circuit_add(g, product.bit, r->bit, false, WIRE_FALSE, w, total.bit);
    gate_clause(g, -carry, 0, 0, 0);
    for (unsigned k = 0; k < w; k++) {
        gate_clause(g, -a[k], total.bit[k], 0, 0);
        gate_clause(g, a[k], -total.bit[k], 0, 0);
    }
    int zero[MOST_WIRES + 1];
    for (unsigned k = 0; k < w; k++) zero[k] = -b[k];
    int by_zero = gate_and_all(g, zero, w);
    gate_clause(g, by_zero, circuit_less(g, r->bit, b, w, false, false), 0, 0);
    /* By zero the digits are free in the equation; the quotient has ones everywhere. */
    for (unsigned k = 0; k < w; k++) {
        if (k < digits) gate_clause(g, -by_zero, quotient.bit[k], 0, 0);
        q->bit[k] = gate_or(g, by_zero, quotient.bit[k]);
    }
}

void circuit_divide(Gates *g, ExprOp op, const int *a, const int *b, unsigned w, int *out) {
    Wires q, r, x, y;
    if (op == EXPR_UDIV || op == EXPR_UREM) {
        divide(g, a, b, w, &q, &r);
        wires_copy(out, op == EXPR_UDIV ? q.bit : r.bit, w);
        return;
    }
    int sign_a = a[w - 1], sign_b = b[w - 1];
    negate_if(g, sign_a, a, w, x.bit);
    negate_if(g, sign_b, b, w, y.bit);
    divide(g, x.bit, y.bit, w, &q, &r);
    /* By zero: all ones and |a|; the signs make -1 or 1, and a. */
    if (op == EXPR_SDIV)
        negate_if(g, gate_xor(g, sign_a, sign_b), q.bit, w, out);
    else
        negate_if(g, sign_a, r.bit, w, out);
}

/* --- shifts ----------------------------------------------------------------------------------- */

void circuit_shift(Gates *g, ExprOp op, const int *a, const int *by, unsigned w, int *out) {
    int fill = op == EXPR_ASHR ? a[w - 1] : WIRE_FALSE;
    int far[MOST_WIRES + 1]; /* bits of the distance that shift everything out, negated */
    size_t nfar = 0;
    Wires now;
    wires_copy(now.bit, a, w);
    for (unsigned k = 0; k < w; k++) {
        if (k >= 8 || 1u << k >= w) {
            far[nfar++] = -by[k];
            continue;
        }
        unsigned distance = 1u << k;
        Wires next;
        for (unsigned i = 0; i < w; i++) {
            int moved = fill;
            if (op == EXPR_SHL && i >= distance) moved = now.bit[i - distance];
            if (op != EXPR_SHL && i + distance < w) moved = now.bit[i + distance];
            next.bit[i] = gate_mux(g, by[k], moved, now.bit[i]);
        }
        now = next;
    }
    int near = gate_and_all(g, far, nfar);
    for (unsigned i = 0; i < w; i++) out[i] = gate_mux(g, near, now.bit[i], fill);
}
