/* prefix_search.c — the possible extensions of a prefix; see prefix.h. */
#include "strategies/unfold/contextual.h"

/* Whether an earlier event of another thread is a cause, and so distinguishes later events. */
static inline bool search_is_cause(const Prefix *p, const Action *y, const Action *a) {
    return p->contextual ? contextual_cause(y, a) : operation_dependent(y, a);
}

/* A search for histories of an operation pending after `previous`, histories that contain
 * `newest`. */
typedef struct Search {
    Prefix *p;
    Action action; /* its outcome is not chosen yet */
    PrefixId previous, newest;
} Search;

/* Reports the event of the operation with one outcome after a configuration, given as a list: the
 * name of the event and its causes within the configuration. */
static void search_tell(Search *s, const Action *a, const PrefixId *list, size_t n) {
    Prefix *p = s->p;
    size_t top = p->scratch->top;
    uint32_t *clock = scratch_take(p->scratch, p->nthreads * sizeof *clock);
    PrefixId *last = scratch_take(p->scratch, p->nthreads * sizeof *last);
    const PrefixEvent *past = prefix_event(p, s->previous);
    for (uint32_t u = 0; u < p->nthreads; u++) {
        last[u] = s->previous ? prefix_last(past, u) : 0;
        clock[u] = last[u] ? prefix_depth(p, last[u]) : 0;
    }
    uint64_t others = 0;
    for (size_t k = n; k-- > 0;) {
        const PrefixEvent *y = prefix_event(p, list[k]);
        uint32_t t = (uint32_t)y->action->thread;
        if ((int32_t)t == a->thread || y->action->index <= clock[t] ||
            !search_is_cause(p, y->action, a))
            continue;
        for (uint32_t u = 0; u < y->nlast; u++)
            if (y->last[u] && prefix_depth(p, y->last[u]) > clock[u]) {
                last[u] = y->last[u];
                clock[u] = prefix_depth(p, last[u]);
            }
        others += hash_mix(y->name);
    }
    PossibleExtension x = {
        .action = a, .name = event_name(a, s->previous ? past->name : 0, others), .last = last};
    p->found(p->context, &x);
    p->scratch->top = top;
}

/* Reports the events of the operation after the configuration, with all outcomes possible there. */
static void try_after(Search *s, const PrefixId *last) {
    Prefix *p = s->p;
    /* No thread can continue while another one is within a section. */
    for (uint32_t u = 0; u < p->nthreads; u++)
        if (last[u] && u != (uint32_t)s->action.thread &&
            operation_is_within(prefix_event(p, last[u])->pending))
            return;
    size_t top = p->scratch->top, size = prefix_size(p, last);
    PrefixId *list = scratch_take(p->scratch, size * sizeof *list);
    const Action **past = scratch_take(p->scratch, size * sizeof *past);
    uint32_t *outcomes = scratch_take(p->scratch, MAX_OUTCOMES * sizeof *outcomes);
    size_t n = prefix_list(p, last, list);
    for (size_t k = 0; k < n; k++) past[k] = p->events.data[list[k]].action;
    Action a = s->action;
    unsigned m;
    if (operation_in_words(a.op.kind)) {
        /* The state of its objects is unknown here: only execution shows the outcome. */
        outcomes[0] = 0;
        outcomes[1] = 1;
        m = a.op.flags & OPERATION_TIMED ? 2 : 1;
    } else
        m = operation_after(&a, past, n, outcomes);
    for (unsigned k = 0; k < m; k++) {
        a.outcome = outcomes[k];
        search_tell(s, &a, list, n);
    }
    p->scratch->top = top;
}

/* Whether an event may be a cause of the operation with any outcome. */
static bool may_depend(const Prefix *p, const Action *y, const Action *a) {
    if (p->contextual && contextual_loads(y, a)) return false;
    Action b = *a;
    const uint32_t outcomes[] = {0, 1, 2, (uint32_t)y->thread + 1};
    for (unsigned k = 0; k < ARRAY_LEN(outcomes); k++) {
        b.outcome = outcomes[k];
        if (operation_dependent(y, &b)) return true;
    }
    return false;
}

static void search_choose(Search *s, uint32_t thread, const PrefixId *last);

