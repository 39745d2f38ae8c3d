/*
 * por.c — the unfolding-based exploration: every maximal configuration of the unfolding exactly once.
 *
 * The exploration tree is that of Por-SE (section 3.7): a node is a configuration C with a set D of events to
 * be avoided; its left child executes an event e, its right child explores what avoids D and e, if an
 * alternative J exists: events that together with C form a configuration and exclude every event of D. Here
 * the tree is walked in depth-first order, so a node is a position of the current path and the right child
 * takes its place.
 *
 * Alternatives come from conflicting extensions, computed at maximal configurations. For an event e of the
 * path and an immediate predecessor x of e that is no cause by program order, f is e's operation after
 * "everything of the path that does not follow from x" (for operations with several outcomes also x = e, with
 * another outcome). J starts as the causes of f outside C; where an event d of D is not yet excluded, the
 * causes of some event of the path that excludes d are added, every choice giving one J. The J of a node are
 * kept with it and checked against the D of the moment when its left subtree is done; those compatible with
 * the event that a node executes move down with it. docs/strategies.md has the proof that this loses no
 * configuration and never runs into one that was explored before (the events of J exclude all of D, so the
 * right subtree is never empty).
 */
#include "explore/internal.h"
#include <stdlib.h>

/* An alternative: events in an order in which they can be executed, the new one (not yet on any path)
 * included. */
typedef struct Alternative {
    Event **events;
    uint32_t len;
    bool partial;       /* may leave events of D possible: tried none the less (k-partial alternatives) */
    Task *task;         /* the subtree below it was given away; chosen next at its node */
    uint64_t signature; /* of the set of events */
} Alternative;

typedef struct Node {
    VEC(Alternative) alternatives;
    uint32_t sleeping; /* events of D at this node that nothing on the path before it excludes */
    uint32_t killed;   /* of them, how many the event executed here excludes */
} Node;

/* An event of D: in force from the node where it was explored up to the node whose event excludes it. */
typedef struct Sleeper {
    Event *event;
    uint32_t from;
    uint32_t until; /* UINT32_MAX: still in force at the tip */
} Sleeper;

/* A new event that excludes an event of D, which was in force at these nodes. */
typedef struct Trigger {
    uint32_t from, until;
    const Event *event;
} Trigger;

typedef struct Por {
    Campaign *c;
    Run *run;
    Machine *m;
    History *h;
    VEC(Node) nodes;
    VEC(Sleeper) sleepers;
    uint32_t awake;    /* sleepers still in force at the tip */
    Alternative guide; /* being executed */
    uint32_t guide_at;
    VEC(Trigger) triggers;
    bool *triggered; /* by node, from `low` to `fresh` */
    size_t low;
    uint64_t low_objects;     /* of the events at those nodes, by number modulo 64 */
    VEC(const Action *) past; /* scratch of outcomes_without */
    uint8_t *scratch;         /* a stack of temporary arrays */
    size_t scratch_top;
    size_t fresh; /* path positions from here on are new since the last maximal configuration */
    size_t base;  /* path positions below belong to whoever gave the task away: alternatives there are only
                     collected */
    Task *task;   /* NULL: everything */
    uint32_t next_sleeper; /* of the task's, to come into force */
    Task *guide_task;      /* the subtree that the guide leads to was given away */
    bool guide_again;      /* and was explored already */
    uint32_t degree;       /* how many events of D an alternative must exclude (k); UINT32_MAX: all */
} Por;

#define SCRATCH_BYTES (1ull << 34)

static void *scratch(Por *p, size_t bytes) {
    void *at = p->scratch + p->scratch_top;
    p->scratch_top += (bytes + 15) & ~(size_t)15;
    if (p->scratch_top > SCRATCH_BYTES) base_fatal("a run is too long to look for its alternatives");
    return at;
}

static void alternative_free(Por *p, Alternative *a) {
    for (uint32_t k = 0; k < a->len; k++) event_unref(p->h, a->events[k]);
    free(a->events);
    *a = (Alternative){0};
}

/* --- constraints of branches ------------------------------------------------------------------------- */

/* Whether the constraints of the first `n` path events, of `extra` and of `last` (may be NULL) hold
 * together. */
static bool feasible_together(Por *p, size_t n, Event *const *extra, uint32_t nextra, const Expr *last) {
    VEC(const Expr *) facts = {0};
    for (size_t k = 0; k < n; k++)
        if (p->h->path.data[k]->action.op.kind == OPERATION_BRANCH)
            vec_push(&facts, operation_constraint(p->m->pool, &p->h->path.data[k]->action));
    /* One-sided facts (assumptions made without an event) are part of the state, not of events: none exist
     * here. */
    const Expr *query = last;
    for (uint32_t k = 0; k < nextra; k++)
        if (extra[k]->action.op.kind == OPERATION_BRANCH) {
            const Expr *e = operation_constraint(p->m->pool, &extra[k]->action);
            query = query ? expr_and(p->m->pool, query, e) : e;
        }
    bool ok = !query || expr_is_true(query);
    if (!ok && !expr_is_false(query)) {
        SolverResult r = solver_check(p->c->solver, facts.data, facts.len, query, NULL, NULL);
        /* Unknown is kept as possible: executing it will tell (and mark the run incomplete). */
        ok = r != SOLVER_UNSAT;
    }
    vec_free(&facts);
    return ok;
}

