/*
 * cycles.c — see cycles.h. Each asymmetric conflict leads from a load to a write. So a cycle is a
 * row of loads, each of which comes before a write that is a strong cause of the next one; where
 * these loads are there, so are the writes, and a clause need not name them.
 */
#include "strategies/unfold/maximal/cycles.h"
#include "strategies/unfold/contextual.h"
#include <stdlib.h>

/* The loads that may lie on cycles, by thread and then in its order. */
typedef struct Loads {
    const Prefix *p;
    const PrefixId *last;
    uint32_t *before; /* by thread: so many events come before all cycles */
    PrefixId *id;
    uint32_t n;
    uint32_t *overwritten; /* by load and thread: the index of the first event there that writes
                              what the load found otherwise; UINT32_MAX: none */
    uint64_t *edges;       /* by load: a set of those that it comes before */
    uint32_t words;        /* of a set */
} Loads;

static const PrefixEvent *load_at(const Loads *l, uint32_t k) {
    return prefix_event(l->p, l->id[k]);
}

static void find_loads(Loads *l) {
    const Prefix *p = l->p;
    l->id = scratch_take(p->scratch, prefix_size(p, l->last) * sizeof *l->id);
    for (uint32_t u = 0; u < p->nthreads; u++) {
        uint32_t first = l->n;
        for (PrefixId z = l->last[u]; prefix_depth(p, z) > l->before[u];
             z = prefix_event(p, z)->previous)
            if (prefix_event(p, z)->action->op.kind == OPERATION_LOAD) l->id[l->n++] = z;
        for (uint32_t k = first, j = l->n; k + 1 < j; k++, j--) {
            PrefixId swap = l->id[k];
            l->id[k] = l->id[j - 1];
            l->id[j - 1] = swap;
        }
    }
}

/* Where what a load found is written. */
static void find_writes(Loads *l, uint32_t k) {
    const Prefix *p = l->p;
    const PrefixEvent *r = load_at(l, k);
    uint32_t *at = l->overwritten + (size_t)k * p->nthreads;
    for (uint32_t v = 0; v < p->nthreads; v++) {
        at[v] = UINT32_MAX;
        for (PrefixId w = l->last[v]; prefix_depth(p, w) > prefix_known(p, r, v);
             w = prefix_event(p, w)->previous)
            if (contextual_reads(r->action, prefix_event(p, w)->action)) at[v] = prefix_depth(p, w);
    }
}

static bool leads_to(const Loads *l, uint32_t k, uint32_t j) {
    return l->edges[(size_t)k * l->words + j / 64] >> j % 64 & 1;
}

static void find_load_edges(Loads *l) {
    uint32_t threads = l->p->nthreads;
    l->words = l->n / 64 + 1;
    l->overwritten = scratch_take(l->p->scratch, (size_t)l->n * threads * sizeof *l->overwritten);
    l->edges = scratch_take(l->p->scratch, (size_t)l->n * l->words * sizeof *l->edges);
    memset(l->edges, 0, (size_t)l->n * l->words * sizeof *l->edges);
    for (uint32_t k = 0; k < l->n; k++) {
        find_writes(l, k);
        const uint32_t *at = l->overwritten + (size_t)k * threads;
        for (uint32_t j = 0; j < l->n; j++) {
            bool edge = false;
            for (uint32_t v = 0; v < threads && !edge; v++)
                edge = prefix_known(l->p, load_at(l, j), v) >= at[v];
            l->edges[(size_t)k * l->words + j / 64] |= (uint64_t)edge << j % 64;
        }
    }
}

/* Two loads that each come before the other. Where a pair was stated, so it is for loads that
 * follow both in their threads. */
static bool state_pairs(const Loads *l, Sat *sat) {
    size_t top = l->p->scratch->top;
    uint32_t *oldest = scratch_take(l->p->scratch, l->p->nthreads * sizeof *oldest); /* by thread */
    bool any = false;
    for (uint32_t k = 0; k < l->n; k++) {
        int32_t own = load_at(l, k)->action->thread;
        if (!k || load_at(l, k - 1)->action->thread != own)
            memset(oldest, 0xff, l->p->nthreads * sizeof *oldest);
        for (uint32_t j = k + 1; j < l->n; j++) {
            int32_t thread = load_at(l, j)->action->thread;
            if (thread == own || j >= oldest[thread] || !leads_to(l, k, j) || !leads_to(l, j, k))
                continue;
            sat_clause(sat, -(int)l->id[k], -(int)l->id[j]);
            oldest[thread] = j;
            any = true;
        }
    }
    l->p->scratch->top = top;
    return any;
}

/* States a shortest cycle through load `k`. False if there is none. */
static bool state_cycle(const Loads *l, uint32_t k, bool *used, Sat *sat) {
    size_t top = l->p->scratch->top;
    uint32_t *from = scratch_take(l->p->scratch, l->n * sizeof *from); /* + 1; 0: not met */
    uint32_t *open = scratch_take(l->p->scratch, (l->n + 1) * sizeof *open);
    uint32_t first = 0, n = 0;
    bool found = false;
    memset(from, 0, l->n * sizeof *from);
    for (open[n++] = k; first < n && !found; first++)
        for (uint32_t j = 0; j < l->n && !found; j++) {
            if (!leads_to(l, open[first], j) || from[j]) continue;
            from[j] = open[first] + 1;
            open[n++] = j;
            found = j == k;
        }
    Literals clause = {0};
    for (uint32_t j = k; found && (!clause.len || j != k); j = from[j] - 1) {
        vec_push(&clause, -(int)l->id[j]);
        used[j] = true;
    }
    if (found) sat_add(sat, clause.data, clause.len);
    vec_free(&clause);
    l->p->scratch->top = top;
    return found;
}

bool cycles_of(const Prefix *p, const PrefixId *last, Sat *sat) {
    size_t top = p->scratch->top;
    Loads l = {.p = p, .last = last};
    l.before = scratch_take(p->scratch, p->nthreads * sizeof *l.before);
    if (!p->contextual || contextual_acyclic(p, last, l.before)) {
        p->scratch->top = top;
        return false;
    }
    find_loads(&l);
    find_load_edges(&l);
    bool any = state_pairs(&l, sat);
    bool *used = scratch_take(p->scratch, l.n * sizeof *used); /* by load: it is part of a clause */
    memset(used, 0, l.n * sizeof *used);
    for (uint32_t k = 0, many = any ? 0 : l.n; k < many; k++)
        if (!used[k]) any |= state_cycle(&l, k, used, sat);
    invariant(any);
    p->scratch->top = top;
    return any;
}
