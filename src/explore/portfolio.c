/*
 * portfolio.c — see portfolio.h, and campaign.h for campaign_run, which every exploration goes
 * through.
 */
#include "explore/portfolio.h"
#include "versions/earlier.h"
#include <stdlib.h>
#include <unistd.h>

/* The work of a turn, also where turns are to come early, and of the first member before the second
 * one begins (about 0.2 s), in turns. */
#define TURN_WORK 4000000ull
#define EARLY_TURN_WORK 10000ull
#define ALONE_TURNS 20
/* The work of the second member before shares go by what was achieved, in turns. */
#define TRIAL_TURNS 4
/* The share of the member that gets on more slowly: how fast it gets on may change. */
#define LEAST_SHARE 0.1
/* The share of a member that only looks for bugs; counted as work of the hunt. */
#define SEEKING_SHARE 0.05

/* States on standby may take this share of the allowed memory unless the user sets a limit, and
 * this share of a limit while another member explores. */
#define STANDBY_SHARE 8
#define STANDBY_SHARE_BESIDE 4

/* --- turns ------------------------------------------------------------------------------------ */

static unsigned whose_turn(const Portfolio *p) {
    return atomic_load_explicit(&p->turn, memory_order_relaxed) % PORTFOLIO_MOST;
}

/* With the lock held: gives the turn to a member, also to the one that has it. */
static void give_turn(Portfolio *p, const Member *m) {
    unsigned turn = atomic_load(&p->turn);
    atomic_store(&p->turn, (turn / PORTFOLIO_MOST + 1) * PORTFOLIO_MOST + m->index);
    pthread_cond_broadcast(&p->changed);
}

static bool is_exploring(const Member *m) { return m->status == MEMBER_EXPLORING; }

static uint64_t turn_work(const Portfolio *p) {
    return p->findings.options->takes_turns_early ? EARLY_TURN_WORK : TURN_WORK;
}

static double states_per_work(const Member *m) {
    return m->pass_work ? (double)m->pass_states / (double)m->pass_work : 0;
}

/* Whether too little is known of a member that began later. */
static bool is_on_trial(const Member *m) {
    return m->index && m->work < TRIAL_TURNS * turn_work(m->of);
}

/* The share of the first of two members that explore everything: by the cubes of what both achieve,
 * since nothing is gained by sharing equally where one is somewhat slower. */
static double share_of_first(const Portfolio *p) {
    double a = states_per_work(&p->member[0]), b = states_per_work(&p->member[1]);
    double cubes = a * a * a + b * b * b, share = cubes > 0 ? a * a * a / cubes : 0.5;
    return share < LEAST_SHARE ? LEAST_SHARE : share > 1 - LEAST_SHARE ? 1 - LEAST_SHARE : share;
}

/* Of the two members that explore everything the one that gets on faster, as far as is known. */
static const Member *faster_member(const Portfolio *p) {
    bool known = p->n > 1 && !is_on_trial(&p->member[1]);
    return &p->member[known && share_of_first(p) < 0.5];
}

/* The share of an exploring member of the turns. */
static double member_share(const Member *m) {
    const Portfolio *p = m->of;
    double left = 1;
    for (unsigned k = 0; k < p->n; k++)
        if (is_exploring(&p->member[k]) && p->member[k].seeks) left -= SEEKING_SHARE;
    if (m->seeks) return SEEKING_SHARE;
    if (!is_exploring(&p->member[0]) || !is_exploring(&p->member[1])) return left;
    return left * (m->index ? 1 - share_of_first(p) : share_of_first(p));
}

/* With the lock held: adds what a worker achieved in its turn. */
static void note_turn(Member *m, const Campaign *c) {
    uint64_t work = campaign_work(c) - c->turn_began,
             states = m->seeks ? 0 : known_states_count(m->team.shared.known);
    if (states < m->pass_states) m->pass_work = 0; /* another pass began */
    m->work += work;
    m->pass_work += work;
    m->pass_states = states;
}

static void *member_thread(void *member);

/* By the root of the first member: prepares another one with what the first knows, and lets it wait
 * for its turn. */
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
    if (pthread_create(&m->thread, NULL, member_thread, m))
        base_fatal("cannot create a thread for another strategy");
}

