/*
 * z3_backend.c — Z3 in this process, behind backend.h. Only this file and z3_floats.c know Z3.
 *
 * Every expression is translated once per context and kept, referenced, by its id. Width-1
 * expressions become Booleans and turn into one-bit vectors only where an operation needs them.
 * Constraints are asserted once, each behind a fresh Boolean that implies it, in one solver that
 * lives on. A query is a check under the assumption of its constraints' Booleans. So bit-blasting
 * and learned clauses are kept between queries, and the failed assumptions are an unsatisfiable
 * core. Assertions of earlier queries cost time even when not assumed, since their circuits take
 * part in the search. Therefore the solver is made anew once they outnumber those of the present
 * query. The context is made anew when too much has been translated.
 *
 * The reason is a measurement per query, on this engine's own queries. The first are of all paths
 * of an insertion sort of six 4-byte numbers, the second of parsing a number of five characters,
 * with a remainder at the end. A fresh simple solver takes 2.3 and 5.6 ms, the default combined
 * solver 10 and 16, the QF_BV one 4.1 and 8.4. A bit-blasting tactic chain takes 2.8 and 5.2, push
 * and pop along common prefixes 1.9 and 6.6. Guards kept for ever take 0.9 and 14.6, guards with
 * this bound 1.0 and 4.8.
 *
 * Limits are Z3's count of resources. It grows by about 10,000 a millisecond on bit-vector queries
 * (multiplication, pigeon holes, division: 7,000 to 16,000). Z3's clock is not used, since it also
 * starts a thread for every query. Its own handler of Ctrl-C is off, since it takes the signal from
 * Heddle.
 *
 * Z3 checks for an interruption while it searches, but not while it makes circuits, which may take
 * minutes for chains of multiplications. So checks run in a thread of their own. A check that does
 * not end soon after an interruption is given up, with its context.
 */
#include "base/apart.h"
#include "solver/backends/z3_internal.h"
#include <stdlib.h>

/* Constraints asserted for earlier queries stay until they outnumber the present ones by this
 * factor. */
enum { KEEP_FACTOR = 2, KEEP_SPARE = 8, MAX_TRANSLATED = 400000 };

/* The time to wait for a check after it was interrupted. */
#define PATIENCE_SECONDS 0.2

/* The input and output of a check, and the rest of it if it is given up. */
typedef struct Check {
    Z3_context ctx;
    Z3_solver solver;
    Z3_ast *assume; /* n Booleans */
    unsigned n;
    Z3_lbool answer;
} Check;

/* Called by Z3, which then returns a null result; the code is examined where it matters. */
static void on_error(Z3_context ctx, Z3_error_code code) {
    (void)ctx;
    (void)code;
}

/* Makes the context at the first query: that takes longer than many explorations. */
static void context_open(Z3Backend *z) {
    if (z->ctx) return;
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "model", "true");
    z->ctx = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z->ctx, on_error);
}

static void solver_close(Z3Backend *z) {
    for (size_t i = 0; i < z->used.len; i++) {
        Z3_dec_ref(z->ctx, z->guard[z->used.data[i]]);
        z->guard[z->used.data[i]] = NULL;
    }
    z->used.len = 0;
    if (z->solver) Z3_solver_dec_ref(z->ctx, z->solver);
    z->solver = NULL;
}

static void context_close(Z3Backend *z) {
    if (!z->ctx) return;
    solver_close(z);
    for (size_t i = 0; i < z->ast_cap; i++) {
        if (z->ast[i]) Z3_dec_ref(z->ctx, z->ast[i]);
        if (z->number[i]) Z3_dec_ref(z->ctx, z->number[i]);
        z->ast[i] = z->number[i] = NULL;
    }
    z->translated = 0;
    Z3_del_context(z->ctx);
    z->ctx = NULL;
}

static void *z3_create(ExprPool *pool) {
    Z3Backend *z = xcalloc(1, sizeof(*z));
    z->pool = pool;
    pthread_mutex_init(&z->lock, NULL);
    return z;
}

static void z3_destroy(void *self) {
    Z3Backend *z = self;
    context_close(z);
    apart_free(z->checker);
    pthread_mutex_destroy(&z->lock);
    vec_free(&z->used);
    vec_free(&z->stack);
    vec_free(&z->held);
    free(z->ast);
    free(z->number);
    free(z->guard);
    free(z);
}

