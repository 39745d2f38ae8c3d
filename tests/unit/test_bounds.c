/* test_bounds.c — chains of comparisons against enumeration of all values, and against the back end for
 * widths that cannot be enumerated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "random_expr.h"
#include "solver/bounds.h"
#include "solver/solver.h"
#include <stdio.h>

static ExprPool *pool;
static Forest *random_numbers;

static unsigned below(unsigned n) { return forest_below(random_numbers, n); }

static int setup(void **state) {
    (void)state;
    pool = expr_pool_new();
    random_numbers = xcalloc(1, sizeof *random_numbers);
    return 0;
}
static int teardown(void **state) {
    (void)state;
    free(random_numbers);
    expr_pool_free(pool);
    return 0;
}

static const Expr *bytes_of(const char *name, unsigned bytes) {
    return expr_read_le(pool, expr_input(pool, name, bytes), 0, bytes);
}

/* A term that differs from `x` by a constant, or has little to do with it. */
static const Expr *random_term(const Expr *x, const Expr *other) {
    const Expr *c = expr_const(pool, x->width, forest_const(random_numbers, x->width));
    switch (below(10)) {
    case 0: return expr_binary(pool, EXPR_ADD, x, c);
    case 1: return expr_binary(pool, EXPR_SUB, x, c);
    case 2: return expr_binary(pool, EXPR_SUB, c, x);
    case 3: return expr_not(pool, x);
    case 4: return expr_binary(pool, EXPR_ADD, x, other);
    case 5: return other;
    case 6: return expr_binary(pool, EXPR_XOR, x, c);
    default: return x;
    }
}

