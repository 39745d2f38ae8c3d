/*
 * campaign.c — passes over a program with a growing visible set S, findings (each replayed before
 * it is reported), statistics and limits. See campaign.h; describe.c describes findings, replay.c
 * replays them.
 */
#include "versions/choices.h"
#include "versions/earlier.h"
#include "explore/internal.h"
#include "program/code_name.h"
#include "vm/state/thread_time.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void campaign_on_slice(void *context, Run *r, const Event *e, const LogEntry *log,
                              size_t n) {
    Campaign *c = context;
    (void)r;
    if (c->slice) c->slice(c->slice_context, e, log, n);
    if (c->shared->options->prune.influences && !c->shared->options->prune.paper &&
        !c->shared->options->run.check_race)
        choices_slice(c, e, log, n);
}

static void on_stands(void *context, Run *r, const Thread *t) {
    Campaign *c = context;
    const CampaignOptions *o = c->shared->options;
    pthread_mutex_lock(&c->shared->lock);
    o->stepped(o->final_context, c->result->stats.restarts, r, thread_slot(t));
    pthread_mutex_unlock(&c->shared->lock);
}

static void campaign_on_assumption(void *context, const char *text) {
    Campaign *c = context;
    texts_add(&c->result->assumptions, &c->result->nassumptions, text);
}

void campaign_incomplete(Campaign *c, const char *text) {
    /* After a stop, the reason of the stop explains all that is incomplete. */
    if (watch_over(c->shared->watch))
        campaign_halt(c, c->shared->watch->reason);
    else
        texts_add(&c->result->incomplete, &c->result->nincomplete, text);
}

void campaign_bounded(Campaign *c, const char *text) {
    texts_add(&c->result->bounds, &c->result->nbounds, text);
}

static void campaign_on_incomplete(void *context, const char *text) {
    campaign_incomplete(context, text);
}

static void campaign_on_warning(void *context, const char *text) {
    Campaign *c = context;
    texts_add(&c->result->warnings, &c->result->nwarnings, text);
}

/* The current pass treats some dependent operations as independent; the next pass does not. */
static void campaign_on_order(void *context, Run *r, uint64_t object) {
    Campaign *c = context;
    (void)r, (void)object;
    c->grown = true;
}

static void on_weak(void *context, Run *r) {
    Campaign *c = context;
    (void)r;
    if (c->weak || c->shared->strategy->one_pass) return;
    c->weak = c->grown = true;
}

static void on_contended(void *context) {
    Campaign *c = context;
    c->grown |= !c->shared->strategy->one_pass;
}

static void campaign_on_show(void *context, Run *r, VisibleRange bytes) {
    (void)r;
    campaign_show(context, bytes.start, bytes.end);
}

static void campaign_on_output(void *context, unsigned descriptor, const uint8_t *bytes, size_t n) {
    const CampaignOptions *o = ((Campaign *)context)->shared->options;
    o->output(o->output_context, descriptor, bytes, n);
}

static bool campaign_on_interrupted(void *context) { return campaign_stop(context); }

/* --- leaves and limits ------------------------------------------------------------------------ */

uint64_t campaign_random(Campaign *c) {
    c->random += 0x9e3779b97f4a7c15ull;
    return hash_mix(c->random);
}

void campaign_leaf(Campaign *c) {
    const CampaignOptions *o = c->shared->options;
    CampaignStats *s = &c->result->stats;
    Run *r = c->run;
    Machine *m = r->machine;
    uint64_t traces = c->shared->workers ? workers_tell_trace(c->shared->workers) : s->traces + 1,
             most = o->explore.max_traces;
    if (most && traces > most)
        return; /* another worker counted the last run that the limit allows */
    s->traces++;
    /* The pass restarts only at the end of a run, so that all races of the run are found first. */
    c->restart = c->grown || c->deferred.len;
    if (m->nthreads > s->threads_max) s->threads_max = m->nthreads;
    if (m->parked) {
        /* Without a new visible byte nothing explains why a thread is silent: no longer park
         * threads. */
        if (!c->grown) m->patient = true;
        c->restart = true;
        m->parked = false;
    }
    RunEnd end = run_end(r);
    if (c->shared->strategy->continues && choices_refused(c, r, end))
        c->refused = c->restart = true;
    bool error = campaign_check_end(c, end);
    if (error)
        s->paths_error++;
    else if (r->ncutoffs)
        s->paths_cutoff++;
    else if (end == RUN_ERROR)
        s->paths_assume++;
    else
        s->paths_exit++;
    if (o->run.check_leak && end == RUN_EXIT && m->exited) campaign_check_leaks(c);
    if (o->ended) o->ended(o->watching_context, m);
    /* Skip passes that will restart: with too few visible bytes, a final state may be
     * impossible. */
    if (o->final_state && !r->ncutoffs && !c->restart) {
        pthread_mutex_lock(&c->shared->lock);
        o->final_state(o->final_context, run_final_hash(r), m);
        pthread_mutex_unlock(&c->shared->lock);
    }
    c->result->exited |= m->exited;
    bool silent = c->result->output && !c->result->output_len && !m->output_len;
    if (end != RUN_ERROR || !c->result->output)
        c->result->exit_status = m->exited ? m->exit_status : 0;
    if ((end != RUN_ERROR || !c->result->output) && !silent) {
        free(c->result->output);
        c->result->output = xcalloc(1, m->output_len + 1);
        c->result->output_len = 0;
        for (uint32_t k = 0; k < m->output_len; k++)
            if (m->output_to.data[k] == 1)
                c->result->output[c->result->output_len++] = m->output.data[k];
    }
    if (most && traces >= most) campaign_halt(c, "traces");
}

