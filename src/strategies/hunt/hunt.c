/* hunt.c — when hunting runs take place, the work that a run may take, and its findings. See
 * hunt.h. */
#include "strategies/hunt/hunt.h"
#include "strategies/hunt/hunt_schedule.h"
#include "base/tables/hash_set.h"
#include <stdlib.h>

/* The share of hunting: a quarter of the exploration's work up to ALLOWANCE, then a tenth of the
 * rest. */
#define FIRST_WORK 1000000ull /* of the exploration, before anything is hunted */
#define EARLY_SHARE 4
#define LATE_SHARE 10
#define ALLOWANCE 10000000ull

/* The work of one run: multiplied by ten after each round in which a run was given up, as soon as
 * the share allows it. */
#define FIRST_BUDGET 10000000ull
#define BUDGET_GROWTH 10
#define ROUND 6 /* runs */
/* A silent thread is parked after a part of the budget, so that other threads get the rest. */
#define FIRST_PATIENCE 2000000ull
#define PATIENCE_SHARE 5

/* What it costs to look at one thread when the next one is chosen: a run may create thousands. */
#define SCAN_WORK 1

/* The limit of one query: nothing is lost if it is given up. */
#define SOLVER_LIMIT_MS 500

/* The number of expressions and models from which on everything is set up anew, to free their
 * memory. */
#define MOST_EXPRESSIONS 500000
#define MOST_MODELS 50000

struct Hunt {
    Campaign *of;       /* the exploration */
    Exploration shared; /* of `c`: as that of the exploration, with options of its own */
    Campaign c; /* findings, races and the visible set of the hunt; its run is NULL before the first
                   run */
    CampaignOptions options; /* of `shared` */
    HuntSchedule schedule;
    HashSet told;    /* faults that were described: by place and kind */
    uint64_t due;    /* work of the exploration at which the next run is due */
    uint64_t before; /* own work before everything was set up anew */
    uint64_t instructions_before;
    uint64_t runs;
    uint64_t budget;      /* work of a run */
    uint64_t run_started; /* own work at the beginning of the run */
    uint64_t unknown;     /* queries without an answer, at the beginning of the run */
    uint64_t seen;        /* hash of the exploration's visible set that `c` has */
    unsigned given_up;    /* runs, in this round */
    unsigned ticks;
    bool busy, fresh, over;
    bool race_told; /* a race was reported in this run that may change what comes behind it */
    size_t race_at; /* if so: the length of the path then */
};

/* --- work ------------------------------------------------------------------------------------- */

static uint64_t own_work(const Hunt *h) {
    return h->before + (h->c.run ? campaign_work(&h->c) : 0);
}

/* The work that is spent on looking for bugs, also by strategies beside the exploration. */
static uint64_t seeking_work(const Hunt *h) {
    return own_work(h) + portfolio_work_beside(h->of, true);
}

/* The work of the exploration, of all strategies that take turns. */
static uint64_t work_of_exploration(const Hunt *h) {
    return campaign_work(h->of) + portfolio_work_beside(h->of, false);
}

static uint64_t hunt_share(const Hunt *h, uint64_t work) {
    const CampaignOptions *o = h->of->shared->options;
    if (o->hunts_eagerly) return o->hunts_first + work;
    return o->hunts_first + (work <= EARLY_SHARE * ALLOWANCE
                                 ? work / EARLY_SHARE
                                 : ALLOWANCE + (work - EARLY_SHARE * ALLOWANCE) / LATE_SHARE);
}

/* The work of the exploration at which the share reaches `share`. */
static uint64_t work_for(const Hunt *h, uint64_t share) {
    const CampaignOptions *o = h->of->shared->options;
    if (share < o->hunts_first) return 0;
    share -= o->hunts_first;
    if (o->hunts_eagerly) return share;
    return share <= ALLOWANCE ? share * EARLY_SHARE
                              : EARLY_SHARE * ALLOWANCE + (share - ALLOWANCE) * LATE_SHARE;
}

/* --- what a run shows ------------------------------------------------------------------------- */

/* Whether all queries of the run were answered; else its inputs may not fit its path. */
static bool hunt_is_sound(const Hunt *h) {
    return solver_stats(h->c.solver)->unknown == h->unknown;
}

static void hunt_on_slice(void *hunt, Run *r, const Event *e, const LogEntry *log, size_t n) {
    Hunt *h = hunt;
    (void)r;
    hunt_aim_slice(&h->schedule.aim, e, log, n);
}

static void hunt_on_fault(void *hunt, Run *r, const Fault *f) {
    Hunt *h = hunt;
    if (!hunt_is_sound(h)) return;
    uint64_t key =
        hash_combine(hash_combine(hash_string(f->kind), hash_string(f->message)), f->loc);
    if (!hash_set_add(&h->told, key | 1)) return;
    h->schedule.found++;
    campaign_fault(&h->c, r, f);
}

/* Only the first race of a run that matters behind it is reported: a later one may vanish once that
 * one is ordered, which the exploration decides. */