static bool has_branch(Event *const *events, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (events[k]->action.op.kind == OPERATION_BRANCH) return true;
    return false;
}

/* Whether the event at path position `n` excludes `d`, which was enabled before it. */
static bool is_excluded_at(Por *p, const Event *d, size_t n) {
    const Event *e = p->h->path.data[n];
    if (events_conflict(e, d)) return true;
    return e->action.op.kind == OPERATION_BRANCH && d->action.op.kind == OPERATION_BRANCH &&
           !feasible_together(p, n + 1, NULL, 0, operation_constraint(p->m->pool, &d->action));
}

/* --- relations between an event that is enabled at the tip and an alternative ------------------------- */

typedef enum Relation { RELATION_COMPATIBLE, RELATION_MEMBER, RELATION_CONFLICT } Relation;

/* Whether all causes of `v` lie in the first `n` events of the path. */
static bool causes_within(Por *p, const Event *v, size_t n) {
    for (uint32_t t = 0; t < v->nclock; t++) {
        uint32_t want = t == (uint32_t)v->action.thread ? v->action.index - 1 : v->clock[t];
        if (!want) continue;
        if (t >= p->h->own.len || p->h->own.data[t].len < want || history_own(p->h, t, want)->position >= n)
            return false;
    }
    return true;
}

/* `e` is enabled after the first `n` events; `list` are the events of an alternative outside them. */
static Relation relation(Por *p, const Event *e, Event *const *list, uint32_t len, size_t n,
                         uint32_t *member) {
    for (uint32_t k = 0; k < len; k++) {
        const Event *v = list[k];
        if (v->action.thread == e->action.thread) {
            if (v->action.index == e->action.index && v->action.outcome == e->action.outcome &&
                v->action.op.kind == e->action.op.kind && causes_within(p, v, n)) {
                if (member) *member = k;
                return RELATION_MEMBER;
            }
            return RELATION_CONFLICT;
        }
        if (operation_dependent(&v->action, &e->action)) {
            /* Dependent, and e is no cause of v: e's own thread has no event in the list before v, else it
             * would have been met (lists are in causal order). */
            return RELATION_CONFLICT;
        }
    }
    if (e->action.op.kind == OPERATION_BRANCH && has_branch(list, len) &&
        !feasible_together(p, n, list, len, operation_constraint(p->m->pool, &e->action)))
        return RELATION_CONFLICT;
    return RELATION_COMPATIBLE;
}

/* Whether the sleeper is in force at node `n`. */
static inline bool asleep_at(const Sleeper *s, size_t n) { return s->from <= n && s->until >= n; }

/* Whether the alternative excludes every event of D at node `n`; with a partial one it is enough that it
 * contains none. */
static bool excludes_all(Por *p, const Alternative *a, size_t n) {
    for (size_t k = 0; k < p->sleepers.len; k++) {
        const Sleeper *s = &p->sleepers.data[k];
        if (!asleep_at(s, n)) continue;
        Relation r = relation(p, s->event, a->events, a->len, n, NULL);
        if (r == RELATION_MEMBER || (r == RELATION_COMPATIBLE && !a->partial)) return false;
    }
    return true;
}

/* --- finding alternatives ---------------------------------------------------------------------------- */

/* What is being built: the operation of `f` after the events of the path that follow from none of
 * `removed`. */
typedef struct Builder {
    Por *p;
    size_t node; /* position of the first of them: C is the path before it */
    const Event *const *removed;
    unsigned nremoved;
    Event *f; /* the new event; its clock has its own causes only */
} Builder;

/* Whether `y` is gone: it follows from something removed, or is a cut-off (nothing comes after those). */
static inline bool is_gone(const Event *const *removed, unsigned n, const Event *y) {
    for (unsigned k = 0; k < n; k++)
        if (event_precedes(removed[k], y)) return true;
    return y->cutoff;
}

static void add_alternative(Por *p, size_t node, Event **events, uint32_t len, bool partial) {
    uint64_t signature = 0;
    for (uint32_t k = 0; k < len; k++) signature += hash_mix(events[k]->name);
    Node *n = &p->nodes.data[node];
    for (size_t k = 0; k < n->alternatives.len; k++)
        if (n->alternatives.data[k].signature == signature && n->alternatives.data[k].len == len) return;
    Alternative a = {xmalloc(len * sizeof *events), len, partial, NULL, signature};
    for (uint32_t k = 0; k < len; k++) a.events[k] = event_ref(events[k]);
    vec_push(&n->alternatives, a);
}

static inline bool within_clock(const uint32_t *clock, const Event *e) {
    return clock[e->action.thread] >= e->action.index;
}

/* The path events after `node` that the clock holds, then f. */
static uint32_t collect(Builder *b, const uint32_t *clock, Event **out) {
    uint32_t n = 0;
    History *h = b->p->h;
    for (size_t k = b->node + 1; k < h->path.len; k++)
        if (within_clock(clock, h->path.data[k])) out[n++] = h->path.data[k];
    out[n++] = b->f;
    return n;
}

/* Adds excluders for the events of D from number `from` on (at most `budget` of them), and keeps each
 * alternative. */
