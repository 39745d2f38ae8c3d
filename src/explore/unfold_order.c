/*
 * unfold_order.c — event coverage with cut-offs: the events are decided about in an adequate order (Esparza,
 * Roemer, Vogler 2002), so that the first event that leads to a state represents it, and each state is
 * expanded once.
 *
 * A heap holds the events to be decided about: those that were executed on some run, and the possible
 * extensions of what is included. The smallest is taken; it is executed, if it was not yet, since only that
 * shows its state; where an event that was included leads to that state, it is a cut-off; else it is
 * included. Its extensions are larger than itself, so nothing that comes later is smaller.
 *
 * Which event is executed when makes no difference to what is decided. A thread of a run therefore goes on
 * as long as it shows states that no run has shown, and all events of one size are executed one after
 * another, sorted by what their paths have in common.
 */
#include "explore/unfold.h"
#include <stdlib.h>

/* What an event's execution showed. */
typedef struct Shown {
    State state;
    EventWeights weights; /* of its thread's events up to it */
    bool judged;          /* `state` is there */
    bool ends;            /* runs do not go on after it: so far, or since it is a cut-off */
    bool started;         /* of a thread's creation: the start was executed, too */
} Shown;

typedef struct Candidate {
    AdequateSize size;
    uint64_t name;
} Candidate;

struct Order {
    VEC(Shown) shown;     /* by number of the event */
    HashSet seen;         /* states that runs have shown */
    VEC(Candidate) heap;  /* the smallest first */
    VEC(TargetList) todo; /* not executed, by size */
    bool wrong;           /* the size of an event was not what was said of it (looked for by oracles) */
};

/* --- the heap ---------------------------------------------------------------------------------------- */

static bool comes_first(const Candidate *x, const Candidate *y) {
    if (adequate_smaller(&x->size, &y->size)) return true;
    return !adequate_smaller(&y->size, &x->size) && x->name < y->name;
}

static void heap_push(Order *o, Candidate c) {
    vec_push(&o->heap, c);
    Candidate *a = o->heap.data;
    size_t k = o->heap.len - 1;
    for (; k && comes_first(&c, &a[(k - 1) / 2]); k = (k - 1) / 2) a[k] = a[(k - 1) / 2];
    a[k] = c;
}

static void heap_pop(Order *o) {
    Candidate last = vec_pop(&o->heap), *a = o->heap.data;
    size_t n = o->heap.len, k = 0;
    if (!n) return;
    for (size_t child; (child = 2 * k + 1) < n; k = child) {
        if (child + 1 < n && comes_first(&a[child + 1], &a[child])) child++;
        if (!comes_first(&a[child], &last)) break;
        a[k] = a[child];
    }
    a[k] = last;
}

/* --- what runs show ---------------------------------------------------------------------------------- */

static Shown *shown_of(Order *o, PrefixId id) { return &o->shown.data[id]; }

void order_note(Unfold *u, PrefixId id, const EventWeights *weights) {
    Order *o = u->order;
    Shown none = {0};
    while (o->shown.len <= id) vec_push(&o->shown, none);
    shown_of(o, id)->weights = *weights;
    shown_of(o, prefix_creation(&u->prefix, id))->started = true;
}

void order_refresh(Unfold *u) {
    for (size_t k = 0; k < u->path.len; k++) {
        Event *e = u->run->history.path.data[k];
        bool ends = shown_of(u->order, u->path.data[k])->ends;
        if (e->cutoff == ends) continue;
        e->cutoff = ends;
        u->run->ncutoffs += ends ? 1 : UINT32_MAX;
    }
}

static bool is_judged(void *context, const Event *e, bool *ends) {
    Unfold *u = context;
    PrefixId id = prefix_find(&u->prefix, e->name);
    if (!id || id >= u->order->shown.len || !shown_of(u->order, id)->judged) return false;
    *ends = shown_of(u->order, id)->ends;
    return true;
}

