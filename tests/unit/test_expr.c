/* test_expr.c — the simplifier and the evaluator against an independent evaluator on random trees, the
 * collapses the engine relies on one by one, and the invariants of pool, supports and models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "expr/substitute.h"
#include "random_expr.h"
#include "terms.h"
#include "expr/bytes.h"
#include <stdio.h>

static int setup(void **state) {
    (void)state;
    p = expr_pool_new();
    return 0;
}
static int teardown(void **state) {
    (void)state;
    expr_pool_free(p);
    return 0;
}

static char *text(const Expr *e) {
    char *s = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&s, &n);
    expr_print(f, e, 2000);
    fclose(f);
    return s;
}

static void same_(const Expr *got, const Expr *want, int line) {
    if (got == want) return;
    char *a = text(got), *b = text(want);
    print_error("line %d: got  %s\n  wanted %s\n", line, a, b);
    free(a);
    free(b);
    fail();
}
#define SAME(got, want) same_(got, want, __LINE__)

/* Every tree, built simplified and raw, has the value the independent evaluator gives. */
/* A function of one byte has the values that the evaluator gives, and so has what is made of these values. */
static void functions_of_a_byte(void **state) {
    (void)state;
    Forest *f = xcalloc(1, sizeof(*f));
    unsigned deep = 0;
    for (unsigned round = 0; round < 400 * test_scale(); round++) {
        f->seed = round * 15485863u + 9;
        f->len = 0;
        f->max_width = 64;
        f->floats = round % 2;
        f->hard = true;
        Tree *t = tree_random(f, forest_width(f, 64), 1 + (int)(round % 12));
        for (size_t k = 0; k < f->len; k++)
            if (f->tree[k].op == EXPR_READ) f->tree[k].input = 0, f->tree[k].index = 2;
        static const ExprOp ops[] = {EXPR_ADD, EXPR_XOR, EXPR_MUL, EXPR_SUB};
        const Expr *e = tree_build(p, t);
        for (unsigned k = 0; k < round % 20; k++)
            e = expr_binary(p, ops[k % 4], e,
                            expr_binary(p, EXPR_ASHR, e, expr_const(p, t->width, 1 + k % 3)));
        const Expr *byte = expr_only_byte(e);
        if (!byte) {
            assert_true(expr_is_const(e));
            continue;
        }
        uint64_t values[BYTE_VALUES];
        bytes_begin(p);
        assert_true(bytes_values(p, e, values));
        const Expr *made = bytes_expr(p, byte, values, e->width), *flat = bytes_flatten(p, e);
        deep += flat != e;
        assert_true(made->depth <= 9 && flat->width == e->width);
        for (unsigned v = 0; v < BYTE_VALUES; v++) {
            uint8_t bytes[4] = {1, 2, (uint8_t)v, 3};
            Model *m = model_with(NULL, expr_input(p, "a", 4), bytes);
            uint64_t want = (uint64_t)expr_eval(p, e, m);
            assert_int_equal(values[v], want);
            assert_int_equal((uint64_t)expr_eval(p, made, m), want);
            assert_int_equal((uint64_t)expr_eval(p, flat, m), want);
            model_unref(m);
        }
    }
    assert_true(deep > 10);
    free(f);
}

/* Which byte an expression depends on alone, if there is one. */
static void only_byte(void **state) {
    (void)state;
    const Expr *x = expr_read(p, expr_input(p, "a", 4), 0), *y = expr_read(p, expr_input(p, "a", 4), 1);
    assert_null(expr_only_byte(expr_const(p, 8, 3)));
    assert_ptr_equal(expr_only_byte(x), x);
    assert_ptr_equal(expr_only_byte(expr_binary(p, EXPR_ADD, x, expr_const(p, 8, 3))), x);
    assert_null(expr_only_byte(expr_binary(p, EXPR_ADD, x, y)));
    const Expr *bytes[2] = {y, expr_const(p, 8, 1)}, *own[2] = {x, expr_const(p, 8, 1)};
    const Expr *index = expr_binary(p, EXPR_AND, x, expr_const(p, 8, 1));
    assert_null(expr_only_byte(expr_table(p, index, bytes, 2)));
    assert_ptr_equal(expr_only_byte(expr_table(p, index, own, 2)), x);
    assert_null(expr_only_byte(expr_ite(p, expr_eq(p, x, expr_const(p, 8, 1)), y, x)));
}

