/*
 * unfold_races.c — races that runs do not show by themselves: between accesses after two events
 * that no run has together, and between accesses that only the schedule of a run orders.
 */
#include "strategies/unfold/contextual.h"
#include "strategies/unfold/unfold.h"

/* Whether accesses after two events may race. `ordered`: the older event is a cause of the newer
 * one, so the accesses that are part of the older event come before all accesses after the newer
 * event. */
static bool logs_conflict(const PrefixLog *older, const PrefixLog *newer, bool ordered) {
    for (uint32_t i = 0; i < older->n; i++)
        for (uint32_t j = 0; j < newer->n && !(ordered && older->entry[i].section); j++) {
            const LogEntry *x = &older->entry[i], *y = &newer->entry[j];
            if (x->word + x->words <= y->word || y->word + y->words <= x->word) continue;
            bool wide = x->words > 1 || y->words > 1 || x->vague || y->vague;
            if (wide ? x->writes || y->writes
                     : x->writes & (y->writes | y->reads) || y->writes & x->reads)
                return true;
        }
    return false;
}

/* Adds a target for the union of two local configurations. False if they conflict. */
static bool want_both(Unfold *u, PrefixId id, PrefixId other) {
    const Prefix *p = &u->view;
    const PrefixEvent *e = prefix_event(p, id);
    size_t top = u->scratch.top;
    PrefixId *last = prefix_spread(p, e->last, e->nlast);
    bool together = prefix_join(p, last, other);
    if (together) {
        Target both = target_make(u, last, p->nthreads, 0, (Choice){-1, 0});
        unfold_push(u, &both);
    }
    u->scratch.top = top;
    return together;
}

void unfold_met(void *context, PrefixId id, PrefixId other) {
    Unfold *u = context;
    const Prefix *p = &u->view;
    const PrefixEvent *e = prefix_event(p, id), *x = prefix_event(p, other);
    const PrefixLog *mine = e->log, *others = x->log;
    invariant(e->action->thread != x->action->thread);
    if (!mine || !others) return;
    if (!(others->writes & (mine->reads | mine->writes) || others->reads & mine->writes)) return;
    uint32_t t = (uint32_t)x->action->thread;
    bool cause = t < e->nlast && e->last[t] == other;
    bool ordered = cause || (p->contextual && contextual_before(p, other, id));
    bool reversed = p->contextual && !cause && contextual_before(p, id, other);
    if (reversed ? !logs_conflict(mine, others, true) : !logs_conflict(others, mine, ordered))
        return;
    bool together = want_both(u, id, other);
    invariant(together);
    (void)together;
}

/* --- races of visible accesses, where the order of a run is not that of strong causes
 * ------------------- */

static bool unfold_race_is_told(void *context, uint32_t loc, uint32_t other) {
    const Unfold *u = context;
    bool told = campaign_stop(u->c);
    for (size_t k = 0; k < u->all->workers.len && !told; k++)
        told = campaign_told_race(u->all->workers.data[k]->c, loc, other);
    return told;
}

static bool want_pair(void *context, PrefixId first, PrefixId second) {
    Unfold *u = context;
    uint64_t both =
        hash_combine(prefix_event(&u->view, first)->name, prefix_event(&u->view, second)->name);
    if (!hash_set_add(&u->all->paired, hash_mix(both) | 1)) return true;
    return !want_both(u, second,
                      first); /* if they do not race, the next ones are asked for later */
}

bool unfold_meet_unordered(Unfold *u) {
    unfold_enter(u);
    unfold_look(u);
    unfold_leave(u);
    if (u->view.contextual && u->run->visible_races)
        contextual_unordered(&u->view, &(ContextualPairs){u, unfold_race_is_told, want_pair});
    return u->all->ntargets > 0;
}
