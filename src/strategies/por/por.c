/*
 * por.c — the unfolding-based exploration: every maximal configuration of the unfolding exactly
 * once (Por-SE, section 3.7).
 *
 * The run extends to a maximal configuration, whose conflicting extensions (event/extension.h)
 * become alternatives at the nodes of the path (alternatives.h). Then the run backtracks to the
 * last node with an alternative that excludes all of D there, follows this alternative, and extends
 * again. docs/proofs/por.md proves that this loses no configuration and explores none twice.
 */
#include "strategies/por/alternatives_check.h"
#include "strategies/por/portable.h"
#include "impact/direction.h"
#include "versions/choices.h"
#include "strategies/por/por.h"
#include <stdlib.h>

/* --- finding alternatives --------------------------------------------------------------------- */

/* Whether a new event excludes an event of D at this node and does not depend on the event executed
 * there. */
static bool is_triggered(void *por, size_t node) {
    const Por *p = por;
    return node >= p->low && node < p->fresh && p->triggered[node - p->low];
}

/* Invariant: triggers are new events that concern old nodes, and the search through the path begins
 * at the lowest of these nodes. */
static void check_triggers(const Por *p) {
    invariant(p->low == SIZE_MAX || p->low < p->fresh);
    for (size_t q = 0; q < p->triggers.len; q++) {
        const Trigger *t = &p->triggers.data[q];
        invariant(t->from <= t->until && t->until < p->fresh);
        invariant(p->low == SIZE_MAX || p->low <= t->from);
        invariant(t->event->position >= p->fresh && t->event->position < p->h->path.len);
    }
}

