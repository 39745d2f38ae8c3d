/*
 * solver.c — everything before the decision procedure, in this order. Comparisons of one term are
 * taken together. The hint is evaluated. The constraints are reduced to the slice that shares input
 * bytes with the query. The slice is looked up among answered slices and unsatisfiable cores.
 * Values of few bytes are tried, the order of terms is looked at, and ranges are propagated. Then
 * the back end decides.
 *
 * Invariants: a slice is closed under sharing of bytes. So a model of the slice put over a model of
 * the rest is a model of everything; each such model is evaluated before it is returned. Cached
 * sets are sorted by id.
 */
#include "solver/solver.h"
#include "solver/answers.h"
#include "solver/backends/backend.h"
#include "solver/bounds.h"
#include "solver/domains.h"
#include "solver/ranges/orders.h"
#include "solver/ranges/ranges.h"
#include "solver/reads.h"
#include "solver/shared.h"
#include <stdatomic.h>
#include <stdlib.h>

/* The limit of a query that resembles the inversion of a hash function, and a limit after which
 * values are tried first. */
#define HARD_LIMIT_MS 500
#define TRY_AFTER_MS 10

struct Solver {
    ExprPool *pool;
    SolverOptions options;
    size_t which;                  /* index in `backends` */
    const BackendOps *_Atomic ops; /* NULL: not needed yet; another thread may interrupt it */
    void *backend;
    Domains *domains;
    Ranges *ranges;
    Orders *orders;
    SolverStats stats;
    Bounds *bounds;
    Answers answers;
    SharedView shared;
    /* Scratch memory of one call. */
    Conjuncts all;
    Slice slice;
};

/* Back ends; `ops` is NULL where they are in a plug-in. */
static const struct {
    const char *name;
    const BackendOps *ops;
} backends[] = {
    {"auto", &backend_auto}, {"sat", &backend_sat}, {"z3", NULL}, {"check", &backend_check}};
static const char *const names[] = {"auto", "sat", "z3", "check", NULL};

static const BackendOps *_Atomic loaded_z3;

const BackendOps *backend_load_z3(void) {
    char *error = NULL;
    const BackendOps *ops = plugin_symbol("heddle-z3.so", "backend_z3", &error);
    if (!ops) base_fatal("%s", error);
    atomic_store(&loaded_z3, ops);
    return ops;
}

bool backend_runs_on(void) {
    const BackendOps *ops = atomic_load(&loaded_z3);
    return ops && ops->runs_on && ops->runs_on();
}

const char *const *solver_names(void) { return names; }

Solver *solver_new(ExprPool *pool, const SolverOptions *options, char **error) {
    const char *name = options && options->name ? options->name : "auto";
    for (size_t i = 0; i < ARRAY_LEN(backends); i++) {
        if (strcmp(backends[i].name, name) != 0) continue;
        Solver *s = xcalloc(1, sizeof(*s));
        s->pool = pool;
        if (options) s->options = *options;
        if (!s->options.no_cache) s->shared.of = s->options.shared;
        s->which = i;
        s->domains = domains_new(pool);
        s->ranges = ranges_new(pool);
        s->orders = orders_new();
        s->bounds = bounds_new(pool);
        s->slice.pool = pool;
        return s;
    }
    if (error) *error = xasprintf("no solver is called '%s'", name);
    return NULL;
}

void solver_forget(Solver *s) {
    answers_clear(&s->answers);
    if (s->ops) s->ops->forget(s->backend);
}

/* Loads the back end and its library at the first query that needs it: most runs have none. */
static void need_backend(Solver *s) {
    if (s->ops) return;
    const BackendOps *ops = backends[s->which].ops;
    if (!ops) ops = backend_load_z3();
    s->backend = ops->create(s->pool);
    atomic_store_explicit(&s->ops, ops, memory_order_release);
}

void solver_interrupt(Solver *s) {
    const BackendOps *ops = atomic_load_explicit(&s->ops, memory_order_acquire);
    if (ops) ops->interrupt(s->backend);
}

bool solver_is_stopped(const Solver *s) {
    return s && s->options.stop && atomic_load_explicit(s->options.stop, memory_order_relaxed);
}

void solver_free(Solver *s) {
    if (!s) return;
    if (s->ops) s->ops->destroy(s->backend);
    domains_free(s->domains);
    ranges_free(s->ranges);
    orders_free(s->orders);
    bounds_free(s->bounds);
    answers_free(&s->answers);
    shared_view_free(&s->shared);
    vec_free(&s->all);
    slice_free(&s->slice);
    free(s);
}

const SolverStats *solver_stats(const Solver *s) { return &s->stats; }