/* With the lock held: chooses who explores next, and lets the other members begin. */
static Member *choose_member(Member *m, bool root) {
    Portfolio *p = m->of;
    Member *next = m, *most = NULL;
    for (unsigned k = 0; k < p->n; k++)
        if (p->member[k].status == MEMBER_WAITING && root) let_begin(&p->member[k]);
    for (unsigned k = p->n; k-- > 0;)
        if (is_exploring(&p->member[k]) && is_on_trial(&p->member[k])) return &p->member[k];
    for (unsigned k = 0; k < p->n; k++) {
        Member *x = &p->member[k];
        if (!is_exploring(x)) continue;
        x->credit += member_share(x);
        if (!most || x->credit > most->credit) most = x;
    }
    if (most) next = most;
    next->credit--;
    atomic_store(&p->leader, faster_member(p)->index);
    return next;
}

static bool waits_for_turn(Campaign *c) {
    Member *m = c->shared->member;
    return whose_turn(m->of) != m->index && !watch_over(&m->watch) && !campaign_has_enough(c);
}

void portfolio_turn(Campaign *c) {
    Member *m = c->shared->member;
    Portfolio *p = m->of;
    bool begins = !c->turn_ends;
    pthread_mutex_lock(&p->lock);
    if (!begins && c->turn == atomic_load(&p->turn)) {
        note_turn(m, c);
        give_turn(p, choose_member(m, c->is_root));
    }
    while (waits_for_turn(c)) pthread_cond_wait(&p->changed, &p->lock);
    c->turn = atomic_load(&p->turn);
    pthread_mutex_unlock(&p->lock);
    c->turn_began = campaign_work(c);
    bool alone = begins && !m->index && !p->findings.options->takes_turns_early;
    c->turn_ends = c->turn_began + turn_work(p) * (alone ? ALONE_TURNS : 1);
}

/* With the lock held: replays, whoever found what is replayed, end by the watch of this member. */
static void let_replays_end_with(Member *m) {
    FindingList *l = &m->of->findings;
    pthread_mutex_lock(&l->lock);
    l->watch = &m->watch;
    pthread_mutex_unlock(&l->lock);
}

bool portfolio_leads(const Campaign *c) {
    const Member *m = c->shared->member;
    return !m || atomic_load(&m->of->leader) == m->index;
}

uint64_t portfolio_work_beside(const Campaign *c, bool seeks) {
    const Member *m = c->shared->member;
    uint64_t work = 0;
    for (unsigned k = 0; m && k < m->of->n; k++) {
        const Member *x = &m->of->member[k];
        if (x != m && x->seeks == seeks) work += atomic_load(&x->work);
    }
    return work;
}

/* With the lock held: the member that ends first if this one needs its memory; NULL: none. */
static Member *member_to_end(Member *m) {
    Portfolio *p = m->of;
    for (unsigned k = p->n; k-- > 0 && !m->seeks;) {
        Member *x = &p->member[k];
        if (x != m && is_exploring(x) && (x->seeks || faster_member(p) == m)) return x;
    }
    return NULL;
}

bool portfolio_frees_memory(Campaign *c) {
    Member *m = c->shared->member, *other = NULL;
    if (!m) return false;
    Portfolio *p = m->of;
    bool within = false;
    pthread_mutex_lock(&p->lock);
    while (!within && (other = member_to_end(m))) {
        let_replays_end_with(m);
        watch_stop(&other->watch, "memory");
        give_turn(p, other);
        while (is_exploring(other)) pthread_cond_wait(&p->changed, &p->lock);
        within = campaign_within_memory(c);
    }
    pthread_mutex_unlock(&p->lock);
    return within;
}

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

static bool is_complete(const Member *m) {
    const Campaign *c = &m->team.root;
    return !c->halt && !c->result->nincomplete && !c->result->nbounds;
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
        earlier_save(c);
    if (!c->result->halt_reason) c->result->halt_reason = "finished";
    team_close(&m->team);
}

/* With the lock held: the others need not go on after the end of this member. */
static void stop_others(Member *m) {
    Portfolio *p = m->of;
    let_replays_end_with(m);
    for (unsigned k = 0; k < p->n; k++)
        if (is_exploring(&p->member[k])) watch_stop(&p->member[k].watch, "decided");
}