static void hunt_on_race(void *hunt, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Hunt *h = hunt;
    if (!hunt_is_sound(h) || h->race_told) return;
    h->race_told = !campaign_race_changes_nothing(&h->c, r, a, b);
    h->race_at = r->history.path.len;
    campaign_race(&h->c, r, a, b);
}

static uint32_t hunt_on_race_number(void *hunt, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Hunt *h = hunt;
    return h->race_told ? 0 : campaign_race_number(&h->c, r, a, b);
}

/* Whether a run must end: everything must stop, or its budget is used up. */
static bool hunt_is_over(Hunt *h) {
    Campaign *root = h->of;
    if (root->halt || campaign_has_enough(root) || watch_over(root->shared->watch) ||
        campaign_work(&h->c) - h->run_started > h->budget)
        return true;
    unsigned ticks = watch_ticks(root->shared->watch);
    if (ticks == h->ticks) return false;
    h->ticks = ticks;
    campaign_tell_hunting(root);
    return memory_resident() > root->shared->watch->max_memory;
}

static bool hunt_on_interrupted(void *hunt) { return hunt_is_over(hunt); }

/* Reports what the end of a run shows. */
static void hunt_tell_end(Hunt *h) {
    Campaign *c = &h->c;
    Machine *m = c->run->machine;
    c->restart = c->grown || c->deferred.len || m->parked;
    RunEnd end = run_end(c->run);
    campaign_check_end(c, end);
    if (c->shared->options->run.check_leak && end == RUN_EXIT && m->exited) campaign_check_leaks(c);
}

/* --- machines --------------------------------------------------------------------------------- */

static bool set_up(Hunt *h) {
    Campaign *c = &h->c;
    char *error = NULL;
    uint64_t limit = h->options.explore.solver_limit_ms;
    SolverOptions so = {.name = h->options.explore.solver,
                        .limit_ms =
                            (unsigned)(limit ? MIN(limit, SOLVER_LIMIT_MS) : SOLVER_LIMIT_MS),
                        .stop = &c->shared->watch->over,
                        .shared = c->shared->answers};
    c->pool = expr_pool_new();
    c->solver = solver_new(c->pool, &so, &error);
    if (!c->solver) {
        free(error);
        expr_pool_free(c->pool);
        return false;
    }
    watch_add(c->shared->watch, c->solver);
    RunHooks hooks = {.context = h,
                      .fault = hunt_on_fault,
                      .race = hunt_on_race,
                      .race_number = hunt_on_race_number,
                      .slice = h->options.direction ? hunt_on_slice : NULL,
                      .interrupted = hunt_on_interrupted};
    MachineOptions mo = campaign_machine_options(&h->options);
    c->run = run_new(c->shared->program, &mo, &hooks, c->pool, c->solver);
    c->run->visible_races = h->options.run.check_race;
    h->fresh = true;
    return true;
}

static void tear_down(Hunt *h) {
    Campaign *c = &h->c;
    if (!c->run) return;
    h->before += campaign_work(c);
    c->search_work = 0;
    h->instructions_before += c->run->machine->instructions;
    run_free(c->run);
    watch_remove(c->shared->watch, c->solver);
    solver_free(c->solver);
    expr_pool_free(c->pool);
    c->run = NULL;
}

/* Returns how much of the last run the next one, which is directed, can begin with: what comes
 * before the change may be most of the work. */
static size_t kept_steps(Hunt *h) {
    const Run *r = h->c.run;
    size_t keeps = hunt_schedule_keeps(&h->schedule);
    if (r->machine->parked || !hunt_is_sound(h) || keeps > r->history.path.len) return 0;
    return h->race_told && h->race_at <= keeps ? 0 : keeps;
}

/* Sets the run to the initial state, or a later one, with the current visible set. */
static void begin_run(Hunt *h) {
    Campaign *c = &h->c, *of = h->of;
    for (size_t k = 0; k < c->deferred.len && !c->tables; k++)
        campaign_show(c, c->deferred.data[k].start, c->deferred.data[k].end);
    c->deferred.len = 0;
    uint64_t seen = campaign_visible_hash(of);
    if (seen != h->seen)
        for (size_t k = 0; k < of->visible.len; k++)
            campaign_show(c, of->visible.data[k].start, of->visible.data[k].end);
    h->seen = seen;
    Run *r = c->run;
    bool judged = r->judges;
    r->judges = of->weak;
    size_t keeps = kept_steps(h);
    if (h->fresh || c->grown || r->machine->stop_now || judged != r->judges) {
        run_start(r, c->visible.data, c->visible.len);
    } else {
        run_undo(r, keeps);
        r->raced = false;
        r->last_thread = keeps ? r->history.path.data[keeps - 1]->action.thread : 0;
    }
    census_clear(&r->history.census);
    r->machine->parked = false;
    r->machine->options.patience = MIN(MAX(h->budget / PATIENCE_SHARE, FIRST_PATIENCE), UINT32_MAX);
    c->restart = c->grown = c->tables = h->fresh = h->race_told = false;
}

/* --- hunting ---------------------------------------------------------------------------------- */