/* Translation */

static void z3_release(Z3Backend *z) {
    for (size_t i = 0; i < z->held.len; i++) Z3_dec_ref(z->ctx, z->held.data[i]);
    z->held.len = 0;
}

static Z3_ast truth(Z3Backend *z, Z3_ast one_bit) {
    if (!z3_hold(z, one_bit)) return NULL;
    Z3_ast one = z3_number(z, 1, 1);
    return one ? z3_hold(z, Z3_mk_eq(z->ctx, one_bit, one)) : NULL;
}

/* Builds the byte of a table at `start` + the value of the `level` lowest bits of the index, as a
 * tree of if-then-else. */
static Z3_ast table_tree(Z3Backend *z, const ExprTable *t, const Z3_ast *bit, uint64_t start,
                         unsigned level) {
    uint64_t end = start + ((uint64_t)1 << level), last = t->len - 1;
    const Expr *first = t->byte[MIN(start, last)];
    bool equal = true;
    for (uint64_t i = start + 1; i < end && i <= last && equal; i++) equal = t->byte[i] == first;
    if (equal) return z->ast[first->id];
    Z3_ast low = table_tree(z, t, bit, start, level - 1);
    Z3_ast high = table_tree(z, t, bit, start + ((uint64_t)1 << (level - 1)), level - 1);
    if (!low || !high) return NULL;
    return low == high ? low : z3_hold(z, Z3_mk_ite(z->ctx, bit[level - 1], high, low));
}

static Z3_ast table(Z3Backend *z, const Expr *e) {
    const Expr *index = e->kid[0];
    unsigned levels = 0, w = index->width;
    while (levels < w && levels < 32 && ((uint64_t)1 << levels) < e->table->len) levels++;
    Z3_ast bit[33], v = z3_vector(z, index);
    if (!v) return NULL;
    for (unsigned i = 0; i < levels; i++)
        if (!(bit[i] = truth(z, Z3_mk_extract(z->ctx, i, i, v)))) return NULL;
    Z3_ast tree = table_tree(z, e->table, bit, 0, levels);
    if (levels == w || !tree) return tree;
    Z3_ast high = z3_hold(z, Z3_mk_extract(z->ctx, w - 1, levels, v)),
           zero = z3_number(z, w - levels, 0);
    if (!high || !zero) return NULL;
    Z3_ast inside = z3_hold(z, Z3_mk_eq(z->ctx, high, zero));
    if (!inside) return NULL;
    return Z3_mk_ite(z->ctx, inside, tree, z->ast[e->table->byte[e->table->len - 1]->id]);
}

