/*
 * unfold_compatible.c — one run reaches several targets: behind the target that a run was made for,
 * others whose configurations are compatible with its path are executed as well. Threads that have
 * little to do with each other have targets of their own, and as many runs were needed as there are
 * targets of all of them together.
 *
 * This changes the order in which events are met, and which run meets them; a run continues to a
 * maximal configuration in any case.
 */
#include "strategies/unfold/unfold.h"
#include <stdlib.h>

/* The number of targets looked at for one run, and of events that may be executed for it in vain:
 * the targets on a list are many, and most of them need another outcome of what the run has done.
 */
#define MOST_LOOKED_AT 64
#define MOST_IN_VAIN 64

/* The number of events of a thread on the path. */
static uint32_t events_of(const Unfold *u, uint32_t thread) {
    const History *h = &u->run->history;
    return thread < h->own.len ? (uint32_t)h->own.data[thread].len : 0;
}

/* The event with this number among those of its thread on the path. */
static PrefixId event_on_path(const Unfold *u, uint32_t thread, uint32_t index) {
    return u->path.data[history_own(&u->run->history, thread, index)->position];
}

/* Whether each thread's events of a target's configuration agree with its events on the path, and
 * the event to reach is new. Conflicts between threads show when events are to be executed. */
static bool may_join(const Unfold *u, const Target *t) {
    if (!t->name || prefix_find(&u->all->prefix, t->name)) return false;
    const Prefix *p = &u->all->prefix;
    uint32_t thread = (uint32_t)t->choice.thread;
    if (events_of(u, thread) > prefix_depth(p, thread < t->nlast ? t->last[thread] : 0))
        return false;
    for (uint32_t v = 0; v < t->nlast; v++) {
        uint32_t both = MIN(prefix_depth(p, t->last[v]), events_of(u, v));
        if (both && prefix_ancestor(p, t->last[v], both) != event_on_path(u, v, both)) return false;
    }
    return true;
}

/* Executes the pending operation of a thread if it is the event with this name. */
static bool execute_named(Unfold *u, Choice c, uint64_t name) {
    Machine *m = u->run->machine;
    const Thread *t = m->threads[c.thread];
    if (!t || t->status != THREAD_READY || !operation_enabled(m, c.thread)) return false;
    /* Runs end with the process: other threads come before it. */
    if (t->pending.kind == OPERATION_PROCESS_EXIT) return false;
    return unfold_names(u, c, name) && unfold_step(u, c.thread, c.outcome);
}

/* Executes those events of a target's configuration that the path does not have, and the target.
 * Returns how many events were executed in vain: then the path is as it was, unless one of them
 * turned out to be another event, which ends the attempts. */
static size_t join_target(Unfold *u, const Target *t) {
    size_t top = u->scratch.top, begin = u->path.len, len;
    const PrefixId *list = unfold_configuration(u, t, &len);
    bool same = true;
    for (size_t k = 0; k < len && same; k++) {
        const PrefixEvent *e = prefix_event(&u->all->prefix, list[k]);
        const Action *a = e->action;
        if (a->index <= events_of(u, (uint32_t)a->thread)) continue;
        same = execute_named(u, (Choice){a->thread, a->outcome}, e->name);
        if (same && vec_last(&u->path) != list[k]) {
            u->scratch.top = top;
            return MOST_IN_VAIN;
        }
    }
    u->scratch.top = top;
    if (same && execute_named(u, t->choice, t->name)) return 0;
    size_t in_vain = u->path.len - begin;
    unfold_go_back(u, begin);
    return in_vain;
}

bool unfold_offer(Unfold *u, TargetOffers *to, const Target *t) {
    if (to->looked_at++ >= MOST_LOOKED_AT) return false;
    if ((!u->all->order || order_includes(u, t)) && may_join(u, t))
        vec_push(&to->targets, target_copy(t, t->last));
    return true;
}

void unfold_join(Unfold *u) {
    TargetOffers offers = {0};
    unfold_enter(u);
    if (u->all->order)
        order_offer(u, &offers);
    else
        unfold_offer_own(u, &offers);
    unfold_leave(u);
    size_t in_vain = 0;
    for (size_t k = 0; k < offers.targets.len; k++) {
        const Target *t = &offers.targets.data[k];
        if (in_vain < MOST_IN_VAIN && !campaign_stop(u->c) && may_join(u, t))
            in_vain += join_target(u, t);
    }
    for (size_t k = 0; k < offers.targets.len; k++) target_free(&offers.targets.data[k]);
    vec_free(&offers.targets);
}
