/* exclusions.c — see exclusions.h. */
#include "event/exclusions.h"
#include "event/contextual.h"
#include <stdlib.h>

/* Of two events, neither of them a cause of the other. */
static bool exclude(const Prefix *p, const Action *x, const Action *y) {
    return operation_dependent(x, y) && !(p->contextual && contextual_together(x, y));
}

/* The oldest event of a thread up to `newest` that excludes an event; 0: none. */
static PrefixId oldest_excluding(const Prefix *p, PrefixId newest, const PrefixEvent *e, uint32_t thread) {
    uint32_t known = prefix_depth(p, prefix_last(e, thread));
    PrefixId oldest = 0;
    for (PrefixId w = newest; prefix_depth(p, w) > known; w = prefix_event(p, w)->previous)
        if (exclude(p, prefix_event(p, w)->action, e->action)) oldest = w;
    return oldest;
}

/* Whether the causes of an event are among the events up to `last`; of each thread all events at hand are on
 * one path. */
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

/* --- beforehand ---------------------------------------------------------------------------------------- */

/* An event on an object that has the operation `after` on it as its newest cause that is dependent with all
 * others. */
typedef struct Successor {
    uint64_t object;
    PrefixId after, id;
    bool dominates; /* it is such an operation itself */
} Successor;

/* The object that an event is on, if it is of a class whose dominating operations are pairwise dependent. */
static bool object_of(const Action *a, uint64_t *object) {
    uint64_t mutex;
    if (operation_mutex(&a->op, &mutex)) {
        *object = hash_combine(mutex, OBJECT_MUTEX);
        return true;
    }
    unsigned class = operation_class(&a->op);
    if (class != OBJECT_MEMORY && class != OBJECT_RWLOCK && class != OBJECT_SEMAPHORE && class != OBJECT_ONCE)
        return false;
    uint64_t extent = class == OBJECT_MEMORY ? operation_extent(&a->op) : 0;
    *object = hash_combine(hash_combine(a->op.object, class), extent);
    return true;
}

static bool dominates(const Action *a) {
    uint64_t mutex;
    if (!operation_mutex(&a->op, &mutex)) return operation_dominates(a);
    return a->op.kind != OPERATION_TRYLOCK || a->outcome;
}

/* The newest cause of an event that dominates its object; 0: none. */
static PrefixId dominating_cause(const Prefix *p, const PrefixEvent *e, uint64_t object) {
    PrefixId newest = 0;
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId z = u == (uint32_t)e->action->thread ? e->previous : e->last[u];
        uint64_t other;
        for (; z > newest; z = prefix_event(p, z)->previous) {
            const Action *a = prefix_event(p, z)->action;
            if (object_of(a, &other) && other == object && dominates(a)) newest = z;
        }
    }
    return newest;
}

static int compare_successors(const void *a, const void *b) {
    const Successor *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    if (x->after != y->after) return x->after < y->after ? -1 : 1;
    if (x->dominates != y->dominates) return x->dominates ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The successors of one event on one object: of those that dominate it there is one at most, and each of the
 * others excludes those of them of which it is no cause. */
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
            bool cause = prefix_depth(p, prefix_last(y, (uint32_t)x->action->thread)) >= x->action->index;
            if (x->action->thread != y->action->thread && !cause && exclude(p, x->action, y->action))
                sat_clause(sat, -(int)s[k].id, -(int)s[j].id);
        }
}

void exclusions_common(const Prefix *p, Sat *sat) {
    VEC(Successor) all = {0};
    for (PrefixId id = 1; id < p->events.len && !p->stopped(p->context); id++) {
        const PrefixEvent *e = prefix_event(p, id);
        Successor s = {.id = id, .dominates = dominates(e->action)};
        if (!object_of(e->action, &s.object)) continue;
        s.after = dominating_cause(p, e, s.object);
        vec_push(&all, s);
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_successors);
    for (size_t k = 0, n; k < all.len; k += n) {
        for (n = 1; k + n < all.len && all.data[k + n].object == all.data[k].object &&
                    all.data[k + n].after == all.data[k].after;)
            n++;
        state_successors(p, all.data + k, n, sat);
    }
    vec_free(&all);
}