static void complete_alternative(Builder *b, const uint32_t *clock, size_t from, uint32_t budget) {
    Por *p = b->p;
    History *h = p->h;
    if (watch_over(p->c->watch)) return; /* there may be many choices */
    size_t top = p->scratch_top;
    Event **list = scratch(p, (h->path.len - b->node + 1) * sizeof *list);
    uint32_t len = collect(b, clock, list);
    bool partial = false;
    for (size_t s = from; s < p->sleepers.len; s++) {
        const Sleeper *d = &p->sleepers.data[s];
        if (!asleep_at(d, b->node)) continue;
        Relation r = relation(p, d->event, list, len, b->node, NULL);
        if (r == RELATION_CONFLICT) continue;
        if (r == RELATION_MEMBER) goto done;
        if (!budget) {
            partial = true;
            continue;
        }
        /* Every minimal event of the path that excludes d and is not gone. */
        VEC(const Event *) chosen = {0};
        uint32_t *more = scratch(p, h->nthreads * sizeof *more);
        for (size_t k = b->node + 1; k < h->path.len; k++) {
            const Event *y = h->path.data[k];
            bool gone = false;
            for (unsigned q = 0; q < b->nremoved && !gone; q++) gone = event_precedes(b->removed[q], y);
            if (gone) continue;
            if (!is_excluded_at(p, d->event, k)) continue;
            bool minimal = true;
            for (size_t q = 0; q < chosen.len && minimal; q++) minimal = !event_precedes(chosen.data[q], y);
            if (!minimal) continue;
            vec_push(&chosen, y);
            for (uint32_t t = 0; t < h->nthreads; t++) more[t] = MAX(clock[t], event_clock(y, t));
            complete_alternative(b, more, s + 1, budget - 1);
        }
        vec_free(&chosen);
        goto done;
    }
    if (!has_branch(list, len) || feasible_together(p, b->node, list, len, NULL))
        add_alternative(p, b->node, list, len, partial);
done:
    p->scratch_top = top;
}

/* Action `a` after everything of the path that is not gone. */
static void extend_without(Por *p, const Event *const *removed, unsigned n, const Action *a,
                           const Objects *objects, const Event *past) {
    History *h = p->h;
    size_t top = p->scratch_top;
    uint32_t *clock = scratch(p, h->nthreads * sizeof *clock);
    uint32_t known = past ? past->nclock : 0;
    if (past) memcpy(clock, past->clock, known * sizeof *clock);
    memset(clock + known, 0, (h->nthreads - known) * sizeof *clock);
    uint64_t name = hash_combine((uint64_t)a->thread << 40 ^ a->op.kind << 20 ^ a->outcome, a->index),
             others = 0;
    Builder b = {.p = p, .node = removed[0]->position, .removed = removed, .nremoved = n};
    for (unsigned k = 1; k < n; k++) b.node = MIN(b.node, removed[k]->position);
    /* Nothing may follow a cut-off that stays. */
    for (uint32_t t = 0; p->run->ncutoffs && t < h->own.len; t++) {
        const Event *y = history_last(h, t);
        if (y && y->cutoff && y->position < b.node && operation_dependent(&y->action, a)) {
            p->scratch_top = top;
            return;
        }
    }
    /* Causes before the node are in C anyway. */
    Related r = history_related(h, objects, h->path.len);
    for (size_t k; related_next(&r, &k) && k > b.node;) {
        const Event *y = h->path.data[k];
        if (y->action.thread == a->thread || within_clock(clock, y) || is_gone(removed, n, y) ||
            !operation_dependent(&y->action, a))
            continue;
        for (uint32_t t = 0; t < y->nclock; t++) clock[t] = MAX(clock[t], y->clock[t]);
        others += hash_mix(y->name);
    }
    uint32_t own = clock[a->thread];
    b.f = history_make(h, a, clock, hash_combine(name, others));
    clock[a->thread] = own;
    complete_alternative(&b, clock, 0, p->degree - 1);
    event_unref(h, b.f);
    p->scratch_top = top;
}

/* The events that are gone, for whoever looks at the past without them. */
typedef struct Removed {
    Por *p;
    const Event *const *event;
    unsigned n;
} Removed;

static bool is_removed(void *context, const Event *y) {
    const Removed *r = context;
    return is_gone(r->event, r->n, y);
}

static uint32_t word_without(void *context, uint64_t object) {
    Removed *r = context;
    return history_kernel_word(r->p->h, r->p->m, object, is_removed, r);
}

static uint32_t timeouts_before(void *context, const Action *a) {
    const Removed *r = context;
    uint32_t n = 0;
    for (uint32_t k = 1; r->p->m->system->max_timeouts && k < a->index; k++) {
        const Action *y = &history_own(r->p->h, (uint32_t)a->thread, k)->action;
        n += y->op.kind == OPERATION_KERNEL && y->outcome;
    }
    return n;
}

