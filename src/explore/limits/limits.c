/* limits.c — statistics of a campaign, and the limits that end it: time, memory, interruption. */
#include "explore/portfolio/portfolio.h"
#include "vm/state/thread_time.h"
#include <malloc.h>

void campaign_halt(Campaign *c, const char *reason) {
    c->halt = true;
    if (!c->result->halt_reason) c->result->halt_reason = reason;
    if (c->shared->workers) workers_stop(c->shared->workers);
}

void campaign_refresh(Campaign *c) {
    CampaignStats *s = &c->result->stats;
    Census *census =
        c->decided.names.len || c->decided.nwaiting ? &c->decided : &c->run->history.census;
    const uint64_t *kinds = s->kind_events;
    s->events = census_total(census);
    s->events_sampled = census->level > 0;
    for (unsigned k = 0; k < OPERATION_KINDS; k++) s->kind_events[k] = census_of_kind(census, k);
    s->memory_events = kinds[OPERATION_LOAD] + kinds[OPERATION_STORE] + kinds[OPERATION_RMW];
    s->cutoffs = c->shared->known ? known_states_cutoffs(c->shared->known) : 0;
    s->states = c->shared->known ? known_states_count(c->shared->known) : 0;
    const CampaignStats *more = &c->elsewhere;
    s->instructions = c->run->machine->instructions + more->instructions;
    const SolverStats *q = solver_stats(c->solver);
    s->queries = q->queries + more->queries;
    s->backend_queries = q->backend_queries + more->backend_queries;
    s->solver_seconds = q->seconds + more->solver_seconds;
#define SET_LAYER(name) s->name = q->name + more->name;
    SOLVER_LAYERS(SET_LAYER)
#undef SET_LAYER
    s->seconds = time_wall() - c->shared->started;
    s->rss_bytes = memory_resident();
    s->threads_max = MAX(s->threads_max, c->run->machine->nthreads);
    if (c->hunt) c->shared->strategy->hunts->count(c->hunt, s);
    s->visible_ranges = s->visible_bytes = 0;
    for (size_t k = 0; k < c->visible.len; k++) {
        VisibleRange v = c->visible.data[k];
        if (machine_is_mark(v)) continue;
        s->visible_ranges++;
        s->visible_bytes += v.end - v.start;
    }
    if (c->shared->strategy->elsewhere) return;
    s->branches_total = 2ull * c->shared->program->nbranches;
    /* Con2colic testing counts the branches that its scenarios cover. */
    const InterferenceStats *own = &c->result->interference;
    s->branches_covered = own->nlevels ? own->covered : machine_branches_covered(c->run->machine);
}

/* Gives states on standby the memory that the limit leaves. Returns the number of bytes freed. */
static uint64_t share_memory(Campaign *c, uint64_t used) {
    uint64_t most = c->shared->watch->max_memory, aim = most - most / 16;
    Run *r = c->run;
    if (!r->standby) return 0;
    uint64_t jobs = MAX(c->shared->options->explore.jobs, 1), own = standby_bytes(r->standby);
    uint64_t room = used <= aim ? own + (aim - used) / jobs : own - MIN(own, used - aim);
    return standby_limit(r->standby, &r->history, MIN(room, c->shared->standby_most / jobs));
}

/* False if the limit is exceeded even without everything that can be recomputed. */
bool campaign_within_memory(Campaign *c) {
    uint64_t used = memory_resident(), most = c->shared->watch->max_memory;
    if (share_memory(c, used)) {
        malloc_trim(0);
        used = memory_resident();
    }
    if (used <= most) return true;
    if (c->hunt) c->shared->strategy->hunts->end(c->hunt);
    if (c->spare) c->spare(c->spare_context);
    if (c->shared->known) known_states_spare(c->shared->known);
    if (c->run->standby) standby_limit(c->run->standby, &c->run->history, 0);
    history_trim(&c->run->history);
    solver_forget(c->solver);
    malloc_trim(0);
    used = memory_resident();
    share_memory(c, used);
    return used <= most;
}

static void tell_progress(Campaign *c, bool hunting) {
    if (!c->is_root || !c->shared->callbacks || !c->shared->callbacks->progress ||
        !portfolio_leads(c))
        return;
    CampaignStats now_all = c->result->stats;
    now_all.hunting = hunting;
    portfolio_add_estimate(c, &now_all);
    if (c->shared->workers) workers_told(c->shared->workers, &now_all.traces, &now_all.events);
    c->shared->callbacks->progress(c->shared->callbacks->context, &now_all,
                                   c->shared->findings->result->nfindings);
}

void campaign_tell_hunting(Campaign *c) {
    double now = time_wall();
    if (now - c->last_progress < 0.2) return;
    c->last_progress = now;
    campaign_refresh(c);
    tell_progress(c, true);
}

bool campaign_stop(Campaign *c) {
    if (unlikely(c->shared->member) && portfolio_turn_is_over(c)) portfolio_turn(c);
    if (c->hunt) c->shared->strategy->hunts->when_due(c->hunt);
    if (c->shared->symmetry &&
        (symmetry_is_broken(c->shared->symmetry) || symmetry_is_wanted(c->shared->symmetry)))
        c->restart = true;
    if (campaign_has_enough(c)) campaign_halt(c, "first bug");
    if (c->halt || c->restart) {
        if (c->shared->workers && !workers_stopped(c->shared->workers))
            workers_stop(c->shared->workers);
        return true;
    }
    if (watch_over(c->shared->watch)) {
        campaign_halt(c, c->shared->watch->reason);
        return true;
    }
    if (c->shared->workers && workers_stopped(c->shared->workers)) return true;
    unsigned ticks = watch_ticks(c->shared->watch);
    if (ticks == c->ticks) return false;
    c->ticks = ticks;
    bool within = campaign_within_memory(c);
    while (!within && portfolio_frees_memory(c)) within = campaign_within_memory(c);
    if (!within) campaign_halt(c, "memory");
    double now = time_wall();
    if (now - c->last_progress < 0.2) return c->halt;
    c->last_progress = now;
    campaign_refresh(c);
    if (c->shared->workers)
        workers_tell_events(c->shared->workers, c->result->stats.events - c->events_told);
    c->events_told = c->result->stats.events;
    tell_progress(c, false);
    return c->halt;
}
