/* test_ranges.c — which queries ranges and orders decide before a back end is asked, and that bit-blasting
 * agrees with them on random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "solver/solver.h"
#include "terms.h"

static Solver *s, *plain;

static int setup(void **state) {
    (void)state;
    char *error = NULL;
    SolverOptions blast = {.name = "sat", .no_cache = true};
    p = expr_pool_new();
    s = solver_new(p, NULL, &error);
    plain = solver_new(p, &blast, &error);
    assert_non_null(plain);
    return 0;
}
static int teardown(void **state) {
    (void)state;
    solver_free(s);
    solver_free(plain);
    expr_pool_free(p);
    return 0;
}

/* Asks for the conjunction, which `layer` alone must decide, and compares with bit-blasting. */
static void decides(const uint64_t *layer, const Expr *const *facts, size_t n, SolverResult want) {
    uint64_t before = *layer, asked = solver_stats(s)->backend_queries;
    Model *m = NULL;
    assert_int_equal(solver_check(s, facts, n - 1, facts[n - 1], NULL, &m), want);
    assert_int_equal(*layer, before + 1);
    assert_int_equal(solver_stats(s)->backend_queries, asked);
    for (size_t k = 0; want == SOLVER_SAT && k < n; k++) assert_int_equal((int)expr_eval(p, facts[k], m), 1);
    model_unref(m);
    assert_int_equal(solver_check(plain, facts, n - 1, facts[n - 1], NULL, NULL), want);
}

/* Overflow tests of a number in decimal: digits are bytes, the number is of 64 bits. */
static void number_of_digits(void **state) {
    (void)state;
    const uint64_t *layer = &solver_stats(s)->range_hits;
    const Expr *facts[8], *value = K(64, 0);
    const Input *text = expr_input(p, "text", 6);
    for (uint32_t k = 0; k < 6; k++) {
        const Expr *digit = B(EXPR_SUB, expr_read(p, text, k), K(8, '0'));
        facts[k] = B(EXPR_ULT, digit, K(8, 10));
        value = B(EXPR_ADD, B(EXPR_MUL, value, K(64, 10)), expr_zext(p, digit, 64));
    }
    facts[6] = B(EXPR_ULT, K(64, 999999), value);
    decides(layer, facts, 7, SOLVER_UNSAT);
    facts[6] = B(EXPR_ULT, K(64, 999998), value);
    decides(layer, facts, 7, SOLVER_SAT);
    facts[6] = expr_eq(p, value, K(64, 123456));
    decides(layer, facts, 7, SOLVER_SAT);
}