/* The outcomes of `a` after everything of the path on its objects that is not gone; 0: not enabled. */
static unsigned outcomes_without(Por *p, const Event *const *removed, unsigned n, Action *a,
                                 const Objects *objects, uint32_t *outcomes) {
    History *h = p->h;
    if (operation_in_words(a->op.kind)) {
        Removed gone = {p, removed, n};
        PastWords past = {p->m, &gone, word_without, timeouts_before};
        return operation_after_words(a, &past, outcomes);
    }
    p->past.len = 0;
    Related r = history_related(h, objects, h->path.len);
    for (size_t k; related_next(&r, &k);)
        if (!is_gone(removed, n, h->path.data[k])) vec_push(&p->past, &h->path.data[k]->action);
    for (size_t i = 0, j = p->past.len; i + 1 < j; i++) {
        const Action *swap = p->past.data[--j];
        p->past.data[j] = p->past.data[i];
        p->past.data[i] = swap;
    }
    return operation_after(a, p->past.data, p->past.len, outcomes);
}

/* What `e` does once the removed events and what follows from them are gone: one action per outcome. With
 * `same`, only what differs from what it did. False where it is not enabled then. */
static bool reverse(Por *p, const Event *const *removed, unsigned nremoved, const Action *e,
                    const Objects *objects, const Event *past, bool same) {
    if (operation_settled(e->op.kind)) {
        extend_without(p, removed, nremoved, e, objects, past);
        return true;
    }
    Action a = *e;
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = outcomes_without(p, removed, nremoved, &a, objects, outcomes);
    for (unsigned k = 0; k < n; k++) {
        if (same && a.op.kind == e->op.kind && outcomes[k] == e->outcome) continue;
        a.outcome = outcomes[k];
        extend_without(p, removed, nremoved, &a, objects, past);
    }
    return n > 0;
}

static bool enabled_without(Por *p, const Event *const *removed, unsigned n, const Action *e,
                            const Objects *objects) {
    Action a = *e;
    uint32_t outcomes[MAX_OUTCOMES];
    return outcomes_without(p, removed, n, &a, objects, outcomes) > 0;
}

/* A writer `e` waits at the end of the path for threads that read and may never leave: before it, none of
 * their acquisitions happened. However many there are, that is the one set of events without which it is
 * enabled. False where no reader keeps it waiting. */
static bool reverse_readers(Por *p, const Action *e, const Objects *objects, const Event *past) {
    History *h = p->h;
    size_t top = p->scratch_top;
    const Event **all = scratch(p, (h->path.len + 1) * sizeof *all),
                **since = scratch(p, h->nthreads * sizeof *since);
    uint32_t *depth = scratch(p, h->nthreads * sizeof *depth);
    memset(depth, 0, h->nthreads * sizeof *depth);
    size_t n = 0;
    Related r = history_related(h, objects, h->path.len);
    for (size_t k; related_next(&r, &k);)
        if (h->path.data[k]->action.op.object == e->op.object) all[n++] = h->path.data[k];
    while (n--) {
        const Event *y = all[n];
        uint32_t t = (uint32_t)y->action.thread;
        int sharing = operation_sharing(&y->action);
        if (sharing > 0 && !depth[t]++) since[t] = y;
        if (sharing < 0 && !y->cutoff) depth[t]--; /* nothing follows a cut-off: it still holds the lock */
    }
    unsigned holders = 0;
    bool possible = true;
    for (uint32_t t = 0; t < h->nthreads; t++) {
        if (!depth[t]) continue;
        possible &= (int32_t)t != e->thread && !(past && event_precedes(since[t], past));
        since[holders++] = since[t];
    }
    if (holders && possible) reverse(p, since, holders, e, objects, past, false);
    p->scratch_top = top;
    return holders > 0;
}

/* Where taking one event away is not enough to enable what blocks: takes up to MAX_REMOVED of `others` away,
 * from number `from` on. `left` bounds the tries. */
#define MAX_REMOVED 4
static bool reverse_more(Por *p, const Event **removed, unsigned n, const Action *e, const Objects *objects,
                         const Event *past, const Event *const *others, size_t nothers, size_t from,
                         unsigned *left) {
    bool any = false;
    if (n == MAX_REMOVED) return false;
    for (size_t k = from; k < nothers && *left; k++) {
        if (is_gone(removed, n, others[k])) continue;
        removed[n] = others[k];
        --*left;
        if (reverse(p, removed, n + 1, e, objects, past, false))
            any = true;
        else
            any |= reverse_more(p, removed, n + 1, e, objects, past, others, nothers, k + 1, left);
    }
    return any;
}

/* Whether a new event excludes an event of D at this node and would remain without the event executed
 * there. */
static bool is_triggered(const Por *p, size_t node) {
    return node >= p->low && node < p->fresh && p->triggered[node - p->low];
}