/* Builds the Z3 term of `e`, whose operands are translated. It is unreferenced; null on failure. */
static Z3_ast term(Z3Backend *z, const Expr *e) {
    Z3_context c = z->ctx;
    const Expr *k = e->kid[0];
    switch ((ExprOp)e->op) {
    case EXPR_CONST:
        if (e->width == 1) return e->value ? Z3_mk_true(c) : Z3_mk_false(c);
        return z3_number(z, e->width, e->value);
    case EXPR_READ: return Z3_mk_const(c, Z3_mk_int_symbol(c, (int)e->id), Z3_mk_bv_sort(c, 8));
    case EXPR_TABLE: return table(z, e);
    case EXPR_NOT:
        return e->width == 1 ? Z3_mk_not(c, z->ast[k->id]) : Z3_mk_bvnot(c, z->ast[k->id]);
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_EXTRACT: {
        Z3_ast v = z3_vector(z, k);
        if (!v) return NULL;
        if (e->op == EXPR_ZEXT) return Z3_mk_zero_ext(c, (unsigned)e->width - k->width, v);
        if (e->op == EXPR_SEXT) return Z3_mk_sign_ext(c, (unsigned)e->width - k->width, v);
        v = Z3_mk_extract(c, e->index + e->width - 1, e->index, v);
        return e->width == 1 ? truth(z, v) : v;
    }
    case EXPR_CONCAT: {
        Z3_ast high = z3_vector(z, k), low = z3_vector(z, e->kid[1]);
        return high && low ? Z3_mk_concat(c, high, low) : NULL;
    }
    case EXPR_ITE: return Z3_mk_ite(c, z->ast[k->id], z->ast[e->kid[1]->id], z->ast[e->kid[2]->id]);
    default: break;
    }
    if (expr_is_float((ExprOp)e->op)) return z3_float_term(z, e);
    /* Two operands. */
    Z3_ast a = z->ast[k->id], b = z->ast[e->kid[1]->id], both[2] = {a, b};
    if (e->op == EXPR_EQ) return Z3_mk_eq(c, a, b);
    if (e->width == 1 && k->width == 1) {
        if (e->op == EXPR_AND) return Z3_mk_and(c, 2, both);
        if (e->op == EXPR_OR) return Z3_mk_or(c, 2, both);
        if (e->op == EXPR_XOR) return Z3_mk_xor(c, a, b);
    }
    a = z3_vector(z, k);
    b = z3_vector(z, e->kid[1]);
    if (!a || !b) return NULL;
    Z3_ast r;
    switch ((ExprOp)e->op) {
    case EXPR_ULT: return Z3_mk_bvult(c, a, b);
    case EXPR_ULE: return Z3_mk_bvule(c, a, b);
    case EXPR_SLT: return Z3_mk_bvslt(c, a, b);
    case EXPR_SLE: return Z3_mk_bvsle(c, a, b);
    case EXPR_ADD: r = Z3_mk_bvadd(c, a, b); break;
    case EXPR_SUB: r = Z3_mk_bvsub(c, a, b); break;
    case EXPR_MUL: r = Z3_mk_bvmul(c, a, b); break;
    case EXPR_UDIV: r = Z3_mk_bvudiv(c, a, b); break;
    case EXPR_SDIV: r = Z3_mk_bvsdiv(c, a, b); break;
    case EXPR_UREM: r = Z3_mk_bvurem(c, a, b); break;
    case EXPR_SREM: r = Z3_mk_bvsrem(c, a, b); break;
    case EXPR_AND: r = Z3_mk_bvand(c, a, b); break;
    case EXPR_OR: r = Z3_mk_bvor(c, a, b); break;
    case EXPR_XOR: r = Z3_mk_bvxor(c, a, b); break;
    case EXPR_SHL: r = Z3_mk_bvshl(c, a, b); break;
    case EXPR_LSHR: r = Z3_mk_bvlshr(c, a, b); break;
    case EXPR_ASHR: r = Z3_mk_bvashr(c, a, b); break;
    default: return NULL;
    }
    return e->width == 1 ? truth(z, r) : r;
}

/* Translates everything under `root`, deepest first; false on failure. */
static bool translate(Z3Backend *z, const Expr *root) {
    uint32_t count = expr_pool_count(z->pool);
    if (z->ast_cap < count) {
        size_t cap = MAX((size_t)count + count / 2, (size_t)1024);
        z->ast = xrealloc(z->ast, cap * sizeof(*z->ast));
        z->number = xrealloc(z->number, cap * sizeof(*z->number));
        z->guard = xrealloc(z->guard, cap * sizeof(*z->guard));
        memset(z->ast + z->ast_cap, 0, (cap - z->ast_cap) * sizeof(*z->ast));
        memset(z->number + z->ast_cap, 0, (cap - z->ast_cap) * sizeof(*z->number));
        memset(z->guard + z->ast_cap, 0, (cap - z->ast_cap) * sizeof(*z->guard));
        z->ast_cap = cap;
    }
    if (z->ast[root->id]) return true;
    z->stack.len = 0;
    vec_push(&z->stack, root);
    while (z->stack.len) {
        const Expr *e = vec_last(&z->stack);
        if (z->ast[e->id]) {
            z->stack.len--;
            continue;
        }
        size_t before = z->stack.len;
        if (e->op != EXPR_CONST && e->op != EXPR_READ)
            for (int i = 0; i < 3; i++)
                if (e->kid[i] && !z->ast[e->kid[i]->id]) vec_push(&z->stack, e->kid[i]);
        if (e->op == EXPR_TABLE)
            for (uint32_t i = 0; i < e->table->len; i++)
                if (!z->ast[e->table->byte[i]->id]) vec_push(&z->stack, e->table->byte[i]);
        if (z->stack.len > before) continue;
        Z3_ast a = term(z, e);
        bool good = a && Z3_get_error_code(z->ctx) == Z3_OK;
        if (good) {
            Z3_inc_ref(z->ctx, a);
            z->ast[e->id] = a;
        }
        z3_release(z);
        if (!good) return false;
        z->translated++;
        z->stack.len--;
    }
    return true;
}

