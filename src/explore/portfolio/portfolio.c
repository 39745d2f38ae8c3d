/*
 * portfolio.c — see portfolio.h, and campaign.h for campaign_run, which every exploration goes
 * through.
 */
#include "explore/portfolio/portfolio.h"
#include <stdlib.h>
#include <unistd.h>

/* States on standby may take this share of the allowed memory unless the user sets a limit, and
 * this share of a limit while another member explores. */
#define STANDBY_SHARE 8
#define STANDBY_SHARE_BESIDE 4

/* --- members ---------------------------------------------------------------------------------- */

static uint64_t half_of_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 2 : 4ull << 30;
}

static Member *member_init(Portfolio *p, const Strategy *strategy, double started) {
    const CampaignOptions *o = p->findings.options;
    const CampaignCallbacks *callbacks = p->findings.callbacks;
    const ExploreSettings *wanted = &o->explore;
    uint64_t most_memory = wanted->max_memory ? wanted->max_memory << 20 : half_of_memory();
    Member *m = &p->member[p->n];
    m->of = p;
    m->index = p->n++;
    m->standby_most = wanted->max_memory ? most_memory : most_memory / STANDBY_SHARE;
    m->watch = (Watch){.max_memory = most_memory,
                       .deadline = wanted->max_time > 0 ? started + wanted->max_time : 0,
                       .asked = callbacks ? callbacks->interrupted : NULL,
                       .context = callbacks ? callbacks->context : NULL};
    m->team.options = *o;
    m->team.options.explore.hunt &= !m->index; /* once is enough */
    m->team.root.result = xcalloc(1, sizeof *m->team.root.result);
    m->team.shared = (Exploration){.program = p->findings.program,
                                   .options = &m->team.options,
                                   .strategy = strategy,
                                   .callbacks = callbacks,
                                   .findings = &p->findings,
                                   .watch = &m->watch,
                                   .ledger = o->ledger,
                                   .standby_most = m->standby_most,
                                   .started = started};
    return m;
}

/* What con2colic testing does where it is not asked for. */
static const InterferenceSettings interference_usual = {
    .bound = 5, .cores = true, .no_duplicates = true, .priority = true, .stop_covered = true};

/* Adds a member that only looks for bugs. */
static void add_seeker(Portfolio *p, const Strategy *strategy, double started) {
    Member *m = member_init(p, strategy, started);
    m->seeks = m->team.shared.seeks = true;
    m->team.options.explore.interference = interference_usual;
    m->team.options.explore.jobs = 1;
    m->team.options.run.check_uninitialised &= !strategy->all_written;
}

static bool is_complete_at_bound(const Member *m) {
    const Campaign *c = &m->team.root;
    return !c->halt && !c->result->nincomplete;
}
static bool is_complete(const Member *m) {
    return is_complete_at_bound(m) && !m->team.root.result->nbounds;
}

/* Stores the coverage and the final visible set S in the result. */
static void store_coverage(Campaign *c) {
    CampaignResult *result = c->result;
    const Program *program = c->shared->program;
    if (!c->shared->strategy->elsewhere) {
        result->cover = xcalloc(program->ninsns + 1, 2);
        memcpy(result->cover, c->run->machine->cover, 2 * (size_t)program->ninsns);
    }
    result->visible = xcalloc(c->visible.len + 1, sizeof *result->visible);
    for (size_t k = 0; k < c->visible.len; k++)
        if (!machine_is_mark(c->visible.data[k]))
            result->visible[result->nvisible++] = c->visible.data[k];
}

/* Completes the result of a member that is over, and frees everything else. */
static void member_close(Member *m) {
    Campaign *c = &m->team.root;
    watch_end(&m->watch);
    campaign_refresh(c);
    store_coverage(c);
    c->result->complete = is_complete(m);
    if (c->result->complete && m->team.shared.known && m->team.options.prune.states)
        m->team.options.prune.ops->save_states(c);
    if (!c->result->halt_reason) c->result->halt_reason = "finished";
    team_close(&m->team);
}

/* With the lock held: the others need not go on after the end of this member. */
static void stop_others(Member *m) {
    Portfolio *p = m->of;
    portfolio_let_replays_end_with(m);
    for (unsigned k = 0; k < p->n; k++)
        if (portfolio_is_exploring(&p->member[k])) watch_stop(&p->member[k].watch, "decided");
}

/* With the lock held: a member that explores, rather one that explores everything; NULL: none. */
static Member *exploring_member(Portfolio *p) {
    for (unsigned k = 0; k < p->n; k++)
        if (portfolio_is_exploring(&p->member[k])) return &p->member[k];
    return NULL;
}

/* Whether the search for scenarios cannot decide, though no limit was reached. */
static bool gave_up(Member *m) {
    const Campaign *c = &m->team.root;
    return m->team.shared.strategy->takes_guidance && c->halt && !watch_over(&m->watch) &&
           !campaign_has_enough(c) && strcmp(c->result->halt_reason, "memory") != 0;
}