/* With the lock held: a member that explores, rather one that explores everything; NULL: none. */
static Member *exploring_member(Portfolio *p) {
    for (unsigned k = 0; k < p->n; k++)
        if (is_exploring(&p->member[k])) return &p->member[k];
    return NULL;
}

/* With the lock held: after the end of a member another one goes on, or all stop. */
static void member_ended(Member *m) {
    Portfolio *p = m->of;
    Campaign *c = &m->team.root;
    /* Where both give up something, the first one is believed. */
    if (!p->winner && !m->seeks && (is_complete(m) || (!m->index && !c->halt))) p->winner = m;
    Member *next = exploring_member(p);
    if (!next) return;
    if (p->winner || next->seeks) {
        stop_others(p->winner ? p->winner : m);
    } else if (m->seeks ||
               !strcmp(c->result->halt_reason ? c->result->halt_reason : "", "memory")) {
        let_replays_end_with(next);
        member_close(m);
        m->status = MEMBER_CLOSED;
        if (!m->seeks) atomic_store(&next->team.shared.standby_most, next->standby_most);
    }
    give_turn(p, next);
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

static void *member_thread(void *member) {
    Member *m = member;
    watch_start(&m->watch);
    portfolio_turn(&m->team.root);
    member_explore(m);
    return NULL;
}

/* --- the campaign ----------------------------------------------------------------------------- */

/* Whether passes may follow that bound the number of threads: nobody outside follows the
 * exploration, and the user gave no bound. */
static bool may_deepen(const CampaignOptions *o) {
    return !o->explore.max_traces && !o->store && !o->prune.summaries && !o->prune.states &&
           !o->prune.influences && !o->final_state && !o->stepped && !o->failing && !o->ended &&
           !o->output;
}

/* Whether a second strategy may explore beside the first: all that is asked for means the same to
 * both, and nobody outside follows the exploration. */
static bool may_explore_beside(const CampaignOptions *o) {
    const ExploreSettings *e = &o->explore;
    return e->cutoffs && search_order_named(e->search) == SEARCH_DFS && !o->run.check_leak &&
           !o->contextual_events && may_deepen(o);
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
    for (unsigned k = 0; k < p->n; k++)
        if (p->member[k].status == MEMBER_OVER) member_close(&p->member[k]);
    return m;
}

/* Adds what each member did, and what the other one covered, to the result of this one. */
static void add_shares(Portfolio *p, Member *m) {
    CampaignResult *r = m->team.root.result;
    uint64_t work = 0;
    for (unsigned k = 0; k < p->n; k++) work += p->member[k].work;
    r->strategy = m->team.shared.strategy->name;
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
    found->findings = NULL;
    found->nfindings = 0;
    found->internal_error = NULL;
    p->findings.result = r;
}

CampaignResult *campaign_run(const Program *program, const CampaignOptions *options,
                             const CampaignCallbacks *callbacks) {
    const Strategy *wanted = strategy_named(options->explore.strategy);
    double started = time_wall();
    Portfolio p = {.findings = {.program = program, .options = options, .callbacks = callbacks}};
    Member *first = &p.member[0], *m = first;
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    finding_list_init(&p.findings);
    member_init(&p, strategy_first(wanted), started);
    if (wanted->beside && may_explore_beside(options)) {
        member_init(&p, wanted->beside, started);
        if (options->explore.hunt) add_seeker(&p, wanted->seeks, started);
        for (unsigned k = 0; k < p.n; k++) p.member[k].team.shared.member = &p.member[k];
    }
    bool bound = options->system && options->system->max_threads;
    for (unsigned k = 0; k < p.n; k++)
        p.member[k].team.shared.deepens = wanted->beside && !bound && may_deepen(options);
    p.findings.watch = &first->watch;
    p.findings.result = first->team.root.result;
    if (team_open(&first->team, &first->team.root.result->internal_error)) {
        first->status = MEMBER_EXPLORING;
        watch_start(&first->watch);
        member_explore(first);
        m = portfolio_end(&p);
        add_shares(&p, m);
        take_findings(&p, m);
    }
    CampaignResult *result = m->team.root.result;
    for (unsigned k = 0; k < p.n; k++) {
        if (!k || p.member[k].status != MEMBER_WAITING) team_free(&p.member[k].team);
        if (&p.member[k] != m) campaign_result_free(p.member[k].team.root.result);
    }
    finding_list_free(&p.findings);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    return result;
}