static void solver_open(Z3Backend *z) {
    z->solver = Z3_mk_simple_solver(z->ctx);
    if (!z->solver) return;
    Z3_solver_inc_ref(z->ctx, z->solver);
    z->limit_ms = UINT32_MAX; /* none is set yet */
}

#define RESOURCES_PER_MS 10000
/* A query takes so long that Z3 does not count: translation, models, the thread. */
#define STEPS_PER_QUERY 1800

static void set_limit(Z3Backend *z, unsigned ms) {
    if (z->limit_ms == ms) return;
    Z3_params params = Z3_mk_params(z->ctx);
    Z3_params_inc_ref(z->ctx, params);
    Z3_params_set_uint(z->ctx, params, Z3_mk_string_symbol(z->ctx, "rlimit"),
                       (unsigned)MIN((uint64_t)ms * RESOURCES_PER_MS, UINT32_MAX));
    Z3_params_set_bool(z->ctx, params, Z3_mk_string_symbol(z->ctx, "ctrl_c"), false);
    Z3_solver_set_params(z->ctx, z->solver, params);
    Z3_params_dec_ref(z->ctx, params);
    z->limit_ms = ms;
}

/* Returns the number of all steps that the present context has taken. */
static uint64_t steps_taken(Z3Backend *z) {
    uint64_t steps = 0;
    Z3_stats stats = Z3_solver_get_statistics(z->ctx, z->solver);
    if (!stats) return 0;
    Z3_stats_inc_ref(z->ctx, stats);
    unsigned n = Z3_stats_size(z->ctx, stats);
    for (unsigned k = 0; k < n; k++)
        if (!strcmp(Z3_stats_get_key(z->ctx, stats, k), "rlimit count"))
            steps = Z3_stats_is_uint(z->ctx, stats, k)
                        ? Z3_stats_get_uint_value(z->ctx, stats, k)
                        : (uint64_t)Z3_stats_get_double_value(z->ctx, stats, k);
    Z3_stats_dec_ref(z->ctx, stats);
    return steps;
}

static void set_checking(Z3Backend *z, bool checking) {
    pthread_mutex_lock(&z->lock);
    z->was_interrupted = !checking && z->interrupted != 0;
    z->checking = checking;
    z->interrupted = 0;
    pthread_mutex_unlock(&z->lock);
}

static void interrupt(void *self) {
    Z3Backend *z = self;
    pthread_mutex_lock(&z->lock);
    if (z->checking) {
        Z3_interrupt(z->ctx);
        double now = time_wall();
        if (z->interrupted == 0) z->interrupted = now;
        if (now > z->interrupted + PATIENCE_SECONDS) {
            apart_give_up(z->checker);
            z->checking = false; /* the context and the checker must not be touched any more */
        }
    }
    pthread_mutex_unlock(&z->lock);
}

static void run_check(void *context) {
    Check *c = context;
    c->answer = Z3_solver_check_assumptions(c->ctx, c->solver, c->n, c->assume);
}

static void abandon_check(void *context) {
    Check *c = context;
    Z3_del_context(c->ctx);
    free(c->assume);
    free(c);
}

/* Leaves the context to the other thread. */
static void context_leave(Z3Backend *z) {
    for (size_t i = 0; i < z->used.len; i++) z->guard[z->used.data[i]] = NULL;
    z->used.len = 0;
    if (z->ast_cap) memset(z->ast, 0, z->ast_cap * sizeof(*z->ast));
    if (z->ast_cap) memset(z->number, 0, z->ast_cap * sizeof(*z->number));
    z->translated = 0;
    z->solver = NULL;
    z->ctx = NULL;
    z->checker = NULL;
}

/* Checks under `assume`. False: the check was given up, and `assume` is freed with the context. */
static bool check_apart(Z3Backend *z, Z3_ast *assume, size_t n, Z3_lbool *answer) {
    if (!z->checker) z->checker = apart_new();
    Check *c = xmalloc(sizeof *c);
    *c = (Check){.ctx = z->ctx, .solver = z->solver, .assume = assume, .n = (unsigned)n};
    set_checking(z, true);
    bool done = apart_call(z->checker, (ApartCall){run_check, abandon_check, c});
    set_checking(z, false);
    if (!done) {
        context_leave(z);
        return false;
    }
    *answer = c->answer;
    free(c);
    return true;
}