/* --- the campaign ----------------------------------------------------------------------------- */

/* An exploration and its workers. */
typedef struct Team {
    Exploration shared;
    CampaignOptions options; /* of `shared` */
    Campaign root;
    Campaign *others;
    unsigned nothers;
    ThreadNames names; /* of the program's threads, the same for all workers */
} Team;

/* States on standby may take this share of the allowed memory unless the user sets a limit. */
#define STANDBY_SHARE 8

static uint64_t half_of_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 2 : 4ull << 30;
}

/* Sets up everything that a worker needs. False with *error if the solver is missing. */
static bool campaign_open(Campaign *c, ThreadNames *names, char **error) {
    const CampaignOptions *o = c->shared->options;
    c->pool = expr_pool_new();
    SolverOptions so = {.name = o->explore.solver,
                        .limit_ms = (unsigned)o->explore.solver_limit_ms,
                        .stop = &c->shared->watch->over};
    c->solver = solver_new(c->pool, &so, error);
    if (!c->solver) {
        expr_pool_free(c->pool);
        return false;
    }
    vec_push(&c->shared->watch->solvers, c->solver);
    RunHooks hooks = {.context = c,
                      .fault = campaign_fault,
                      .race = campaign_race,
                      .slice = campaign_on_slice,
                      .stands = o->stepped ? on_stands : NULL,
                      .assumption = campaign_on_assumption,
                      .incomplete = campaign_on_incomplete,
                      .warning = campaign_on_warning,
                      .order = campaign_on_order,
                      .show = campaign_on_show,
                      .weak = on_weak,
                      .contended = on_contended,
                      .output = o->output ? campaign_on_output : NULL,
                      .interrupted = campaign_on_interrupted};
    MachineOptions mo = campaign_machine_options(o);
    mo.names = names;
    mo.always_looks = c->shared->strategy->one_pass;
    c->run = run_new(c->shared->program, &mo, &hooks, c->pool, c->solver);
    c->run->visible_races = o->run.check_race;
    c->run->keep_cheap_steps = o->keep_cheap_steps;
    c->run->history.contextual = c->shared->strategy->contextual || o->contextual_events;
    c->run->history.census.exact = o->explore.exact_counts;
    c->decided.exact = o->explore.exact_counts;
    if (c->shared->known) run_use_cutoffs(c->run, c->shared->known);
    if (c->shared->known && o->prune.states)
        c->run->machine->code_names = code_names_new(c->shared->program);
    return true;
}

static void campaign_close(Campaign *c) {
    code_names_free(c->run->machine->code_names);
    run_free(c->run);
    solver_free(c->solver);
    expr_pool_free(c->pool);
    census_free(&c->decided);
    vec_free(&c->visible);
    vec_free(&c->deferred);
    vec_free(&c->reported);
}

static void *campaign_serve(void *campaign) {
    Campaign *c = campaign;
    c->shared->strategy->serve(c);
    return NULL;
}

static void merge_texts(char ***list, size_t *n, char **from, size_t count) {
    for (size_t k = 0; k < count; k++) texts_add(list, n, from[k]);
}

static void prepare_standby(Campaign *c) {
    if (c->shared->strategy->subtrees && !c->run->standby) c->run->standby = standby_new();
    /* Return freed memory to the system first, so that the memory limit measures only the
     * exploration. */
    malloc_trim(0);
    campaign_within_memory(c);
}

static void count_standby(CampaignStats *s, const Run *r) {
    s->steps_standby += r->nagain;
    s->steps_replayed += r->nreplayed;
    if (r->standby) s->standby_dropped += standby_dropped(r->standby);
}

