/*
 * queries.c — random queries to both back ends of the solver, which must agree
 * (src/solver/backends/check_backend.c: every model is evaluated, every core is asked about). Some queries
 * are made to have a solution. Values of models are also computed by schoolbook arithmetic that shares
 * nothing with the engine. Every fourth seed is a path: conditions on a few terms, one after the other, of
 * which the whole solver (sets of values, slices, caches, models) is asked both sides, as an exploration
 * does; bit-blasting alone must agree.
 *
 * Usage: queries SEED COUNT     queries of COUNT seeds, from SEED on
 */
#include "tests/unit/random_expr.h"
#include "solver/solver.h"
#include <stdio.h>

enum { MOST_CONSTRAINTS = 6, ROUND = 12, LIMIT_MS = 60, WIDE_LIMIT_MS = 5 };

typedef struct Queries {
    ExprPool *pool;
    Solver *both, *sat, *whole;
    Forest forest;
    unsigned long answers[3], planted;
} Queries;

static void queries_open(Queries *q) {
    static const SolverOptions both = {.name = "check", .no_cache = true, .limit_ms = LIMIT_MS},
                               sat = {.name = "sat", .no_cache = true, .limit_ms = WIDE_LIMIT_MS},
                               whole = {.limit_ms = LIMIT_MS};
    char *error = NULL;
    q->pool = expr_pool_new();
    q->both = solver_new(q->pool, &both, &error);
    q->sat = solver_new(q->pool, &sat, &error);
    q->whole = solver_new(q->pool, &whole, &error);
    if (!q->both || !q->sat || !q->whole) base_fatal("%s", error);
}

static void queries_close(Queries *q) {
    solver_free(q->both);
    solver_free(q->sat);
    solver_free(q->whole);
    expr_pool_free(q->pool);
}

enum { MOST_BYTES = 300, KINDS = 12 };

/* A condition that is a comparison of a tree with its value under `bytes`, or a random one. */
typedef struct Condition {
    const Tree *tree;
    /* If `len`, the tree is the index of a table of so many bytes, each one of a few trees. */
    unsigned len, kinds;
    const Tree *kind[KINDS];
    u128 value; /* of the tree, if the condition is an equation */
    bool equation, negated;
    const Expr *e;
} Condition;

/* Byte number `k` of a condition's table. */
static const Tree *table_byte(const Condition *c, unsigned k) {
    return c->kind[k * 7919u % 1009u % c->kinds];
}

static u128 condition_value(const Condition *c, const TreeBytes *bytes) {
    u128 v = tree_value(c->tree, bytes);
    return c->len ? tree_value(table_byte(c, v < c->len ? (unsigned)v : c->len - 1), bytes) : v;
}

/* Makes the tree the index of a table that is too large to be a tree. */
static const Expr *random_table(Queries *q, Condition *c) {
    Forest *f = &q->forest;
    const Expr *bytes[MOST_BYTES];
    c->len = 90 + forest_below(f, MOST_BYTES - 90);
    c->kinds = 1 + forest_below(f, KINDS);
    for (unsigned k = 0; k < c->kinds; k++) c->kind[k] = tree_random(f, 8, (int)forest_below(f, 3));
    for (unsigned k = 0; k < c->len; k++) bytes[k] = tree_build(q->pool, table_byte(c, k));
    return expr_table(q->pool, tree_build(q->pool, c->tree), bytes, c->len);
}

static Condition random_condition(Queries *q, bool planted, const TreeBytes *bytes) {
    Forest *f = &q->forest;
    Condition c = {0};
    int depth = 1 + (int)forest_below(f, 4);
    c.equation = planted || forest_below(f, 2);
    bool has_table = c.equation && forest_below(f, 8) == 0;
    unsigned width = c.equation ? forest_width(f, f->max_width) : 1;
    /* Most indices are near the end of a table, or before it. */
    if (has_table && forest_below(f, 4)) width = 7 + forest_below(f, 3);
    c.tree = tree_random(f, width, depth);
    const Expr *e = has_table ? random_table(q, &c) : tree_build(q->pool, c.tree);
    if (c.equation) {
        if (has_table) width = 8;
        c.value = planted ? condition_value(&c, bytes) : forest_const(f, width);
        e = expr_eq(q->pool, e, expr_const(q->pool, width, c.value));
    }
    c.negated = !planted && forest_below(f, 3) == 0;
    c.e = c.negated ? expr_not(q->pool, e) : e;
    return c;
}

