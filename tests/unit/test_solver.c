/* test_solver.c — answers, models, caches and limits of the solver; and the simplifier proved right by the
 * back end on random trees: no input tells a simplified expression from the tree it was made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "random_expr.h"
#include "terms.h"
#include "solver/solver.h"
#include <stdio.h>

static Solver *s;
static const char *back_end; /* the tests run with each */

static void open_solver(unsigned limit_ms, bool no_cache) {
    char *error = NULL;
    SolverOptions options = {.name = back_end, .limit_ms = limit_ms, .no_cache = no_cache};
    p = expr_pool_new();
    s = solver_new(p, &options, &error);
    assert_non_null(s);
    assert_null(error);
}

static int setup(void **state) {
    (void)state;
    open_solver(0, false);
    return 0;
}
static int teardown(void **state) {
    (void)state;
    solver_free(s);
    expr_pool_free(p);
    return 0;
}

static void answers(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4);
    const Expr *pc[] = {B(EXPR_SLT, x, y), B(EXPR_SLT, K(32, 100), x)};
    Model *m, *n;
    assert_int_equal(solver_check(s, pc, 2, B(EXPR_SLT, y, K(32, 102)), NULL, &m), SOLVER_UNSAT);
    assert_null(m);
    assert_int_equal(solver_check(s, pc, 2, B(EXPR_SLT, y, K(32, 103)), NULL, &m), SOLVER_SAT);
    assert_int_equal((uint64_t)expr_eval(p, x, m), 101);
    assert_int_equal((uint64_t)expr_eval(p, y, m), 102);
    /* The hint answers what it can. */
    uint64_t before = solver_stats(s)->backend_queries;
    assert_int_equal(solver_check(s, pc, 2, expr_eq(p, y, K(32, 102)), m, &n), SOLVER_SAT);
    assert_true(n == m);
    model_unref(n);
    assert_int_equal(solver_check(s, pc, 2, expr_bool(p, true), m, NULL), SOLVER_SAT);
    assert_int_equal(solver_check(s, pc, 2, expr_bool(p, false), m, &n), SOLVER_UNSAT);
    assert_null(n);
    assert_int_equal(solver_stats(s)->backend_queries, before);
    model_unref(m);
}