/* An expression with values in place of inputs is what it is where the inputs have these values. */
static void substitution(void **state) {
    (void)state;
    Forest *f = xcalloc(1, sizeof(*f));
    Substitution *s = substitution_new(p);
    unsigned changed = 0;
    for (unsigned round = 0; round < 2000; round++) {
        f->seed = round * 104729u + 5;
        f->len = 0;
        f->max_width = 64;
        f->floats = round % 2;
        f->hard = true;
        const Expr *e = tree_build(p, tree_random(f, forest_width(f, 64), 1 + (int)forest_below(f, 5)));
        substitution_begin(s);
        const Expr *value[TREE_INPUTS] = {NULL};
        for (int k = 0; k < TREE_INPUTS; k++) {
            if (forest_below(f, 3) == 0) continue;
            value[k] = tree_build(p, tree_random(f, 8 * tree_input_size[k], (int)forest_below(f, 3)));
            substitution_set(s, expr_input(p, tree_input_name[k], tree_input_size[k]), value[k]);
        }
        const Expr *to = substitution_apply(s, e);
        assert_ptr_equal(substitution_apply(s, e), to);
        assert_int_equal(to->width, e->width);
        changed += to != e;
        for (int i = 0; i < 4; i++) {
            TreeBytes bytes = tree_random_bytes(f), then = bytes;
            Model *m = tree_model(p, &bytes);
            for (int k = 0; k < TREE_INPUTS; k++) {
                u128 now = value[k] ? expr_eval(p, value[k], m) : 0;
                for (unsigned at = 0; value[k] && at < tree_input_size[k]; at++)
                    then.byte[k][at] = (uint8_t)(now >> (8 * at));
            }
            Model *replaced = tree_model(p, &then);
            assert_true(expr_eval(p, to, m) == expr_eval(p, e, replaced));
            model_unref(m);
            model_unref(replaced);
        }
    }
    assert_true(changed > 500);
    substitution_free(s);
    free(f);
}

static void random_trees(void **state) {
    (void)state;
    Forest *f = xcalloc(1, sizeof(*f));
    unsigned rounds = 20000 * test_scale(), shrunk = 0;
    for (unsigned round = 0; round < rounds; round++) {
        if (round % 500 == 0) {
            expr_pool_free(p);
            p = expr_pool_new();
        }
        f->seed = round * 7919u + 1;
        f->len = 0;
        f->max_width = round % 3 ? 128 : 20;
        f->floats = round % 4 == 0;
        f->hard = true;
        Tree *t = tree_random(f, forest_width(f, f->max_width), 1 + (int)forest_below(f, 5));
        const Expr *simple = tree_build(p, t);
        expr_pool_set_simplify(p, false);
        const Expr *raw = tree_build(p, t);
        expr_pool_set_simplify(p, true);
        assert_int_equal(simple->width, t->width);
        shrunk += simple != raw;
        for (int i = 0; i < 6; i++) {
            TreeBytes bytes = tree_random_bytes(f);
            if (i == 0) memset(&bytes, 0, sizeof(bytes));
            Model *m = tree_model(p, &bytes);
            u128 want = tree_value(t, &bytes), got = expr_eval(p, simple, m),
                 got_raw = expr_eval_trial(p, raw, m);
            if (got != want || got_raw != want) {
                char *a = text(raw), *b = text(simple);
                print_error("round %u, width %u: %s\n  became %s\n  wanted %llx, simplified %llx, raw %llx\n",
                            round, t->width, a, b, (unsigned long long)want, (unsigned long long)got,
                            (unsigned long long)got_raw);
                free(a);
                free(b);
                model_unref(m);
                fail();
            }
            model_unref(m);
        }
        /* A byte that matters is in the support. */
        TreeBytes x = tree_random_bytes(f), y = x;
        int which = (int)forest_below(f, TREE_INPUTS);
        unsigned at = forest_below(f, tree_input_size[which]);
        y.byte[which][at] ^= (uint8_t)(1 + forest_below(f, 255));
        if (tree_value(t, &x) != tree_value(t, &y)) {
            const Expr *read =
                expr_read(p, expr_input(p, tree_input_name[which], tree_input_size[which]), at);
            assert_true(expr_connected(p, simple, read));
            assert_true(expr_connected(p, read, raw));
            const ExprInputs *inputs = expr_inputs(p, simple);
            bool found = false;
            for (uint32_t i = 0; i < inputs->len; i++) found |= inputs->input[i] == read->input;
            assert_true(found);
        }
    }
    assert_true(shrunk > rounds / 2);
    free(f);
}