/* The condition that the index of a table has one value. */
static Condition index_condition(Queries *q, const Condition *table, bool planted, const TreeBytes *bytes) {
    Condition c = {.tree = table->tree, .equation = true};
    c.value =
        planted ? tree_value(c.tree, bytes) : forest_below(&q->forest, table->len) & tree_ones(c.tree->width);
    const Expr *e = tree_build(q->pool, c.tree);
    c.e = expr_eq(q->pool, e, expr_const(q->pool, c.tree->width, c.value));
    return c;
}

static bool condition_holds(const Condition *c, const TreeBytes *bytes) {
    u128 v = condition_value(c, bytes);
    return (c->equation ? v == c->value : v != 0) != c->negated;
}

static TreeBytes bytes_of_model(ExprPool *pool, const Model *m) {
    TreeBytes bytes = {0};
    for (int k = 0; k < TREE_INPUTS; k++)
        model_bytes(m, expr_input(pool, tree_input_name[k], tree_input_size[k]), bytes.byte[k]);
    return bytes;
}

static void check_model(Queries *q, const Expr *const *facts, size_t n, const Model *m, unsigned long seed) {
    for (size_t k = 0; k < n; k++)
        if (!expr_eval_trial(q->pool, facts[k], m)) base_fatal("seed %lu: fact %zu does not hold", seed, k);
}

/* The whole solver, with all that answers before a back end does, must agree. */
static void ask_whole(Queries *q, const Expr *const *facts, size_t n, SolverResult want, unsigned long seed) {
    Model *m = NULL;
    SolverResult got = solver_check(q->whole, facts, n - 1, facts[n - 1], NULL, &m);
    if (got != want && got != SOLVER_UNKNOWN && want != SOLVER_UNKNOWN)
        base_fatal("seed %lu: the whole solver says %d, not %d", seed, (int)got, (int)want);
    if (got == SOLVER_SAT) check_model(q, facts, n, m, seed);
    model_unref(m);
}

static void one_query(Queries *q, unsigned long seed) {
    Forest *f = &q->forest;
    f->seed = seed * 104729 + 11;
    f->len = 0;
    f->hard = forest_below(f, 4) == 0;
    bool wide = forest_below(f, 3) == 0;
    f->max_width = wide ? 128 : f->hard ? 12 : 40;
    f->floats = forest_below(f, 3) == 0;
    if (f->floats && f->max_width < 64) f->max_width = 64;
    /* Wide products and quotients take Z3 minutes: their answers are known beforehand instead. */
    bool alone = (wide || f->floats) && f->hard, planted = alone || forest_below(f, 2);
    expr_pool_set_simplify(q->pool, forest_below(f, 3) != 0);
    TreeBytes bytes = tree_random_bytes(f);
    Condition all[MOST_CONSTRAINTS];
    const Expr *facts[MOST_CONSTRAINTS];
    size_t n = 1 + forest_below(f, MOST_CONSTRAINTS);
    for (size_t k = 0; k < n; k++) {
        bool of_index = k && all[k - 1].len && forest_below(f, 2);
        all[k] = of_index ? index_condition(q, &all[k - 1], planted, &bytes)
                          : random_condition(q, planted, &bytes);
        facts[k] = all[k].e;
    }
    Model *m = NULL;
    SolverResult r = solver_check(alone ? q->sat : q->both, facts, n - 1, facts[n - 1], NULL, &m);
    q->answers[r]++;
    q->planted += planted && r == SOLVER_SAT;
    ask_whole(q, facts, n, r, seed);
    if (planted && r == SOLVER_UNSAT) base_fatal("seed %lu has a solution that was not found", seed);
    if (r != SOLVER_SAT) return;
    TreeBytes found = bytes_of_model(q->pool, m);
    for (size_t k = 0; k < n; k++)
        if (!condition_holds(&all[k], &found)) base_fatal("seed %lu: condition %zu does not hold", seed, k);
    model_unref(m);
}

enum { PATH_TERMS = 3, PATH_STEPS = 10 };