/* Walks the events that follow the newest event of a thread in a configuration, which holds
 * `newest`, were linked before that one, and whose causes in its thread the configuration has: from
 * `newest` back to the newest cause that the event before them has, since causes only grow. */
typedef struct Followers {
    PrefixId next;     /* the next event of the current branch */
    PrefixId cause;    /* the newest cause that the next branch has */
    bool last;         /* there is no next branch */
    uint64_t branches; /* the branches of the event that they follow */
} Followers;

static Followers followers(const Prefix *p, PrefixId from, PrefixId newest) {
    const PrefixEvent *e = prefix_event(p, from);
    return (Followers){
        .cause = newest, .branches = from ? e->followed : UINT64_MAX, .last = from && !e->followed};
}

static PrefixId next_follower(const Prefix *p, Followers *f, PrefixId from, uint32_t thread,
                              PrefixId newest) {
    const PrefixEvent *last = prefix_event(p, newest);
    uint32_t other = (uint32_t)last->action->thread;
    for (;;) {
        PrefixId next = f->next;
        if (next && prefix_event(p, next)->turn < last->turn) {
            f->next = *prefix_next(prefix_event(p, next), other);
            return next;
        }
        f->next = 0;
        if (f->last) return 0;
        if (f->branches & prefix_branch_bit(other, f->cause)) {
            const PrefixBranch *b = prefix_branch(p, from, thread, other, f->cause);
            f->next = b ? b->first : 0;
        }
        f->last = !f->cause || (from && f->cause == prefix_last(prefix_event(p, from), other));
        if (!f->last) f->cause = p->events.data[f->cause].previous;
    }
}

/* Walks down the tree of a thread from the configuration. From each event that the operation may
 * depend on, the search continues with the next threads. */
static void descend(Search *s, uint32_t thread, const PrefixId *last) {
    Prefix *p = s->p;
    if (thread == (uint32_t)p->events.data[s->newest].action->thread)
        return; /* what follows is newer */
    size_t top = p->scratch->top;
    PrefixId *more = scratch_take(p->scratch, p->nthreads * sizeof *more);
    Followers f = followers(p, last[thread], s->newest);
    for (PrefixId c;
         !p->stopped(p->context) && (c = next_follower(p, &f, last[thread], thread, s->newest));) {
        /* The thread must not be ahead of `previous`, which `last` has. */
        if (prefix_known(p, prefix_event(p, c), (uint32_t)s->action.thread) >
            prefix_depth(p, s->previous))
            continue;
        memcpy(more, last, p->nthreads * sizeof *more);
        if (!prefix_join(p, more, c) || more[s->action.thread] != s->previous) continue;
        if (may_depend(p, p->events.data[c].action, &s->action)) search_choose(s, thread + 1, more);
        descend(s, thread, more);
    }
    p->scratch->top = top;
}

/* Chooses the newest event of each thread from `thread` on. */
static void search_choose(Search *s, uint32_t thread, const PrefixId *last) {
    if (thread == (uint32_t)s->action.thread) thread++;
    if (thread >= s->p->nthreads) {
        try_after(s, last);
        return;
    }
    search_choose(s, thread + 1, last);
    descend(s, thread, last);
}

/* Whether an operation may have several histories after one event of its thread. Leaving a barrier
 * always comes after the arrivals, but these may differ. */
static bool is_extended(unsigned kind) {
    return operation_has_foreign_causes(kind) && kind != OPERATION_START;
}

/* Whether the outcome of an operation, or a part of it that operation_after keeps, is determined by
 * its thread's own past. */
static bool keeps_outcome(unsigned kind) {
    return operation_settled(kind) || kind == OPERATION_WAIT || kind == OPERATION_UNLOCK;
}

/* The pending operation after an event, woken by a notification if it waits for one. False if it
 * has no history but that of its thread. */
