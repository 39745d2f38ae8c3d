/*
 * unfold_order.c — event coverage with cut-offs: events are decided in an adequate order (Esparza,
 * Roemer, Vogler 2002), so that the first event that leads to a state represents it, and each state
 * is expanded once.
 *
 * A heap holds the events to decide: executed events and possible extensions of included events.
 * They are taken level by level; a level has all events whose local configurations have the same
 * number of events. Events of the level that were not executed are executed, since only execution
 * shows their states. Then the level is decided, the smallest event first: if an included event
 * leads to the same state, the event is a cut-off, else it is included. Its extensions belong to
 * later levels, so no later event is smaller.
 *
 * The time of execution of an event does not affect decisions. So a thread of a run continues as
 * long as it shows states that no run has shown. All events of one level are executed together,
 * sorted by common prefixes of their paths. Several workers execute them and search for extensions
 * of the included events of a level. The first worker decides.
 */
#include "strategies/unfold/unfold.h"
#include <stdlib.h>

/* What the execution of an event showed. */
typedef struct Shown {
    State state;
    EventWeights weights; /* of its thread's events up to it */
    bool judged;  /* `state` and `ends` are set; a reader that sees this sees them, see is_shown */
    bool ends;    /* runs do not continue after it: so far, or because it is a cut-off */
    bool started; /* of the creation of a thread: the start was executed, too */
} Shown;

typedef struct Candidate {
    AdequateSize size;
    uint64_t name;
} Candidate;

struct Order {
    Shown *shown;         /* by number of the event; never moved */
    HashSet seen;         /* states that runs have shown */
    VEC(Candidate) heap;  /* the smallest first */
    VEC(TargetList) todo; /* targets whose level was not yet executed, by size */
    size_t level;         /* the smallest such size */
};

/* --- the heap --------------------------------------------------------------------------------- */

static bool comes_first(const Candidate *x, const Candidate *y) {
    if (adequate_smaller(&x->size, &y->size)) return true;
    return !adequate_smaller(&y->size, &x->size) && x->name < y->name;
}

/* Invariant of the heap, of which only a part is checked: no entry comes before its parent. */
#define MOST_CHECKED 64
static void order_check_heap(const Order *o) {
    for (size_t k = 1; k < o->heap.len && k < MOST_CHECKED; k++)
        invariant(!comes_first(&o->heap.data[k], &o->heap.data[(k - 1) / 2]));
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
    if (unlikely(base_invariants)) order_check_heap(o);
}

/* --- what runs show --------------------------------------------------------------------------- */

static Shown *shown_of(Order *o, PrefixId id) { return &o->shown[id]; }

/* Whether some worker has judged an event. */
static bool is_shown(const Shown *s) { return __atomic_load_n(&s->judged, __ATOMIC_ACQUIRE); }

void order_note(Unfold *u, PrefixId id, const EventWeights *weights) {
    Order *o = u->all->order;
    shown_of(o, id)->weights = *weights;
    shown_of(o, prefix_creation(&u->all->prefix, id))->started = true;
}

void order_refresh(Unfold *u) {
    for (size_t k = 0; k < u->path.len; k++) {
        Event *e = u->run->history.path.data[k];
        const Shown *s = shown_of(u->all->order, u->path.data[k]);
        bool ends = is_shown(s) && s->ends;
        if (e->cutoff == ends) continue;
        e->cutoff = ends;
        u->run->ncutoffs += ends ? 1 : UINT32_MAX;
    }
}

static bool is_judged(void *context, const Event *e, bool *ends) {
    Unfold *u = context;
    PrefixId id = prefix_find(&u->all->prefix, e->name);
    const Shown *s = shown_of(u->all->order, id);
    if (!id || !is_shown(s)) return false;
    *ends = s->ends;
    return true;
}

/* The size of the configuration of an event of `a` after `last`, of n threads. */
static AdequateSize size_after(Unfold *u, const Action *a, const PrefixId *last, uint32_t n) {
    const Prefix *p = &u->all->prefix;
    AdequateSize size = {0};
    size_t top = u->scratch.top, ncauses = 0;
    invariant(!last[a->thread] ? a->index == 1 : prefix_depth(p, last[a->thread]) + 1 == a->index);
    for (uint32_t v = 0; v < n; v++) ncauses += prefix_depth(p, last[v]);
    const Action **causes = scratch_take(&u->scratch, ncauses * sizeof *causes);
    const EventWeights *before = NULL;
    ncauses = 0;
    for (uint32_t v = 0; v < n; v++) {
        if (!last[v]) continue;
        for (PrefixId z = last[v]; z; z = prefix_event(p, z)->previous)
            causes[ncauses++] = prefix_event(p, z)->action;
        const EventWeights *w = &shown_of(u->all->order, last[v])->weights;
        if (v == (uint32_t)a->thread)
            before = w;
        else
            adequate_add(&size, prefix_event(p, last[v])->action->index, w);
    }
    EventWeights own = adequate_weights(a, before, causes, ncauses);
    adequate_add(&size, a->index, &own);
    /* Its causes, and itself. */
    invariant(size.events == ncauses + 1);
    u->scratch.top = top;
    return size;
}

