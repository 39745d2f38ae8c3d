/*
 * solver.c — everything before the decision procedure, in this order. The hint is evaluated. The
 * constraints are reduced to the slice that shares input bytes with the query. The slice is looked
 * up among answered slices and unsatisfiable cores, and tried under recent models. Then the back
 * end decides.
 *
 * Invariants: a slice is closed under sharing of bytes. So a model of the slice put over a model of
 * the rest is a model of everything; each such model is evaluated before it is returned. Cached
 * sets are sorted by id.
 */
#include "solver/solver.h"
#include "base/index.h"
#include "solver/backend.h"
#include "solver/domains.h"
#include "solver/reads.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { RECENT = 16, CACHE_LIMIT = 1 << 16 };

/* An answered slice. */
typedef struct CacheEntry {
    uint64_t hash;
    Model *model; /* of the slice's bytes, if it is satisfiable */
    bool sat;
    uint32_t n;
    uint32_t id[];
} CacheEntry;

/* Constraints that are unsatisfiable together, listed under the largest id. */
typedef struct Core {
    struct Core *next;
    uint32_t n;
    uint32_t id[];
} Core;

/* The limit of a query that resembles the inversion of a hash function. */
#define HARD_LIMIT_MS 500

struct Solver {
    ExprPool *pool;
    SolverOptions options;
    size_t which;                  /* index in `backends` */
    const BackendOps *_Atomic ops; /* NULL: not needed yet; another thread may interrupt it */
    void *backend;
    Domains *domains;
    SolverStats stats;
    VEC(CacheEntry *) cache;
    Index cache_index;
    Core **cores; /* by largest id */
    size_t core_cap, core_count;
    Model *recent[RECENT];
    unsigned recent_next;
    /* Scratch memory of one call. */
    VEC(const Expr *) all, slice;
    VEC(size_t) rest;
    uint64_t *mask; /* by input id: bytes that the slice reaches */
    size_t mask_cap;
    uint32_t *ids;
    size_t ids_cap;
    uint32_t *stamp; /* by expression id: in the slice */
    size_t stamp_cap;
    uint32_t round;
};

/* Back ends, each the symbol `symbol` of a plug-in. */
static const struct {
    const char *name, *plugin, *symbol;
} backends[] = {{"z3", "heddle-z3.so", "backend_z3"}};
static const char *const names[] = {"z3", NULL};

const char *const *solver_names(void) { return names; }

Solver *solver_new(ExprPool *pool, const SolverOptions *options, char **error) {
    const char *name = options && options->name ? options->name : "z3";
    for (size_t i = 0; i < ARRAY_LEN(backends); i++) {
        if (strcmp(backends[i].name, name) != 0) continue;
        Solver *s = xcalloc(1, sizeof(*s));
        s->pool = pool;
        if (options) s->options = *options;
        s->which = i;
        s->domains = domains_new(pool);
        return s;
    }
    if (error) *error = xasprintf("no solver is called '%s'", name);
    return NULL;
}

static void cache_clear(Solver *s) {
    for (size_t i = 0; i < s->cache.len; i++) {
        model_unref(s->cache.data[i]->model);
        free(s->cache.data[i]);
    }
    s->cache.len = 0;
    index_clear(&s->cache_index);
}

static void cores_clear(Solver *s) {
    for (size_t i = 0; i < s->core_cap; i++) {
        for (Core *c = s->cores[i], *next; c; c = next) {
            next = c->next;
            free(c);
        }
        s->cores[i] = NULL;
    }
    s->core_count = 0;
}

void solver_forget(Solver *s) {
    cache_clear(s);
    cores_clear(s);
    if (s->ops) s->ops->forget(s->backend);
}

/* Loads the back end and its library at the first query that needs it: most runs have none. */
static void need_backend(Solver *s) {
    if (s->ops) return;
    char *error = NULL;
    const BackendOps *ops =
        plugin_symbol(backends[s->which].plugin, backends[s->which].symbol, &error);
    if (!ops) base_fatal("%s", error);
    s->backend = ops->create(s->pool);
    atomic_store_explicit(&s->ops, ops, memory_order_release);
}

