/* test_expr_bytes.c — expressions as bytes for another process: what is read is what was written, and what is
 * no expression is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "random_expr.h"
#include "expr/expr_bytes.h"

enum { ROUNDS = 300, EXPRESSIONS = 8, DAMAGES = 20 };

/* Writes random expressions; their numbers go to number[]. */
static void write_some(Forest *f, ExprPool *p, const Expr **e, uint32_t *number, Wire *out) {
    ExprWriter w = {0};
    for (int k = 0; k < EXPRESSIONS; k++) {
        f->len = 0;
        e[k] = tree_build(p, tree_random(f, 1 + forest_below(f, 64), 5));
        number[k] = expr_writer_number(&w, e[k]);
    }
    expr_writer_put(&w, out);
    expr_writer_free(&w);
}

static void reads_what_was_written(void **unused) {
    (void)unused;
    Forest *f = calloc(1, sizeof *f);
    for (int round = 0; round < ROUNDS; round++) {
        f->seed = (uint64_t)round * 77 + 1;
        f->max_width = 128;
        f->floats = round % 2;
        ExprPool *p = expr_pool_new(), *q = expr_pool_new();
        const Expr *e[EXPRESSIONS];
        uint32_t number[EXPRESSIONS];
        Wire bytes = {0};
        write_some(f, p, e, number, &bytes);
        ExprList list = {0};
        WireReader r = wire_reader(bytes.data, bytes.len);
        expr_list_get(&r, q, &list);
        assert_true(wire_is_read(&r));
        for (int k = 0; k < EXPRESSIONS; k++) {
            assert_true(number[k] < list.len);
            assert_ptr_equal(list.data[number[k]], expr_import(q, e[k]));
            assert_int_equal(list.data[number[k]]->hash, e[k]->hash);
        }
        vec_free(&list);
        vec_free(&bytes);
        expr_pool_free(p);
        expr_pool_free(q);
    }
    free(f);
}

/* Bytes that were changed give other expressions, or none: nothing is read beyond them. */
static void survives_damage(void **unused) {
    (void)unused;
    Forest *f = calloc(1, sizeof *f);
    uint64_t refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
        f->seed = (uint64_t)round * 31 + 7;
        f->max_width = 128;
        ExprPool *p = expr_pool_new();
        const Expr *e[EXPRESSIONS];
        uint32_t number[EXPRESSIONS];
        Wire bytes = {0};
        write_some(f, p, e, number, &bytes);
        for (int k = 0; k < DAMAGES; k++) {
            ExprPool *q = expr_pool_new();
            ExprList list = {0};
            size_t n = k % 4 ? bytes.len : forest_below(f, (unsigned)bytes.len);
            uint8_t *copy = malloc(n + 1);
            memcpy(copy, bytes.data, n);
            if (n && k % 4) copy[forest_below(f, (unsigned)n)] = (uint8_t)forest_random(f);
            WireReader r = wire_reader(copy, n);
            expr_list_get(&r, q, &list);
            refused += r.wrong;
            vec_free(&list);
            expr_pool_free(q);
            free(copy);
        }
        vec_free(&bytes);
        expr_pool_free(p);
    }
    assert_true(refused > ROUNDS * DAMAGES / 4);
    free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_what_was_written),
                                       cmocka_unit_test(survives_damage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