/* Whether the size of an event is the size predicted when it became a target. (In a pass that will
 * restart it may differ, since the pass treats some dependent operations as independent.) */
static bool is_as_foretold(Unfold *u, PrefixId id) {
    size_t top = u->scratch.top;
    const Prefix *p = unfold_look(u);
    const PrefixEvent *e = prefix_event(p, id);
    PrefixId *last = prefix_spread(p, e->last, e->nlast);
    last[e->action->thread] = e->previous;
    AdequateSize size = size_after(u, e->action, last, p->nthreads),
                 *shown = &shown_of(u->all->order, id)->state.size;
    u->scratch.top = top;
    return !adequate_smaller(&size, shown) && !adequate_smaller(shown, &size);
}

static bool judge(void *context, const Event *e, const State *state) {
    Unfold *u = context;
    Order *o = u->all->order;
    PrefixId id = unfold_note(u);
    unfold_enter(u);
    Shown *s = shown_of(o, id);
    if (!s->judged) { /* not yet by another worker */
        s->state = *state;
        if (unlikely(base_invariants) && !is_as_foretold(u, id))
            campaign_incomplete(u->c, "the size of an event is not what its causes say");
        s->ends = !hash_set_add(&o->seen, state->fingerprint.a | 1);
        __atomic_store_n(&s->judged, true, __ATOMIC_RELEASE);
        if (hash_set_add(&u->all->wanted, e->name)) {
            Candidate c = {state->size, e->name};
            heap_push(o, c);
        }
    }
    bool ends = s->ends;
    unfold_leave(u);
    return ends;
}

void order_want(Unfold *u, const Action *a, const Target *t) {
    Order *o = u->all->order;
    Candidate c = {size_after(u, a, t->last, t->nlast), t->name};
    invariant(t->name && t->choice.thread == a->thread && t->choice.outcome == a->outcome);
    unfold_enter(u);
    heap_push(o, c);
    TargetList none = {0};
    while (o->todo.len <= c.size.events) vec_push(&o->todo, none);
    vec_push(&o->todo.data[c.size.events], *t);
    unfold_leave(u);
}

/* --- execution -------------------------------------------------------------------------------- */

/* Whether all events of a configuration are included; else it follows a cut-off. When this is asked
 * for an event, all events of earlier levels were decided. */
static bool configuration_is_included(const Unfold *u, const PrefixId *last, uint32_t n,
                                      PrefixId except) {
    bool all = true;
    for (uint32_t v = 0; v < n && all; v++)
        all = !last[v] || last[v] == except || !prefix_is_cut(&u->all->prefix, last[v]);
    return all;
}