/* With the lock held: after the end of a member another one goes on, or all stop. */
static void member_ended(Member *m) {
    Portfolio *p = m->of;
    Campaign *c = &m->team.root;
    /* Where both give up something, the first one is believed. */
    bool complete = m->team.shared.strategy->takes_bound ? is_complete_at_bound(m) : is_complete(m);
    if (!p->winner && !m->seeks && (complete || (!m->index && !c->halt))) p->winner = m;
    Member *second = &p->member[1], *next = exploring_member(p);
    if (!next && p->n > 1 && !second->seeks && second->status == MEMBER_WAITING && gave_up(m)) {
        p->let_begin(second);
        next = second;
    }
    if (!next) return;
    if (p->winner || next->seeks) {
        stop_others(p->winner ? p->winner : m);
    } else if (m->seeks ||
               !strcmp(c->result->halt_reason ? c->result->halt_reason : "", "memory")) {
        portfolio_let_replays_end_with(next);
        member_close(m);
        m->status = MEMBER_CLOSED;
        if (!m->seeks) atomic_store(&next->team.shared.standby_most, next->standby_most);
    }
    portfolio_give_turn(p, next);
}

/* Explores until the end of this member, and lets another one go on, or decides. */
static void member_explore(Member *m) {
    Portfolio *p = m->of;
    Campaign *c = &m->team.root;
    team_explore(&m->team);
    pthread_mutex_lock(&p->lock);
    if (c->turn_ends) m->work += campaign_work(c) - c->turn_began;
    m->status = MEMBER_OVER;
    member_ended(m);
    pthread_mutex_unlock(&p->lock);
}

static void *portfolio_member_thread(void *member) {
    Member *m = member;
    watch_start(&m->watch);
    portfolio_turn(&m->team.root);
    member_explore(m);
    return NULL;
}

static void let_begin(Member *m) {
    Member *first = &m->of->member[0];
    Campaign *c = &m->team.root;
    char *error = NULL;
    if (!team_open(&m->team, &error)) base_fatal("%s", error);
    for (size_t k = 0; k < first->team.root.visible.len; k++) {
        VisibleRange v = first->team.root.visible.data[k];
        campaign_show(c, v.start, v.end);
    }
    c->weak = first->team.root.weak;
    m->team.shared.threads_most = first->team.shared.threads_most;
    machine_merge_notes(c->run->machine, first->team.root.run->machine);
    atomic_store(&first->team.shared.standby_most,
                 MIN(first->standby_most, m->watch.max_memory / STANDBY_SHARE_BESIDE));
    m->status = MEMBER_EXPLORING;
    if (pthread_create(&m->thread, NULL, portfolio_member_thread, m))
        base_fatal("cannot create a thread for another strategy");
}

/* --- the campaign ----------------------------------------------------------------------------- */

/* Whether passes may follow that bound the number of threads: nobody outside follows the
 * exploration, and the user gave no bound. */
static bool may_deepen(const CampaignOptions *o) {
    return !o->explore.max_traces && !o->store && !o->ledger && !o->prune.summaries &&
           !o->prune.states && !o->prune.influences && !o->final_state && !o->stepped &&
           !o->failing && !o->ended && !o->output;
}

/* Whether a second strategy may explore beside the first: all that is asked for means the same to
 * both, and nobody outside follows the exploration. */
static bool may_explore_beside(const CampaignOptions *o) {
    const ExploreSettings *e = &o->explore;
    return e->cutoffs && e->path_tests == PATHS_NONE &&
           search_order_named(e->search) == SEARCH_DFS && !o->run.check_leak &&
           !o->contextual_events && may_deepen(o);
}

/* Whether what guides one of the two strategies is to be compared: then it explores alone. */
static bool is_compared(const Strategy *wanted, const InterferenceSettings *s) {
    return wanted->takes_guidance &&
           !(s->cores && s->no_duplicates && s->priority && s->stop_covered && !s->only_orders);
}

static const Strategy *first_strategy(const Strategy *wanted, const InterferenceSettings *s) {
    return wanted->takes_guidance && wanted->beside && s->only_orders ? wanted->beside
                                                                      : strategy_first(wanted);
}

/* The member whose result counts after all have ended: the one that decided, or got further. */
static Member *counting_member(Portfolio *p) {
    Member *first = &p->member[0], *second = &p->member[1];
    if (p->winner) return p->winner;
    if (second->status != MEMBER_OVER || second->seeks) return first;
    return first->status == MEMBER_CLOSED || second->pass_states > first->pass_states ? second
                                                                                      : first;
}

/* Closes the members after the first one has ended. Returns the one whose result counts. */
static Member *portfolio_end(Portfolio *p) {
    for (unsigned k = 1; k < p->n; k++)
        if (p->member[k].status != MEMBER_WAITING) pthread_join(p->member[k].thread, NULL);
    Member *m = counting_member(p);
    campaign_report_held(&m->team.root);
    for (unsigned k = 0; k < p->n; k++) {
        p->member[k].team.shared.leaves_memory = m->team.options.leaves_memory;
        if (p->member[k].status == MEMBER_OVER) member_close(&p->member[k]);
    }
    return m;
}