/* Adds the statistics of another worker as the rows of CAMPAIGN_STATS say. */
static void merge_stats(CampaignStats *s, const CampaignStats *x) {
#define MERGE_SUM(name) s->name += x->name;
#define MERGE_MAX(name) s->name = MAX(s->name, x->name);
#define MERGE_ROOT(name)
#define MERGE(type, name, merge) MERGE_##merge(name)
    CAMPAIGN_STATS(MERGE)
#undef MERGE
#undef MERGE_ROOT
#undef MERGE_MAX
#undef MERGE_SUM
}

/* Adds the work of another worker to the result. */
static void campaign_merge(Campaign *c, Campaign *w) {
    CampaignStats *x = &w->result->stats;
    count_standby(x, w->run);
    x->threads_max = MAX(x->threads_max, w->run->machine->nthreads);
    merge_stats(&c->result->stats, x);
    for (size_t k = 0; k < w->visible.len; k++)
        campaign_show(c, w->visible.data[k].start, w->visible.data[k].end);
    for (size_t k = 0; k < w->deferred.len; k++) vec_push(&c->deferred, w->deferred.data[k]);
    c->result->exited |= w->result->exited;
    c->tables |= w->tables;
    c->refused |= w->refused;
    c->weak |= w->weak;
    c->restart |= w->restart || w->grown;
    if (w->halt && !c->halt) {
        c->halt = true;
        if (!c->result->halt_reason) c->result->halt_reason = w->result->halt_reason;
    }
    c->run->machine->patient |= w->run->machine->patient;
    CampaignResult *r = c->result, *y = w->result;
    merge_texts(&r->assumptions, &r->nassumptions, y->assumptions, y->nassumptions);
    merge_texts(&r->incomplete, &r->nincomplete, y->incomplete, y->nincomplete);
    merge_texts(&r->bounds, &r->nbounds, y->bounds, y->nbounds);
    merge_texts(&r->warnings, &r->nwarnings, y->warnings, y->nwarnings);
    machine_merge(c->run->machine, w->run->machine);
}

/* Prepares another worker for a pass with what the root worker knows. */
static void ready_worker(const Campaign *root, Campaign *w) {
    w->halt = w->restart = w->grown = w->tables = w->refused = false;
    w->deferred.len = 0;
    w->events_told = 0;
    w->visible.len = 0;
    for (size_t k = 0; k < root->visible.len; k++) vec_push(&w->visible, root->visible.data[k]);
    w->run->machine->patient = root->run->machine->patient;
    machine_merge_notes(w->run->machine, root->run->machine);
    w->weak = w->run->judges = root->weak;
    campaign_result_free(w->result);
    w->result = xcalloc(1, sizeof *w->result);
    w->result->stats.restarts = root->result->stats.restarts;
    run_start(w->run, w->visible.data, w->visible.len);
    prepare_standby(w);
}

/* Explores one pass with several workers, or with one worker in another order than depth-first. The
 * root explores, the other workers take the tasks that it gives away. */
static void explore_together(Team *t) {
    Campaign *c = &t->root;
    const ExploreSettings *settings = &t->options.explore;
    unsigned n = t->nothers;
    pthread_t *threads = xcalloc(n, sizeof *threads);
    c->events_told = 0;
    t->shared.workers = workers_new(search_order_named(settings->search), settings->seed);
    for (unsigned k = 0; k < n; k++) {
        ready_worker(c, &t->others[k]);
        if (pthread_create(&threads[k], NULL, campaign_serve, &t->others[k]))
            base_fatal("cannot create a thread for a worker");
    }
    prepare_standby(c);
    t->shared.strategy->explore(c);
    workers_stop(t->shared.workers);
    for (unsigned k = 0; k < n; k++) pthread_join(threads[k], NULL);
    count_standby(&c->result->stats, c->run);
    bool grown = c->grown;
    Census **theirs = xcalloc(n + 1, sizeof *theirs);
    for (unsigned k = 0; k < n; k++) {
        campaign_merge(c, &t->others[k]);
        theirs[k] = &t->others[k].run->history.census;
    }
    census_merge(&c->run->history.census, theirs, n);
    free(theirs);
    c->grown = grown;
    workers_free(t->shared.workers);
    t->shared.workers = NULL;
    free(threads);
}

