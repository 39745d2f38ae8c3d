/* alternatives_check.c — see alternatives_check.h. */
#include "strategies/por/alternatives_check.h"

void alternatives_check_avoided(const AlternativeTree *t, size_t n) {
    uint32_t awake = 0;
    const Event *e = t->run->history.path.data[n];
    invariant(t->nodes.len == n + 1 && t->run->history.path.len > n);
    /* The node counts the events of D that the path before it leaves possible. */
    invariant(t->nodes.data[n].sleeping == t->awake && t->awake <= t->sleepers.len);
    for (size_t s = 0; s < t->sleepers.len; s++) {
        const Sleeper *d = &t->sleepers.data[s];
        bool asleep = d->until == UINT32_MAX;
        awake += asleep;
        /* No event of D is executed, since its subtree was explored. */
        invariant(!asleep || d->event->name != e->name);
        invariant(d->from <= n && (asleep || d->until >= d->from));
        invariant(!s || t->sleepers.data[s - 1].from <= d->from);
        /* A sleeper ends only at a node whose event excludes it. */
        const Event *y = asleep ? NULL : t->run->history.path.data[d->until];
        invariant(!y || d->until < n);
        invariant(!y || events_conflict(y, d->event) ||
                  (y->action.op.kind == OPERATION_BRANCH &&
                   d->event->action.op.kind == OPERATION_BRANCH));
        /* The event of a sleeper was enabled where it was explored. */
        for (uint32_t u = 0; u < d->event->nclock; u++) {
            uint32_t want = u == (uint32_t)d->event->action.thread ? d->event->action.index - 1
                                                                   : event_clock(d->event, u);
            if (!want) continue;
            invariant(u < t->run->history.own.len && want <= t->run->history.own.data[u].len);
            invariant(history_own(&t->run->history, u, want)->position < d->from);
        }
        for (size_t q = 0; q < s; q++) invariant(t->sleepers.data[q].event->name != d->event->name);
    }
    invariant(awake == t->awake);
}

/* Whether the n-th event of thread `u` is among the first `node` events of the path or the first
 * `k` of the alternative. */
static bool is_before(const AlternativeTree *t, uint32_t u, uint32_t n, size_t node,
                      const Alternative *a, uint32_t k) {
    const History *h = &t->run->history;
    if (u < h->own.len && n <= h->own.data[u].len && history_own(h, u, n)->position < node)
        return true;
    for (uint32_t j = 0; j < k; j++)
        if ((uint32_t)a->events[j]->action.thread == u && a->events[j]->action.index == n)
            return true;
    return false;
}

void alternatives_check(const AlternativeTree *t, size_t node, const Alternative *a) {
    uint64_t signature = 0;
    invariant(a->len);
    for (uint32_t k = 0; k < a->len; k++) {
        const Event *v = a->events[k];
        signature += hash_mix(v->name);
        /* The events can be executed in this order after the node, so together they form a
         * configuration. */
        for (uint32_t u = 0; u < v->nclock; u++) {
            uint32_t want =
                u == (uint32_t)v->action.thread ? v->action.index - 1 : event_clock(v, u);
            invariant(!want || is_before(t, u, want, node, a, k));
        }
        invariant(!is_before(t, (uint32_t)v->action.thread, v->action.index, node, a, k));
        for (uint32_t j = 0; j < k; j++)
            invariant(event_precedes(a->events[j], v) || !events_conflict(a->events[j], v));
        /* Each event of D was explored here, so the alternative contains none of them. */
        for (size_t s = 0; s < t->sleepers.len; s++)
            invariant(!sleeper_at(&t->sleepers.data[s], node) ||
                      t->sleepers.data[s].event->name != v->name);
    }
    invariant(a->signature == signature);
}

void alternatives_check_excluded(const AlternativeTree *t) {
    if (!t->awake) return;
    /* Skip branches: the solver need not recognise at each event that a side is excluded. */
    for (size_t s = 0; s < t->sleepers.len; s++)
        invariant(t->sleepers.data[s].until != UINT32_MAX ||
                  t->sleepers.data[s].event->action.op.kind == OPERATION_BRANCH);
}

void alternatives_check_kept(const AlternativeTree *t, size_t node, const Alternative *a) {
    const History *h = &t->run->history;
    invariant(node < h->path.len && node < t->nodes.len);
    /* Some event of the alternative conflicts with the event executed here, so it leads away from
     * the path. */
    const Event *here = h->path.data[node];
    bool excludes = here->action.op.kind == OPERATION_BRANCH;
    for (uint32_t k = 0; k < a->len && !excludes; k++)
        excludes = events_conflict(a->events[k], here);
    invariant(excludes);
    /* All events but the last are on some path already, and none of them follows from the last. */
    const Event *new = a->events[a->len - 1];
    for (uint32_t k = 0; k + 1 < a->len; k++)
        invariant(!event_precedes(new, a->events[k]) ||
                  new->action.thread == a->events[k]->action.thread);
}