static void read_model(Z3Backend *z, BackendQuery *q) {
    Z3_model m = Z3_solver_get_model(z->ctx, z->solver);
    if (!m) return;
    Z3_model_inc_ref(z->ctx, m);
    for (size_t i = 0; i < q->reads; i++) {
        uint64_t v = 0;
        Z3_ast value = NULL;
        Z3_ast a = z->ast[q->read[i]->id];
        if (a)
            value =
                Z3_model_get_const_interp(z->ctx, m, Z3_get_app_decl(z->ctx, Z3_to_app(z->ctx, a)));
        if (value) Z3_get_numeral_uint64(z->ctx, value, &v);
        q->byte[i] = (uint8_t)v;
    }
    Z3_model_dec_ref(z->ctx, m);
}

static SolverResult z3_check(void *self, BackendQuery *q) {
    Z3Backend *z = self;
    if (z->translated > MAX_TRANSLATED) context_close(z);
    context_open(z);
    for (size_t i = 0; i < q->n; i++)
        if (!translate(z, q->constraint[i])) goto failed;
    if (z->used.len > KEEP_FACTOR * q->n + KEEP_SPARE) solver_close(z);
    if (!z->solver) solver_open(z);
    if (!z->solver) goto failed;
    set_limit(z, q->limit_ms);
    Z3_ast *assume = xmalloc((q->n + 1) * sizeof(*assume));
    for (size_t i = 0; i < q->n; i++) {
        uint32_t id = q->constraint[i]->id;
        if (!z->guard[id]) {
            Z3_ast g = Z3_mk_fresh_const(z->ctx, "g", Z3_mk_bool_sort(z->ctx));
            if (!g) {
                free(assume);
                goto failed;
            }
            Z3_inc_ref(z->ctx, g);
            z->guard[id] = g;
            vec_push(&z->used, id);
            Z3_solver_assert(z->ctx, z->solver, Z3_mk_implies(z->ctx, g, z->ast[id]));
        }
        assume[i] = z->guard[id];
    }
    Z3_lbool answer;
    if (!check_apart(z, assume, q->n, &answer)) return SOLVER_UNKNOWN;
    uint64_t steps = steps_taken(z);
    /* If a context is new, or its number of 32 bits has wrapped around, the earlier number is
     * unknown. */
    q->steps = STEPS_PER_QUERY + (steps > z->steps ? steps - z->steps : steps);
    z->steps = steps;
    SolverResult result = SOLVER_UNKNOWN;
    /* After an interruption this check and later ones in the context may answer anything: models
     * were seen that do not satisfy the query. */
    if (z->was_interrupted) {
        free(assume);
        goto failed;
    }
    if (answer == Z3_L_TRUE) {
        read_model(z, q);
        result = SOLVER_SAT;
    } else if (answer == Z3_L_FALSE) {
        result = SOLVER_UNSAT;
        q->core_len = 0;
        Z3_ast_vector core = Z3_solver_get_unsat_core(z->ctx, z->solver);
        unsigned n = core ? Z3_ast_vector_size(z->ctx, core) : 0;
        if (core) Z3_ast_vector_inc_ref(z->ctx, core);
        for (unsigned j = 0; j < n; j++) {
            Z3_ast g = Z3_ast_vector_get(z->ctx, core, j);
            for (size_t i = 0; i < q->n; i++)
                if (assume[i] == g) q->core[q->core_len++] = (uint32_t)i;
        }
        if (core) Z3_ast_vector_dec_ref(z->ctx, core);
    }
    free(assume);
    if (Z3_get_error_code(z->ctx) != Z3_OK) goto failed;
    if (result == SOLVER_UNKNOWN)
        solver_close(z); /* an interrupted search may leave any state behind */
    return result;
failed:
    context_close(z);
    return SOLVER_UNKNOWN;
}

static void z3_forget(void *self) { context_close(self); }

const BackendOps backend_z3 = {.name = "z3",
                               .create = z3_create,
                               .destroy = z3_destroy,
                               .forget = z3_forget,
                               .check = z3_check,
                               .interrupt = interrupt,
                               .runs_on = apart_any_abandoned};