/* The hash of a structure is the same whatever else the pool holds, and in whatever order. */
static void hashes(void **state) {
    (void)state;
    Forest *f = xcalloc(1, sizeof(*f));
    ExprPool *q = expr_pool_new();
    for (int i = TREE_INPUTS - 1; i >= 0; i--) expr_input(q, tree_input_name[i], tree_input_size[i]);
    const Expr *a[200];
    for (int pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < 200; i++) {
            unsigned n = pass ? 199 - i : i;
            f->seed = n;
            f->len = 0;
            f->max_width = 128;
            f->hard = true;
            Tree *t = tree_random(f, forest_width(f, 128), 4);
            const Expr *e = tree_build(pass ? q : p, t);
            if (!pass) {
                a[n] = e;
                continue;
            }
            assert_true(e->hash == a[n]->hash);
            assert_int_equal(e->op, a[n]->op);
            assert_int_equal(e->depth, a[n]->depth);
        }
    expr_pool_free(q);
    free(f);
}

/* Stores every byte of `e` and loads them again, from the low end and from the high end. */
static void store_load(const Expr *e, int line) {
    const Expr *byte[16] = {0};
    unsigned n = e->width / 8u;
    for (unsigned i = 0; i < n; i++) byte[i] = expr_extract(p, e, 8 * i, 8);
    const Expr *low = byte[0], *high = byte[n - 1];
    for (unsigned i = 1; i < n; i++) low = expr_concat(p, byte[i], low);
    for (unsigned i = n - 1; i-- > 0;) high = expr_concat(p, high, byte[i]);
    same_(low, e, line);
    same_(high, e, line);
    if (n >= 4) { /* as two halves */
        const Expr *l = expr_concat(p, byte[1], byte[0]), *h = byte[2];
        for (unsigned i = 3; i < n; i++) h = expr_concat(p, byte[i], h);
        same_(expr_concat(p, h, l), e, line);
    }
}
#define STORE_LOAD(e) store_load(e, __LINE__)

