/* exclusions.c — see exclusions.h. */
#include "strategies/unfold/maximal/exclusions.h"
#include "strategies/unfold/contextual.h"
#include <stdlib.h>

/* Of two events, neither of them a cause of the other. */
static bool exclude(const Prefix *p, const Action *x, const Action *y) {
    return operation_dependent(x, y) && !(p->contextual && contextual_together(x, y));
}

/* The oldest event of a thread up to `newest` that excludes an event; 0: none. */
static PrefixId oldest_excluding(const Prefix *p, PrefixId newest, const PrefixEvent *e,
                                 uint32_t thread) {
    uint32_t known = prefix_known(p, e, thread);
    PrefixId oldest = 0;
    for (PrefixId w = newest; prefix_depth(p, w) > known; w = prefix_event(p, w)->previous)
        if (exclude(p, prefix_event(p, w)->action, e->action)) oldest = w;
    return oldest;
}

/* Whether the causes of an event are among the events up to `last`; of each thread all events at
 * hand are on one path. */
static bool has_causes(const Prefix *p, const PrefixId *last, const PrefixEvent *e) {
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId cause = u == (uint32_t)e->action->thread ? e->previous : e->last[u];
        if (prefix_depth(p, cause) > prefix_depth(p, last[u])) return false;
    }
    return true;
}

bool exclusions_of(const Prefix *p, const PrefixId *last, Sat *sat) {
    size_t top = p->scratch->top;
    PrefixId *list = scratch_take(p->scratch, prefix_size(p, last) * sizeof *list);
    PrefixId *sound = scratch_take(p->scratch, p->nthreads * sizeof *sound);
    size_t n = prefix_list(p, last, list);
    bool any = false;
    memset(sound, 0, p->nthreads * sizeof *sound);
    for (size_t k = 0; k < n; k++) {
        const PrefixEvent *e = prefix_event(p, list[k]);
        bool excluded = false;
        if (!has_causes(p, sound, e)) continue;
        for (uint32_t v = 0; v < p->nthreads; v++) {
            if (v == (uint32_t)e->action->thread) continue;
            PrefixId w = oldest_excluding(p, sound[v], e, v);
            if (!w) continue;
            sat_clause(sat, -(int)list[k], -(int)w);
            excluded = true;
        }
        any |= excluded;
        if (!excluded) sound[e->action->thread] = list[k];
    }
    p->scratch->top = top;
    return any;
}

/* --- beforehand ------------------------------------------------------------------------------- */

/* An event of a component that has `after` as its newest cause of those that are dependent with all
 * others of it. */
typedef struct Successor {
    uint64_t component;
    PrefixId after, id;
    bool dominates; /* it is such an operation itself */
} Successor;

/* The component that an event counts in, and whether it dominates it: those that do are pairwise
 * dependent where the same one came before. */
static bool component_of(const Action *a, uint64_t *component, bool *dominates) {
    return !operation_on_memory(&a->op) && operation_component(a, component, dominates);
}

/* The newest cause of an event that dominates its component; 0: none. */
static PrefixId dominating_cause(const Prefix *p, const PrefixEvent *e, uint64_t component) {
    PrefixId newest = 0;
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId z = u == (uint32_t)e->action->thread ? e->previous : e->last[u];
        uint64_t other;
        bool dominates;
        for (; z > newest; z = prefix_event(p, z)->previous) {
            const Action *a = prefix_event(p, z)->action;
            if (component_of(a, &other, &dominates) && other == component && dominates) newest = z;
        }
    }
    return newest;
}

static int compare_successors(const void *a, const void *b) {
    const Successor *x = a, *y = b;
    if (x->component != y->component) return x->component < y->component ? -1 : 1;
    if (x->after != y->after) return x->after < y->after ? -1 : 1;
    if (x->dominates != y->dominates) return x->dominates ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The successors of one event in one component: of those that dominate it there is one at most, and
 * each of the others excludes those of them of which it is no cause. */
static void state_successors(const Prefix *p, const Successor *s, size_t n, Sat *sat) {
    Literals dominating = {0};
    size_t many = 0;
    while (many < n && s[many].dominates) {
        vec_push(&dominating, (int)s[many].id);
        many++;
    }
    sat_at_most_one(sat, dominating.data, dominating.len);
    vec_free(&dominating);
    for (size_t k = many; k < n; k++)
        for (size_t j = 0; j < many; j++) {
            const PrefixEvent *x = prefix_event(p, s[k].id), *y = prefix_event(p, s[j].id);
            bool cause = prefix_known(p, y, (uint32_t)x->action->thread) >= x->action->index;
            if (x->action->thread != y->action->thread && !cause &&
                exclude(p, x->action, y->action))
                sat_clause(sat, -(int)s[k].id, -(int)s[j].id);
        }
}

void exclusions_common(const Prefix *p, Sat *sat) {
    VEC(Successor) all = {0};
    for (PrefixId id = 1; id < p->events.len && !p->stopped(p->context); id++) {
        const PrefixEvent *e = prefix_event(p, id);
        Successor s = {.id = id};
        if (!component_of(e->action, &s.component, &s.dominates)) continue;
        s.after = dominating_cause(p, e, s.component);
        vec_push(&all, s);
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_successors);
    for (size_t k = 0, n; k < all.len; k += n) {
        for (n = 1; k + n < all.len && all.data[k + n].component == all.data[k].component &&
                    all.data[k + n].after == all.data[k].after;)
            n++;
        state_successors(p, all.data + k, n, sat);
    }
    vec_free(&all);
}
