/* contextual.c — see contextual.h. */
#include "strategies/unfold/contextual.h"
#include <stdlib.h>

static inline bool is_load(const Action *a) { return a->op.kind == OPERATION_LOAD; }
static inline bool is_write(const Action *a) { return operation_on_memory(&a->op) && !is_load(a); }

/* --- orders ----------------------------------------------------------------------------------- */

/* A configuration and the part of it that is done: a prefix of each thread's events. */
typedef struct Weave {
    const Prefix *p;
    const PrefixId **events; /* by thread, in its order */
    uint32_t *size, *done;   /* by thread */
} Weave;

static void weave_start(Weave *w, const Prefix *p, const PrefixId *last) {
    uint32_t n = p->nthreads;
    *w = (Weave){.p = p,
                 .events = scratch_take(p->scratch, n * sizeof *w->events),
                 .size = scratch_take(p->scratch, n * sizeof *w->size),
                 .done = scratch_take(p->scratch, n * sizeof *w->done)};
    memset(w->done, 0, n * sizeof *w->done);
    for (uint32_t u = 0; u < n; u++) {
        w->size[u] = prefix_depth(p, last[u]);
        PrefixId *list = scratch_take(p->scratch, (w->size[u] + 1) * sizeof *list);
        uint32_t k = w->size[u];
        for (PrefixId z = last[u]; z; z = p->events.data[z].previous) list[--k] = z;
        w->events[u] = list;
    }
}

/* Whether a load that must come before this write is not done. Events after one that has the write
 * as a cause have it as a cause, too, so the search in a thread ends there. */
static bool is_held(const Weave *w, const Action *write) {
    uint32_t own = (uint32_t)write->thread;
    for (uint32_t v = 0; v < w->p->nthreads; v++) {
        for (uint32_t k = w->done[v]; v != own && k < w->size[v]; k++) {
            const PrefixEvent *r = prefix_event(w->p, w->events[v][k]);
            if (prefix_known(w->p, r, own) >= write->index) break;
            if (contextual_reads(r->action, write)) return true;
        }
    }
    return false;
}

/* Whether the next event of a thread can be done. */
static bool is_ready(const Weave *w, uint32_t thread) {
    if (w->done[thread] == w->size[thread]) return false;
    const PrefixEvent *e = prefix_event(w->p, w->events[thread][w->done[thread]]);
    for (uint32_t v = 0; v < e->nlast; v++)
        if (v != thread && prefix_known(w->p, e, v) > w->done[v]) return false;
    return !is_write(e->action) || !is_held(w, e->action);
}

/* Marks events as done as far as possible. Returns whether all are done. */
static bool weave_all(Weave *w) {
    uint32_t n = w->p->nthreads, finished = 0;
    for (bool more = true; more && finished < n;) {
        more = false;
        finished = 0;
        for (uint32_t u = 0; u < n; u++) {
            for (; is_ready(w, u); w->done[u]++) more = true;
            finished += w->done[u] == w->size[u];
        }
    }
    return finished == n;
}

/* Whether a load of configuration `a` that `b` lacks comes before a write of `b`. */
static bool reads_before(const Prefix *p, const PrefixId *a, const PrefixId *b) {
    for (uint32_t u = 0; u < p->nthreads; u++) {
        uint32_t common = prefix_depth(p, b[u]);
        for (PrefixId r = a[u]; r && prefix_depth(p, r) > common; r = p->events.data[r].previous) {
            const PrefixEvent *e = prefix_event(p, r);
            if (!is_load(e->action)) continue;
            for (uint32_t v = 0; v < p->nthreads; v++) {
                uint32_t seen = v == u ? UINT32_MAX : prefix_known(p, e, v);
                for (PrefixId w = b[v]; w && prefix_depth(p, w) > seen;
                     w = p->events.data[w].previous)
                    if (contextual_reads(e->action, p->events.data[w].action)) return true;
            }
        }
    }
    return false;
}

/* A cycle has events that belong only to the configuration and events that belong only to the local
 * configuration. Strong causes lead from neither part to the other, so the cycle leaves both
 * through a load. */
bool contextual_compatible(const Prefix *p, const PrefixId *last, PrefixId id) {
    size_t top = p->scratch->top;
    const PrefixEvent *e = prefix_event(p, id);
    PrefixId *other = prefix_spread(p, e->last, e->nlast);
    if (!reads_before(p, last, other) || !reads_before(p, other, last)) {
        p->scratch->top = top;
        return true;
    }
    for (uint32_t u = 0; u < p->nthreads; u++)
        if (!other[u] || (last[u] && prefix_depth(p, last[u]) > prefix_depth(p, other[u])))
            other[u] = last[u];
    Weave w;
    weave_start(&w, p, other);
    bool compatible = weave_all(&w);
    p->scratch->top = top;
    return compatible;
}