static void store_and_load(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4), *c = in("c", 1), *d = in("d", 1), *z = in("z", 8),
               *s = in("s", 2);
    const Expr *c32 = expr_sext(p, c, 32), *u32 = expr_zext(p, d, 32), *less = B(EXPR_SLT, x, y);
    STORE_LOAD(x);
    STORE_LOAD(z);
    STORE_LOAD(B(EXPR_ADD, x, K(32, 1)));
    STORE_LOAD(B(EXPR_ADD, x, y));
    STORE_LOAD(B(EXPR_SUB, x, y));
    STORE_LOAD(B(EXPR_SUB, K(32, 7), y));
    STORE_LOAD(B(EXPR_MUL, x, y));
    STORE_LOAD(B(EXPR_MUL, x, K(32, 10)));
    STORE_LOAD(B(EXPR_SDIV, x, K(32, 10)));
    STORE_LOAD(B(EXPR_SREM, x, K(32, 10)));
    STORE_LOAD(B(EXPR_UREM, x, K(32, 10)));
    STORE_LOAD(B(EXPR_UREM, x, K(32, 1000)));
    STORE_LOAD(B(EXPR_UDIV, x, K(32, 100000)));
    STORE_LOAD(B(EXPR_AND, x, y));
    STORE_LOAD(B(EXPR_OR, x, y));
    STORE_LOAD(B(EXPR_XOR, x, y));
    STORE_LOAD(expr_not(p, x));
    STORE_LOAD(expr_neg(p, x));
    STORE_LOAD(B(EXPR_XOR, B(EXPR_ADD, x, y), K(32, 0x12345678)));
    STORE_LOAD(B(EXPR_AND, B(EXPR_ADD, x, y), K(32, 0x12345678)));
    STORE_LOAD(B(EXPR_AND, B(EXPR_ADD, x, y), K(32, 0xff)));
    STORE_LOAD(B(EXPR_AND, B(EXPR_ADD, x, y), K(32, 0xfff0)));
    STORE_LOAD(B(EXPR_OR, B(EXPR_ADD, x, y), K(32, 0xff000000)));
    STORE_LOAD(B(EXPR_SHL, B(EXPR_ADD, x, y), K(32, 3)));
    STORE_LOAD(B(EXPR_LSHR, B(EXPR_ADD, x, y), K(32, 3)));
    STORE_LOAD(B(EXPR_ASHR, B(EXPR_ADD, x, y), K(32, 3)));
    STORE_LOAD(B(EXPR_ASHR, B(EXPR_ADD, x, y), K(32, 12)));
    STORE_LOAD(B(EXPR_SHL, x, y));
    STORE_LOAD(c32);
    STORE_LOAD(u32);
    STORE_LOAD(expr_sext(p, s, 32));
    STORE_LOAD(expr_sext(p, s, 64));
    STORE_LOAD(expr_zext(p, s, 64));
    STORE_LOAD(expr_sext(p, B(EXPR_ADD, x, y), 64));
    STORE_LOAD(expr_zext(p, B(EXPR_ADD, x, y), 64));
    STORE_LOAD(B(EXPR_ADD, c32, expr_sext(p, d, 32)));
    STORE_LOAD(B(EXPR_ADD, expr_zext(p, c, 32), u32));
    STORE_LOAD(B(EXPR_ADD, B(EXPR_ADD, expr_zext(p, c, 32), u32), K(32, 5)));
    STORE_LOAD(B(EXPR_MUL, c32, u32));
    STORE_LOAD(B(EXPR_SUB, u32, K(32, '0')));
    STORE_LOAD(expr_zext(p, less, 32));
    STORE_LOAD(expr_sext(p, less, 32));
    STORE_LOAD(expr_ite(p, less, x, y));
    STORE_LOAD(expr_ite(p, less, x, K(32, 0)));
    STORE_LOAD(expr_ite(p, less, K(32, 100), K(32, 200)));
    STORE_LOAD(expr_ite(p, less, K(32, 1000), K(32, 2000)));
    STORE_LOAD(expr_ite(p, less, K(32, 0x12345678), K(32, 0x9abcdef0)));
    STORE_LOAD(B(EXPR_ADD, z, expr_zext(p, B(EXPR_SHL, expr_zext(p, x, 64), K(64, 2)), 64)));
}