/* Finds the old nodes for which that is so: from p->low on. */
static void find_triggered(Por *p) {
    History *h = p->h;
    p->triggers.len = 0;
    p->low = SIZE_MAX;
    for (size_t s = 0; s < p->sleepers.len && p->fresh; s++) {
        const Sleeper *d = &p->sleepers.data[s];
        if (d->from >= p->fresh) break;
        size_t first = p->triggers.len;
        for (size_t k = p->fresh; k < h->path.len; k++) {
            const Event *y = h->path.data[k];
            if (!events_conflict(y, d->event) &&
                (d->event->action.op.kind != OPERATION_BRANCH || y->action.op.kind != OPERATION_BRANCH))
                continue;
            /* What follows from another such event follows from everything that one does. */
            bool minimal = true;
            for (size_t q = first; q < p->triggers.len && minimal; q++)
                minimal = !event_precedes(p->triggers.data[q].event, y);
            if (!minimal) continue;
            Trigger t = {d->from, MIN(d->until, (uint32_t)p->fresh - 1), y};
            vec_push(&p->triggers, t);
            p->low = MIN(p->low, t.from);
        }
    }
    if (p->low >= p->fresh) return;
    p->triggered = scratch(p, p->fresh - p->low);
    memset(p->triggered, 0, p->fresh - p->low);
    p->low_objects = 0;
    bool any = false;
    for (size_t q = 0; q < p->triggers.len; q++) {
        const Trigger *t = &p->triggers.data[q];
        for (size_t k = t->from; k <= t->until; k++) {
            if (p->triggered[k - p->low] || event_precedes(h->path.data[k], t->event)) continue;
            p->triggered[k - p->low] = any = true;
            p->low_objects |= objects_mask(&h->path.data[k]->touched);
        }
    }
    if (!any) p->low = SIZE_MAX;
}

/* All reversals of one event (or of the pending operation of a thread that cannot go on, `position` = length
 * of the path). With `settled`, only those at nodes from `low` on where an event of D makes another look
 * worthwhile. */
static void reversals(Por *p, const Action *e, const Objects *objects, const Event *past, size_t position,
                      bool settled, size_t low) {
    History *h = p->h;
    if (!operation_reversible(e->op.kind)) return;
    if (position == h->path.len && operation_excludes_sharers(e->op.kind) &&
        reverse_readers(p, e, objects, past))
        return;
    bool blocking = operation_may_block(e->op.kind), any = false;
    const Event **accepted = NULL, **refused = NULL;
    size_t naccepted = 0, nrefused = 0, top = p->scratch_top;
    Related r = history_related(h, objects, position);
    for (size_t k; related_next(&r, &k);) {
        if (settled && k < low) break;
        const Event *y = h->path.data[k];
        if (y->action.thread == e->thread || !operation_dependent(&y->action, e)) continue;
        /* Everything older on the object is a cause as well. What blocks may need to go further back than y,
         * but not further than its own past. */
        bool known = past && event_precedes(y, past);
        if ((known || !blocking) && operation_covers(&y->action, e)) related_close(&r);
        if (known) continue;
        bool immediate = true;
        for (size_t q = 0; q < naccepted && immediate; q++) immediate = !event_precedes(y, accepted[q]);
        if (!immediate) continue;
        if (!accepted) {
            accepted = scratch(p, (k + 1) * sizeof *accepted);
            if (blocking) refused = scratch(p, (k + 1) * sizeof *refused);
        }
        /* What blocks: the latest without which it is enabled. */
        const Event *removed[1] = {y};
        if (!settled || is_triggered(p, k)) {
            if (!reverse(p, removed, 1, e, objects, past, false)) {
                refused[nrefused++] = y;
                continue;
            }
        } else if (blocking && !enabled_without(p, removed, 1, e, objects))
            continue;
        any = true;
        accepted[naccepted++] = y;
    }
    if (position == h->path.len && blocking && !any && nrefused > 1) {
        const Event *removed[MAX_REMOVED];
        unsigned left = 4096;
        reverse_more(p, removed, 0, e, objects, past, refused, nrefused, 0, &left);
        if (!left) campaign_incomplete(p->c, "too many ways in which a blocked operation could come first");
    }
    p->scratch_top = top;
}

/* Computes the alternatives that this maximal configuration shows and earlier ones did not. */
static void find_alternatives(Por *p) {
    History *h = p->h;
    /* Old events matter again at nodes where something new excludes an event of D. */
    size_t top = p->scratch_top;
    find_triggered(p);
    size_t low = p->low;
    for (size_t k = 0; k < h->path.len && !watch_over(p->c->watch); k++) {
        Event *e = h->path.data[k];
        unsigned kind = e->action.op.kind;
        bool old = k < p->fresh;
        /* Whom a notification can wake depends on events that are concurrent with it, so it is never
         * settled. */
        bool settled = old && !operation_open(kind);
        if (settled && k <= low && !(operation_chooses(kind) && is_triggered(p, k))) continue;
        const Event *past = history_before(h, e);
        if (!settled || e->related.everything || objects_mask(&e->related) & p->low_objects)
            reversals(p, &e->action, &e->related, past, k, settled, low);
        const Event *self[1] = {e};
        if (operation_chooses(kind) && (!settled || is_triggered(p, k)))
            reverse(p, self, 1, &e->action, &e->related, past, true);
    }
    Machine *m = p->m;
    for (uint32_t t = 0; t < m->nslots; t++) {
        Thread *thread = m->threads[t];
        if (!thread || thread->status != THREAD_READY || run_is_cut(p->run, (int)t)) continue;
        if (thread->pending.kind == OPERATION_WAKE && thread->notified_by < 0) continue;
        Action a = {.thread = (int32_t)t, .index = thread->steps + 1, .op = thread->pending};
        Objects objects = history_objects(h, &a, true);
        reversals(p, &a, &objects, history_last(h, t), h->path.len, false, 0);
    }
    p->scratch_top = top;
}

/* --- the walk ---------------------------------------------------------------------------------------- */

static void push_node(Por *p) {
    Node n = {.sleeping = p->awake};
    vec_push(&p->nodes, n);
}