void solver_count_known(Solver *s) {
    s->stats.queries++;
    s->stats.path_hits++;
}

static bool holds_all(Solver *s, const Model *m) {
    for (size_t i = s->all.len; i-- > 0;) /* the query is last and fails first */
        if (!expr_eval(s->pool, s->all.data[i], m)) return false;
    return true;
}

static bool slice_holds(Solver *s, const Model *m) {
    for (size_t i = s->slice.list.len; i-- > 0;) /* the newest is last and fails first */
        if (!expr_eval_trial(s->pool, s->slice.list.data[i], m)) return false;
    return true;
}

/* Answers by trying values instead of asking the back end; UNKNOWN if there are too many. */
static SolverResult solver_try(Solver *s, DomainsEffort effort, Reads *r) {
    ExprList slice = {s->slice.list.data, s->slice.list.len}, read = {r->read, r->len};
    if (s->options.no_cache) return SOLVER_UNKNOWN;
    SolverResult result = domains_check(s->domains, slice, read, effort, r->byte);
    s->stats.trial_hits += result != SOLVER_UNKNOWN;
    return result;
}

/* Answers where only one term is compared with constants, or each constraint is about one byte. */
static SolverResult solver_look(Solver *s, Reads *r) {
    ExprList slice = {s->slice.list.data, s->slice.list.len}, read = {r->read, r->len};
    if (s->options.no_cache) return SOLVER_UNKNOWN;
    if (bounds_solve(s->bounds, slice, read, r->byte)) {
        s->stats.bound_hits++;
        return SOLVER_SAT;
    }
    return solver_try(s, DOMAINS_SETS, r);
}

/* Whether a back end may not end, since the constraints resemble a hash function. */
static bool slice_is_hard(Solver *s) {
    bool hard = false;
    for (size_t i = 0; i < s->slice.list.len && !hard; i++)
        hard = domains_hard(s->domains, s->slice.list.data[i]);
    return hard;
}

/* Answers by the order of terms, or by ranges; the model that is found is like `near` where that is
 * possible. */
static SolverResult solver_propagate(Solver *s, const Model *near, Reads *r) {
    ExprList slice = {s->slice.list.data, s->slice.list.len}, read = {r->read, r->len};
    if (s->options.no_cache) return SOLVER_UNKNOWN;
    SolverResult result = orders_check(s->orders, slice, read, r->byte);
    s->stats.order_hits += result != SOLVER_UNKNOWN;
    if (result != SOLVER_UNKNOWN) return result;
    ByteValues *left = xmalloc((r->len + 1) * sizeof *left);
    result = domains_left(s->domains, slice, read, left)
                 ? ranges_check(s->ranges, slice, read, left, near, r->byte)
                 : SOLVER_UNSAT;
    s->stats.range_hits += result != SOLVER_UNKNOWN;
    if (result == SOLVER_UNKNOWN && slice_is_hard(s) &&
        ranges_walk(s->ranges, slice, read, left, near, r->byte)) {
        s->stats.walk_hits++;
        result = SOLVER_SAT;
    }
    free(left);
    return result;
}

static SolverResult solver_ask_once(Solver *s, BackendQuery *q, unsigned limit_ms) {
    double start = time_wall();
    q->limit_ms = limit_ms;
    need_backend(s);
    SolverResult result = s->ops->check(s->backend, q);
    s->stats.backend_seconds += time_wall() - start;
    s->stats.backend_steps += q->steps;
    return result;
}

/* Asks the back end. Hash-like constraints are solved soon or not at all: after a short time values
 * are tried, and the limit is short. */
static SolverResult solver_ask(Solver *s, BackendQuery *q, Reads *r) {
    unsigned limit = s->options.limit_ms;
    s->stats.backend_queries++;
    if (!slice_is_hard(s)) return solver_ask_once(s, q, limit);
    if (!limit || limit > HARD_LIMIT_MS) limit = HARD_LIMIT_MS;
    SolverResult result = solver_ask_once(s, q, MIN(limit, TRY_AFTER_MS));
    if (result == SOLVER_UNKNOWN) result = solver_try(s, DOMAINS_MANY, r);
    return result == SOLVER_UNKNOWN ? solver_ask_once(s, q, limit) : result;
}

/* Makes all constraints the unsatisfiable core: nothing says which of them contradict each other.
 */
static void whole_core(BackendQuery *q) {
    for (size_t k = 0; k < q->n; k++) q->core[q->core_len++] = (uint32_t)k;
}