/* Adds what each member did, and what the other one covered, to the result of this one. */
static void add_shares(Portfolio *p, Member *m) {
    CampaignResult *r = m->team.root.result;
    uint64_t work = 0;
    for (unsigned k = 0; k < p->n; k++) work += p->member[k].work;
    r->strategy = m->team.shared.strategy->name;
    r->all_memory = m->team.options.interleave == INTERLEAVE_MEMORY;
    portfolio_add_estimate(&m->team.root, &r->stats);
    for (unsigned k = 0; k < p->n; k++) {
        const Member *x = &p->member[k];
        CampaignResult *y = x->team.root.result;
        if (x->status == MEMBER_WAITING) continue;
        r->threads_explored = MAX(r->threads_explored, y->threads_explored);
        if (!r->not_any_threads) {
            r->not_any_threads = y->not_any_threads;
            if (x != m) y->not_any_threads = NULL;
        }
        r->share[r->nshares++] = (StrategyShare){.strategy = x->team.shared.strategy->name,
                                                 .work = work ? (double)x->work / (double)work : 1,
                                                 .traces = y->stats.traces,
                                                 .events = y->stats.events,
                                                 .states = y->stats.states};
        size_t n = x != m && r->cover && y->cover ? 2 * (size_t)p->findings.program->ninsns : 0;
        for (size_t i = 0; i < n; i++) r->cover[i] |= y->cover[i];
    }
}

/* Moves what was reported, and what the hunt did, to the result of this member. */
static void take_findings(Portfolio *p, Member *m) {
    CampaignResult *r = m->team.root.result, *found = p->findings.result;
    if (r == found) return;
    r->findings = found->findings;
    r->nfindings = found->nfindings;
    r->internal_error = found->internal_error;
    r->stats.confirm_seconds += found->stats.confirm_seconds;
    r->stats.hunt_runs = found->stats.hunt_runs;
    r->stats.hunt_instructions = found->stats.hunt_instructions;
    r->following = found->following;
    r->nfollowing = found->nfollowing;
    found->following = NULL;
    found->nfollowing = 0;
    found->findings = NULL;
    found->nfindings = 0;
    found->internal_error = NULL;
    p->findings.result = r;
}

/* What the last pass did not meet again has occurred, too. */
static void count_at_least_once(CampaignResult *r) {
    for (size_t k = 0; k < r->nfindings; k++)
        r->findings[k]->occurrences = MAX(r->findings[k]->occurrences, 1);
}

CampaignResult *campaign_run(const Program *program, const CampaignOptions *options,
                             const CampaignCallbacks *callbacks) {
    const Strategy *wanted = strategy_named(options->explore.strategy);
    double started = time_wall();
    Portfolio p = {.let_begin = let_begin,
                   .sequential = !program_makes_threads(program),
                   .findings = {.program = program, .options = options, .callbacks = callbacks}};
    Member *first = &p.member[0], *m = first;
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    finding_list_init(&p.findings);
    member_init(&p, first_strategy(wanted, &options->explore.interference), started);
    if (wanted->beside && may_explore_beside(options) &&
        !is_compared(wanted, &options->explore.interference)) {
        member_init(&p, wanted->beside, started);
        if (options->explore.hunt && wanted->seeks) add_seeker(&p, wanted->seeks, started);
        for (unsigned k = 0; k < p.n; k++) p.member[k].team.shared.member = &p.member[k];
    }
    bool bound = options->system && options->system->max_threads;
    for (unsigned k = 0; k < p.n; k++)
        p.member[k].team.shared.deepens = wanted->deepens && !bound && may_deepen(options);
    SharedAnswers *answers = NULL;
    if (p.n > 1 || options->explore.jobs > 1 || options->explore.hunt)
        answers = shared_answers_new();
    for (unsigned k = 0; k < p.n; k++) p.member[k].team.shared.answers = answers;
    p.findings.watch = &first->watch;
    p.findings.result = first->team.root.result;
    if (team_open(&first->team, &first->team.root.result->internal_error)) {
        first->status = MEMBER_EXPLORING;
        watch_start(&first->watch);
        member_explore(first);
        m = portfolio_end(&p);
        add_shares(&p, m);
        finding_list_end(&p.findings);
        take_findings(&p, m);
        count_at_least_once(m->team.root.result);
    }
    CampaignResult *result = m->team.root.result;
    for (unsigned k = 0; k < p.n; k++) {
        if (!k || p.member[k].status != MEMBER_WAITING) team_free(&p.member[k].team);
        if (&p.member[k] != m) campaign_result_free(p.member[k].team.root.result);
    }
    shared_answers_free(answers);
    finding_list_free(&p.findings);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    return result;
}