/* Marks the old nodes, from p->low on, for which is_triggered holds. */
static void find_triggered(Por *p) {
    History *h = p->h;
    p->triggers.len = 0;
    p->low = SIZE_MAX;
    for (size_t s = 0; s < p->tree.sleepers.len && p->fresh; s++) {
        const Sleeper *d = &p->tree.sleepers.data[s];
        if (d->from >= p->fresh) break;
        size_t first = p->triggers.len;
        for (size_t k = p->fresh; k < h->path.len; k++) {
            const Event *y = h->path.data[k];
            if (!events_conflict(y, d->event) && (d->event->action.op.kind != OPERATION_BRANCH ||
                                                  y->action.op.kind != OPERATION_BRANCH))
                continue;
            /* Only minimal events matter: an event after another trigger has all causes of that
             * trigger. */
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
    p->triggered = scratch_take(p->scratch, p->fresh - p->low);
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
    if (unlikely(base_invariants)) check_triggers(p);
}

/* Computes the alternatives that this maximal configuration adds to those of earlier ones. */
static void find_alternatives(Por *p) {
    History *h = p->h;
    /* Old events matter again at nodes where a new event excludes an event of D. */
    size_t top = p->scratch->top;
    find_triggered(p);
    size_t low = p->low;
    /* Old nodes have all alternatives but those that new events make possible. */
    invariant(low == SIZE_MAX || p->fresh < h->path.len);
    for (size_t k = 0; k < h->path.len && !watch_over(p->c->shared->watch); k++) {
        Event *e = h->path.data[k];
        unsigned kind = e->action.op.kind;
        bool old = k < p->fresh;
        /* A notification is never settled: whom it can wake depends on events that are concurrent
         * with it. */
        bool settled = old && !operation_open(kind);
        if (settled && k <= low && !(operation_chooses(kind) && is_triggered(p, k))) continue;
        if (!settled || e->related.everything || objects_mask(&e->related) & p->low_objects)
            extensions_of_event(&p->extensions, e, settled, low);
        if (operation_chooses(kind) && (!settled || is_triggered(p, k)))
            extensions_of_choice(&p->extensions, e);
    }
    for (uint32_t t = 0; t < p->m->nslots; t++) {
        const Thread *thread = p->m->threads[t];
        if (thread && thread->status == THREAD_READY && !run_is_cut(p->run, (int)t))
            extensions_of_pending(&p->extensions, (int)t);
    }
    p->scratch->top = top;
}

static void on_extension(void *por, const Extension *x) {
    Por *p = por;
    if (choices_leave_out(p->c, p->run, x)) {
        p->c->result->stats.left_out++;
        return;
    }
    tree_offer(&p->tree, x);
}

static void por_on_incomplete(void *por, const char *why) {
    Por *p = por;
    campaign_incomplete(p->c, why);
}

/* How many subtrees may wait while another one is explored, whose frames fit into a deep stack; and
 * the bytes that they may hold, the same on all machines with more memory, and their share of it.
 */
#define MOST_NESTED 16000
#define MOST_NESTED_BYTES (1ull << 30)
#define NESTED_SHARE 4

/* --- the walk --------------------------------------------------------------------------------- */

bool por_advance(Por *p, int thread, uint32_t outcome) {
    size_t n = p->h->path.len;
    if (p->tree.nodes.len == n) tree_push(&p->tree);
    invariant(p->tree.nodes.len == n + 1);
    por_wake_sleepers(p, n);
    if (!run_take(p->run, thread, outcome)) return false;
    invariant(p->h->path.len == n + 1);
    tree_move_down(&p->tree, n);
    return true;
}

bool por_advance_again(Por *p, int thread, uint32_t outcome) {
    uint64_t kept = p->run->nagain;
    if (!por_advance(p, thread, outcome)) return false;
    p->run->nreplayed += p->run->nagain == kept;
    return true;
}

bool por_extend(Por *p) {
    int enabled[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    for (;;) {
        if (campaign_stop(p->c)) return true;
        if (p->guide_at < p->guide.len) {
            Event *want = p->guide.events[p->guide_at++];
            if (!run_can_follow(p->run, want))
                base_fatal("an alternative cannot be executed: thread %s is not before %s",
                           p->m->slot_names[want->action.thread],
                           operation_names[want->action.op.kind]);
            if (!(p->guide_again ? por_advance_again : por_advance)(p, want->action.thread,
                                                                    want->action.outcome)) {
                /* The solver had not decided feasibility before: abandon this alternative. */
                p->guide_at = p->guide.len;
                return false;
            }
            /* The executed event is the one that was computed from another path: it has the same
             * history. */
            invariant(vec_last(&p->h->path)->name == want->name);
            if (unlikely(base_invariants) && p->guide_at == p->guide.len && !p->guide.partial)
                alternatives_check_excluded(&p->tree);
            continue;
        }
        if (p->guide_task) return true;
        unsigned n = run_enabled(p->run, enabled);
        if (!n) return true;
        /* Prefer the thread that ran last. */
        bool done = false, blocked = false;
        for (unsigned k = 0; k <= n && !done; k++) {
            int t = k == 0 ? p->run->last_thread : enabled[k - 1];
            if (k == 0) {
                bool is_enabled = false;
                for (unsigned j = 0; j < n; j++) is_enabled |= enabled[j] == t;
                if (!is_enabled || operation_is_late(p->m, t)) continue;
            }
            /* If D contains the preferred side of a branch, the other side is taken. */
            unsigned m = run_outcomes_by_value(p->run, t, outcomes);
            for (unsigned j = 0; j < m && !done; j++) {
                if (tree_avoids(&p->tree, t, outcomes[j])) {
                    blocked = true;
                    continue;
                }
                if (run_follows_cutoff(p->run, t, outcomes[j])) continue;
                done = por_advance(p, t, outcomes[j]);
            }
        }
        if (!done) {
            if (!blocked) return true; /* every possible operation would depend on a cut-off */
            campaign_redundant(p->c);
            return false;
        }
    }
}

bool por_back_up(Por *p) {
    AlternativeTree *t = &p->tree;
    while (p->h->path.len > p->base) {
        size_t at = p->h->path.len - 1;
        if (t->nodes.len > at + 1) tree_drop(t, at + 1);
        run_forget_below(p->run);
        Event *e = run_undo_step(p->run);
        tree_move_up(t, at);
        invariant(t->nodes.len == at + 1 && p->h->path.len == at);
        if (!t->nodes.data[at].alternatives.len) {
            event_unref(p->h, e);
            continue;
        }
        tree_avoid(t, e, at);
        Alternative *best = tree_best(t, at, NULL);
        if (!best) continue;
        p->guide_task = best->task;
        p->guide_again = best->task && (p->c->shared->ledger ||
                                        workers_has_finished(p->c->shared->workers, best->task));
        p->guide_at = 0;
        p->guide = tree_take(t, at, best);
        p->fresh = MIN(p->fresh, at);
        return true;
    }
    return false;
}

/* Whether another subtree may wait. Where it may not the order is depth first for a while. */
static bool may_nest(const Campaign *c) {
    uint64_t share = c->shared->watch->max_memory / NESTED_SHARE,
             most = share ? MIN(share, MOST_NESTED_BYTES) : MOST_NESTED_BYTES;
    return c->nesting < MOST_NESTED && c->nested_bytes < most;
}

bool por_arrive(Por *p) {
    Campaign *c = p->c;
    campaign_leaf(c);
    if (campaign_stop(c)) return false;
    if (unlikely(base_invariants)) alternatives_check_excluded(&p->tree);
    find_alternatives(p);
    p->fresh = SIZE_MAX;
    if (p->probes) probes_when_due(p->probes, &p->tree, !p->task);
    if (p->first_run && c->shared->workers)
        workers_tell_work(c->shared->workers, p->first_run, campaign_work(c) - p->first_run->begun);
    p->first_run = NULL;
    SearchOrder order = workers_order(c->shared->workers);
    bool free_order = order != SEARCH_DFS && may_nest(c);
    if (free_order || (c->shared->workers && workers_hungry(c->shared->workers))) {
        uint64_t covered = order == SEARCH_COVERAGE ? machine_branches_covered(p->m) : 0;
        por_give_away(p, free_order, covered - c->covered);
        c->covered = covered;
    }
    return true;
}

void por_explore_subtree(Por *p) {
    Campaign *c = p->c;
    do {
        bool maximal = por_extend(p);
        Task *given = p->guide_task;
        p->guide_task = NULL;
        alternative_free(&p->tree, &p->guide);
        if (campaign_stop(c)) return;
        if (given)
            por_take_back(p, given);
        else if (maximal && !por_arrive(p))
            return;
    } while (!campaign_stop(c) && por_back_up(p));
}

/* --- tasks of other workers ------------------------------------------------------------------- */

/* Explores the subtree of a task. The path is the first `common` events of its prefix. */
static void do_task(Por *p, Task *t, size_t common) {
    PorTask *own = t->payload;
    p->task = own;
    p->first_run = t;
    t->begun = campaign_work(p->c);
    p->base = t->prefix.len;
    /* The prefix ends with the alternative, at least one event after the node. */
    invariant(own->node < t->prefix.len && common <= t->prefix.len && p->h->path.len == common);
    tree_push(&p->tree);
    bool fine = true;
    for (size_t k = 0; k < t->prefix.len && fine; k++)
        if (k < common) {
            por_wake_sleepers(p, k);
            tree_move_down(&p->tree, k);
        } else {
            const Choice *c = &t->prefix.data[k];
            fine = (k < own->node ? por_advance_again : por_advance)(p, c->thread, c->outcome);
        }
    if (!fine && !p->m->stop_now)
        campaign_incomplete(
            p->c, "a part of the exploration was given up because the solver reached its limit");
    p->fresh = own->node;
    invariant(!fine || (p->h->path.len == p->base && p->next_sleeper == own->sleepers.len));
    if (unlikely(base_invariants) && fine) alternatives_check_excluded(&p->tree);
    if (fine) por_explore_subtree(p);
    /* Return the alternatives found for nodes above the subtree. */
    for (size_t k = 0; k < p->tree.nodes.len && k < p->base; k++) {
        const AlternativeNode *n = &p->tree.nodes.data[k];
        for (size_t j = 0; j < n->alternatives.len; j++) {
            const Alternative *a = &n->alternatives.data[j];
            PortableAlternative f = {(uint32_t)k, a->len, xmalloc(a->len * sizeof *f.events),
                                     a->partial};
            for (uint32_t q = 0; q < a->len; q++) f.events[q] = portable_event(a->events[q]);
            vec_push(&own->found, f);
        }
    }
    run_undo_keep(p->run, common);
}

void por_work_meanwhile(void *context, Task *t) {
    Por *p = context, *other = xmalloc(sizeof *other); /* not in a frame: there may be thousands */
    size_t common = run_common(p->run, t->prefix.data, t->prefix.len);
    run_undo_keep(p->run, common);
    por_init(other, p->c, p->scratch);
    other->probes = p->probes;
    do_task(other, t, common);
    por_close(other);
    free(other);
    workers_finished(p->c->shared->workers, t);
}

void por_init(Por *p, Campaign *c, Scratch *scratch) {
    const CampaignOptions *o = c->shared->options;
    unsigned k = o->explore.alternatives;
    *p = (Por){
        .c = c, .run = c->run, .m = c->run->machine, .h = &c->run->history, .scratch = scratch};
    p->tree = (AlternativeTree){.run = c->run,
                                .solver = c->solver,
                                .watch = c->shared->watch,
                                .scratch = scratch,
                                .degree = k ? k : UINT32_MAX,
                                .first = o->direction && o->explores_directed ? o->direction->close
                                                                              : NULL};
    p->extensions = (Extensions){.h = p->h,
                                 .m = p->m,
                                 .context = p,
                                 .found = on_extension,
                                 .wanted = is_triggered,
                                 .incomplete = por_on_incomplete,
                                 .scratch = scratch};
}

void por_close(Por *p) {
    alternative_free(&p->tree, &p->guide);
    tree_free(&p->tree);
    extensions_free(&p->extensions);
    vec_free(&p->triggers);
}