static void arithmetic(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4), *c = in("c", 1), *zero = K(32, 0), *ones = K(32, ~(u128)0);
    SAME(B(EXPR_ADD, x, zero), x);
    SAME(B(EXPR_ADD, B(EXPR_ADD, x, K(32, 1)), K(32, 2)), B(EXPR_ADD, K(32, 3), x));
    SAME(B(EXPR_ADD, B(EXPR_ADD, x, K(32, 1)), y), B(EXPR_ADD, B(EXPR_ADD, y, x), K(32, 1)));
    SAME(B(EXPR_SUB, B(EXPR_ADD, x, K(32, 5)), K(32, 5)), x);
    SAME(B(EXPR_SUB, x, x), zero);
    SAME(B(EXPR_SUB, B(EXPR_ADD, x, y), y), x);
    SAME(B(EXPR_ADD, B(EXPR_SUB, x, y), y), x);
    SAME(expr_neg(p, expr_neg(p, x)), x);
    SAME(B(EXPR_ADD, x, expr_neg(p, y)), B(EXPR_SUB, x, y));
    SAME(B(EXPR_ADD, expr_not(p, x), K(32, 1)), expr_neg(p, x));
    SAME(B(EXPR_ADD, x, expr_not(p, x)), ones);
    SAME(B(EXPR_MUL, x, K(32, 1)), x);
    SAME(B(EXPR_MUL, x, zero), zero);
    SAME(B(EXPR_MUL, B(EXPR_MUL, x, K(32, 3)), K(32, 5)), B(EXPR_MUL, x, K(32, 15)));
    SAME(B(EXPR_MUL, x, K(32, 8)), B(EXPR_SHL, x, K(32, 3)));
    SAME(B(EXPR_UDIV, x, K(32, 16)), B(EXPR_LSHR, x, K(32, 4)));
    SAME(B(EXPR_UREM, x, K(32, 256)), expr_zext(p, expr_trunc(p, x, 8), 32));
    SAME(B(EXPR_SDIV, expr_zext(p, c, 32), K(32, 10)), expr_zext(p, B(EXPR_UDIV, c, K(8, 10)), 32));
    SAME(B(EXPR_UDIV, expr_zext(p, c, 32), K(32, 1000)), zero);
    SAME(B(EXPR_AND, x, zero), zero);
    SAME(B(EXPR_AND, x, ones), x);
    SAME(B(EXPR_AND, x, expr_not(p, x)), zero);
    SAME(B(EXPR_OR, x, expr_not(p, x)), ones);
    SAME(B(EXPR_OR, x, x), x);
    SAME(B(EXPR_XOR, x, x), zero);
    SAME(B(EXPR_XOR, B(EXPR_XOR, x, y), y), x);
    SAME(B(EXPR_XOR, x, ones), expr_not(p, x));
    SAME(expr_not(p, expr_not(p, x)), x);
    SAME(B(EXPR_AND, x, K(32, 0xff)), expr_zext(p, expr_read(p, expr_input_find(p, "x"), 0), 32));
    SAME(B(EXPR_SHL, B(EXPR_SHL, x, K(32, 3)), K(32, 4)), B(EXPR_SHL, x, K(32, 7)));
    SAME(B(EXPR_LSHR, B(EXPR_LSHR, x, K(32, 3)), K(32, 4)), B(EXPR_LSHR, x, K(32, 7)));
    SAME(B(EXPR_ASHR, B(EXPR_ASHR, x, K(32, 3)), K(32, 4)), B(EXPR_ASHR, x, K(32, 7)));
    SAME(B(EXPR_SHL, x, K(32, 32)), zero);
    SAME(B(EXPR_ADD, x, y), B(EXPR_ADD, y, x));
    /* Bytes put together by shifting are the number itself. */
    const Expr *built = zero;
    for (unsigned i = 0; i < 4; i++) {
        const Expr *byte = expr_zext(p, expr_read(p, expr_input_find(p, "x"), i), 32);
        built = B(i % 2 ? EXPR_OR : EXPR_ADD, built, B(EXPR_SHL, byte, K(32, 8 * i)));
    }
    SAME(built, x);
    /* char arithmetic in int, cut back to char */
    const Expr *c32 = expr_sext(p, c, 32);
    SAME(expr_trunc(p, B(EXPR_ADD, c32, K(32, 1)), 8), B(EXPR_ADD, c, K(8, 1)));
    SAME(expr_trunc(p, B(EXPR_ADD, c32, expr_zext(p, c, 32)), 8), B(EXPR_SHL, c, K(8, 1)));
}