/* A comparison of one of the terms with a number near its value, or with another term. */
static const Expr *path_condition(Queries *q, const Tree *const *term, const TreeBytes *bytes) {
    static const ExprOp ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    Forest *f = &q->forest;
    unsigned which = forest_below(f, PATH_TERMS), w = term[which]->width;
    const Expr *e = tree_build(q->pool, term[which]), *other = NULL;
    u128 near = tree_value(term[which], bytes) + forest_below(f, 7) - 3;
    if (forest_below(f, 4) == 0)
        e = expr_binary(q->pool, EXPR_ADD, e, expr_const(q->pool, w, forest_const(f, w)));
    for (unsigned k = 0; k < PATH_TERMS && forest_below(f, 5) == 0; k++)
        if (term[k]->width == w) other = tree_build(q->pool, term[k]);
    if (!other) other = expr_const(q->pool, w, forest_below(f, 4) ? near : forest_const(f, w));
    bool left = forest_below(f, 2);
    const Expr *c =
        expr_binary(q->pool, ops[forest_below(f, ARRAY_LEN(ops))], left ? e : other, left ? other : e);
    return forest_below(f, 2) ? expr_not(q->pool, c) : c;
}

static void one_path(Queries *q, unsigned long seed) {
    Forest *f = &q->forest;
    f->seed = seed * 1299709 + 3;
    f->len = 0;
    f->hard = false;
    f->floats = forest_below(f, 4) == 0;
    f->max_width = 64;
    expr_pool_set_simplify(q->pool, true);
    TreeBytes bytes = tree_random_bytes(f);
    Model *planted = tree_model(q->pool, &bytes);
    const Tree *term[PATH_TERMS];
    for (int k = 0; k < PATH_TERMS; k++)
        term[k] = tree_random(f, 2 + forest_below(f, 40), (int)forest_below(f, 3));
    const Expr *facts[PATH_STEPS + 1];
    bool hinted = forest_below(f, 2);
    for (size_t n = 0; n < PATH_STEPS; n++) {
        const Expr *c = path_condition(q, term, &bytes), *against = expr_not(q->pool, c);
        if (!expr_eval_trial(q->pool, c, planted)) {
            const Expr *t = c;
            c = against;
            against = t;
        }
        const Model *hint = hinted ? planted : NULL;
        Model *m = NULL;
        SolverResult with = solver_check(q->whole, facts, n, c, hint, &m);
        if (with == SOLVER_UNSAT) base_fatal("path %lu, step %zu: its solution was not found", seed, n);
        facts[n] = c;
        if (with == SOLVER_SAT) check_model(q, facts, n + 1, m, seed);
        model_unref(m);
        facts[n] = against;
        bool wants_model = forest_below(f, 2);
        SolverResult got = solver_check(q->whole, facts, n, against, hint, wants_model ? &m : NULL);
        SolverResult want = solver_check(q->sat, facts, n, against, NULL, NULL);
        if (got != want && got != SOLVER_UNKNOWN && want != SOLVER_UNKNOWN)
            base_fatal("path %lu, step %zu: %d, not %d", seed, n, (int)got, (int)want);
        if (got == SOLVER_SAT && wants_model) {
            check_model(q, facts, n + 1, m, seed);
            model_unref(m);
        }
        q->answers[got]++;
        facts[n] = c;
    }
    model_unref(planted);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: queries SEED COUNT\n", stderr);
        return 2;
    }
    unsigned long first = strtoul(argv[1], NULL, 10), count = strtoul(argv[2], NULL, 10);
    Queries *q = xcalloc(1, sizeof *q);
    queries_open(q);
    for (unsigned long k = 0; k < count; k++) {
        if (k % ROUND == ROUND - 1) {
            queries_close(q);
            queries_open(q);
        }
        if ((first + k) % 4 == 3)
            one_path(q, first + k);
        else
            one_query(q, first + k);
    }
    printf("%lu seeds: %lu answers satisfiable (%lu of them made so), %lu not, %lu at the limit\n", count,
           q->answers[SOLVER_SAT], q->planted, q->answers[SOLVER_UNSAT], q->answers[SOLVER_UNKNOWN]);
    queries_close(q);
    /* A seed asks three questions or so. */
    unsigned long all = q->answers[SOLVER_SAT] + q->answers[SOLVER_UNSAT] + q->answers[SOLVER_UNKNOWN];
    bool few_unknown = q->answers[SOLVER_UNKNOWN] * 100 <= 3 * all;
    free(q);
    return few_unknown ? 0 : 1;
}