/* Explores one pass over the program with the current visible set S. */
static void explore_pass(Team *t) {
    Campaign *c = &t->root;
    const Exploration *shared = &t->shared;
    CampaignResult *result = c->result;
    uint64_t restarts = result->stats.restarts;
    double confirming = result->stats.confirm_seconds;
    c->restart = c->grown = c->tables = false;
    result->stats = (CampaignStats){.restarts = restarts, .confirm_seconds = confirming};
    /* Forget reasons of an earlier pass: they need not apply to this one. */
    texts_free(result->incomplete, result->nincomplete);
    result->incomplete = NULL;
    result->nincomplete = 0;
    texts_free(result->bounds, result->nbounds);
    result->bounds = NULL;
    result->nbounds = 0;
    if (shared->known) known_states_clear(shared->known);
    if (shared->known && shared->options->prune.states) earlier_load(c);
    census_clear(&c->decided);
    c->run->judges = c->weak;
    run_start(c->run, c->visible.data, c->visible.len);
    bool ordered = shared->strategy->subtrees &&
                   search_order_named(shared->options->explore.search) != SEARCH_DFS;
    if (t->nothers || ordered)
        explore_together(t);
    else
        shared->strategy->explore(c);
    /* Needed if S grew or a race was deferred but no run reached its end afterwards. */
    c->restart |= c->grown || c->deferred.len;
    for (size_t k = 0; k < c->deferred.len && !c->tables; k++)
        campaign_show(c, c->deferred.data[k].start, c->deferred.data[k].end);
    c->deferred.len = 0;
    bool other = shared->symmetry &&
                 (symmetry_is_broken(shared->symmetry) || symmetry_is_wanted(shared->symmetry));
    c->restart |= other;
    if (c->restart && !c->halt && !other) result->stats.restarts++;
}

/* A thread interrupted within a slice is reported if the slice has at least this number of
 * instructions. */
#define LONG_SLICE 10000000

/* Reports that a limit interrupted a thread within a long slice: nothing after the slice was
 * explored. */
static void tell_interrupted(Campaign *c, const Campaign *worker) {
    const Machine *m = worker->run->machine;
    if (m->interrupted.instructions < LONG_SLICE) return;
    SourcePlace p = describe_place(c->shared->program, m->interrupted.loc);
    char *text = xasprintf(
        "thread %s was still executing at %s:%u after %llu million instructions without a "
        "visible operation",
        m->slot_names[m->interrupted.thread], *p.file ? p.file : p.function, p.line,
        (unsigned long long)(m->interrupted.instructions / 1000000));
    texts_add(&c->result->incomplete, &c->result->nincomplete, text);
    free(text);
    free(p.file);
    free(p.function);
}

/* Repeats passes until one needs no restart. Symmetry of alike threads is used only as long as it
 * is known to be sound. */
static void team_passes(Team *t) {
    Campaign *c = &t->root;
    Exploration *shared = &t->shared;
    CampaignOptions *o = &t->options;
    if (o->explore.symmetry && shared->known && shared->strategy->subtrees && !t->nothers &&
        !o->prune.states)
        shared->symmetry = symmetry_new(shared->program, o->explore.symmetry);
    if (shared->symmetry) run_use_symmetry(c->run, shared->symmetry);
    do {
        if (c->refused) o->prune.influences = NULL;
        c->refused = false;
        if (shared->symmetry && symmetry_is_wanted(shared->symmetry))
            symmetry_use(shared->symmetry);
        /* Happens-before relations differ between threads that are otherwise alike, so symmetry
         * ends here. */
        if (shared->symmetry && (c->weak || symmetry_is_broken(shared->symmetry))) {
            run_use_symmetry(c->run, NULL);
            symmetry_free(shared->symmetry);
            shared->symmetry = NULL;
        }
        explore_pass(t);
    } while (c->restart && !c->halt);
    symmetry_free(shared->symmetry);
    shared->symmetry = NULL;
}