static void comparisons(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4), *c = in("c", 1), *t = expr_bool(p, true),
               *f = expr_bool(p, false);
    const Expr *less = B(EXPR_SLT, x, y), *equal = expr_eq(p, x, y);
    SAME(expr_eq(p, B(EXPR_ADD, x, K(32, 1)), K(32, 5)), expr_eq(p, x, K(32, 4)));
    SAME(expr_eq(p, B(EXPR_SUB, x, y), K(32, 0)), equal);
    SAME(expr_eq(p, B(EXPR_XOR, x, y), K(32, 0)), equal);
    SAME(expr_eq(p, B(EXPR_MUL, x, K(32, 3)), K(32, 21)), expr_eq(p, x, K(32, 7)));
    /* C: a comparison is an int, then compared with 0 */
    for (int i = 0; i < 2; i++) {
        const Expr *b = i ? less : equal, *z = expr_zext(p, b, 32);
        SAME(expr_not(p, expr_eq(p, z, K(32, 0))), b);
        SAME(expr_eq(p, z, K(32, 1)), b);
        SAME(expr_eq(p, z, K(32, 2)), f);
        SAME(expr_eq(p, expr_ite(p, b, K(32, 1), K(32, 0)), K(32, 1)), b);
        SAME(expr_eq(p, expr_ite(p, b, K(32, 7), K(32, 9)), K(32, 9)), expr_not(p, b));
        SAME(B(EXPR_SLT, expr_ite(p, b, K(32, 7), K(32, 9)), K(32, 8)), b);
        SAME(B(EXPR_ULT, K(32, 0), z), b);
        SAME(expr_trunc(p, z, 1), b);
        SAME(expr_trunc(p, B(EXPR_XOR, z, K(32, 1)), 1), expr_not(p, b));
        SAME(expr_not(p, expr_eq(p, B(EXPR_AND, z, K(32, 1)), K(32, 0))), b);
        SAME(expr_not(p, expr_eq(p, expr_zext(p, expr_trunc(p, expr_zext(p, b, 8), 1), 32), K(32, 0))), b);
        SAME(expr_and(p, b, expr_not(p, b)), f);
        SAME(expr_or(p, b, expr_not(p, b)), t);
        const Expr *other = B(EXPR_ULT, c, K(8, 9));
        for (int j = 0; j < 8; j++) { /* negation is its own inverse, and the laws of De Morgan hold */
            const Expr *l = j & 1 ? expr_not(p, b) : b, *r = j & 2 ? expr_not(p, other) : other;
            const Expr *e = j & 4 ? expr_and(p, l, r) : expr_or(p, l, r);
            SAME(expr_not(p, expr_not(p, e)), e);
            SAME((j & 4 ? expr_or : expr_and)(p, expr_not(p, l), expr_not(p, r)), expr_not(p, e));
            SAME(expr_and(p, e, expr_not(p, e)), f);
        }
        SAME(expr_not(p, expr_eq(p, expr_ite(p, b, expr_zext(p, c, 32), K(32, 0)), K(32, 0))),
             expr_and(p, b, expr_not(p, expr_eq(p, c, K(8, 0)))));
    }
    SAME(expr_not(p, B(EXPR_ULT, x, y)), B(EXPR_ULE, y, x));
    SAME(expr_not(p, B(EXPR_SLT, x, y)), B(EXPR_SLE, y, x));
    SAME(expr_not(p, B(EXPR_SLT, x, K(32, 10))), B(EXPR_SLE, K(32, 10), x));
    SAME(B(EXPR_SLE, x, K(32, 9)), B(EXPR_SLT, x, K(32, 10)));
    SAME(expr_and(p, B(EXPR_SLT, x, K(32, 10)), B(EXPR_SLE, K(32, 10), x)), f);
    SAME(B(EXPR_ULT, x, K(32, 0)), f);
    SAME(B(EXPR_ULT, x, K(32, 1)), expr_eq(p, x, K(32, 0)));
    SAME(B(EXPR_ULE, K(32, 0), x), t);
    SAME(B(EXPR_SLE, K(32, 0x80000000), x), t);
    SAME(B(EXPR_SLT, x, K(32, 0x80000000)), f);
    SAME(B(EXPR_ULT, expr_zext(p, c, 32), K(32, 10)), B(EXPR_ULT, c, K(8, 10)));
    SAME(B(EXPR_ULT, expr_zext(p, c, 32), K(32, 256)), t);
    SAME(B(EXPR_SLT, expr_zext(p, c, 32), K(32, 10)), B(EXPR_ULT, c, K(8, 10)));
    SAME(B(EXPR_SLT, expr_sext(p, c, 32), K(32, 10)), B(EXPR_SLT, c, K(8, 10)));
    SAME(B(EXPR_SLT, expr_sext(p, c, 32), K(32, 1000)), t);
    SAME(expr_eq(p, expr_sext(p, c, 32), K(32, (u128)-1)), expr_eq(p, c, K(8, 255)));
    SAME(expr_eq(p, expr_sext(p, c, 32), K(32, 200)), f);
    SAME(expr_eq(p, expr_zext(p, c, 32), K(32, 256)), f);
    SAME(expr_eq(p, expr_concat(p, K(8, 3), c), K(16, 0x305)), expr_eq(p, c, K(8, 5)));
    SAME(expr_eq(p, expr_concat(p, K(8, 3), c), K(16, 0x405)), f);
    SAME(B(EXPR_ULT, B(EXPR_UREM, x, K(32, 10)), K(32, 10)), t);
    SAME(expr_and(p, expr_eq(p, x, K(32, 1)), expr_eq(p, x, K(32, 2))), f);
    SAME(expr_and(p, expr_eq(p, x, K(32, 1)), expr_not(p, expr_eq(p, x, K(32, 2)))), expr_eq(p, x, K(32, 1)));
}

