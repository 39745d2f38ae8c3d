/* test_tables.c — memory that is written and read at symbolic places: the simplified expression has the value
 * of the plain one and of an array, for random programs of writes and reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "random_expr.h"
#include "solver/solver.h"
#include <stdio.h>

enum { MOST_BYTES = 300, INDICES = 3, MOST_WRITES = 5 };

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

/* A place that is computed from an input: extended, scaled, with a constant added. */
typedef struct Place {
    int input;
    unsigned extended; /* in how many bits it is computed before it has 64 */
    bool is_signed;
    unsigned scale; /* a shift */
    uint64_t added;
} Place;

/* An access: a write of a constant or of an input's byte in all of its bytes, or a read. */
typedef struct Access {
    Place place;
    unsigned size;
    int value; /* constant below 256, or 256 + input */
} Access;

static const Expr *input_of(int n) {
    static const char *const names[] = {"i", "j", "k"};
    return expr_read_le(pool, expr_input(pool, names[n], 2), 0, n == 2 ? 2 : 1);
}

static const Expr *place_of(const Place *p) {
    const Expr *e = input_of(p->input);
    e = p->is_signed ? expr_sext(pool, e, p->extended) : expr_zext(pool, e, p->extended);
    e = expr_binary(pool, EXPR_SHL, e, expr_const(pool, p->extended, p->scale));
    e = p->is_signed ? expr_sext(pool, e, 64) : expr_zext(pool, e, 64);
    return expr_binary(pool, EXPR_ADD, e, expr_const(pool, 64, p->added));
}

static Access random_access(uint32_t len) {
    Access a = {.size = 1};
    Place *p = &a.place;
    p->input = (int)below(INDICES);
    p->is_signed = below(2);
    p->extended = below(2) ? 32 : 64;
    p->scale = below(2) ? below(3) : 0;
    p->added = below(3) ? 0 : below(len) - (below(2) ? len / 2 : 0);
    if (p->scale && below(4)) a.size = 1u << p->scale;
    if (!p->scale && below(5) == 0) a.size = 1u << below(3);
    a.value = below(3) ? (int)(below(2) ? below(2) : below(256)) : 256 + (int)below(INDICES);
    return a;
}

static const Expr *value_of(const Access *a, unsigned byte) {
    if (a->value < 256) return expr_const(pool, 8, (u128)a->value + byte);
    return expr_extract(pool, input_of(a->value - 256), 0, 8);
}

/* As src/vm/memory/symbolic_access.c does it. */
static void write_at(const Expr **bytes, uint32_t len, const Access *a) {
    const Expr *offset = place_of(&a->place);
    for (uint32_t k = 0; k < len; k++)
        for (unsigned j = 0; j < a->size && j <= k; j++) {
            const Expr *here = expr_eq(pool, offset, expr_const(pool, 64, k - j));
            bytes[k] = expr_ite(pool, here, value_of(a, j), bytes[k]);
        }
}

static const Expr *read_at(const Expr *const *bytes, uint32_t len, const Access *a) {
    const Expr *offset = place_of(&a->place), *e = NULL;
    for (unsigned k = 0; k < a->size; k++) {
        const Expr *at = expr_binary(pool, EXPR_ADD, offset, expr_const(pool, 64, k));
        const Expr *b = expr_table(pool, at, bytes, len);
        e = e ? expr_concat(pool, b, e) : b;
    }
    return e;
}

/* What the read gives on an array; places are meant as the table has it: behind the end is the last byte. */
static uint64_t read_natively(const Access *writes, unsigned n, const Access *read, const uint8_t *initial,
                              uint32_t len, const Model *m) {
    uint8_t bytes[MOST_BYTES];
    memcpy(bytes, initial, len);
    for (unsigned w = 0; w < n; w++) {
        uint64_t at = (uint64_t)expr_eval_trial(pool, place_of(&writes[w].place), m);
        for (unsigned j = 0; j < writes[w].size; j++)
            if (at + j < len && at < len)
                bytes[at + j] = (uint8_t)expr_eval_trial(pool, value_of(&writes[w], j), m);
    }
    uint64_t at = (uint64_t)expr_eval_trial(pool, place_of(&read->place), m), value = 0;
    for (unsigned j = 0; j < read->size; j++)
        value |= (uint64_t)bytes[at + j < len ? at + j : len - 1] << 8 * j;
    return value;
}