/* The size of the configuration of an event of `a` after `last`, by thread. */
static AdequateSize size_after(Unfold *u, const Action *a, const PrefixId *last) {
    Prefix *p = &u->prefix;
    AdequateSize size = {0};
    size_t top = u->scratch.top, n = 0;
    const Action **causes = scratch_take(&u->scratch, prefix_size(p, last) * sizeof *causes);
    const EventWeights *before = NULL;
    for (uint32_t v = 0; v < p->nthreads; v++) {
        if (!last[v]) continue;
        for (PrefixId z = last[v]; z; z = prefix_event(p, z)->previous)
            causes[n++] = prefix_event(p, z)->action;
        const EventWeights *w = &shown_of(u->order, last[v])->weights;
        if (v == (uint32_t)a->thread)
            before = w;
        else
            adequate_add(&size, prefix_event(p, last[v])->action->index, w);
    }
    EventWeights own = adequate_weights(a, before, causes, n);
    adequate_add(&size, a->index, &own);
    u->scratch.top = top;
    return size;
}

/* Whether the size of an event is what was said of it when it was wanted. */
static bool is_as_foretold(Unfold *u, PrefixId id) {
    size_t top = u->scratch.top;
    const PrefixEvent *e = prefix_event(&u->prefix, id);
    PrefixId *last = prefix_spread(&u->prefix, e->last, e->nlast);
    last[e->action->thread] = e->previous;
    AdequateSize size = size_after(u, e->action, last), *shown = &shown_of(u->order, id)->state.size;
    u->scratch.top = top;
    return !adequate_smaller(&size, shown) && !adequate_smaller(shown, &size);
}

static bool judge(void *context, const Event *e, const State *state) {
    Unfold *u = context;
    Order *o = u->order;
    Shown *s = shown_of(o, unfold_note(u));
    s->state = *state;
    s->judged = true;
    if (unlikely(base_invariants)) o->wrong |= !is_as_foretold(u, vec_last(&u->path));
    s->ends = !hash_set_add(&o->seen, state->fingerprint.a | 1);
    if (hash_set_add(&u->wanted, e->name)) {
        Candidate c = {state->size, e->name};
        heap_push(o, c);
    }
    return s->ends;
}

void order_want(Unfold *u, const Action *a, const Target *t) {
    Order *o = u->order;
    Candidate c = {size_after(u, a, t->last), t->name};
    heap_push(o, c);
    TargetList none = {0};
    while (o->todo.len <= c.size.events) vec_push(&o->todo, none);
    vec_push(&o->todo.data[c.size.events], *t);
}

/* --- execution --------------------------------------------------------------------------------------- */

/* Whether all of a configuration is included: else it follows a cut-off. By the time that it is asked about
 * an event, all smaller ones were decided about. */
static bool is_included(const Unfold *u, const PrefixId *last, uint32_t n, PrefixId except) {
    bool all = true;
    for (uint32_t v = 0; v < n && all; v++)
        all = !last[v] || last[v] == except || prefix_event(&u->prefix, last[v])->included;
    return all;
}

/* A target with its path. */
typedef struct Way {
    const Target *target;
    PrefixId *path;
    size_t len;
} Way;

static int compare_ways(const void *a, const void *b) {
    const Way *x = a, *y = b;
    for (size_t k = 0; k < x->len && k < y->len; k++)
        if (x->path[k] != y->path[k]) return x->path[k] < y->path[k] ? -1 : 1;
    if (x->len != y->len) return x->len < y->len ? -1 : 1;
    return x->target->name < y->target->name ? -1 : x->target->name > y->target->name;
}

