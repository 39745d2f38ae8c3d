/* test_canonical.c — hashes of expressions up to a renaming of inputs: equal exactly where texts are equal in
 * which inputs are numbered as they are met. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "random_expr.h"
#include "state/canonical.h"
#include <stdio.h>

enum { NAMES = 6, MOST_EXPRESSIONS = 3, MANY_INPUTS = 90 };

static ExprPool *pool;
static Forest *random_numbers;
static unsigned below(unsigned n) { return forest_below(random_numbers, n); }

static const Expr *byte_of(unsigned name) {
    char text[20];
    snprintf(text, sizeof text, "x%u", name);
    return expr_read(pool, expr_input(pool, text, 2), below(2));
}

/* Expressions small enough that equal ones are met often. */
static const Expr *random_small(const unsigned *names, unsigned nnames, int depth) {
    static const ExprOp ops[] = {EXPR_ADD, EXPR_SUB, EXPR_AND, EXPR_MUL};
    if (depth == 0 || below(4) == 0)
        return below(4) ? byte_of(names[below(nnames)]) : expr_const(pool, 8, below(3));
    const Expr *a = random_small(names, nnames, depth - 1), *b = random_small(names, nnames, depth - 1);
    if (below(8) == 0) {
        const Expr *bytes[] = {a, b, a};
        return expr_table(pool, byte_of(names[below(nnames)]), bytes, 3);
    }
    return expr_binary(pool, ops[below(ARRAY_LEN(ops))], a, b);
}

/* The text of an expression; `met` has the inputs in the order in which they were met. */
typedef VEC(const Input *) Met;
static void put_text(StrBuf *out, Met *met, const Expr *e) {
    if (e->op == EXPR_CONST) {
        str_addf(out, "%u:%llu ", e->width, (unsigned long long)e->value);
        return;
    }
    str_addf(out, "(%u %u %u ", e->op, e->width, e->op == EXPR_READ || e->op == EXPR_EXTRACT ? e->index : 0);
    if (e->op == EXPR_READ) {
        size_t k = 0;
        while (k < met->len && met->data[k] != e->input) k++;
        if (k == met->len) vec_push(met, e->input);
        str_addf(out, "#%zu/%u", k, e->input->size);
    }
    for (unsigned k = 0; k < expr_kid_count(e); k++) put_text(out, met, e->kid[k]);
    for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++) put_text(out, met, e->table->byte[k]);
    str_addc(out, ')');
}

typedef struct Case {
    uint64_t hash;
    char *text;
} Case;

static int by_hash(const void *a, const void *b) {
    uint64_t x = ((const Case *)a)->hash, y = ((const Case *)b)->hash;
    return x < y ? -1 : x > y;
}
static int by_text(const void *a, const void *b) {
    return strcmp(((const Case *)a)->text, ((const Case *)b)->text);
}

static void setup_all(void) {
    pool = expr_pool_new();
    random_numbers = xcalloc(1, sizeof *random_numbers);
}
static void teardown_all(void) {
    free(random_numbers);
    expr_pool_free(pool);
}

static void equal_as_texts(void **state) {
    (void)state;
    setup_all();
    Canonical *c = canonical_new();
    unsigned n = 6000 * test_scale(), equal = 0;
    Case *all = xcalloc(n, sizeof *all);
    random_numbers->seed = 77;
    for (unsigned k = 0; k < n; k++) {
        unsigned names[NAMES], nnames = 1 + below(3), count = 1 + below(MOST_EXPRESSIONS);
        for (unsigned j = 0; j < nnames; j++) names[j] = below(NAMES);
        StrBuf text = {0};
        Met met = {0};
        canonical_begin(c);
        expr_pool_set_simplify(pool, below(2));
        for (unsigned j = 0; j < count; j++) {
            const Expr *e = random_small(names, nnames, (int)below(3));
            uint64_t shape = canonical_shape(c, e), again = canonical_shape(c, e);
            assert_true(shape == again);
            all[k].hash = hash_combine(all[k].hash, canonical_hash(c, e));
            put_text(&text, &met, e);
            for (size_t i = 0; i < met.len; i++) assert_int_equal(canonical_number(c, met.data[i]), i + 1);
        }
        assert_false(canonical_is_overdone(c));
        all[k].text = text.data;
        vec_free(&met);
    }
    qsort(all, n, sizeof *all, by_hash);
    for (unsigned k = 1; k < n; k++)
        if (all[k].hash == all[k - 1].hash) {
            assert_string_equal(all[k].text, all[k - 1].text);
            equal++;
        }
    qsort(all, n, sizeof *all, by_text);
    for (unsigned k = 1; k < n; k++)
        if (!strcmp(all[k].text, all[k - 1].text)) assert_true(all[k].hash == all[k - 1].hash);
    assert_true(equal > 1000 && equal < n - 500);
    for (unsigned k = 0; k < n; k++) free(all[k].text);
    free(all);
    canonical_free(c);
    teardown_all();
}

/* A sum of many inputs; input number `k` is named after names[k]. */
static const Expr *sum_of(const unsigned *names) {
    const Expr *e = expr_const(pool, 8, 0);
    for (unsigned k = 0; k < MANY_INPUTS; k++) {
        char text[20];
        snprintf(text, sizeof text, "y%u", names[k]);
        const Expr *byte = expr_read(pool, expr_input(pool, text, 1), 0);
        e = expr_binary(pool, EXPR_XOR, expr_binary(pool, EXPR_MUL, e, expr_const(pool, 8, 3)), byte);
    }
    return e;
}

static uint64_t hash_alone(Canonical *c, const Expr *e) {
    canonical_begin(c);
    return canonical_hash(c, e);
}

/* More inputs than a pattern is kept of. */
static void many_inputs(void **state) {
    (void)state;
    setup_all();
    expr_pool_set_simplify(pool, false);
    Canonical *c = canonical_new();
    unsigned names[MANY_INPUTS], others[MANY_INPUTS];
    for (unsigned k = 0; k < MANY_INPUTS; k++) {
        names[k] = k;
        others[k] = (k * 7 + 3) % MANY_INPUTS; /* another order of all of them */
    }
    uint64_t first = hash_alone(c, sum_of(names));
    assert_true(first == hash_alone(c, sum_of(others)));
    assert_true(first == hash_alone(c, sum_of(names)));
    names[80] = names[10]; /* one input twice */
    uint64_t twice = hash_alone(c, sum_of(names));
    assert_true(first != twice);
    names[80] = names[11];
    assert_true(twice != hash_alone(c, sum_of(names)));
    canonical_free(c);
    teardown_all();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_as_texts),
        cmocka_unit_test(many_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