static void choices(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4), *i = in("i", 4), *c = B(EXPR_SLT, x, y),
               *d = expr_eq(p, i, K(32, 4));
    SAME(expr_ite(p, c, x, x), x);
    SAME(expr_ite(p, expr_not(p, c), x, y), expr_ite(p, c, y, x));
    SAME(expr_ite(p, c, expr_ite(p, c, x, y), i), expr_ite(p, c, x, i));
    SAME(expr_ite(p, c, i, expr_ite(p, c, x, y)), expr_ite(p, c, i, y));
    SAME(expr_ite(p, c, x, expr_ite(p, d, x, y)), expr_ite(p, expr_or(p, c, d), x, y));
    SAME(expr_ite(p, c, expr_bool(p, true), d), expr_or(p, c, d));
    SAME(expr_ite(p, c, d, expr_bool(p, false)), expr_and(p, c, d));
    SAME(expr_ite(p, d, K(32, 4), i), i);
    const Expr *byte[4] = {K(8, 1), K(8, 2), expr_trunc(p, x, 8), K(8, 4)},
               *same[3] = {byte[2], byte[2], byte[2]};
    SAME(expr_table(p, K(32, 1), byte, 4), byte[1]);
    SAME(expr_table(p, K(32, 9), byte, 4), byte[3]);
    SAME(expr_table(p, i, same, 3), same[0]);
    SAME(expr_table(p, i, byte, 4), expr_table(p, expr_zext(p, i, 64), byte, 4));
    assert_int_equal(expr_table(p, i, byte, 4)->op, EXPR_TABLE);
    assert_true(expr_table(p, i, byte, 4) != expr_table(p, i, byte, 3));
}

/* A DAG of 2 * 10^5 nodes with 2^(10^5) paths through it, and as deep. */
static void deep_and_shared(void **state) {
    (void)state;
    const Expr *x = in("x", 4), *y = in("y", 4), *e = x;
    uint32_t vx = 0x12345678, vy = 0x9abcdef1, want = vx;
    for (int i = 0; i < 100000; i++) {
        e = B(EXPR_MUL, B(EXPR_XOR, e, y), e);
        want = (want ^ vy) * want;
    }
    assert_int_equal(e->depth, UINT16_MAX);
    Model *m = NULL, *n = NULL;
    m = model_with(NULL, expr_input_find(p, "x"), (const uint8_t *)&vx);
    n = model_with(m, expr_input_find(p, "y"), (const uint8_t *)&vy);
    double start = time_cpu();
    assert_int_equal((uint64_t)expr_eval(p, e, n), want);
    assert_int_equal(expr_inputs(p, e)->len, 2);
    const Expr **reads = NULL;
    size_t len = 0, cap = 0;
    expr_reads(p, e, true, &reads, &len, &cap);
    assert_int_equal(len, 8);
    free(reads);
    assert_true(time_cpu() - start < 2.0);
    model_unref(m);
    model_unref(n);
}