/* Whether these values satisfy the slice. */
static bool reads_hold(Solver *s, const Reads *r) {
    Model *m = reads_overlay(NULL, r->read, r->len, r->byte);
    bool holds = slice_holds(s, m);
    model_unref(m);
    return holds;
}

/* Asks what others have been answered, or the back end. Where invariants are checked, all answers
 * are shared, and the back end is asked whether those of others are right. */
static SolverResult solver_ask_all(Solver *s, BackendQuery *q, Reads *r) {
    SolverResult shared = shared_find(&s->shared, &s->slice, r);
    if (shared == SOLVER_SAT) invariant(!base_invariants || reads_hold(s, r));
    s->stats.shared_hits += shared != SOLVER_UNKNOWN;
    if (shared != SOLVER_UNKNOWN && !base_invariants) {
        if (shared == SOLVER_UNSAT) whole_core(q);
        return shared;
    }
    uint64_t before = s->stats.backend_steps;
    SolverResult result = solver_ask(s, q, r);
    invariant(shared == SOLVER_UNKNOWN || result == SOLVER_UNKNOWN || result == shared);
    if (s->stats.backend_steps - before >= SHARED_LEAST_STEPS || base_invariants)
        shared_add(&s->shared, &s->slice, result, r, q->core, q->core_len);
    return result;
}

/* Answers the query for the slice; on SAT the values of its bytes are in r->byte. */
static SolverResult solver_decide(Solver *s, const Model *near, Reads *r) {
    uint64_t hash = slice_order(&s->slice);
    if (!s->options.no_cache) {
        const Answer *e = answers_find(&s->answers, &s->slice, hash);
        if (e) {
            s->stats.cache_hits++;
            if (!e->sat) return SOLVER_UNSAT;
            reads_of(s->pool, (ExprList){s->slice.list.data, s->slice.list.len}, r);
            reads_from(r, e->model);
            return SOLVER_SAT;
        }
        if (answers_find_core(&s->answers, &s->slice)) {
            s->stats.core_hits++;
            return SOLVER_UNSAT;
        }
    }
    reads_of(s->pool, (ExprList){s->slice.list.data, s->slice.list.len}, r);
    SolverResult seen = solver_look(s, r);
    if (seen != SOLVER_UNKNOWN) return seen;
    BackendQuery q = {
        .constraint = s->slice.list.data,
        .n = s->slice.list.len,
        .read = r->read,
        .reads = r->len,
        .byte = r->byte,
        .core = xmalloc((s->slice.list.len + 1) * sizeof(uint32_t)),
    };
    SolverResult result = solver_propagate(s, near, r);
    if (result == SOLVER_UNKNOWN) result = solver_try(s, DOMAINS_FEW, r);
    if (result == SOLVER_UNSAT) whole_core(&q);
    if (result == SOLVER_UNKNOWN) result = solver_ask_all(s, &q, r);
    if (!s->options.no_cache) {
        if (result == SOLVER_SAT) {
            Model *m = reads_overlay(NULL, r->read, r->len, r->byte);
            answers_add(&s->answers, &s->slice, hash, true, m);
            model_unref(m);
        } else if (result == SOLVER_UNSAT) {
            answers_add(&s->answers, &s->slice, hash, false, NULL);
            answers_add_core(&s->answers, &s->slice, q.core, q.core_len);
        }
    }
    free(q.core);
    return result;
}

static SolverResult solver_check_slice(Solver *s, const Expr *const *constraints, size_t n,
                                       const Expr *query, const Model *hint, Model **model) {
    if (expr_is_false(query)) return SOLVER_UNSAT;
    s->all.len = 0;
    bool possible = true;
    for (size_t i = 0; i < n && possible; i++)
        possible = conjuncts_add(s->pool, &s->all, constraints[i]);
    size_t before = s->all.len; /* the conjuncts of the query follow */
    if (possible) possible = conjuncts_add(s->pool, &s->all, query);
    if (!possible) return SOLVER_UNSAT;
    if (!s->options.no_cache && !bounds_reduce(s->bounds, &s->all, &before)) {
        s->stats.bound_hits++;
        return SOLVER_UNSAT;
    }
    if (holds_all(s, hint)) { /* without a hint this is the model of zeros */
        s->stats.model_hits++;
        if (model) *model = model_ref(hint);
        return SOLVER_SAT;
    }
    slice_begin(&s->slice);
    for (size_t i = before; i < s->all.len; i++) slice_add(&s->slice, s->all.data[i]);
    /* Constraints that the base model violates are part of the query, too; otherwise no whole model
     * could be returned. */
    if (model || hint)
        for (size_t i = 0; i < before; i++)
            if (!expr_eval(s->pool, s->all.data[i], hint)) slice_add(&s->slice, s->all.data[i]);
    slice_close(&s->slice, s->all.data, before);

    Reads r = {0};
    SolverResult result = solver_decide(s, hint, &r);
    if (result == SOLVER_SAT) {
        Model *m = reads_overlay(hint, r.read, r.len, r.byte);
        bool good = model || hint ? holds_all(s, m) : slice_holds(s, m);
        if (!good) {
            result = SOLVER_UNKNOWN; /* the back end is wrong or gave up on a value, so its answer
                                        is not used */
        } else if (model) {
            *model = model_ref(m);
        }
        model_unref(m);
    }
    if (result == SOLVER_UNKNOWN) s->stats.unknown++;
    reads_free(&r);
    return result;
}