static Alternative alternative_copy(const Alternative *a) {
    Alternative c = *a;
    c.events = xmalloc(a->len * sizeof *c.events);
    for (uint32_t k = 0; k < a->len; k++) c.events[k] = event_ref(a->events[k]);
    return c;
}

/* On the way to the subtree of a task: what the nodes there avoid. */
static void wake_sleepers(Por *p, size_t n) {
    while (p->task && p->next_sleeper < p->task->nsleepers && p->task->sleepers[p->next_sleeper].from == n) {
        Sleeper d = {portable_import(p->h, p->m, p->task->sleepers[p->next_sleeper++].event), (uint32_t)n,
                     UINT32_MAX};
        vec_push(&p->sleepers, d);
        p->nodes.data[n].sleeping++;
        p->awake++;
    }
}

static void move_down(Por *p, size_t n);

/* Executes one event at the tip. */
static bool advance(Por *p, int thread, uint32_t outcome) {
    size_t n = p->h->path.len;
    if (p->nodes.len == n) push_node(p);
    wake_sleepers(p, n);
    if (!run_again(p->run, thread, outcome) && !run_step(p->run, thread, outcome)) return false;
    move_down(p, n);
    return true;
}

/* The same for an event that was on the path of some worker before. */
static bool advance_again(Por *p, int thread, uint32_t outcome) {
    uint64_t kept = p->run->nagain;
    if (!advance(p, thread, outcome)) return false;
    p->c->result->stats.steps_replayed += p->run->nagain == kept;
    return true;
}

/* The path has an event at node n: what it leaves possible of D and of the alternatives is the next
 * node's. */
static void move_down(Por *p, size_t n) {
    const Event *e = p->h->path.data[n];
    uint32_t killed = 0;
    for (size_t s = 0; p->awake && s < p->sleepers.len; s++) {
        Sleeper *d = &p->sleepers.data[s];
        if (d->until != UINT32_MAX) continue;
        if (is_excluded_at(p, d->event, n)) {
            d->until = (uint32_t)n;
            killed++;
        }
    }
    p->nodes.data[n].killed = killed;
    p->awake -= killed;
    push_node(p);
    Node *here = &p->nodes.data[n], *below = &p->nodes.data[n + 1];
    size_t kept = 0;
    for (size_t k = 0; k < here->alternatives.len; k++) {
        Alternative a = here->alternatives.data[k];
        uint32_t member;
        Relation r = relation(p, e, a.events, a.len, n, &member);
        if (r == RELATION_CONFLICT) {
            here->alternatives.data[kept++] = a;
            continue;
        }
        /* Beside partial alternatives that are tried here, it may be what excludes the rest of D in time. */
        if (r == RELATION_COMPATIBLE && p->degree != UINT32_MAX)
            here->alternatives.data[kept++] = alternative_copy(&a);
        if (r == RELATION_MEMBER) {
            a.signature -= hash_mix(a.events[member]->name);
            event_unref(p->h, a.events[member]);
            memmove(a.events + member, a.events + member + 1, (a.len - member - 1) * sizeof *a.events);
            a.len--;
        }
        if (!a.len || !p->awake) {
            alternative_free(p, &a);
            continue;
        }
        vec_push(&below->alternatives, a);
    }
    here->alternatives.len = kept;
}

static void drop_node(Por *p, size_t at) {
    Node *n = &p->nodes.data[at];
    for (size_t k = 0; k < n->alternatives.len; k++) alternative_free(p, &n->alternatives.data[k]);
    vec_free(&n->alternatives);
    while (p->sleepers.len && vec_last(&p->sleepers).from >= at) {
        Sleeper s = vec_pop(&p->sleepers);
        if (s.until == UINT32_MAX) p->awake--;
        event_unref(p->h, s.event);
    }
    p->nodes.len = at;
}