static bool pending_action(const Prefix *p, PrefixId previous, const PrefixEvent *waker,
                           Action *a) {
    const PrefixEvent *e = prefix_event(p, previous);
    *a = (Action){.thread = e->action->thread, .index = e->action->index + 1, .op = *e->pending};
    if (!is_extended(a->op.kind)) return false;
    /* The part of the outcome that the thread's own past determines is the same in every
     * history. */
    if (keeps_outcome(a->op.kind)) {
        PrefixId c = prefix_first_child(e);
        while (c && p->events.data[c].action->op.kind != a->op.kind) c = p->events.data[c].sibling;
        /* A time-out has only one outcome, and a run need not have met it if a notification came
         * first. */
        if (!c && a->op.kind != OPERATION_TIMEOUT) return false;
        if (c) a->outcome = p->events.data[c].action->outcome;
    }
    if (!waker) return true;
    a->op.kind = OPERATION_WAKE;
    a->op.notifier = waker->action->thread;
    a->op.notifier_step = waker->action->index;
    return true;
}

/* Searches for all histories of the operation pending after `previous` that contain a
 * configuration. */
static void search_after(Prefix *p, PrefixId previous, const PrefixId *last, PrefixId newest) {
    Search s = {.p = p, .previous = previous, .newest = newest};
    if (!pending_action(p, previous, NULL, &s.action)) return;
    bool sleeps = operation_sleeps(prefix_event(p, previous)->action);
    if (!sleeps || s.action.op.kind == OPERATION_TIMEOUT) search_choose(&s, 0, last);
    if (!sleeps) return;
    /* Try each notification that may have woken the thread, as one of the causes. */
    for (size_t k = 0; k < p->notifications.len; k++) {
        PrefixId w = p->notifications.data[k];
        const PrefixEvent *e = prefix_event(p, w);
        if (e->turn > prefix_event(p, newest)->turn) break;
        if (e->action->op.kind == OPERATION_SIGNAL &&
            (int)e->action->outcome - 1 != s.action.thread)
            continue;
        if (e->action->op.object != s.action.op.object) continue;
        PrefixId in = prefix_last(e, (uint32_t)s.action.thread);
        if (in != previous) continue; /* only if the thread was asleep in this wait */
        size_t top = p->scratch->top;
        PrefixId *more = scratch_take(p->scratch, p->nthreads * sizeof *more);
        memcpy(more, last, p->nthreads * sizeof *more);
        Search woken = s;
        if (prefix_join(p, more, w) && more[s.action.thread] == previous &&
            pending_action(p, previous, e, &woken.action))
            search_choose(&woken, 0, more);
        p->scratch->top = top;
    }
}

/* Walks down the tree of a thread from a configuration with event `id`, to find pending operations
 * that may depend on `id`. */
static void search_below(Prefix *p, PrefixId id, uint32_t thread, const PrefixId *last) {
    PrefixId from = last[thread];
    const Action *x = p->events.data[id].action;
    if (from) {
        Action a;
        if (!operation_is_within(prefix_event(p, from)->pending) &&
            !operation_is_within(prefix_event(p, id)->pending))
            p->met(p->context, id, from);
        bool wakes = operation_sleeps(prefix_event(p, from)->action);
        if (pending_action(p, from, NULL, &a) && (wakes || may_depend(p, x, &a)))
            search_after(p, from, last, id);
    }
    size_t top = p->scratch->top;
    PrefixId *more = scratch_take(p->scratch, p->nthreads * sizeof *more);
    Followers f = followers(p, from, id);
    for (PrefixId c; !p->stopped(p->context) && (c = next_follower(p, &f, from, thread, id));) {
        memcpy(more, last, p->nthreads * sizeof *more);
        if (prefix_join(p, more, c)) search_below(p, id, thread, more);
    }
    p->scratch->top = top;
}

bool prefix_needs_next(const Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    unsigned kind = e->pending->kind;
    if (kind == OPERATION_NONE || prefix_first_child(e)) return false;
    return !is_extended(kind) || keeps_outcome(kind);
}

void prefix_search(Prefix *p, PrefixId id) {
    size_t top = p->scratch->top;
    const PrefixEvent *e = prefix_event(p, id);
    const PrefixId *last = prefix_spread(p, e->last, e->nlast);
    search_after(p, id, last, id);
    for (uint32_t t = 0; t < p->nthreads; t++)
        if (t != (uint32_t)e->action->thread) search_below(p, id, t, last);
    p->scratch->top = top;
}