/* Answers a question that was asked before. A model is the answer for an equal hint only. */
static SolverResult solver_remember(Solver *s, QuestionKey key, const Model *hint, Model **model) {
    const Asked *before = s->options.no_cache ? NULL : answers_find_asked(&s->answers, key);
    if (!before) return SOLVER_UNKNOWN;
    if (before->sat && model) {
        if (!before->model || before->hint != hint) return SOLVER_UNKNOWN;
        *model = model_ref(before->model);
    }
    s->stats.repeat_hits++;
    return before->sat ? SOLVER_SAT : SOLVER_UNSAT;
}

SolverResult solver_check(Solver *s, const Expr *const *constraints, size_t n, const Expr *query,
                          const Model *hint, Model **model) {
    double start = time_wall();
    if (model) *model = NULL;
    s->stats.queries++;
    SolverResult r = SOLVER_UNKNOWN;
    if (!solver_is_stopped(s)) {
        QuestionKey key = question_key(constraints, n, query);
        r = solver_remember(s, key, hint, model);
        if (r == SOLVER_UNKNOWN) {
            Model *found = NULL;
            bool wants = model || hint; /* else no model of the whole is looked for */
            r = solver_check_slice(s, constraints, n, query, hint, wants ? &found : NULL);
            if (r != SOLVER_UNKNOWN && !s->options.no_cache)
                answers_add_asked(&s->answers, key, hint, r == SOLVER_SAT, found);
            if (model) *model = model_ref(found);
            model_unref(found);
        }
    }
    s->stats.seconds += time_wall() - start;
    return r;
}

/* Makes the slice of an expression, and lists the bytes that it reads. Its constraints come back;
 * the expression, which only says which bytes matter, is first in the slice. False: the constraints
 * contradict each other. */
static bool slice_of(Solver *s, const Expr *const *constraints, size_t n, const Expr *e, Reads *r,
                     ExprList *slice) {
    s->all.len = 0;
    for (size_t i = 0; i < n; i++)
        if (!conjuncts_add(s->pool, &s->all, constraints[i])) return false;
    slice_begin(&s->slice);
    slice_add(&s->slice, e);
    slice_close(&s->slice, s->all.data, s->all.len);
    reads_of(s->pool, (ExprList){s->slice.list.data, s->slice.list.len}, r);
    *slice = (ExprList){s->slice.list.data + 1, s->slice.list.len - 1};
    return true;
}

/* Finds the value of `e` under the first solution. */
static bool value_tried(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                        uint64_t *value) {
    Reads r = {0};
    ExprList slice;
    if (!slice_of(s, constraints, n, e, &r, &slice)) return false;
    bool known = domains_first(s->domains, slice, (ExprList){r.read, r.len}, e, value);
    reads_free(&r);
    return known;
}

/* Answers a question for values that was answered before. */
static bool remember_values(Solver *s, QuestionKey key, ValuesKind kind, ValueRange *values) {
    const ValueRange *before =
        s->options.no_cache ? NULL : answers_find_values(&s->answers, key, kind);
    if (!before) return false;
    s->stats.queries++;
    s->stats.repeat_hits++;
    *values = *before;
    return true;
}

static void keep_values(Solver *s, QuestionKey key, ValuesKind kind, ValueRange values) {
    if (!s->options.no_cache) answers_add_values(&s->answers, key, kind, values);
}