/* Runs on to a maximal configuration. False where it got stuck at events of D (redundant). */
static bool extend(Por *p) {
    int enabled[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    for (;;) {
        if (campaign_stop(p->c)) return true;
        if (p->guide_at < p->guide.len) {
            Event *want = p->guide.events[p->guide_at++];
            Thread *t = p->m->threads[want->action.thread];
            if (t->status != THREAD_READY ||
                (t->pending.kind != want->action.op.kind && t->pending.kind != OPERATION_WAKE) ||
                !operation_enabled(p->m, want->action.thread))
                base_fatal("an alternative cannot be executed: thread %s is not before %s",
                           p->m->slot_names[want->action.thread], operation_names[want->action.op.kind]);
            if (!(p->guide_again ? advance_again : advance)(p, want->action.thread, want->action.outcome)) {
                /* The solver could not tell before: give this alternative up. */
                p->guide_at = p->guide.len;
                return false;
            }
            continue;
        }
        if (p->guide_task) return true;
        unsigned n = run_enabled(p->run, enabled);
        if (!n) return true;
        /* Go on with the thread that ran last where possible. */
        bool done = false, blocked = false;
        for (unsigned k = 0; k <= n && !done; k++) {
            int t = k == 0 ? p->run->last_thread : enabled[k - 1];
            if (k == 0) {
                bool is_enabled = false;
                for (unsigned j = 0; j < n; j++) is_enabled |= enabled[j] == t;
                if (!is_enabled || operation_is_late(p->m, t)) continue;
            }
            unsigned m = operation_outcomes(p->m, t, outcomes);
            if (p->m->threads[t]->pending.kind == OPERATION_BRANCH) {
                /* The side that the model satisfies needs no query. */
                outcomes[0] = expr_eval(p->m->pool, p->m->threads[t]->pending.condition, p->m->model) != 0;
                m = 1;
            }
            for (unsigned j = 0; j < m && !done; j++) {
                bool sleeps = false;
                for (size_t s = 0; p->awake && s < p->sleepers.len && !sleeps; s++) {
                    const Sleeper *d = &p->sleepers.data[s];
                    sleeps = d->until == UINT32_MAX && d->event->action.thread == t &&
                             d->event->action.outcome == outcomes[j];
                }
                if (sleeps) {
                    blocked = true;
                    continue;
                }
                if (run_follows_cutoff(p->run, t, outcomes[j])) continue;
                done = advance(p, t, outcomes[j]);
            }
        }
        if (!done) {
            if (!blocked) return true; /* whatever could go on would follow a cut-off */
            campaign_redundant(p->c);
            return false;
        }
    }
}

/* --- several workers --------------------------------------------------------------------------------- */

static void explore_subtree(Por *p);

static Por por_new(Campaign *c, uint8_t *stack) {
    return (Por){.c = c,
                 .run = c->run,
                 .m = c->run->machine,
                 .h = &c->run->history,
                 .degree = c->options->alternatives ? c->options->alternatives : UINT32_MAX,
                 .scratch = stack};
}

static void por_close(Por *p) {
    alternative_free(p, &p->guide);
    while (p->nodes.len) drop_node(p, p->nodes.len - 1);
    vec_free(&p->nodes);
    vec_free(&p->sleepers);
    vec_free(&p->past);
    vec_free(&p->triggers);
}

/* What to try next at a node: what was given away; else the one whose new event is of the thread with the
 * lowest number, the order in which representatives of states are the smallest (cutoff.h). `except`: an event
 * that will be in D by then; then only full alternatives count, which leave nothing to avoid (NULL: no such
 * event). */
static Alternative *best_alternative(Por *p, Node *n, size_t at, const Event *except) {
    Alternative *best = NULL;
    for (size_t k = 0; k < n->alternatives.len; k++) {
        Alternative *a = &n->alternatives.data[k];
        if (a->task) return a;
        if (except && (a->partial || relation(p, except, a->events, a->len, at, NULL) != RELATION_CONFLICT))
            continue;
        if ((!best || a->events[a->len - 1]->action.thread < best->events[best->len - 1]->action.thread) &&
            excludes_all(p, a, at))
            best = a;
    }
    return best;
}

/* How deep waiting for one subtree while exploring another may go. */
#define MAX_NESTING 400

/* Gives the subtree below an alternative of the highest possible node away; or (`all`) one of each node.
 * `gain` is how much new code the last run executed. */
static void give_away(Por *p, bool all, uint64_t gain) {
    History *h = p->h;
    for (size_t at = p->base; at + 1 < h->path.len; at++) {
        Node *n = &p->nodes.data[at];
        Alternative *best = best_alternative(p, n, at, h->path.data[at]);
        if (!best || best->task) continue;
        Task *t = xcalloc(1, sizeof *t);
        t->node = (uint32_t)at;
        for (size_t k = 0; k < at + best->len; k++) {
            const Action *a = k < at ? &h->path.data[k]->action : &best->events[k - at]->action;
            Choice c = {a->thread, a->outcome};
            vec_push(&t->prefix, c);
        }
        t->sleepers = xcalloc(p->sleepers.len + 1, sizeof *t->sleepers);
        for (size_t k = 0; k < p->sleepers.len && p->sleepers.data[k].from <= at; k++) {
            t->sleepers[t->nsleepers].event = portable_event(p->sleepers.data[k].event);
            t->sleepers[t->nsleepers++].from = p->sleepers.data[k].from;
        }
        t->sleepers[t->nsleepers].event = portable_event(h->path.data[at]);
        t->sleepers[t->nsleepers++].from = (uint32_t)at;
        t->gain = gain;
        best->task = t;
        workers_give(p->c->workers, t);
        if (!all) return;
    }
}

/* Explores the subtree of a task; the path has its first `common` events. */
static void do_task(Por *p, Task *t, size_t common) {
    p->task = t;
    p->base = t->prefix.len;
    push_node(p);
    bool fine = true;
    for (size_t k = 0; k < t->prefix.len && fine; k++)
        if (k < common) {
            wake_sleepers(p, k);
            move_down(p, k);
        } else
            fine = (k < t->node ? advance_again : advance)(p, t->prefix.data[k].thread,
                                                           t->prefix.data[k].outcome);
    if (!fine)
        campaign_incomplete(p->c,
                            "a part of the exploration was given up because the solver reached its limit");
    p->fresh = t->node;
    if (fine) explore_subtree(p);
    /* What was found for the nodes above goes back. */
    for (size_t k = 0; k < p->nodes.len && k < p->base; k++) {
        const Node *n = &p->nodes.data[k];
        for (size_t j = 0; j < n->alternatives.len; j++) {
            const Alternative *a = &n->alternatives.data[j];
            PortableAlternative f = {(uint32_t)k, a->len, xmalloc(a->len * sizeof *f.events)};
            for (uint32_t q = 0; q < a->len; q++) f.events[q] = portable_event(a->events[q]);
            f.partial = a->partial;
            vec_push(&t->found, f);
        }
    }
    run_undo_keep(p->run, common);
}

/* While something else has to be waited for: another task, and back again. */
static void work_meanwhile(void *context, Task *t) {
    Por *p = context;
    VEC(Choice) path = {0};
    size_t common = 0;
    for (size_t k = 0; k < p->h->path.len; k++) {
        Choice c = {p->h->path.data[k]->action.thread, p->h->path.data[k]->action.outcome};
        vec_push(&path, c);
        if (common == k && k < t->prefix.len && t->prefix.data[k].thread == c.thread &&
            t->prefix.data[k].outcome == c.outcome)
            common++;
    }
    run_undo_keep(p->run, common);
    Por other = por_new(p->c, p->scratch);
    p->c->nesting++;
    do_task(&other, t, common);
    p->c->nesting--;
    por_close(&other);
    workers_finished(p->c->workers, t);
    for (size_t k = common; k < path.len && !workers_stopped(p->c->workers); k++) {
        if (run_again(p->run, path.data[k].thread, path.data[k].outcome)) continue;
        if (!run_step(p->run, path.data[k].thread, path.data[k].outcome))
            base_fatal("a path cannot be executed again");
        p->c->result->stats.steps_replayed++;
    }
    vec_free(&path);
}

/* The path is at the end of an alternative whose subtree was given away: what came of it. */
static void take_back(Por *p, Task *t) {
    if (workers_wait(p->c->workers, t, work_meanwhile, p))
        for (size_t k = 0; k < t->found.len; k++) {
            const PortableAlternative *f = &t->found.data[k];
            Event **events = xmalloc(f->len * sizeof *events);
            for (uint32_t q = 0; q < f->len; q++) events[q] = portable_import(p->h, p->m, f->events[q]);
            add_alternative(p, f->node, events, f->len, f->partial);
            for (uint32_t q = 0; q < f->len; q++) event_unref(p->h, events[q]);
            free(events);
        }
    if (workers_has_finished(p->c->workers, t)) workers_taken_back(p->c->workers, t);
}

void serve_por(Campaign *c) {
    uint8_t *stack = base_reserve(SCRATCH_BYTES);
    Por p = por_new(c, stack);
    workers_serve(c->workers, work_meanwhile, &p);
    por_close(&p);
    base_release(stack, SCRATCH_BYTES);
}

/* --- the tree ---------------------------------------------------------------------------------------- */

/* Explores everything below the node that the path ends in. */
static void explore_subtree(Por *p) {
    Campaign *c = p->c;
    for (;;) {
        bool maximal = extend(p);
        Task *given = p->guide_task;
        p->guide_task = NULL;
        alternative_free(p, &p->guide);
        if (campaign_stop(c)) return;
        if (given)
            take_back(p, given);
        else if (maximal) {
            campaign_leaf(c);
            if (campaign_stop(c)) return;
            find_alternatives(p);
            p->fresh = SIZE_MAX;
            bool free_order = workers_order(c->workers) != SEARCH_DFS && c->nesting < MAX_NESTING;
            if (free_order || (c->workers && workers_hungry(c->workers))) {
                uint64_t covered =
                    workers_order(c->workers) == SEARCH_COVERAGE ? machine_branches_covered(p->m) : 0;
                give_away(p, free_order, covered - c->covered);
                c->covered = covered;
            }
        }
        if (campaign_stop(c)) return;
        bool found = false;
        while (p->h->path.len > p->base && !found) {
            size_t at = p->h->path.len - 1;
            if (p->nodes.len > at + 1) drop_node(p, at + 1);
            run_forget_below(p->run);
            Event *e = run_undo_step(p->run);
            Node *n = &p->nodes.data[at];
            for (size_t s = 0; n->killed && s < p->sleepers.len; s++)
                if (p->sleepers.data[s].until == at) {
                    p->sleepers.data[s].until = UINT32_MAX;
                    p->awake++;
                    n->killed--;
                }
            if (!n->alternatives.len) {
                event_unref(p->h, e);
                continue;
            }
            Sleeper d = {e, (uint32_t)at, UINT32_MAX};
            vec_push(&p->sleepers, d);
            n->sleeping++;
            p->awake++;
            Alternative *best = best_alternative(p, n, at, NULL);
            if (best) {
                p->guide = *best;
                p->guide_task = best->task;
                p->guide_again = best->task && workers_has_finished(c->workers, best->task);
                p->guide_at = 0;
                p->fresh = MIN(p->fresh, at);
                found = true;
                size_t k = (size_t)(best - n->alternatives.data);
                memmove(best, best + 1, (n->alternatives.len - k - 1) * sizeof *best);
                n->alternatives.len--;
            }
        }
        if (!found) return;
    }
}

void explore_por(Campaign *c) {
    uint8_t *stack = base_reserve(SCRATCH_BYTES);
    Por p = por_new(c, stack);
    push_node(&p);
    explore_subtree(&p);
    por_close(&p);
    base_release(stack, SCRATCH_BYTES);
}