void solver_interrupt(Solver *s) {
    const BackendOps *ops = atomic_load_explicit(&s->ops, memory_order_acquire);
    if (ops) ops->interrupt(s->backend);
}

static bool solver_is_stopped(const Solver *s) {
    return s->options.stop && atomic_load_explicit(s->options.stop, memory_order_relaxed);
}

void solver_free(Solver *s) {
    if (!s) return;
    if (s->ops) s->ops->destroy(s->backend);
    domains_free(s->domains);
    cache_clear(s);
    cores_clear(s);
    for (size_t i = 0; i < RECENT; i++) model_unref(s->recent[i]);
    vec_free(&s->all);
    vec_free(&s->slice);
    vec_free(&s->rest);
    vec_free(&s->cache);
    index_free(&s->cache_index);
    free(s->cores);
    free(s->mask);
    free(s->ids);
    free(s->stamp);
    free(s);
}

const SolverStats *solver_stats(const Solver *s) { return &s->stats; }

/* Slicing */

static bool slice_reaches(const Solver *s, const ExprSupport *u) {
    for (uint32_t i = 0; i < u->len && u->part[i].input < s->mask_cap; i++)
        if (s->mask[u->part[i].input] & u->part[i].mask) return true;
    return false;
}

static bool in_slice(const Solver *s, uint32_t id) {
    return id < s->stamp_cap && s->stamp[id] == s->round;
}

static void slice_begin(Solver *s) {
    s->slice.len = 0;
    if (s->mask_cap) memset(s->mask, 0, s->mask_cap * sizeof(*s->mask));
    if (++s->round == 0) {
        if (s->stamp_cap) memset(s->stamp, 0, s->stamp_cap * sizeof(*s->stamp));
        s->round = 1;
    }
}

static void slice_add(Solver *s, const Expr *e) {
    if (in_slice(s, e->id)) return;
    if (e->id >= s->stamp_cap) {
        size_t cap = (size_t)e->id + e->id / 2 + 1024;
        s->stamp = xrealloc(s->stamp, cap * sizeof(*s->stamp));
        memset(s->stamp + s->stamp_cap, 0, (cap - s->stamp_cap) * sizeof(*s->stamp));
        s->stamp_cap = cap;
    }
    s->stamp[e->id] = s->round;
    const ExprSupport *u = expr_support(s->pool, e);
    for (uint32_t i = 0; i < u->len; i++) {
        uint32_t input = u->part[i].input;
        if (input >= s->mask_cap) {
            size_t cap = (size_t)input * 2 + 64;
            s->mask = xrealloc(s->mask, cap * sizeof(*s->mask));
            memset(s->mask + s->mask_cap, 0, (cap - s->mask_cap) * sizeof(*s->mask));
            s->mask_cap = cap;
        }
        s->mask[input] |= u->part[i].mask;
    }
    vec_push(&s->slice, e);
}

/* Adds the conjuncts of `e` to s->all; false if one is constantly false. */
static bool conjuncts(Solver *s, const Expr *e) {
    for (;;) {
        bool neither = e->op == EXPR_NOT && e->width == 1 && e->kid[0]->op == EXPR_OR;
        if (!neither && !(e->op == EXPR_AND && e->width == 1)) break;
        const Expr *a = neither ? expr_not(s->pool, e->kid[0]->kid[0]) : e->kid[0];
        if (!conjuncts(s, a)) return false;
        e = neither ? expr_not(s->pool, e->kid[0]->kid[1]) : e->kid[1];
    }
    if (expr_is_true(e)) return true;
    vec_push(&s->all, e);
    return !expr_is_false(e);
}