/* Makes one run. */
static void hunt_once(Hunt *h) {
    Run *r = h->c.run;
    h->run_started = campaign_work(&h->c);
    hunt_schedule_begin(&h->schedule);
    begin_run(h);
    h->unknown = solver_stats(h->c.solver)->unknown;
    h->runs++;
    size_t races = h->c.seen_races.len;
    bool stopped = false, is_long = false;
    while (!(stopped = hunt_is_over(h) || !hunt_is_sound(h) || r->machine->stop_now) &&
           !(is_long = hunt_schedule_is_long(&h->schedule, r))) {
        h->c.search_work += r->machine->nslots * SCAN_WORK;
        if (!hunt_schedule_step(&h->schedule, r)) break;
    }
    int threads[MAX_THREADS];
    stopped |= r->machine->stop_now || !hunt_is_sound(h) || run_enabled(r, threads);
    if (!stopped) hunt_tell_end(h);
    h->given_up += stopped && !is_long;
    h->schedule.found += h->c.seen_races.len > races;
    hunt_schedule_end(&h->schedule, r, campaign_work(&h->c) - h->run_started);
    if (h->schedule.chose || h->c.grown || h->c.deferred.len) return;
    /* Without choices there is only one run, which the exploration makes anyway. */
    if (stopped)
        h->budget *= BUDGET_GROWTH;
    else
        h->over = true;
}

static void end_round(Hunt *h) {
    if (h->given_up && hunt_share(h, work_of_exploration(h)) > BUDGET_GROWTH * h->budget)
        h->budget *= BUDGET_GROWTH;
    h->given_up = 0;
    if (expr_pool_count(h->c.pool) < MOST_EXPRESSIONS &&
        h->c.run->machine->models.len < MOST_MODELS)
        return;
    tear_down(h);
    h->over |= !set_up(h);
}

/* The expected work of the next run: the mean of the runs so far, or the whole budget if none of
 * them reached a choice. */
static uint64_t expected_work(const Hunt *h) {
    return h->schedule.chose ? own_work(h) / h->runs : h->budget;
}

static void hunt_when_due(Hunt *h) {
    Campaign *c = h->of;
    if (h->over || h->busy || c->halt || c->restart || work_of_exploration(h) < h->due ||
        watch_over(c->shared->watch))
        return;
    h->busy = true;
    h->over = !h->c.run && !set_up(h);
    while (!h->over && work_of_exploration(h) >= h->due && !c->halt && !campaign_has_enough(c) &&
           !watch_over(c->shared->watch)) {
        hunt_once(h);
        if (!h->over && h->runs % ROUND == 0) end_round(h);
        h->due = work_for(h, seeking_work(h) + expected_work(h));
    }
    if (h->over) tear_down(h);
    h->busy = false;
}

/* --- beginning and end ------------------------------------------------------------------------ */

static Hunt *hunt_new(Campaign *c) {
    Hunt *h = xcalloc(1, sizeof *h);
    const CampaignOptions *o = c->shared->options;
    h->of = c;
    h->options = (CampaignOptions){.explore = o->explore,
                                   .interleave = o->interleave,
                                   .run = o->run,
                                   .argc = o->argc,
                                   .argv = o->argv,
                                   .environment = o->environment,
                                   .stdin_path = o->stdin_path,
                                   .direction = o->direction,
                                   .system = o->system};
    h->shared = (Exploration){.program = c->shared->program,
                              .options = &h->options,
                              .strategy = &random_strategy,
                              .findings = c->shared->findings,
                              .watch = c->shared->watch};
    pthread_mutex_init(&h->shared.lock, NULL);
    h->c = (Campaign){
        .shared = &h->shared, .result = xcalloc(1, sizeof *h->c.result), .hunting = true};
    h->budget = FIRST_BUDGET;
    h->due = o->hunts_eagerly || o->hunts_first ? 0 : FIRST_WORK;
    hunt_schedule_init(&h->schedule, c->shared->program, o->explore.seed, o->direction);
    return h;
}

static void hunt_end(Hunt *h) {
    if (h->busy) return;
    h->over = true;
    tear_down(h);
}

static void hunt_count(const Hunt *h, CampaignStats *s) {
    s->hunt_runs = h->runs;
    s->hunt_instructions =
        h->instructions_before + (h->c.run ? h->c.run->machine->instructions : 0);
}

static void hunt_free(Hunt *h) {
    if (!h) return;
    tear_down(h);
    seen_findings_free(&h->c.seen_races);
    seen_findings_free(&h->c.seen_following);
    seen_findings_free(&h->c.seen_mistakes);
    vec_free(&h->c.visible);
    vec_free(&h->c.deferred);
    campaign_result_free(h->c.result);
    pthread_mutex_destroy(&h->shared.lock);
    hash_set_free(&h->told);
    hunt_schedule_free(&h->schedule);
    free(h);
}

const HuntOps hunt_ops = {.new = hunt_new,
                          .free = hunt_free,
                          .when_due = hunt_when_due,
                          .end = hunt_end,
                          .count = hunt_count};