/* Finds the smallest value by growing bounds, since small values are common. */
static bool smallest_value(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                           const Model *hint, uint64_t *value) {
    uint64_t all = e->width < 64 ? (1ull << e->width) - 1 : ~0ull;
    uint64_t low = 0, bound = 0;
    bool found = false; /* the value is known to be at most `bound` */
    while (!found || low < bound) {
        uint64_t ask = found ? low + (bound - low) / 2 : bound;
        const Expr *c = expr_binary(s->pool, EXPR_ULE, e, expr_const(s->pool, e->width, ask));
        SolverResult r =
            expr_is_true(c) ? SOLVER_SAT : solver_check(s, constraints, n, c, hint, NULL);
        if (r == SOLVER_UNKNOWN) return false;
        if (r == SOLVER_SAT) {
            bound = ask;
            found = true;
        } else {
            if (ask == all) return false;
            low = ask + 1;
            if (!found) bound = bound >= all / 2 ? all : bound * 2 + 1;
        }
    }
    *value = low;
    return true;
}

bool solver_value(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, uint64_t *value) {
    if (solver_is_stopped(s)) return false;
    QuestionKey key = question_key(constraints, n, e);
    ValueRange first;
    if (remember_values(s, key, VALUES_FIRST, &first)) {
        *value = first.low;
        return true;
    }
    double start = time_wall();
    s->stats.queries++;
    bool known = !s->options.no_cache && value_tried(s, constraints, n, e, value);
    s->stats.trial_hits += known;
    s->stats.seconds += time_wall() - start;
    if (!known) {
        if (!s->options.no_cache &&
            domains_hard(s->domains, expr_eq(s->pool, e, expr_const(s->pool, e->width, 1))))
            return false;
        known = smallest_value(s, constraints, n, e, hint, value);
    }
    if (known) keep_values(s, key, VALUES_FIRST, (ValueRange){*value, *value});
    return known;
}

/* A query for values of `e` under constraints of which `known` is a model. */
typedef struct ValueQuestion {
    const Expr *const *constraints;
    size_t n;
    const Expr *e;
    const Model *known;
} ValueQuestion;

/* Computes a range that has all values of the expression, and perhaps more. */
static KnownRange range_around(Solver *s, const ValueQuestion *q) {
    KnownRange around = {0, low_bits(q->e->width)};
    Reads r = {0};
    ExprList slice;
    if (s->options.no_cache || !slice_of(s, q->constraints, q->n, q->e, &r, &slice)) return around;
    ByteValues *left = xmalloc((r.len + 1) * sizeof *left);
    ExprList read = {r.read, r.len};
    if (domains_left(s->domains, slice, read, left))
        around = ranges_around(s->ranges, slice, q->e, read, left);
    free(left);
    reads_free(&r);
    return around;
}

/* Finds the extreme value between the one of the known model and `bound` by bisection; the model of
 * each answer narrows the interval further. */
static bool extreme(Solver *s, const ValueQuestion *q, bool largest, uint64_t bound,
                    uint64_t *out) {
    const Expr *e = q->e;
    const Model *known = q->known;
    unsigned w = e->width;
    uint64_t best = (uint64_t)expr_eval(s->pool, e, known);
    Model *hint = model_ref(known);
    bool sure = true;
    while (best != bound) {
        uint64_t gap = largest ? bound - best : best - bound;
        /* The aim is half of the rest, at least one step beyond the best value seen. */
        uint64_t aim = largest ? best + gap / 2 + (gap & 1) : best - gap / 2 - (gap & 1);
        const Expr *limit = expr_const(s->pool, w, aim);
        const Expr *ask = largest ? expr_binary(s->pool, EXPR_ULE, limit, e)
                                  : expr_binary(s->pool, EXPR_ULE, e, limit);
        Model *m = NULL;
        SolverResult r = solver_check(s, q->constraints, q->n, ask, hint, &m);
        if (r == SOLVER_UNKNOWN) {
            sure = false;
            break;
        }
        if (r == SOLVER_SAT) {
            best = (uint64_t)expr_eval(s->pool, e, m);
            model_unref(hint);
            hint = m;
        } else {
            bound = largest ? aim - 1 : aim + 1;
        }
    }
    model_unref(hint);
    *out = best;
    return sure;
}

bool solver_range(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, ValueRange *range) {
    if (e->width > 64) return false;
    if (expr_is_const(e)) {
        range->low = range->high = (uint64_t)e->value;
        return true;
    }
    QuestionKey key = question_key(constraints, n, e);
    if (remember_values(s, key, VALUES_RANGE, range)) return true;
    Model *m = NULL;
    if (solver_check(s, constraints, n, expr_bool(s->pool, true), hint, &m) != SOLVER_SAT)
        return false;
    ValueQuestion q = {constraints, n, e, m};
    KnownRange around = range_around(s, &q);
    bool ok = extreme(s, &q, false, around.low, &range->low) &&
              extreme(s, &q, true, around.high, &range->high);
    model_unref(m);
    if (ok) keep_values(s, key, VALUES_RANGE, *range);
    return ok;
}