/* Extends the slice by every constraint in all[0..n-1] connected with it, to the fixed point. */
static void slice_close(Solver *s, size_t n) {
    s->rest.len = 0;
    for (size_t i = 0; i < n; i++)
        if (!in_slice(s, s->all.data[i]->id)) vec_push(&s->rest, i);
    for (bool again = true; again;) {
        again = false;
        size_t kept = 0;
        for (size_t j = 0; j < s->rest.len; j++) {
            const Expr *e = s->all.data[s->rest.data[j]];
            if (slice_reaches(s, expr_support(s->pool, e))) {
                slice_add(s, e);
                again = true;
            } else {
                s->rest.data[kept++] = s->rest.data[j];
            }
        }
        s->rest.len = kept;
    }
}

/* Caches */

static int by_id(const void *a, const void *b) {
    const Expr *x = *(const Expr *const *)a, *y = *(const Expr *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static uint64_t slice_hash(const Solver *s) {
    uint64_t h = s->slice.len;
    for (size_t i = 0; i < s->slice.len; i++) h = hash_combine(h, s->slice.data[i]->id);
    return h;
}

static bool entry_is(const CacheEntry *e, uint64_t hash, const Solver *s) {
    if (e->hash != hash || e->n != s->slice.len) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (e->id[i] != s->slice.data[i]->id) return false;
    return true;
}

static const CacheEntry *cache_find(const Solver *s, uint64_t hash) {
    uint32_t found = index_find(&s->cache_index, hash, n, entry_is(s->cache.data[n], hash, s));
    return found == INDEX_NONE ? NULL : s->cache.data[found];
}

static void cache_add(Solver *s, uint64_t hash, bool sat, const Model *model) {
    if (s->cache.len >= CACHE_LIMIT) cache_clear(s);
    uint32_t n = (uint32_t)s->slice.len;
    CacheEntry *e = xmalloc(sizeof(*e) + n * sizeof(e->id[0]));
    e->hash = hash;
    e->sat = sat;
    e->model = model_ref(model);
    e->n = n;
    for (uint32_t i = 0; i < n; i++) e->id[i] = s->slice.data[i]->id;
    index_add(&s->cache_index, hash, (uint32_t)s->cache.len);
    vec_push(&s->cache, e);
}

/* Whether a known core is part of the slice. */
static bool core_find(const Solver *s) {
    for (size_t i = 0; i < s->slice.len; i++) {
        uint32_t id = s->slice.data[i]->id;
        if (id >= s->core_cap) break; /* sorted: the others have larger ids */
        for (const Core *c = s->cores[id]; c; c = c->next) {
            uint32_t k = 0;
            while (k < c->n && in_slice(s, c->id[k])) k++;
            if (k == c->n) return true;
        }
    }
    return false;
}

static void core_add(Solver *s, const BackendQuery *q) {
    if (!q->core_len) return;
    if (s->core_count >= CACHE_LIMIT) cores_clear(s);
    uint32_t top = 0;
    Core *c = xmalloc(sizeof(*c) + q->core_len * sizeof(c->id[0]));
    c->n = (uint32_t)q->core_len;
    for (size_t i = 0; i < q->core_len; i++) {
        c->id[i] = q->constraint[q->core[i]]->id;
        top = MAX(top, c->id[i]);
    }
    if (top >= s->core_cap) {
        size_t cap = (size_t)top + top / 2 + 1024;
        s->cores = xrealloc(s->cores, cap * sizeof(Core *));
        memset(s->cores + s->core_cap, 0, (cap - s->core_cap) * sizeof(Core *));
        s->core_cap = cap;
    }
    c->next = s->cores[top];
    s->cores[top] = c;
    s->core_count++;
}

static void recent_add(Solver *s, const Model *m) {
    for (size_t i = 0; i < RECENT; i++)
        if (s->recent[i] == m) return;
    model_unref(s->recent[s->recent_next]);
    s->recent[s->recent_next] = model_ref(m);
    s->recent_next = (s->recent_next + 1) % RECENT;
}

static bool holds_all(Solver *s, const Model *m) {
    for (size_t i = s->all.len; i-- > 0;) /* the query is last and fails first */
        if (!expr_eval(s->pool, s->all.data[i], m)) return false;
    return true;
}

static bool slice_holds(Solver *s, const Expr *query, const Model *m) {
    if (!expr_eval_trial(s->pool, query, m)) return false;
    for (size_t i = 0; i < s->slice.len; i++)
        if (!expr_eval_trial(s->pool, s->slice.data[i], m)) return false;
    return true;
}

/* Answers the query for the slice; on SAT the values of its bytes are in r->byte. */
static SolverResult solver_decide(Solver *s, const Expr *query, Reads *r) {
    qsort(s->slice.data, s->slice.len, sizeof(*s->slice.data), by_id);
    uint64_t hash = slice_hash(s);
    if (!s->options.no_cache) {
        const CacheEntry *e = cache_find(s, hash);
        if (e) {
            s->stats.cache_hits++;
            if (!e->sat) return SOLVER_UNSAT;
            reads_of(s->pool, (ExprList){s->slice.data, s->slice.len}, r);
            reads_from(r, e->model);
            return SOLVER_SAT;
        }
        if (core_find(s)) {
            s->stats.cache_hits++;
            return SOLVER_UNSAT;
        }
        for (size_t i = 0; i < RECENT; i++) {
            const Model *m = s->recent[(s->recent_next + RECENT - 1 - i) % RECENT];
            if (!m || !slice_holds(s, query, m)) continue;
            s->stats.model_hits++;
            reads_of(s->pool, (ExprList){s->slice.data, s->slice.len}, r);
            reads_from(r, m);
            cache_add(s, hash, true, m);
            return SOLVER_SAT;
        }
    }
    reads_of(s->pool, (ExprList){s->slice.data, s->slice.len}, r);
    BackendQuery q = {
        .constraint = s->slice.data,
        .n = s->slice.len,
        .read = r->read,
        .reads = r->len,
        .limit_ms = s->options.limit_ms,
        .byte = r->byte,
        .core = xmalloc((s->slice.len + 1) * sizeof(uint32_t)),
    };
    SolverResult tried = s->options.no_cache
                             ? SOLVER_UNKNOWN
                             : domains_check(s->domains, (ExprList){s->slice.data, s->slice.len},
                                             (ExprList){r->read, r->len}, r->byte);
    if (tried != SOLVER_UNKNOWN) {
        s->stats.trial_hits++;
        free(q.core);
        return tried;
    }
    /* Hash-like constraints are solved soon or not at all, so the limit is short. */
    bool hard = false;
    for (size_t i = 0; i < s->slice.len && !hard; i++)
        hard = domains_hard(s->domains, s->slice.data[i]);
    if (hard && (!q.limit_ms || q.limit_ms > HARD_LIMIT_MS)) q.limit_ms = HARD_LIMIT_MS;
    double start = time_wall();
    need_backend(s);
    SolverResult result = s->ops->check(s->backend, &q);
    s->stats.backend_seconds += time_wall() - start;
    s->stats.backend_queries++;
    s->stats.backend_steps += q.steps;
    if (!s->options.no_cache) {
        if (result == SOLVER_SAT) {
            Model *m = reads_overlay(NULL, r->read, r->len, r->byte);
            cache_add(s, hash, true, m);
            model_unref(m);
        } else if (result == SOLVER_UNSAT) {
            cache_add(s, hash, false, NULL);
            core_add(s, &q);
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
    for (size_t i = 0; i < n && possible; i++) possible = conjuncts(s, constraints[i]);
    size_t before = s->all.len; /* the conjuncts of the query follow */
    if (possible) possible = conjuncts(s, query);
    if (!possible) return SOLVER_UNSAT;
    if (holds_all(s, hint)) { /* without a hint this is the model of zeros */
        s->stats.model_hits++;
        if (model) *model = model_ref(hint);
        return SOLVER_SAT;
    }
    slice_begin(s);
    for (size_t i = before; i < s->all.len; i++) slice_add(s, s->all.data[i]);
    /* Constraints that the base model violates are part of the query, too; otherwise no whole model
     * could be returned. */
    if (model || hint)
        for (size_t i = 0; i < before; i++)
            if (!expr_eval(s->pool, s->all.data[i], hint)) slice_add(s, s->all.data[i]);
    slice_close(s, before);

    Reads r = {0};
    SolverResult result = solver_decide(s, query, &r);
    if (result == SOLVER_SAT) {
        Model *m = reads_overlay(hint, r.read, r.len, r.byte);
        bool good = model || hint ? holds_all(s, m) : slice_holds(s, query, m);
        if (!good) {
            result = SOLVER_UNKNOWN; /* the back end is wrong or gave up on a value, so its answer
                                        is not used */
        } else {
            recent_add(s, m);
            if (model) *model = model_ref(m);
        }
        model_unref(m);
    }
    if (result == SOLVER_UNKNOWN) s->stats.unknown++;
    reads_free(&r);
    return result;
}

SolverResult solver_check(Solver *s, const Expr *const *constraints, size_t n, const Expr *query,
                          const Model *hint, Model **model) {
    double start = time_wall();
    if (model) *model = NULL;
    s->stats.queries++;
    SolverResult r = solver_is_stopped(s)
                         ? SOLVER_UNKNOWN
                         : solver_check_slice(s, constraints, n, query, hint, model);
    s->stats.seconds += time_wall() - start;
    return r;
}

/* Finds the value of `e` under the first solution. */
static bool value_tried(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                        uint64_t *value) {
    s->all.len = 0;
    for (size_t i = 0; i < n; i++)
        if (!conjuncts(s, constraints[i])) return false;
    slice_begin(s);
    slice_add(s, e);
    slice_close(s, s->all.len);
    Reads r = {0};
    reads_of(s->pool, (ExprList){s->slice.data, s->slice.len}, &r);
    /* `e` comes first: it only says which bytes matter, and is no constraint. */
    bool known = domains_first(s->domains, (ExprList){s->slice.data + 1, s->slice.len - 1},
                               (ExprList){r.read, r.len}, e, value);
    reads_free(&r);
    return known;
}

bool solver_value(Solver *s, const Expr *const *constraints, size_t n, const Expr *e,
                  const Model *hint, uint64_t *value) {
    if (solver_is_stopped(s)) return false;
    double start = time_wall();
    s->stats.queries++;
    bool tried = !s->options.no_cache && value_tried(s, constraints, n, e, value);
    s->stats.trial_hits += tried;
    s->stats.seconds += time_wall() - start;
    if (tried) return true;
    if (!s->options.no_cache &&
        domains_hard(s->domains, expr_eq(s->pool, e, expr_const(s->pool, e->width, 1))))
        return false;
    /* Finds the smallest value by growing bounds, since small values are common. */
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

/* A query for values of `e` under constraints of which `known` is a model. */
typedef struct ValueQuestion {
    const Expr *const *constraints;
    size_t n;
    const Expr *e;
    const Model *known;
} ValueQuestion;

/* Finds the extreme value by bisection; the model of each answer narrows the interval further. */
static bool extreme(Solver *s, const ValueQuestion *q, bool largest, uint64_t *out) {
    const Expr *e = q->e;
    const Model *known = q->known;
    unsigned w = e->width;
    uint64_t top = low_bits(w);
    uint64_t best = (uint64_t)expr_eval(s->pool, e, known), bound = largest ? top : 0;
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
    Model *m = NULL;
    if (solver_check(s, constraints, n, expr_bool(s->pool, true), hint, &m) != SOLVER_SAT)
        return false;
    ValueQuestion q = {constraints, n, e, m};
    bool ok = extreme(s, &q, false, &range->low) && extreme(s, &q, true, &range->high);
    model_unref(m);
    return ok;
}