bool order_includes(const Unfold *u, const Target *t) {
    return configuration_is_included(u, t->last, t->nlast, 0);
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

static void execute_way(Unfold *u, void *context, size_t k) {
    const Target *t = ((const Way *)context)[k].target;
    if (!prefix_find(&u->all->prefix, t->name) && order_includes(u, t)) unfold_execute(u, t);
}

/* Executes all targets of one level. */
static void execute_level(Unfold *u, size_t events) {
    Order *o = u->all->order;
    o->level = events;
    TargetList list = o->todo.data[events];
    const Prefix p = *unfold_look(u);
    size_t top = u->scratch.top;
    Way *ways = scratch_take(&u->scratch, list.len * sizeof *ways);
    for (size_t k = 0; k < list.len; k++) {
        const Target *t = &list.data[k];
        ways[k] = (Way){.target = t};
        const PrefixId *last = prefix_spread(&p, t->last, t->nlast);
        ways[k].path = scratch_take(&u->scratch, prefix_size(&p, last) * sizeof *ways[k].path);
        ways[k].len = prefix_list(&p, last, ways[k].path);
    }
    if (list.len) qsort(ways, list.len, sizeof *ways, compare_ways);
    unfold_share(u, &(Parts){.work = execute_way, .context = ways, .n = list.len});
    u->scratch.top = top;
    for (size_t k = 0; k < list.len; k++) target_free(&list.data[k]);
    o->todo.data[events] = (TargetList){0};
    vec_free(&list);
}

void order_offer(Unfold *u, TargetOffers *to) {
    const Order *o = u->all->order;
    for (size_t k = o->level; k < o->todo.len; k++)
        for (size_t j = 0; j < o->todo.data[k].len; j++)
            if (!unfold_offer(u, to, &o->todo.data[k].data[j])) return;
}

/* Executes the configuration of an event and the next operation of a thread (-1: none). */
static void execute_after(Unfold *u, PrefixId id, int thread) {
    unfold_enter(u);
    const Prefix *p = unfold_look(u);
    const PrefixEvent *e = prefix_event(p, id);
    size_t top = u->scratch.top;
    Target t = target_make(u, prefix_spread(p, e->last, e->nlast), p->nthreads, 0, (Choice){-1, 0});
    u->scratch.top = top;
    unfold_leave(u);
    if (thread < 0)
        unfold_execute(u, &t);
    else
        unfold_execute_next(u, &t, thread);
    target_free(&t);
}

/* Executes what follows an event where only that shows what it is: before all else, since that may
 * be new as well, and turn out to be a cut-off which keeps it from happening. The end of the
 * process comes last. */
static void execute_next(Unfold *u, void *context, size_t k) {
    PrefixId id = ((const PrefixId *)context)[k];
    const Prefix *p = &u->all->prefix;
    const Action *a = prefix_event(p, id)->action;
    unfold_enter(u);
    bool starts = a->op.kind == OPERATION_CREATE && !shown_of(u->all->order, id)->started;
    unfold_leave(u);
    if (starts) execute_after(u, id, a->op.target);
    if (!prefix_needs_next(p, id)) return;
    execute_after(u, id,
                  prefix_event(p, id)->pending->kind == OPERATION_PROCESS_EXIT ? -1 : a->thread);
}

/* --- deciding --------------------------------------------------------------------------------- */

/* Whether an event is to be included. */
static bool unfold_decide(Unfold *u, PrefixId id) {
    const PrefixEvent *e = prefix_event(&u->all->prefix, id);
    Shown *s = shown_of(u->all->order, id);
    if (!configuration_is_included(u, e->last, e->nlast, id) ||
        !configuration_is_included(u, &e->previous, 1, 0))
        return false;
    /* Each event is decided once and before all larger ones. */
    invariant(!e->turn);
    s->ends = s->judged && known_states_decide(u->c->shared->known, e->name, &s->state);
    census_add(&u->c->decided, e->name, e->action->op.kind);
    return !s->ends;
}

static void include_all(Unfold *u, const PrefixId *ids, size_t n) {
    unfold_enter(u);
    for (size_t k = 0; k < n; k++) prefix_link(&u->all->prefix, ids[k]);
    unfold_leave(u);
    unfold_drain(u);
}

/* Decides all executed events of one level. */
static void decide_level(Unfold *u, size_t events) {
    Order *o = u->all->order;
    VEC(PrefixId) kept = {0};
    while (o->heap.len && o->heap.data[0].size.events == events) {
        PrefixId id = prefix_find(&u->all->prefix, o->heap.data[0].name);
        Candidate before = o->heap.data[0];
        heap_pop(o);
        invariant(!o->heap.len || !adequate_smaller(&o->heap.data[0].size, &before.size));
        if (id && unfold_decide(u, id)) vec_push(&kept, id);
    }
    unfold_share(u, &(Parts){.work = execute_next, .context = kept.data, .n = kept.len});
    if (!campaign_stop(u->c)) include_all(u, kept.data, kept.len);
    vec_free(&kept);
}

void order_explore(Unfold *u) {
    Order *o = u->all->order;
    while (o->heap.len && !campaign_stop(u->c)) {
        size_t events = o->heap.data[0].size.events;
        if (events < o->todo.len && o->todo.data[events].len)
            execute_level(u, events);
        else
            decide_level(u, events);
    }
}

#define SHOWN_BYTES (PREFIX_MAX_EVENTS * sizeof(Shown))

Order *order_new(void) {
    Order *o = xcalloc(1, sizeof *o);
    o->shown = base_reserve(SHOWN_BYTES);
    return o;
}

void order_join(Unfold *u) {
    cutoffs_leave_to(u->run->cutoffs, &(CutoffJudge){u, is_judged, judge});
}

void order_leave(Unfold *u) { cutoffs_leave_to(u->run->cutoffs, NULL); }

void order_free(Order *o) {
    if (!o) return;
    for (size_t k = 0; k < o->todo.len; k++) {
        for (size_t j = 0; j < o->todo.data[k].len; j++) target_free(&o->todo.data[k].data[j]);
        vec_free(&o->todo.data[k]);
    }
    vec_free(&o->todo);
    vec_free(&o->heap);
    base_release(o->shown, SHOWN_BYTES);
    hash_set_free(&o->seen);
    free(o);
}