/* Executes all that is wanted of one size. */
static void execute_level(Unfold *u, size_t events) {
    TargetList list = u->order->todo.data[events];
    u->order->todo.data[events] = (TargetList){0};
    size_t top = u->scratch.top;
    Way *ways = scratch_take(&u->scratch, list.len * sizeof *ways);
    for (size_t k = 0; k < list.len; k++) {
        const Target *t = &list.data[k];
        ways[k] = (Way){.target = t};
        const PrefixId *last = prefix_spread(&u->prefix, t->last, t->nlast);
        ways[k].path = scratch_take(&u->scratch, prefix_size(&u->prefix, last) * sizeof *ways[k].path);
        ways[k].len = prefix_list(&u->prefix, last, ways[k].path);
    }
    if (list.len) qsort(ways, list.len, sizeof *ways, compare_ways);
    for (size_t k = 0; k < list.len && !campaign_stop(u->c); k++) {
        const Target *t = ways[k].target;
        if (!prefix_find(&u->prefix, t->name) && is_included(u, t->last, t->nlast, 0)) unfold_execute(u, t);
    }
    u->scratch.top = top;
    for (size_t k = 0; k < list.len; k++) target_free(&list.data[k]);
    vec_free(&list);
}

/* Executes the configuration of an event and what its thread, or another one (-1: none), does next. */
static void execute_after(Unfold *u, PrefixId id, int thread) {
    const PrefixEvent *e = prefix_event(&u->prefix, id);
    size_t top = u->scratch.top;
    Target t = target_make(u, prefix_spread(&u->prefix, e->last, e->nlast), 0, (Choice){-1, 0});
    u->scratch.top = top;
    if (thread < 0)
        unfold_execute(u, &t);
    else
        unfold_execute_next(u, &t, thread);
    target_free(&t);
}

/* Executes what follows an event where only that shows what it is: before all else, since that may be new as
 * well, and turn out to be a cut-off which keeps it from happening. The end of the process comes last. */
static void execute_next(Unfold *u, PrefixId id) {
    const Action *a = prefix_event(&u->prefix, id)->action;
    const Operation *pending = prefix_event(&u->prefix, id)->pending;
    if (a->op.kind == OPERATION_CREATE && !shown_of(u->order, id)->started)
        execute_after(u, id, a->op.target);
    if (!prefix_needs_next(&u->prefix, id)) return;
    execute_after(u, id, pending->kind == OPERATION_PROCESS_EXIT ? -1 : a->thread);
}

/* --- deciding ---------------------------------------------------------------------------------------- */

static void decide(Unfold *u, PrefixId id) {
    const PrefixEvent *e = prefix_event(&u->prefix, id);
    Shown *s = shown_of(u->order, id);
    if (!is_included(u, e->last, e->nlast, id) || !is_included(u, &e->previous, 1, 0)) return;
    s->ends = s->judged && known_states_decide(u->c->known, e->name, &s->state);
    census_add(&u->c->decided, e->name, e->action->op.kind);
    if (s->ends) return;
    execute_next(u, id);
    unfold_include(u, id);
}

void order_explore(Unfold *u) {
    Order *o = u->order;
    while (o->heap.len && !campaign_stop(u->c)) {
        const Candidate *c = &o->heap.data[0];
        PrefixId id = prefix_find(&u->prefix, c->name);
        size_t events = c->size.events;
        if (!id && events < o->todo.len && o->todo.data[events].len) {
            execute_level(u, events);
            continue;
        }
        heap_pop(o);
        if (id) decide(u, id);
    }
    /* A pass that will start again takes operations for independent that are not. */
    invariant(!o->wrong || u->c->grown || u->c->halt || u->c->restart);
}

Order *order_new(Unfold *u) {
    cutoffs_leave_to(u->run->cutoffs, &(CutoffJudge){u, is_judged, judge});
    return xcalloc(1, sizeof(Order));
}

void order_free(Unfold *u) {
    Order *o = u->order;
    if (!o) return;
    cutoffs_leave_to(u->run->cutoffs, NULL);
    for (size_t k = 0; k < o->todo.len; k++) {
        for (size_t j = 0; j < o->todo.data[k].len; j++) target_free(&o->todo.data[k].data[j]);
        vec_free(&o->todo.data[k]);
    }
    vec_free(&o->todo);
    vec_free(&o->heap);
    vec_free(&o->shown);
    hash_set_free(&o->seen);
    free(o);
}
