/* test_known.c — what operations make of sets of words: on random sets of small words, all values are
 * computed one by one, and each result must be in the set that is known of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "solver/ranges/known.h"

enum { ROUNDS = 60000, WIDTHS = 6 };

static uint64_t state;
static uint64_t next(void) {
    state += 0x9e3779b97f4a7c15ull;
    return hash_mix(state);
}
static unsigned below(unsigned n) { return (unsigned)(next() % n); }

/* A set that is not empty: an arc, some bits of one of its values, or both. */
static Known random_set(unsigned w) {
    uint64_t all = low_bits(w), value = next() & all, sure = next() & next() & all;
    uint64_t before = next() & all, after = next() & all;
    Known arc = known_arc(w, value - (before >> below(w + 1)), value), wide = arc;
    uint64_t high = value + (after >> below(w + 1));
    if (((high - arc.low) & all) >= arc.span) wide = known_arc(w, arc.low, high);
    Known bits = {0, all, (~value & sure) | ~all, value & sure};
    unsigned kind = below(4);
    Known k = kind == 0 ? wide : kind == 1 ? known_meet(w, known_any(w), bits) : known_meet(w, wide, bits);
    assert_true(known_has(w, k, value));
    return k;
}

static void must_have(unsigned w, Known k, uint64_t value, const char *what, int op) {
    if (known_has(w, k, value)) return;
    fail_msg("%s %d of %u bits: %llu is missing (low %llu, span %llu, zeros %llx, ones %llx)", what, op, w,
             (unsigned long long)value, (unsigned long long)k.low, (unsigned long long)k.span,
             (unsigned long long)k.zeros, (unsigned long long)k.ones);
}

static void binary_operations(void **unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned w = 1 + below(WIDTHS);
        Known a = random_set(w), b = random_set(w);
        ExprOp op = (ExprOp)(EXPR_ADD + (int)below(EXPR_SLE - EXPR_ADD + 1));
        unsigned to = op >= EXPR_EQ ? 1 : w;
        Known k = known_binary(op, w, a, b), meet = known_meet(w, a, b), join = known_join(w, a, b);
        for (uint64_t x = 0; x <= low_bits(w); x++) {
            bool in_a = known_has(w, a, x), in_b = known_has(w, b, x);
            if (in_a && in_b) must_have(w, meet, x, "meet", 0);
            if (in_a || in_b) must_have(w, join, x, "join", 0);
            for (uint64_t y = 0; in_a && y <= low_bits(w); y++)
                if (known_has(w, b, y))
                    must_have(to, k, (uint64_t)expr_fold_binary(op, w, x, y), "operation", op);
        }
    }
}

static void parts(void **unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned w = 1 + below(WIDTHS), wider = w + below(5), offset = below(w), n = 1 + below(w - offset),
                 v = 1 + below(WIDTHS);
        uint64_t all = low_bits(w);
        Known a = random_set(w), b = random_set(v);
        Known negated = known_not(w, a), zero = known_extend(false, w, wider, a),
              sign = known_extend(true, w, wider, a), part = known_extract(w, offset, n, a),
              both = known_concat(w + v, v, a, b);
        KnownRange u = known_range(w, a, false), s = known_range(w, a, true);
        for (uint64_t x = 0; x <= all; x++) {
            if (!known_has(w, a, x)) continue;
            uint64_t biased = x ^ ((all >> 1) + 1);
            assert_true(u.low <= x && x <= u.high && s.low <= biased && biased <= s.high);
            must_have(w, negated, ~x & all, "not", 0);
            must_have(wider, zero, x, "zext", 0);
            uint64_t fill = x > all >> 1 ? low_bits(wider) & ~all : 0;
            must_have(wider, sign, x | fill, "sext", 0);
            must_have(n, part, x >> offset & low_bits(n), "extract", 0);
            for (uint64_t y = 0; y <= low_bits(v); y++)
                if (known_has(v, b, y)) must_have(w + v, both, x << v | y, "concat", 0);
        }
    }
}

static void range_is(unsigned w, Known k, uint64_t low, uint64_t high) {
    KnownRange r = known_range(w, k, false);
    assert_int_equal(r.low, low);
    assert_int_equal(r.high, high);
}

/* Not everything is possible: some sets that must be small. */
static void precision(void **unused) {
    (void)unused;
    Known digit = known_arc(8, '0', '9'), ten = known_const(64, 10);
    Known value = known_extend(true, 8, 64, known_binary(EXPR_SUB, 8, digit, known_const(8, '0')));
    range_is(64, value, 0, 9);
    value = known_binary(EXPR_ADD, 64, known_binary(EXPR_MUL, 64, value, ten), value);
    range_is(64, value, 0, 99);
    assert_true(known_equal(known_binary(EXPR_ULT, 64, known_const(64, 99), value), known_const(1, 0)));
    assert_true(known_equal(known_binary(EXPR_SLE, 64, value, known_const(64, 99)), known_const(1, 1)));
    Known even = known_binary(EXPR_MUL, 32, known_any(32), known_const(32, 6));
    assert_true(known_equal(known_binary(EXPR_EQ, 32, even, known_const(32, 7)), known_const(1, 0)));
    Known bits = known_binary(EXPR_AND, 32, known_any(32), known_const(32, 0xf0));
    range_is(32, bits, 0, 0xf0);
    range_is(32, known_binary(EXPR_OR, 32, bits, known_const(32, 3)), 3, 0xf3);
    range_is(32, known_binary(EXPR_LSHR, 32, bits, known_const(32, 4)), 0, 15);
    range_is(32, known_binary(EXPR_UREM, 32, known_any(32), known_const(32, 10)), 0, 9);
    range_is(32, known_binary(EXPR_UDIV, 32, known_arc(32, 50, 79), known_const(32, 10)), 5, 7);
    range_is(32, known_meet(32, known_arc(32, 0xfffffff0, 20), known_arc(32, 10, 100)), 10, 20);
    assert_true(known_is_empty(known_meet(32, known_arc(32, 0, 9), known_arc(32, 10, 19))));
    Known around = known_join(32, known_const(32, 1), known_const(32, (uint64_t)-1));
    KnownRange s = known_range(32, around, true);
    assert_int_equal(s.high - s.low, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_operations),
        cmocka_unit_test(parts),
        cmocka_unit_test(precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