/* Stores the coverage and the final visible set S in the result. */
static void campaign_keep_coverage(Campaign *c) {
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

/* Opens the workers. False with *error if the solver is missing. */
static bool team_open(Team *t, char **error) {
    Exploration *shared = &t->shared;
    const CampaignOptions *o = &t->options;
    pthread_mutex_init(&shared->lock, NULL);
    pthread_mutex_init(&t->names.lock, NULL);
    t->nothers = shared->strategy->serve && o->explore.jobs > 1 ? (unsigned)o->explore.jobs - 1 : 0;
    t->others = xcalloc(t->nothers + 1, sizeof *t->others);
    if (o->explore.cutoffs && shared->strategy->uses_cutoffs)
        shared->known = known_states_new(t->nothers > 0);
    if (shared->known && o->prune.states) known_states_compare_explorations(shared->known);
    t->root.is_root = true;
    t->root.weak = shared->program->weak_atomics && o->run.check_race;
    t->root.random = o->explore.seed;
    for (unsigned k = 0; k <= t->nothers; k++) {
        Campaign *w = k ? &t->others[k - 1] : &t->root;
        w->shared = shared;
        if (k) w->result = xcalloc(1, sizeof *w->result);
        if (campaign_open(w, t->nothers ? &t->names : NULL, error)) continue;
        if (k) base_fatal("%s", *error);
        return false;
    }
    for (size_t k = 0; k < o->nvisible; k++)
        campaign_show(&t->root, o->visible[k].start, o->visible[k].end);
    return true;
}

/* Explores everything, with the hunt beside it. */
static void team_explore(Team *t) {
    Campaign *c = &t->root;
    const HuntOps *hunts = t->options.explore.hunt ? t->shared.strategy->hunts : NULL;
    if (hunts) c->hunt = hunts->new(c);
    team_passes(t);
    if (c->hunt) {
        hunts->count(c->hunt, &c->result->stats);
        hunts->free(c->hunt);
        c->hunt = NULL;
    }
    for (unsigned k = 0; c->halt && k < t->nothers; k++) tell_interrupted(c, &t->others[k]);
    if (c->halt) tell_interrupted(c, c);
}

/* Frees the workers. Adds the solver statistics and race counts of the others to the result. */
static void team_close(Team *t) {
    CampaignStats *s = &t->root.result->stats;
    campaign_count_races(&t->root);
    for (unsigned k = 0; k < t->nothers; k++) {
        Campaign *w = &t->others[k];
        const SolverStats *q = solver_stats(w->solver);
        s->queries += q->queries;
        s->backend_queries += q->backend_queries;
        s->solver_seconds += q->seconds;
        campaign_count_races(w);
        campaign_close(w);
        campaign_result_free(w->result);
    }
    campaign_close(&t->root);
}

static void team_free(Team *t) {
    choices_free(t->shared.choices);
    known_states_free(t->shared.known);
    for (uint32_t k = 0; k < t->names.n; k++) free(t->names.name[k]);
    free(t->others);
    pthread_mutex_destroy(&t->shared.lock);
    pthread_mutex_destroy(&t->names.lock);
}

CampaignResult *campaign_run(const Program *program, const CampaignOptions *options,
                             const CampaignCallbacks *callbacks) {
    CampaignResult *result = xcalloc(1, sizeof *result);
    const ExploreSettings *wanted = &options->explore;
    uint64_t most_memory = wanted->max_memory ? wanted->max_memory << 20 : half_of_memory();
    Watch watch = {.max_memory = most_memory,
                   .asked = callbacks ? callbacks->interrupted : NULL,
                   .context = callbacks ? callbacks->context : NULL};
    FindingList findings = {.program = program,
                            .options = options,
                            .callbacks = callbacks,
                            .watch = &watch,
                            .result = result};
    Team team = {.options = *options, .root = {.result = result}};
    team.shared = (Exploration){.program = program,
                                .options = &team.options,
                                .strategy = strategy_named(wanted->strategy),
                                .callbacks = callbacks,
                                .findings = &findings,
                                .watch = &watch,
                                .standby_most =
                                    wanted->max_memory ? most_memory : most_memory / STANDBY_SHARE,
                                .started = time_wall()};
    if (wanted->max_time > 0) watch.deadline = team.shared.started + wanted->max_time;
    finding_list_init(&findings);
    Campaign *c = &team.root;
    if (team_open(&team, &result->internal_error)) {
        watch_start(&watch);
        team_explore(&team);
        campaign_report_held(c);
        watch_end(&watch);
        campaign_refresh(c);
        campaign_keep_coverage(c);
        result->complete = !c->halt && !result->nincomplete && !result->nbounds;
        if (result->complete && team.shared.known && options->prune.states) earlier_save(c);
        if (!result->halt_reason) result->halt_reason = "finished";
        team_close(&team);
    }
    team_free(&team);
    finding_list_free(&findings);
    return result;
}

void campaign_result_free(CampaignResult *r) {
    if (!r) return;
    for (size_t k = 0; k < r->nfindings; k++) finding_free(r->findings[k]);
    free(r->findings);
    free(r->cover);
    free(r->interference.level);
    for (size_t k = 0; k < r->sequential.nlevels; k++) free(r->sequential.level[k].lost);
    free(r->sequential.level);
    free(r->visible);
    texts_free(r->assumptions, r->nassumptions);
    texts_free(r->incomplete, r->nincomplete);
    texts_free(r->bounds, r->nbounds);
    texts_free(r->warnings, r->nwarnings);
    free(r->output);
    free(r->internal_error);
    free(r);
}