/* Every operation at once: an equation with one solution. */
static void operations(void **state) {
    (void)state;
    const Expr *x = in("x", 2), *b = in("b", 1);
    const Expr *byte[300];
    for (unsigned i = 0; i < 300; i++) byte[i] = K(8, (i * 7 + 3) & 0xff);
    byte[200] = b;
    struct {
        const Expr *e;
        uint64_t x;
    } list[] = {
        {expr_eq(p, B(EXPR_MUL, x, x), K(16, 0x1751)), 0},
        {expr_eq(p, B(EXPR_SDIV, x, K(16, 0xfff9)), K(16, 33)), 0},
        {expr_eq(p, B(EXPR_SREM, K(16, 0x8000), x), K(16, 0xfffe)), 0},
        {expr_eq(p, B(EXPR_ASHR, K(16, 0x8000), x), K(16, 0xff00)), 7},
        {expr_eq(p, B(EXPR_SHL, K(16, 3), x), K(16, 0x300)), 8},
        {expr_eq(p, expr_table(p, x, byte, 200), K(8, (77 * 7 + 3) & 0xff)), 77},
        {expr_eq(p, expr_table(p, B(EXPR_ADD, x, K(16, 1)), byte, 20), K(8, 4 * 7 + 3)), 3},
    };
    for (size_t i = 0; i < ARRAY_LEN(list); i++) {
        Model *m;
        assert_int_equal(solver_check(s, NULL, 0, list[i].e, NULL, &m), SOLVER_SAT);
        assert_int_equal((int)expr_eval(p, list[i].e, m), 1);
        if (list[i].x) assert_int_equal((uint64_t)expr_eval(p, x, m), list[i].x);
        model_unref(m);
    }
    /* Beyond the end the last byte is meant; a symbolic byte inside. */
    const Expr *at = expr_table(p, x, byte, 201);
    const Expr *pc[] = {B(EXPR_ULT, K(16, 1000), x), expr_eq(p, at, K(8, 5))};
    assert_int_equal(solver_check(s, pc, 2, expr_eq(p, b, K(8, 6)), NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(solver_check(s, pc, 2, expr_eq(p, b, K(8, 5)), NULL, NULL), SOLVER_SAT);
}

/* What the query does not reach keeps the hint's bytes, also inside one input. */
static void hint_outside_slice(void **state) {
    (void)state;
    const Input *a = expr_input(p, "a", 12), *c = expr_input(p, "c", 4);
    const Expr *a0 = expr_read_le(p, a, 0, 4), *a1 = expr_read_le(p, a, 4, 4), *c0 = expr_read_le(p, c, 0, 4);
    const Expr *pc[] = {B(EXPR_ULT, K(32, 1000), a0), B(EXPR_ULT, K(32, 2000), a1),
                        B(EXPR_ULT, K(32, 3000), c0)};
    uint32_t av[3] = {1234, 2345, 77}, cv = 3456;
    Model *h0 = model_with(NULL, a, (const uint8_t *)av), *hint = model_with(h0, c, (const uint8_t *)&cv), *m;
    assert_int_equal(solver_check(s, pc, 3, B(EXPR_ULT, K(32, 5000), a1), hint, &m), SOLVER_SAT);
    assert_int_equal((uint64_t)expr_eval(p, a0, m), 1234);
    assert_true((uint64_t)expr_eval(p, a1, m) > 5000);
    assert_int_equal((uint64_t)expr_eval(p, expr_read_le(p, a, 8, 4), m), 77);
    assert_int_equal((uint64_t)expr_eval(p, c0, m), 3456);
    model_unref(m);
    /* A hint that breaks its promise costs time, never a wrong model. */
    assert_int_equal(solver_check(s, pc, 3, B(EXPR_ULT, K(32, 5000), a1), h0, &m), SOLVER_SAT);
    for (int i = 0; i < 3; i++) assert_int_equal((int)expr_eval(p, pc[i], m), 1);
    model_unref(m);
    model_unref(h0);
    model_unref(hint);
}

/* Queries that something but a cache decided. */
static uint64_t decided(const SolverStats *st) {
    return st->backend_queries + st->trial_hits + st->order_hits + st->range_hits + st->walk_hits;
}

/* Asks a solver of its own for two factors of `product` below 4096, in inputs of `size` bytes. Returns the
 * answer, and in *of_others how many queries the answers of others decided. */
static SolverResult factors(SharedAnswers *shared, uint32_t product, uint32_t size, uint64_t *of_others) {
    ExprPool *own = expr_pool_new();
    /* What this pool had before does not matter. */
    for (uint32_t k = 0; k < product % 7; k++) expr_read_le(own, expr_input(own, "before", 16), k, 2);
    Solver *t = solver_new(own, &(SolverOptions){.name = "sat", .shared = shared}, NULL);
    const Expr *a = expr_zext(own, expr_read_le(own, expr_input(own, "a", size), 0, 2), 32),
               *b = expr_zext(own, expr_read_le(own, expr_input(own, "b", size), 0, 2), 32),
               *low = expr_const(own, 32, 1), *high = expr_const(own, 32, 4096);
    const Expr *pc[] = {expr_binary(own, EXPR_ULT, a, high), expr_binary(own, EXPR_ULT, b, high),
                        expr_binary(own, EXPR_ULT, low, a), expr_binary(own, EXPR_ULT, low, b)};
    const Expr *query = expr_eq(own, expr_binary(own, EXPR_MUL, a, b), expr_const(own, 32, product));
    Model *m = NULL;
    SolverResult r = solver_check(t, pc, 4, query, NULL, &m);
    if (r == SOLVER_SAT)
        assert_int_equal((uint64_t)expr_eval(own, a, m) * (uint64_t)expr_eval(own, b, m), product);
    *of_others = solver_stats(t)->shared_hits;
    model_unref(m);
    solver_free(t);
    expr_pool_free(own);
    return r;
}

static void shared_between_solvers(void **state) {
    (void)state;
    const struct {
        uint32_t product;
        SolverResult result;
    } cases[] = {{4093 * 4091, SOLVER_SAT}, {16769023, SOLVER_UNSAT}, {3989 * 4079, SOLVER_SAT}};
    SharedAnswers *shared = shared_answers_new();
    for (int again = 0; again < 2; again++)
        for (unsigned k = 0; k < 3; k++) {
            uint64_t of_others;
            assert_int_equal(factors(shared, cases[k].product, 2, &of_others), cases[k].result);
            assert_int_equal(of_others, again);
        }
    /* Inputs of the same names, which are larger in another pool. */
    for (int again = 0; again < 2; again++) {
        uint64_t of_others;
        assert_int_equal(factors(shared, cases[0].product, 4, &of_others), SOLVER_SAT);
        assert_int_equal(of_others, again);
    }
    shared_answers_free(shared);
}

static void caches(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4), *z = in("z", 4), *w = in("w", 4);
    const Expr *ne[] = {B(EXPR_ULT, x, y), B(EXPR_ULT, y, z), expr_eq(p, B(EXPR_MUL, w, w), K(32, 49))};
    const SolverStats *st = solver_stats(s);
    const Expr *q = B(EXPR_ULT, z, x);
    assert_int_equal(solver_check(s, ne, 2, q, NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(decided(st), 1);
    /* The same slice: equal set, other order, unconnected constraints beside it. */
    const Expr *turned[] = {ne[2], ne[1], ne[0]};
    assert_int_equal(solver_check(s, turned, 3, q, NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(decided(st), 1);
    assert_int_equal(st->cache_hits, 1);
    /* A superset of an unsatisfiable set. */
    const Expr *more[] = {B(EXPR_ULT, K(32, 5), x), ne[0], ne[1], B(EXPR_ULT, w, z)};
    assert_int_equal(solver_check(s, more, 4, q, NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(decided(st), 1);
    assert_int_equal(st->core_hits, 1);
    /* A satisfiable set, and the same once more. */
    Model *m, *n;
    assert_int_equal(solver_check(s, ne, 2, B(EXPR_ULT, K(32, 70), x), NULL, &m), SOLVER_SAT);
    assert_int_equal(decided(st), 2);
    assert_int_equal(solver_check(s, ne, 2, B(EXPR_ULT, K(32, 70), x), NULL, &n), SOLVER_SAT);
    assert_int_equal(decided(st), 2);
    assert_int_equal(st->cache_hits, 1);
    assert_int_equal(st->repeat_hits, 1);
    assert_int_equal((int)expr_eval(p, ne[1], n), 1);
    model_unref(n);
    model_unref(m);
    assert_int_equal(st->queries, 5);
    assert_int_equal(st->unknown, 0);
}

/* The same question with another hint: its model agrees with that one outside of the slice. */
static void repeated_questions(void **state) {
    (void)state;
    const SolverStats *st = solver_stats(s);
    const Input *a = expr_input(p, "a", 1), *b = expr_input(p, "b", 1);
    const Expr *x = expr_read(p, a, 0), *y = expr_read(p, b, 0), *pc[] = {B(EXPR_ULT, K(8, 3), y)};
    const Expr *query = B(EXPR_ULT, K(8, 9), x);
    Model *hint[2], *m[3];
    for (int k = 0; k < 2; k++) hint[k] = model_with(NULL, b, (const uint8_t[]){(uint8_t)(40 + k)});
    assert_int_equal(solver_check(s, pc, 1, query, hint[0], NULL), SOLVER_SAT);
    assert_int_equal(st->repeat_hits, 0);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(solver_check(s, pc, 1, query, hint[k % 2], &m[k]), SOLVER_SAT);
        assert_int_equal((int)expr_eval(p, query, m[k]), 1);
        assert_int_equal(model_byte(m[k], b, 0), 40 + k % 2);
    }
    assert_int_equal(st->repeat_hits, 1);
    assert_int_equal(solver_check(s, pc, 1, query, NULL, NULL), SOLVER_SAT);
    assert_int_equal(st->repeat_hits, 2);
    /* The query is no constraint. */
    assert_int_equal(solver_check(s, &query, 1, pc[0], NULL, NULL), SOLVER_SAT);
    const Expr *no[] = {query, B(EXPR_ULT, x, K(8, 20))};
    assert_int_equal(solver_check(s, no, 2, expr_eq(p, x, K(8, 30)), NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(solver_check(s, no, 2, expr_eq(p, x, K(8, 30)), NULL, NULL), SOLVER_UNSAT);
    assert_int_equal(st->repeat_hits, 3);
    for (int k = 0; k < 3; k++) model_unref(m[k]);
    for (int k = 0; k < 2; k++) model_unref(hint[k]);
}

/* Factoring takes longer than a few milliseconds. */
static void time_out(void **state) {
    (void)state;
    teardown(NULL);
    open_solver(30, false);
    const Expr *x = in("x", 8), *y = in("y", 8),
               *wide = B(EXPR_MUL, expr_zext(p, x, 128), expr_zext(p, y, 128));
    const Expr *pc[] = {B(EXPR_ULT, K(64, 1), x), B(EXPR_ULT, K(64, 1), y)};
    u128 product = (u128)0xdbc8fbbcbde5c099ull * 0xf1e0c07e9e115e4bull; /* of two primes */
    double start = time_wall();
    Model *m;
    assert_int_equal(solver_check(s, pc, 2, expr_eq(p, wide, K(128, product)), NULL, &m), SOLVER_UNKNOWN);
    assert_null(m);
    assert_true(time_wall() - start < 20);
    assert_int_equal(solver_stats(s)->unknown, 1);
    /* It goes on working afterwards. */
    assert_int_equal(solver_check(s, pc, 2, expr_eq(p, x, K(64, 3)), NULL, &m), SOLVER_SAT);
    model_unref(m);
    assert_int_equal(solver_check(s, pc, 2, expr_eq(p, x, K(64, 1)), NULL, NULL), SOLVER_UNSAT);
}

/* A product of a hundred factors is given up while its circuits are made. */
static void large_circuits(void **state) {
    (void)state;
    if (!strcmp(back_end, "z3")) skip(); /* it looks at its limit only afterwards */
    teardown(NULL);
    open_solver(100, true);
    const Expr *x = in("x", 8), *y = in("y", 8), *first = x;
    for (unsigned k = 0; k < 100; k++) {
        const Expr *product = B(EXPR_MUL, x, B(EXPR_ADD, B(EXPR_XOR, x, y), K(64, 2 * k + 1)));
        y = x;
        x = product;
    }
    uint64_t before = memory_resident();
    assert_int_equal(solver_check(s, NULL, 0, expr_eq(p, x, K(64, 12345)), NULL, NULL), SOLVER_UNKNOWN);
    assert_true(memory_resident() < before + (400ull << 20));
    assert_int_equal(solver_check(s, NULL, 0, expr_eq(p, first, K(64, 5)), NULL, NULL), SOLVER_SAT);
}

static void ranges(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *c = in("c", 1);
    const Expr *pc[] = {B(EXPR_ULT, K(32, 16), x), B(EXPR_ULT, x, K(32, 4000000000u)),
                        expr_eq(p, B(EXPR_UREM, x, K(32, 10)), K(32, 3))};
    ValueRange r;
    assert_true(solver_range(s, pc, 3, x, NULL, &r));
    assert_int_equal(r.low, 23);
    assert_int_equal(r.high, 3999999993u);
    assert_true(solver_range(s, pc, 3, K(32, 5), NULL, &r));
    assert_int_equal(r.low, 5);
    assert_int_equal(r.high, 5);
    assert_true(solver_range(s, NULL, 0, expr_sext(p, c, 64), NULL, &r));
    assert_true(r.low == 0 && r.high == UINT64_MAX);
    const Expr *only = expr_eq(p, c, K(8, 200));
    assert_true(solver_range(s, &only, 1, c, NULL, &r));
    assert_true(r.low == 200 && r.high == 200);
}

static void names(void **state) {
    (void)state;
    char *error = NULL;
    SolverOptions options = {.name = "no such solver"};
    assert_null(solver_new(p, &options, &error));
    assert_non_null(strstr(error, "no such solver"));
    free(error);
    for (const char *const *name = solver_names(); *name; name++) {
        options.name = *name;
        Solver *each = solver_new(p, &options, &error);
        assert_non_null(each);
        solver_free(each);
    }
}

/* Cached and uncached answers agree on random conjunctions, and with enumeration of two bytes. */
static void random_conjunctions(void **state) {
    (void)state;
    SolverOptions plain = {.name = back_end, .no_cache = true};
    char *error = NULL;
    Solver *other = solver_new(p, &plain, &error);
    Forest *f = xcalloc(1, sizeof(*f));
    f->seed = 42;
    const Expr *a = in("p", 1), *b = in("q", 1);
    const Input *ia = expr_input_find(p, "p"), *ib = expr_input_find(p, "q");
    unsigned sat = 0, unsat = 0;
    for (unsigned round = 0; round < 60 * test_scale(); round++) {
        const Expr *pc[6];
        size_t n = 0;
        Model *hint = NULL;
        for (int step = 0; step < 6; step++) {
            static const ExprOp ops[] = {EXPR_EQ, EXPR_ULT, EXPR_SLT, EXPR_ULE};
            const Expr *l = forest_below(f, 2) ? a : B(EXPR_ADD, a, b),
                       *r = forest_below(f, 2) ? b : K(8, forest_const(f, 8));
            if (forest_below(f, 4) == 0) l = B(EXPR_MUL, l, B(EXPR_XOR, b, K(8, forest_below(f, 256))));
            const Expr *q = B(ops[forest_below(f, 4)], l, r);
            if (forest_below(f, 2)) q = expr_not(p, q);
            bool any = false;
            for (unsigned v = 0; v < 65536 && !any; v++) {
                uint8_t lo = (uint8_t)v, hi = (uint8_t)(v >> 8);
                Model *m0 = model_with(NULL, ia, &lo), *m1 = model_with(m0, ib, &hi);
                any = expr_eval_trial(p, q, m1) != 0;
                for (size_t i = 0; i < n && any; i++) any = expr_eval_trial(p, pc[i], m1) != 0;
                model_unref(m0);
                model_unref(m1);
            }
            Model *m = NULL;
            SolverResult want = any ? SOLVER_SAT : SOLVER_UNSAT;
            assert_int_equal(solver_check(other, pc, n, q, NULL, NULL), want);
            assert_int_equal(solver_check(s, pc, n, q, hint, &m), want);
            sat += any;
            unsat += !any;
            if (!any) continue;
            model_unref(hint);
            hint = m;
            assert_int_equal((int)expr_eval(p, q, hint), 1);
            pc[n++] = q;
            for (size_t i = 0; i < n; i++) assert_int_equal((int)expr_eval(p, pc[i], hint), 1);
        }
        model_unref(hint);
    }
    assert_true(sat > 20 && unsat > 20);
    assert_int_equal(solver_stats(other)->cache_hits, 0);
    solver_free(other);
    free(f);
}

/* No input tells the simplified from the raw expression. Z3 alone, which is the slowest at it, gets a quarter
 * of the expressions that the others prove, but with HEDDLE_LONG, and a tenth of the time for one that it
 * does not prove. */
static void simplifier_proved(void **state) {
    (void)state;
    Forest *f = xcalloc(1, sizeof(*f));
    bool few = !strcmp(back_end, "z3") && !getenv("HEDDLE_LONG");
    unsigned rounds = (few ? 60 : 240) * test_scale(), proved = 0, asked = 0;
    teardown(NULL);
    open_solver(few ? 50 : 500, true);
    for (unsigned round = 0; round < rounds; round++) {
        if (round % 100 == 99) {
            teardown(NULL);
            open_solver(few ? 50 : 500, true);
        }
        f->seed = round * 104729u + 5;
        f->len = 0;
        f->max_width = round % 4 ? 40 : 128;
        f->hard = false;
        Tree *t = tree_random(f, forest_width(f, f->max_width), 2 + (int)forest_below(f, 3));
        const Expr *simple = tree_build(p, t);
        expr_pool_set_simplify(p, false);
        const Expr *raw = tree_build(p, t);
        const Expr *differ = expr_not(p, expr_eq(p, simple, raw));
        expr_pool_set_simplify(p, true);
        if (simple == raw) continue;
        asked++;
        SolverResult r = solver_check(s, NULL, 0, differ, NULL, NULL);
        if (r == SOLVER_SAT) {
            print_error("round %u:\n", round);
            expr_print(stderr, raw, 3000);
            fputs("\n  became ", stderr);
            expr_print(stderr, simple, 3000);
            fputc('\n', stderr);
            fail();
        }
        proved += r == SOLVER_UNSAT;
    }
    assert_true(asked > rounds / 2);
    assert_true(proved >= asked - asked / 20); /* few enough run out of time */
    free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers, setup, teardown),
        cmocka_unit_test_setup_teardown(operations, setup, teardown),
        cmocka_unit_test_setup_teardown(hint_outside_slice, setup, teardown),
        cmocka_unit_test_setup_teardown(caches, setup, teardown),
        cmocka_unit_test_setup_teardown(repeated_questions, setup, teardown),
        cmocka_unit_test_setup_teardown(time_out, setup, teardown),
        cmocka_unit_test_setup_teardown(large_circuits, setup, teardown),
        cmocka_unit_test_setup_teardown(ranges, setup, teardown),
        cmocka_unit_test_setup_teardown(names, setup, teardown),
        cmocka_unit_test(shared_between_solvers),
        cmocka_unit_test_setup_teardown(random_conjunctions, setup, teardown),
        cmocka_unit_test_setup_teardown(simplifier_proved, setup, teardown),
    };
    int failed = 0;
    static const char *const back_ends[] = {"z3", "sat", "auto"};
    for (size_t k = 0; k < ARRAY_LEN(back_ends); k++) {
        back_end = back_ends[k];
        failed |= cmocka_run_group_tests_name(back_end, tests, NULL, NULL);
    }
    return failed;
}
