/*
 * alternatives.c — see alternatives.h. docs/proofs/por.md proves that the alternatives kept here
 * lose no configuration and never lead to one that was explored before. (The events of J exclude
 * all of D, so the right subtree is never empty.)
 */
#include "strategies/por/alternatives.h"
#include "strategies/por/alternatives_check.h"
#include <stdlib.h>

void alternative_free(AlternativeTree *t, Alternative *a) {
    for (uint32_t k = 0; k < a->len; k++) event_unref(&t->run->history, a->events[k]);
    free(a->events);
    *a = (Alternative){0};
}

void tree_free(AlternativeTree *t) {
    while (t->nodes.len) tree_drop(t, t->nodes.len - 1);
    vec_free(&t->nodes);
    vec_free(&t->sleepers);
}

/* --- constraints of branches ------------------------------------------------------------------ */

/* Whether the constraints of the first `n` path events, of `extra` and of `last` (may be NULL) are
 * satisfiable together. */
static bool feasible_together(AlternativeTree *t, size_t n, Event *const *extra, uint32_t nextra,
                              const Expr *last) {
    VEC(const Expr *) facts = {0};
    for (size_t k = 0; k < n; k++)
        if (t->run->history.path.data[k]->action.op.kind == OPERATION_BRANCH)
            vec_push(&facts, operation_constraint(t->run->machine->pool,
                                                  &t->run->history.path.data[k]->action));
    /* One-sided facts (assumptions made without an event) belong to states, not to events: none
     * occur here. */
    const Expr *query = last;
    for (uint32_t k = 0; k < nextra; k++)
        if (extra[k]->action.op.kind == OPERATION_BRANCH) {
            const Expr *e = operation_constraint(t->run->machine->pool, &extra[k]->action);
            query = query ? expr_and(t->run->machine->pool, query, e) : e;
        }
    bool ok = !query || expr_is_true(query);
    if (!ok && !expr_is_false(query)) {
        SolverResult r = solver_check(t->solver, facts.data, facts.len, query, NULL, NULL);
        /* Treat unknown as satisfiable: the execution decides it (and marks the run as
         * incomplete). */
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

/* Whether the event at path position `n` excludes `d`, which was enabled before that position. */
static bool is_excluded_at(AlternativeTree *t, const Event *d, size_t n) {
    const Event *e = t->run->history.path.data[n];
    if (events_conflict(e, d)) return true;
    return e->action.op.kind == OPERATION_BRANCH && d->action.op.kind == OPERATION_BRANCH &&
           !feasible_together(t, n + 1, NULL, 0,
                              operation_constraint(t->run->machine->pool, &d->action));
}

/* --- relations between an event that is enabled at the tip and an alternative ----------------- */

typedef enum Relation { RELATION_COMPATIBLE, RELATION_MEMBER, RELATION_CONFLICT } Relation;

/* Whether all causes of `v` lie in the first `n` events of the path. */
static bool causes_within(const AlternativeTree *t, const Event *v, size_t n) {
    const History *h = &t->run->history;
    for (uint32_t u = 0; u < v->nclock; u++) {
        uint32_t want = u == (uint32_t)v->action.thread ? v->action.index - 1 : v->clock[u];
        if (!want) continue;
        if (u >= h->own.len || h->own.data[u].len < want || history_own(h, u, want)->position >= n)
            return false;
    }
    return true;
}

/* The relation of `e`, enabled after the first `n` events, to `list`, the events of an alternative
 * outside them. */
static Relation relation(AlternativeTree *t, const Event *e, Event *const *list, uint32_t len,
                         size_t n, uint32_t *member) {
    for (uint32_t k = 0; k < len; k++) {
        const Event *v = list[k];
        if (v->action.thread == e->action.thread) {
            if (v->action.index == e->action.index && v->action.outcome == e->action.outcome &&
                v->action.op.kind == e->action.op.kind && causes_within(t, v, n)) {
                if (member) *member = k;
                return RELATION_MEMBER;
            }
            return RELATION_CONFLICT;
        }
        if (operation_dependent(&v->action, &e->action)) {
            /* `e` is dependent with v but no cause of it. Lists are in causal order, so an event of
             * the thread of `e` before v would have been met already. */
            return RELATION_CONFLICT;
        }
    }
    if (e->action.op.kind == OPERATION_BRANCH && has_branch(list, len) &&
        !feasible_together(t, n, list, len,
                           operation_constraint(t->run->machine->pool, &e->action)))
        return RELATION_CONFLICT;
    return RELATION_COMPATIBLE;
}

/* Whether the alternative excludes every event of D at node `n`. A partial alternative only needs
 * to contain none of them. */
static bool excludes_all(AlternativeTree *t, const Alternative *a, size_t n) {
    for (size_t k = 0; k < t->sleepers.len; k++) {
        const Sleeper *s = &t->sleepers.data[k];
        if (!sleeper_at(s, n)) continue;
        Relation r = relation(t, s->event, a->events, a->len, n, NULL);
        if (r == RELATION_MEMBER || (r == RELATION_COMPATIBLE && !a->partial)) return false;
    }
    return true;
}

/* --- finding alternatives --------------------------------------------------------------------- */

static uint64_t signature_of(Event *const *events, uint32_t len) {
    uint64_t signature = 0;
    for (uint32_t k = 0; k < len; k++) signature += hash_mix(events[k]->name);
    return signature;
}

Alternative *tree_restore(AlternativeTree *t, size_t node, Event **events, uint32_t len,
                          bool partial) {
    AlternativeNode *n = &t->nodes.data[node];
    Alternative a = {xmalloc(len * sizeof *events), len, partial, NULL, signature_of(events, len)};
    for (uint32_t k = 0; k < len; k++) a.events[k] = event_ref(events[k]);
    if (unlikely(base_invariants)) alternatives_check(t, node, &a);
    vec_push(&n->alternatives, a);
    return &vec_last(&n->alternatives);
}

void tree_keep(AlternativeTree *t, size_t node, Event **events, uint32_t len, bool partial) {
    uint64_t signature = signature_of(events, len);
    const AlternativeNode *n = &t->nodes.data[node];
    for (size_t k = 0; k < n->alternatives.len; k++)
        if (n->alternatives.data[k].signature == signature && n->alternatives.data[k].len == len)
            return;
    const Alternative *kept = tree_restore(t, node, events, len, partial);
    if (unlikely(base_invariants)) alternatives_check_kept(t, node, kept);
}

static inline bool within_clock(const uint32_t *clock, const Event *e) {
    return clock[e->action.thread] >= e->action.index;
}

/* Collects the path events after the node of the extension that lie within the clock, then the new
 * event. */
static uint32_t alternatives_collect(AlternativeTree *t, const Extension *x, const uint32_t *clock,
                                     Event **out) {
    uint32_t n = 0;
    History *h = &t->run->history;
    for (size_t k = x->node + 1; k < h->path.len; k++)
        if (within_clock(clock, h->path.data[k])) out[n++] = h->path.data[k];
    out[n++] = x->event;
    return n;
}

static bool follows_removed(const Removed *r, const Event *y) {
    for (unsigned k = 0; k < r->n; k++)
        if (event_precedes(r->event[k], y)) return true;
    return false;
}

/* Whether a path event cannot be in an alternative with the new event. One that is no cause of it
 * and was not removed may exclude it all the same: a cut-off, which no event follows. */
static bool is_against(const Extension *x, const Event *y) {
    return follows_removed(&x->removed, y) ||
           (!event_precedes(y, x->event) && events_conflict(y, x->event));
}

/* Invariant: the collected events can be executed after the node without the removed events. */
static void check_collected(const AlternativeTree *t, const Extension *x, Event *const *list,
                            uint32_t len) {
    const History *h = &t->run->history;
    for (uint32_t k = 0; k + 1 < len; k++) {
        invariant(list[k]->position > x->node && !follows_removed(&x->removed, list[k]));
        invariant(!k || list[k - 1]->position < list[k]->position);
    }
    /* All causes of the new event after the node are on the path. */
    for (uint32_t u = 0; u < x->event->nclock; u++) {
        uint32_t n = event_clock(x->event, u) - (u == (uint32_t)x->event->action.thread);
        invariant(n <= (u < h->own.len ? h->own.data[u].len : 0));
    }
}

/* Adds excluders for the events of D from number `from` on, at most `budget` excluders, and keeps
 * each alternative. */
static void alternatives_complete(AlternativeTree *t, const Extension *x, const uint32_t *clock,
                                  size_t from, uint32_t budget) {
    History *h = &t->run->history;
    if (watch_over(t->watch)) return; /* there may be many choices */
    size_t top = t->scratch->top;
    Event **list = scratch_take(t->scratch, (h->path.len - x->node + 1) * sizeof *list);
    uint32_t len = alternatives_collect(t, x, clock, list);
    if (unlikely(base_invariants)) check_collected(t, x, list, len);
    bool partial = false;
    for (size_t s = from; s < t->sleepers.len; s++) {
        const Sleeper *d = &t->sleepers.data[s];
        if (!sleeper_at(d, x->node)) continue;
        Relation r = relation(t, d->event, list, len, x->node, NULL);
        if (r == RELATION_CONFLICT) continue;
        if (r == RELATION_MEMBER) goto done;
        if (!budget) {
            partial = true;
            continue;
        }
        /* Try each minimal event of the path that excludes `d` and goes with the new event. */
        VEC(const Event *) chosen = {0};
        uint32_t *more = scratch_take(t->scratch, h->nthreads * sizeof *more);
        for (size_t k = x->node + 1; k < h->path.len; k++) {
            const Event *y = h->path.data[k];
            if (is_against(x, y)) continue;
            if (!is_excluded_at(t, d->event, k)) continue;
            bool minimal = true;
            for (size_t q = 0; q < chosen.len && minimal; q++)
                minimal = !event_precedes(chosen.data[q], y);
            if (!minimal) continue;
            vec_push(&chosen, y);
            for (uint32_t u = 0; u < h->nthreads; u++) more[u] = MAX(clock[u], event_clock(y, u));
            alternatives_complete(t, x, more, s + 1, budget - 1);
        }
        vec_free(&chosen);
        goto done;
    }
    if (!has_branch(list, len) || feasible_together(t, x->node, list, len, NULL))
        tree_keep(t, x->node, list, len, partial);
done:
    t->scratch->top = top;
}

void tree_offer(AlternativeTree *t, const Extension *x) {
    History *h = &t->run->history;
    size_t top = t->scratch->top;
    uint32_t *clock = scratch_take(t->scratch, h->nthreads * sizeof *clock);
    for (uint32_t u = 0; u < h->nthreads; u++) clock[u] = event_clock(x->event, u);
    clock[x->event->action.thread]--; /* the causes of the event, without the event */
    /* The node is where the first event that the new event excludes was executed. */
    invariant(x->node < h->path.len && removed_has(&x->removed, h->path.data[x->node]));
    alternatives_complete(t, x, clock, 0, t->degree - 1);
    t->scratch->top = top;
}

/* Whether alternative `a` is tried before `b`, if both qualify. */
static bool tree_prefers(const AlternativeTree *t, const Alternative *a, const Alternative *b) {
    const Action *x = &a->events[a->len - 1]->action, *y = &b->events[b->len - 1]->action;
    if (t->first && t->first[x->op.loc] != t->first[y->op.loc]) return t->first[x->op.loc];
    return x->thread < y->thread;
}

Alternative *tree_best(AlternativeTree *t, size_t node, const Event *except) {
    AlternativeNode *n = &t->nodes.data[node];
    Alternative *best = NULL;
    for (size_t k = 0; k < n->alternatives.len; k++) {
        Alternative *a = &n->alternatives.data[k];
        if (a->task) return a;
        if (except &&
            (a->partial || relation(t, except, a->events, a->len, node, NULL) != RELATION_CONFLICT))
            continue;
        if ((!best || tree_prefers(t, a, best)) && excludes_all(t, a, node)) best = a;
    }
    return best;
}

Alternative tree_take(AlternativeTree *t, size_t node, Alternative *best) {
    AlternativeNode *n = &t->nodes.data[node];
    Alternative taken = *best;
    if (unlikely(base_invariants) && !taken.task) alternatives_check(t, node, best);
    invariant(best >= n->alternatives.data && best < n->alternatives.data + n->alternatives.len);
    size_t k = (size_t)(best - n->alternatives.data);
    memmove(best, best + 1, (n->alternatives.len - k - 1) * sizeof *best);
    n->alternatives.len--;
    return taken;
}

/* --- along the path --------------------------------------------------------------------------- */

void tree_push(AlternativeTree *t) {
    AlternativeNode n = {.sleeping = t->awake};
    vec_push(&t->nodes, n);
}

static Alternative alternative_copy(const Alternative *a) {
    Alternative c = *a;
    c.events = xmalloc(a->len * sizeof *c.events);
    for (uint32_t k = 0; k < a->len; k++) c.events[k] = event_ref(a->events[k]);
    return c;
}

void tree_move_down(AlternativeTree *t, size_t n) {
    const Event *e = t->run->history.path.data[n];
    uint32_t killed = 0;
    if (unlikely(base_invariants)) alternatives_check_avoided(t, n);
    for (size_t s = 0; t->awake && s < t->sleepers.len; s++) {
        Sleeper *d = &t->sleepers.data[s];
        if (d->until != UINT32_MAX) continue;
        invariant(d->from <= n);
        if (is_excluded_at(t, d->event, n)) {
            d->until = (uint32_t)n;
            killed++;
        }
    }
    t->nodes.data[n].killed = killed;
    t->awake -= killed;
    tree_push(t);
    AlternativeNode *here = &t->nodes.data[n], *below = &t->nodes.data[n + 1];
    size_t kept = 0;
    for (size_t k = 0; k < here->alternatives.len; k++) {
        Alternative a = here->alternatives.data[k];
        uint32_t member;
        Relation r = relation(t, e, a.events, a.len, n, &member);
        if (r == RELATION_CONFLICT) {
            here->alternatives.data[kept++] = a;
            continue;
        }
        /* Keep a copy here: if partial alternatives are tried, this one may later exclude the rest
         * of D. */
        if (r == RELATION_COMPATIBLE && t->degree != UINT32_MAX)
            here->alternatives.data[kept++] = alternative_copy(&a);
        if (r == RELATION_MEMBER) {
            a.signature -= hash_mix(a.events[member]->name);
            event_unref(&t->run->history, a.events[member]);
            memmove(a.events + member, a.events + member + 1,
                    (a.len - member - 1) * sizeof *a.events);
            a.len--;
        }
        if (!a.len || !t->awake) {
            alternative_free(t, &a);
            continue;
        }
        if (unlikely(base_invariants)) alternatives_check(t, n + 1, &a);
        vec_push(&below->alternatives, a);
    }
    here->alternatives.len = kept;
}

void tree_drop(AlternativeTree *t, size_t at) {
    while (t->nodes.len > at) {
        AlternativeNode *n = &vec_last(&t->nodes);
        for (size_t k = 0; k < n->alternatives.len; k++)
            alternative_free(t, &n->alternatives.data[k]);
        vec_free(&n->alternatives);
        t->nodes.len--;
    }
    while (t->sleepers.len && vec_last(&t->sleepers).from >= at) {
        Sleeper s = vec_pop(&t->sleepers);
        invariant(s.until == UINT32_MAX || s.until >= at);
        if (s.until == UINT32_MAX) t->awake--;
        event_unref(&t->run->history, s.event);
    }
}

void tree_move_up(AlternativeTree *t, size_t at) {
    AlternativeNode *n = &t->nodes.data[at];
    for (size_t s = 0; n->killed && s < t->sleepers.len; s++)
        if (t->sleepers.data[s].until == at) {
            t->sleepers.data[s].until = UINT32_MAX;
            t->awake++;
            n->killed--;
        }
    invariant(!n->killed);
}

void tree_avoid(AlternativeTree *t, Event *e, size_t at) {
    Sleeper d = {e, (uint32_t)at, UINT32_MAX};
    /* D grows only at the tip: subtrees below were explored with the D of their time. */
    invariant(t->nodes.len == at + 1 && t->run->history.path.len >= at);
    invariant(!t->sleepers.len || vec_last(&t->sleepers).from <= at);
    vec_push(&t->sleepers, d);
    t->nodes.data[at].sleeping++;
    t->awake++;
}

bool tree_avoids(const AlternativeTree *t, int thread, uint32_t outcome) {
    for (size_t s = 0; t->awake && s < t->sleepers.len; s++) {
        const Sleeper *d = &t->sleepers.data[s];
        if (d->until == UINT32_MAX && d->event->action.thread == thread &&
            d->event->action.outcome == outcome)
            return true;
    }
    return false;
}