static const Expr *random_comparison(const Expr *x, const Expr *other) {
    static const ExprOp ops[] = {EXPR_EQ, EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    const Expr *term = random_term(x, other);
    u128 value = below(2) ? forest_const(random_numbers, x->width) : forest_random(random_numbers);
    const Expr *c = expr_const(pool, x->width, value);
    bool left = below(2);
    const Expr *e = expr_binary(pool, ops[below(ARRAY_LEN(ops))], left ? c : term, left ? term : c);
    /* Equations alone leave nothing soon. */
    return below(3) == 0 || (e->op == EXPR_EQ && below(8)) ? expr_not(pool, e) : e;
}

static bool all_hold(const Conjuncts *c, const Model *m) {
    for (size_t k = 0; k < c->len; k++)
        if (!expr_eval_trial(pool, c->data[k], m)) return false;
    return true;
}

static Model *model_of_two(const Input *a, const Input *b, unsigned v) {
    uint8_t low = (uint8_t)v, high = (uint8_t)(v >> 8);
    Model *m = model_with(NULL, a, &low), *both = model_with(m, b, &high);
    model_unref(m);
    return both;
}

/* Numbers of 4 to 8 bits: what the reduced conjunction says of each value is what the conjunction says. */
static void reduced_is_equivalent(void **state) {
    (void)state;
    Bounds *b = bounds_new(pool);
    const Input *in_x = expr_input(pool, "x", 1), *in_y = expr_input(pool, "y", 1);
    unsigned impossible = 0, shorter = 0, several = 0;
    unsigned rounds = getenv("HEDDLE_LONG") ? 3000 : 1000;
    for (unsigned round = 0; round < rounds * test_scale(); round++) {
        random_numbers->seed = round * 7919u + 1;
        unsigned width = 4 + below(5);
        const Expr *x = expr_trunc(pool, expr_read(pool, in_x, 0), width);
        const Expr *y = expr_trunc(pool, expr_read(pool, in_y, 0), width);
        Conjuncts original = {0}, reduced = {0};
        unsigned n = 1 + below(9);
        bool two = below(4) == 0;
        for (unsigned k = 0; k < n; k++) {
            const Expr *e = random_comparison(x, two ? y : x);
            if (expr_is_const(e)) continue;
            vec_push(&original, e);
            vec_push(&reduced, e);
        }
        size_t before = below((unsigned)original.len + 1), asked = before;
        bool possible = bounds_reduce(b, &reduced, &before);
        bool any = false;
        for (unsigned v = 0; v < 65536; v++) {
            unsigned low = v & 255, high = v >> 8;
            if (low >> width || high >> width || (!two && high)) continue;
            Model *m = model_of_two(in_x, in_y, v);
            Conjuncts facts = {original.data, asked, 0}, kept = {reduced.data, before, 0};
            bool want = all_hold(&original, m), of_facts = all_hold(&facts, m);
            any |= want;
            if (possible && want != all_hold(&reduced, m)) {
                for (size_t k = 0; k < original.len; k++) {
                    expr_print(stderr, original.data[k], 300);
                    fputs(k + 1 < original.len ? " && " : "\nbecame ", stderr);
                }
                for (size_t k = 0; k < reduced.len; k++) {
                    expr_print(stderr, reduced.data[k], 300);
                    fputs(k + 1 < reduced.len ? " && " : "\n", stderr);
                }
                fail_msg("round %u: they differ at %u, %u", round, low, high);
            }
            /* What lies before the query follows from the facts alone. */
            if (possible && of_facts) assert_true(all_hold(&kept, m));
            model_unref(m);
        }
        if (!possible) assert_false(any);
        for (size_t k = 0; possible && k < reduced.len; k++) assert_false(expr_is_const(reduced.data[k]));
        impossible += !possible;
        shorter += possible && reduced.len < original.len;
        several += possible && reduced.len > 2 && !two;
        vec_free(&original);
        vec_free(&reduced);
    }
    assert_true(impossible > 100 && shorter > 100 && several > 100);
    bounds_free(b);
}

/* The whole solver on chains over one byte and over two, against enumeration: answers, and models. */
static void answers_of_chains(void **state) {
    (void)state;
    Solver *s = solver_new(pool, NULL, NULL);
    const Input *in_x = expr_input(pool, "x", 1), *in_y = expr_input(pool, "y", 1);
    const Expr *x = expr_read(pool, in_x, 0), *y = expr_read(pool, in_y, 0);
    unsigned rounds = getenv("HEDDLE_LONG") ? 300 : 100;
    for (unsigned round = 0; round < rounds * test_scale(); round++) {
        random_numbers->seed = round * 104729u + 3;
        const Expr *facts[12];
        size_t n = 0;
        Model *hint = NULL;
        bool hinted = below(2), two = below(4) == 0;
        for (unsigned step = 0; step < ARRAY_LEN(facts); step++) {
            const Expr *q = random_comparison(x, two ? y : x);
            bool any = false;
            for (unsigned v = 0; v < (two ? 65536u : 256u) && !any; v++) {
                Model *m = model_of_two(in_x, in_y, v);
                any = expr_eval_trial(pool, q, m) != 0;
                for (size_t k = 0; k < n && any; k++) any = expr_eval_trial(pool, facts[k], m) != 0;
                model_unref(m);
            }
            Model *m = NULL;
            bool wants_model = hinted || below(2);
            SolverResult got = solver_check(s, facts, n, q, hint, wants_model ? &m : NULL);
            assert_int_equal(got, any ? SOLVER_SAT : SOLVER_UNSAT);
            if (!any) continue;
            facts[n++] = q;
            for (size_t k = 0; k < n && wants_model; k++)
                assert_int_equal((int)expr_eval(pool, facts[k], m), 1);
            if (hinted) {
                model_unref(hint);
                hint = m;
            } else {
                model_unref(m);
            }
        }
        model_unref(hint);
    }
    assert_int_equal(solver_stats(s)->unknown, 0);
    solver_free(s);
}

/* Chains over 2 to 8 bytes: the solver that reduces them agrees with the back end alone. */
static void wide_chains(void **state) {
    (void)state;
    SolverOptions plain = {.no_cache = true};
    Solver *s = solver_new(pool, NULL, NULL), *other = solver_new(pool, &plain, NULL);
    static const unsigned sizes[] = {2, 4, 8};
    unsigned sat = 0, unsat = 0;
    for (unsigned round = 0; round < 40 * test_scale(); round++) {
        random_numbers->seed = round * 1299709u + 7;
        unsigned bytes = sizes[below(ARRAY_LEN(sizes))];
        char names[2][8];
        for (int k = 0; k < 2; k++) snprintf(names[k], sizeof names[k], "%c%u", 'p' + k, bytes);
        const Expr *x = bytes_of(names[0], bytes), *y = below(4) ? x : bytes_of(names[1], bytes);
        const Expr *facts[12];
        size_t n = 0;
        for (unsigned step = 0; step < ARRAY_LEN(facts); step++) {
            const Expr *q = random_comparison(x, y);
            Model *m = NULL;
            SolverResult got = solver_check(s, facts, n, q, NULL, &m);
            assert_int_equal(got, solver_check(other, facts, n, q, NULL, NULL));
            sat += got == SOLVER_SAT;
            unsat += got == SOLVER_UNSAT;
            if (got == SOLVER_SAT) facts[n++] = q;
            for (size_t k = 0; k < n && m; k++) assert_int_equal((int)expr_eval(pool, facts[k], m), 1);
            model_unref(m);
        }
    }
    assert_true(sat > 50 && unsat > 50);
    solver_free(s);
    solver_free(other);
}

/* A counting loop asks the back end nothing. */
static void counting_loop(void **state) {
    (void)state;
    Solver *s = solver_new(pool, NULL, NULL);
    const Expr *n = bytes_of("n", 4), *facts[500];
    Model *hint = NULL;
    for (unsigned k = 0; k < ARRAY_LEN(facts); k++) {
        const Expr *more = expr_binary(pool, EXPR_SLT, expr_const(pool, 32, k), n);
        Model *m = NULL;
        assert_int_equal(solver_check(s, facts, k, expr_not(pool, more), hint, &m), SOLVER_SAT);
        if (k) assert_int_equal((int)expr_eval(pool, n, m), (int)k);
        model_unref(m);
        assert_int_equal(solver_check(s, facts, k, more, hint, &m), SOLVER_SAT);
        assert_true((uint64_t)expr_eval(pool, n, m) > k);
        model_unref(hint);
        hint = m;
        facts[k] = more;
    }
    const Expr *at = expr_const(pool, 32, ARRAY_LEN(facts));
    const Expr *below_it = expr_binary(pool, EXPR_SLT, n, at);
    assert_int_equal(solver_check(s, facts, ARRAY_LEN(facts), below_it, hint, NULL), SOLVER_UNSAT);
    assert_int_equal(solver_stats(s)->backend_queries, 0);
    model_unref(hint);
    solver_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reduced_is_equivalent, setup, teardown),
        cmocka_unit_test_setup_teardown(answers_of_chains, setup, teardown),
        cmocka_unit_test_setup_teardown(wide_chains, setup, teardown),
        cmocka_unit_test_setup_teardown(counting_loop, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