bool contextual_acyclic(const Prefix *p, const PrefixId *last, uint32_t *before) {
    size_t top = p->scratch->top;
    Weave w;
    weave_start(&w, p, last);
    bool acyclic = weave_all(&w);
    memcpy(before, w.done, p->nthreads * sizeof *before);
    p->scratch->top = top;
    return acyclic;
}

size_t contextual_list(const Prefix *p, const PrefixId *last, const PrefixId *path, size_t n,
                       PrefixId *out) {
    size_t top = p->scratch->top, len = 0;
    Weave w;
    weave_start(&w, p, last);
    for (; len < n; len++) {
        uint32_t u = (uint32_t)prefix_event(p, path[len])->action->thread;
        if (w.done[u] == w.size[u] || w.events[u][w.done[u]] != path[len] || !is_ready(&w, u))
            break;
        out[len] = path[len];
        w.done[u]++;
    }
    for (;;) {
        PrefixId best = 0;
        for (uint32_t u = 0; u < p->nthreads; u++) {
            PrefixId next = w.done[u] < w.size[u] ? w.events[u][w.done[u]] : 0;
            if (next && (!best || next < best) && is_ready(&w, u)) best = next;
        }
        if (!best) break;
        out[len++] = best;
        w.done[prefix_event(p, best)->action->thread]++;
    }
    p->scratch->top = top;
    return len;
}

bool contextual_before(const Prefix *p, PrefixId x, PrefixId e) {
    const PrefixEvent *r = prefix_event(p, x), *to = prefix_event(p, e);
    if (!is_load(r->action)) return false;
    for (uint32_t v = 0; v < to->nlast; v++)
        for (PrefixId w = to->last[v]; w && prefix_depth(p, w) > prefix_known(p, r, v);
             w = p->events.data[w].previous)
            if (contextual_reads(r->action, p->events.data[w].action)) return true;
    return false;
}

/* --- accesses that nothing orders ------------------------------------------------------------- */

/* An access that is an event; the members that group equal accesses come first. */
typedef struct Access {
    uint64_t start, end;
    uint32_t thread, loc, kind;
    bool atomic;
    PrefixId id;
} Access;

static int compare_accesses(const void *a, const void *b) {
    const Access *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    if (x->end != y->end) return x->end < y->end ? -1 : 1;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->loc != y->loc) return x->loc < y->loc ? -1 : 1;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->atomic != y->atomic) return x->atomic < y->atomic ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static bool is_same_access(const Access *x, const Access *y) {
    return x->start == y->start && x->end == y->end && x->thread == y->thread && x->loc == y->loc &&
           x->kind == y->kind && x->atomic == y->atomic;
}

static bool is_contextual_cause(const Prefix *p, PrefixId x, PrefixId e) {
    const PrefixEvent *y = prefix_event(p, e);
    return prefix_has(p, y->last, y->nlast, x);
}

/* Of accesses x, `m` alike, and y, `n` alike. */
static void pairs_of(const Prefix *p, const Access *x, size_t m, const Access *y, size_t n,
                     const ContextualPairs *to) {
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            PrefixId first = MIN(x[i].id, y[j].id), second = MAX(x[i].id, y[j].id);
            bool cause = is_contextual_cause(p, first, second);
            if (!cause && !is_load(prefix_event(p, first)->action)) {
                PrefixId load = second;
                second = first;
                first = load;
            }
            if (!cause && !is_load(prefix_event(p, first)->action))
                continue; /* two writes conflict */
            PrefixId past = prefix_event(p, second)->previous;
            if (past && (is_contextual_cause(p, first, past) || contextual_before(p, first, past)))
                continue;
            if (!to->found(to->context, first, second)) return;
        }
}

void contextual_unordered(const Prefix *p, const ContextualPairs *to) {
    VEC(Access) all = {0};
    for (PrefixId id = 1; id < p->events.len; id++) {
        const Action *a = prefix_event(p, id)->action;
        if (!operation_on_memory(&a->op)) continue;
        Access x = {.start = a->op.object,
                    .end = a->op.object + operation_extent(&a->op),
                    .thread = (uint32_t)a->thread,
                    .loc = a->op.loc,
                    .kind = a->op.kind,
                    .atomic = (a->op.flags & MEMORY_ATOMIC) != 0,
                    .id = id};
        vec_push(&all, x);
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_accesses);
    for (size_t i = 0, m; i < all.len; i += m) {
        const Access *x = &all.data[i];
        for (m = 1; i + m < all.len && is_same_access(x, &all.data[i + m]);) m++;
        for (size_t j = i + m, n; j < all.len && all.data[j].start < x->end; j += n) {
            const Access *y = &all.data[j];
            for (n = 1; j + n < all.len && is_same_access(y, &all.data[j + n]);) n++;
            bool writes = x->kind != OPERATION_LOAD || y->kind != OPERATION_LOAD;
            if (x->thread != y->thread && writes && !(x->atomic && y->atomic) &&
                !to->told(to->context, x->loc, y->loc))
                pairs_of(p, x, m, y, n, to);
        }
    }
    vec_free(&all);
}