static Model *random_model(uint32_t len) {
    Model *m = NULL;
    uint64_t usual = below(len);
    for (int n = 0; n < INDICES; n++) {
        uint64_t v = below(3) == 0   ? forest_random(random_numbers)
                     : below(2)      ? usual
                     : below(2) == 0 ? below(len)
                                     : below(len) / 4;
        uint8_t bytes[2] = {(uint8_t)v, (uint8_t)(v >> 8)};
        Model *next = model_with(m, expr_input(pool, n == 0 ? "i" : n == 1 ? "j" : "k", 2), bytes);
        model_unref(m);
        m = next;
    }
    return m;
}

static bool constant_bytes(const Expr *table) {
    for (uint32_t k = 0; k < table->table->len; k++)
        if (!expr_is_const(table->table->byte[k])) return false;
    return true;
}

static void reads_over_writes(void **state) {
    (void)state;
    unsigned plain = 0, solved = 0;
    for (unsigned round = 0; round < 3000 * test_scale(); round++) {
        if (round % 200 == 199) {
            expr_pool_free(pool);
            pool = expr_pool_new();
        }
        random_numbers->seed = round * 7919u + 1;
        uint32_t len = below(4) ? 1 + below(40) : 1 + below(MOST_BYTES);
        uint8_t initial[MOST_BYTES];
        unsigned kinds = below(3);
        for (uint32_t k = 0; k < len; k++)
            initial[k] = (uint8_t)(kinds == 0 ? 0 : kinds == 1 ? below(3) : below(256));
        Access writes[MOST_WRITES], read = random_access(len);
        unsigned n = 1 + below(MOST_WRITES);
        for (unsigned w = 0; w < n; w++) writes[w] = w && below(4) == 0 ? writes[w - 1] : random_access(len);
        const Expr *built[2];
        for (int simple = 0; simple < 2; simple++) {
            const Expr *bytes[MOST_BYTES];
            expr_pool_set_simplify(pool, simple);
            for (uint32_t k = 0; k < len; k++) bytes[k] = expr_const(pool, 8, initial[k]);
            for (unsigned w = 0; w < n; w++) write_at(bytes, len, &writes[w]);
            built[simple] = read_at(bytes, len, &read);
        }
        assert_int_equal(built[0]->width, built[1]->width);
        for (unsigned trial = 0; trial < 40; trial++) {
            Model *m = random_model(len);
            uint64_t want = read_natively(writes, n, &read, initial, len, m);
            uint64_t raw = (uint64_t)expr_eval_trial(pool, built[0], m),
                     got = (uint64_t)expr_eval_trial(pool, built[1], m);
            if (raw != want || got != want) {
                expr_print(stderr, built[1], 3000);
                fail_msg("\nround %u: %llx, %llx simplified, %llx natively", round, (unsigned long long)raw,
                         (unsigned long long)got, (unsigned long long)want);
            }
            model_unref(m);
        }
        const Expr *e = built[1];
        while (e->op == EXPR_ITE) e = e->kid[2];
        solved += built[1]->op == EXPR_ITE;
        plain += built[1]->op == EXPR_ITE && (e->op != EXPR_TABLE || constant_bytes(e));
    }
    /* The rule applies, and often nothing is left of the writes in the table. */
    assert_true(solved > 200 && plain > 30);
}

/* Bytes of the same few tables, proved equal by the back end. */
static void proved(void **state) {
    (void)state;
    static const SolverOptions options = {.name = "sat", .no_cache = true};
    Solver *s = solver_new(pool, &options, NULL);
    for (unsigned round = 0; round < 60 * test_scale(); round++) {
        random_numbers->seed = round * 104729u + 5;
        uint32_t len = 1 + below(24);
        Access writes[2] = {random_access(len), random_access(len)}, read = random_access(len);
        const Expr *built[2];
        for (int simple = 0; simple < 2; simple++) {
            const Expr *bytes[MOST_BYTES];
            expr_pool_set_simplify(pool, simple);
            for (uint32_t k = 0; k < len; k++) bytes[k] = expr_const(pool, 8, k * 37 % 11);
            for (unsigned w = 0; w < 2; w++) write_at(bytes, len, &writes[w]);
            built[simple] = read_at(bytes, len, &read);
        }
        expr_pool_set_simplify(pool, false);
        const Expr *differ = expr_not(pool, expr_eq(pool, built[0], built[1]));
        expr_pool_set_simplify(pool, true);
        if (built[0] == built[1]) continue;
        assert_int_equal(solver_check(s, NULL, 0, differ, NULL, NULL), SOLVER_UNSAT);
    }
    solver_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_over_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(proved, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