/* The base is chosen by another byte, which the path fixes. */
static void chosen_base(void **state) {
    (void)state;
    const Expr *a = in("a", 1), *b = in("b", 1);
    const Expr *base = expr_ite(p, expr_eq(p, a, K(8, '0')), K(32, 8), K(32, 10));
    const Expr *digit = B(EXPR_SUB, expr_sext(p, b, 32), K(32, '0'));
    const Expr *facts[] = {expr_eq(p, a, K(8, '0')), B(EXPR_ULE, K(8, '0'), b), B(EXPR_SLT, digit, base),
                           B(EXPR_SLE, K(8, '8'), b)};
    Model *m = NULL;
    uint64_t asked = solver_stats(s)->backend_queries;
    assert_int_equal(solver_check(s, facts, 3, facts[3], NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(solver_check(s, facts, 2, facts[2], NULL, &m), SOLVER_SAT);
    assert_int_equal(solver_stats(s)->backend_queries, asked);
    model_unref(m);
}

static void terms_and_addresses(void **state) {
    (void)state;
    const uint64_t *layer = &solver_stats(s)->range_hits;
    const Expr *i = in("i", 4), *j = in("j", 4);
    const Expr *at = B(EXPR_ADD, expr_zext(p, B(EXPR_MUL, i, K(32, 4)), 64), K(64, 0x50011a00));
    const Expr *sum = B(EXPR_ADD, B(EXPR_MUL, i, K(32, 3)), j);
    const Expr *inside[] = {B(EXPR_ULT, i, K(32, 4096)), B(EXPR_ULT, at, K(64, 0x50011a00))};
    decides(layer, inside, 2, SOLVER_UNSAT);
    /* What one constraint leaves to a shared term decides about another one. */
    const Expr *shared[] = {B(EXPR_ULT, sum, K(32, 10)), B(EXPR_ULT, K(32, 100), B(EXPR_MUL, sum, K(32, 9)))};
    decides(layer, shared, 2, SOLVER_UNSAT);
    /* An even number is no odd one. */
    const Expr *even[] = {expr_eq(p, B(EXPR_MUL, i, K(32, 6)), B(EXPR_OR, j, K(32, 1)))};
    decides(layer, even, 1, SOLVER_UNSAT);
}

static void orders(void **state) {
    (void)state;
    const uint64_t *layer = &solver_stats(s)->order_hits;
    const Expr *a = in("a", 4), *b = in("b", 4), *c = in("c", 4), *d = in("d", 4);
    const Expr *circle[] = {B(EXPR_SLE, a, b), B(EXPR_SLE, b, c), B(EXPR_SLE, c, d), B(EXPR_SLT, d, a)};
    decides(layer, circle, 4, SOLVER_UNSAT);
    circle[3] = B(EXPR_SLT, a, d);
    decides(layer, circle, 4, SOLVER_SAT);
    const Expr *equal[] = {B(EXPR_ULE, a, b), B(EXPR_ULE, b, c), B(EXPR_ULE, c, a),
                           expr_not(p, expr_eq(p, a, b))};
    decides(layer, equal, 4, SOLVER_UNSAT);
    /* An unsigned order says nothing of a signed one. */
    const Expr *both[] = {B(EXPR_ULT, a, b), B(EXPR_SLT, b, a)};
    assert_int_equal(solver_check(s, both, 1, both[1], NULL, NULL), SOLVER_SAT);
    /* Terms of any kind are on circles. */
    const Expr *product = B(EXPR_MUL, a, b);
    const Expr *terms[] = {B(EXPR_ULT, product, c), B(EXPR_ULT, c, d), B(EXPR_ULT, d, product)};
    decides(layer, terms, 3, SOLVER_UNSAT);
    /* A comparison that does not hold is one the other way around. */
    expr_pool_set_simplify(p, false);
    const Expr *turned[] = {expr_not(p, B(EXPR_ULT, a, b)), B(EXPR_ULE, a, b),
                            expr_not(p, B(EXPR_ULE, b, c))};
    expr_pool_set_simplify(p, true);
    decides(layer, turned, 3, SOLVER_SAT);
    const Expr *closed[] = {turned[0], turned[2], expr_eq(p, a, c)};
    decides(layer, closed, 3, SOLVER_UNSAT);
    /* Words that share bytes are no terms of their own. */
    const Expr *low = expr_read_le(p, expr_input(p, "a", 4), 0, 2),
               *high = expr_read_le(p, expr_input(p, "a", 4), 1, 2);
    const Expr *share[] = {B(EXPR_ULT, low, high), B(EXPR_ULT, high, in("e", 2))};
    Model *m = NULL;
    assert_int_equal(solver_check(s, share, 1, share[1], NULL, &m), SOLVER_SAT);
    model_unref(m);
}

/* Constraints on many products that half of all values satisfy are walked to. */
static void walks(void **unused) {
    (void)unused;
    const Expr *x = in("x", 4), *y = in("y", 4), *e = x, *facts[6];
    for (int k = 0; k < 6; k++) {
        e = B(EXPR_XOR, B(EXPR_MUL, e, B(EXPR_ADD, y, K(32, 2u * (unsigned)k + 3))),
              B(EXPR_LSHR, e, K(32, 7)));
        facts[k] = B(EXPR_ULT, K(32, 600), B(EXPR_AND, e, K(32, 1023)));
    }
    decides(&solver_stats(s)->walk_hits, facts, 6, SOLVER_SAT);
}

static uint64_t state;
static unsigned below(unsigned n) {
    state += 0x9e3779b97f4a7c15ull;
    return (unsigned)(hash_mix(state) % n);
}

/* A random term of 16 bits over three bytes. */
static const Expr *random_term(int depth) {
    static const char *const name[] = {"a", "b", "c"};
    static const ExprOp op[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_UDIV, EXPR_UREM, EXPR_SDIV, EXPR_SREM,
                                EXPR_AND, EXPR_OR,  EXPR_XOR, EXPR_SHL,  EXPR_LSHR, EXPR_ASHR};
    if (depth == 0 && below(3) == 0) return K(16, below(2) ? below(20) : below(65536));
    if (depth == 0) {
        const Expr *byte = in(name[below(3)], 1);
        return below(2) ? expr_sext(p, byte, 16) : expr_zext(p, byte, 16);
    }
    const Expr *a = random_term(depth - 1), *b = random_term(below(2) ? depth - 1 : 0);
    switch (below(8)) {
    case 0: return expr_ite(p, B(EXPR_ULT, a, b), b, a);
    case 1: return expr_concat(p, expr_extract(p, a, below(8), 8), expr_extract(p, b, below(8), 8));
    case 2: return expr_not(p, a);
    default: return B(op[below(ARRAY_LEN(op))], a, b);
    }
}

static const Expr *random_fact(void) {
    static const ExprOp op[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    const Expr *e = B(op[below(ARRAY_LEN(op))], random_term((int)below(4)), random_term((int)below(2)));
    if (below(4) == 0) e = (below(2) ? expr_and : expr_or)(p, e, random_fact());
    return below(2) ? e : expr_not(p, e);
}

static void random_queries(void **unused) {
    (void)unused;
    int rounds = getenv("HEDDLE_LONG") ? 800 : 200;
    for (int round = 0; round < rounds; round++) {
        if (round % 100 == 0) {
            teardown(NULL);
            setup(NULL);
        }
        const Expr *facts[6];
        size_t n = 0; /* facts that hold together */
        while (n < ARRAY_LEN(facts)) {
            Model *m = NULL;
            facts[n] = random_fact();
            SolverResult got = solver_check(s, facts, n, facts[n], NULL, &m),
                         want = solver_check(plain, facts, n, facts[n], NULL, NULL);
            if (got != want) fail_msg("round %d: %d, not %d", round, (int)got, (int)want);
            for (size_t k = 0; got == SOLVER_SAT && k <= n; k++)
                assert_int_equal((int)expr_eval(p, facts[k], m), 1);
            model_unref(m);
            if (got != SOLVER_SAT) break;
            n++;
        }
    }
    assert_true(solver_stats(s)->range_hits > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(number_of_digits, setup, teardown),
        cmocka_unit_test_setup_teardown(chosen_base, setup, teardown),
        cmocka_unit_test_setup_teardown(terms_and_addresses, setup, teardown),
        cmocka_unit_test_setup_teardown(orders, setup, teardown),
        cmocka_unit_test_setup_teardown(walks, setup, teardown),
        cmocka_unit_test_setup_teardown(random_queries, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