static void models(void **state) {
    (void)state;
    const Input *x = expr_input(p, "x", 3), *y = expr_input(p, "y", 2);
    assert_true(expr_input(p, "x", 3) == x);
    assert_null(expr_input_find(p, "z"));
    assert_true(expr_input_by_id(p, y->id) == y);
    uint8_t a[3] = {1, 2, 3}, b[2] = {4, 5}, out[3];
    Model *m = model_with(NULL, y, b), *n = model_with(m, x, a);
    a[1] = 9;
    Model *o = model_with(n, x, a);
    assert_int_equal(model_byte(NULL, x, 1), 0);
    assert_int_equal(model_byte(m, x, 1), 0);
    assert_int_equal(model_byte(m, y, 1), 5);
    assert_int_equal(model_byte(n, x, 1), 2);
    assert_int_equal(model_byte(o, x, 1), 9);
    assert_int_equal(model_byte(o, y, 0), 4);
    assert_int_equal(model_count(o), 2);
    assert_true(model_input(o, 0) == x);
    model_unref(m);
    model_bytes(n, x, out);
    assert_int_equal(out[2], 3);
    Model *again = model_with(n, y, b);
    assert_true(again == n); /* nothing changed */
    const Expr *sum = B(EXPR_ADD, expr_read(p, x, 1), expr_read(p, y, 1));
    assert_int_equal((uint64_t)expr_eval(p, sum, n), 7);
    assert_int_equal((uint64_t)expr_eval(p, sum, o), 14);
    assert_int_equal((uint64_t)expr_eval(p, sum, NULL), 0);
    model_unref(again);
    model_unref(n);
    model_unref(o);
}

static void connection(void **state) {
    (void)state;
    const Input *s = expr_input(p, "s", 100);
    const Expr *a = expr_read_le(p, s, 0, 4), *b = expr_read_le(p, s, 4, 4), *both = B(EXPR_ADD, a, b);
    assert_false(expr_connected(p, a, b));
    assert_true(expr_connected(p, a, both));
    assert_true(expr_connected(p, b, both));
    assert_false(expr_connected(p, a, in("t", 4)));
    assert_false(expr_connected(p, a, K(8, 1)));
    const Expr *byte[2] = {expr_read(p, s, 50), K(8, 0)};
    assert_true(expr_connected(p, expr_table(p, in("t", 4), byte, 2), byte[0]));
}

static void printing(void **state) {
    (void)state;
    const struct {
        const Expr *e;
        const char *want;
    } list[] = {
        {B(EXPR_SLT, in("x", 4), K(32, 10)), "(x s< 10)"},
        {B(EXPR_ADD, in("x", 4), K(32, (u128)-1)), "(x + -1)"},
        {expr_trunc(p, in("x", 4), 16), "x[0..1]"},
        {expr_not(p, expr_eq(p, in("c", 1), K(8, 3))), "!(c == 3)"},
    };
    for (size_t i = 0; i < ARRAY_LEN(list); i++) {
        char *s = text(list[i].e);
        assert_string_equal(s, list[i].want);
        free(s);
    }
    const Expr *e = in("x", 4);
    for (int i = 0; i < 2000; i++) e = B(EXPR_MUL, B(EXPR_XOR, e, in("y", 4)), e);
    char *s = text(e);
    assert_true(strlen(s) <= 2000 + strlen("…"));
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(arithmetic, setup, teardown),
        cmocka_unit_test_setup_teardown(comparisons, setup, teardown),
        cmocka_unit_test_setup_teardown(choices, setup, teardown),
        cmocka_unit_test_setup_teardown(store_and_load, setup, teardown),
        cmocka_unit_test_setup_teardown(deep_and_shared, setup, teardown),
        cmocka_unit_test_setup_teardown(models, setup, teardown),
        cmocka_unit_test_setup_teardown(connection, setup, teardown),
        cmocka_unit_test_setup_teardown(printing, setup, teardown),
        cmocka_unit_test_setup_teardown(hashes, setup, teardown),
        cmocka_unit_test_setup_teardown(random_trees, setup, teardown),
        cmocka_unit_test_setup_teardown(substitution, setup, teardown),
        cmocka_unit_test_setup_teardown(functions_of_a_byte, setup, teardown),
        cmocka_unit_test_setup_teardown(only_byte, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
