/*
 * team.c — see team.h.
 */
#include "explore/team.h"
#include "base/deep_thread.h"
#include <malloc.h>
#include <stdlib.h>

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
    c->many_threads |= w->many_threads;
    c->restart |= w->restart || w->grown;
    if (w->halt && !c->halt) {
        c->halt = true;
        if (!c->result->halt_reason) c->result->halt_reason = w->result->halt_reason;
    }
    c->run->machine->patient |= w->run->machine->patient;
    CampaignResult *r = c->result, *y = w->result;
    merge_texts(&r->assumptions, &r->nassumptions, y->assumptions, y->nassumptions);
    merge_texts(&r->deviations, &r->ndeviations, y->deviations, y->ndeviations);
    merge_texts(&r->incomplete, &r->nincomplete, y->incomplete, y->nincomplete);
    merge_texts(&r->bounds, &r->nbounds, y->bounds, y->nbounds);
    merge_texts(&r->warnings, &r->nwarnings, y->warnings, y->nwarnings);
    machine_merge(c->run->machine, w->run->machine);
}

/* Prepares another worker for a pass with what the root worker knows. */
static void ready_worker(const Campaign *root, Campaign *w) {
    w->halt = w->restart = w->grown = w->tables = w->refused = w->many_threads = false;
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
    paths_begin_worker(w);
    run_start(w->run, w->visible.data, w->visible.len);
    prepare_standby(w);
}

/* The root explores while many subtrees wait, each in frames of its own. */
static void *explore_root(void *team) {
    Team *t = team;
    t->shared.strategy->explore(&t->root);
    return NULL;
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
        if (deep_thread_create(&threads[k], campaign_serve, &t->others[k]))
            base_fatal("cannot create a thread for a worker");
    }
    prepare_standby(c);
    pthread_t root;
    if (deep_thread_create(&root, explore_root, t))
        base_fatal("cannot create a thread for a worker");
    pthread_join(root, NULL);
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

static void forget_bounds(CampaignResult *result) {
    texts_free(result->bounds, result->nbounds);
    result->bounds = NULL;
    result->nbounds = 0;
}

/* A pass that is given up ends at one run or another where several workers explore. So only those
 * of the last pass count. */
static void forget_occurrences(Team *t) {
    campaign_settle_seen(&t->root);
    for (unsigned k = 0; k < t->nothers; k++) campaign_settle_seen(&t->others[k]);
    campaign_forget_occurrences(&t->root);
}

/* Begins a pass with the states of earlier explorations, now or when no choice is pruned. */
static void begin_earlier(Team *t) {
    Exploration *shared = &t->shared;
    ChoicePruning so_far = CHOICES_ALL_SO_FAR;
    bool most = shared->options->prune.ops->load_states(&t->root),
         prunes = shared->options->prune.influences && !t->nothers;
    /* Where the change leaves most states as they were, these spare more than choices would. */
    if (prunes && most)
        atomic_compare_exchange_strong(&shared->choice_pruning, &so_far, CHOICES_ALL);
    shared->earlier_waits = prunes && shared->choice_pruning != CHOICES_ALL;
    if (shared->earlier_waits) known_states_forget_earlier(shared->known);
}

/* Explores one pass over the program with the current visible set S. */
static void explore_pass(Team *t) {
    Campaign *c = &t->root;
    Exploration *shared = &t->shared;
    CampaignResult *result = c->result;
    uint64_t restarts = result->stats.restarts;
    double confirming = result->stats.confirm_seconds;
    c->restart = c->grown = c->tables = c->many_threads = false;
    result->stats = (CampaignStats){.restarts = restarts, .confirm_seconds = confirming};
    /* Forget reasons of an earlier pass: they need not apply to this one. */
    texts_free(result->incomplete, result->nincomplete);
    result->incomplete = NULL;
    result->nincomplete = 0;
    forget_bounds(result);
    forget_occurrences(t);
    if (shared->known) known_states_clear(shared->known);
    if (shared->known && shared->options->prune.coarse_states) known_states_spare(shared->known);
    if (shared->known && shared->options->prune.states) begin_earlier(t);
    census_clear(&c->decided);
    c->run->judges = c->weak;
    paths_begin_pass(shared->paths);
    paths_begin_worker(c);
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

/* The first bound on threads: a pass that ends soon, before the first attempt to prove that no
 * number of threads meets a bug. Those that follow are 2, 3, 4, 6, 8, 12, …, so that all passes
 * together take not much longer than the last one. */
#define FIRST_THREADS_BOUND 1

static uint32_t next_threads_bound(uint32_t bound) {
    bool power = !(bound & (bound - 1));
    return bound < 4 ? bound + 1 : power ? bound + bound / 2 : bound + bound / 3;
}

/* How many times as much work as an attempt of a proof took is done before the next one. That may
 * take up to a half of all work so far, so it comes further than the one before. */
#define BETWEEN_ATTEMPTS 3

/* Whether no number of threads meets a bug, after a complete pass with a bound. */
static bool is_proved_for_any(Team *t) {
    Campaign *c = &t->root;
    CampaignResult *r = c->result;
    AnyThreads *prove = c->shared->strategy->any_threads;
    char *text = NULL;
    uint64_t begun = campaign_work(c);
    if (!prove || t->any_threads == ANY_THREADS_REFUSED || c->shared->findings->result->nfindings ||
        begun < t->next_attempt)
        return false;
    t->any_threads = prove(c, &text);
    uint64_t ended = campaign_work(c);
    t->next_attempt = ended + BETWEEN_ATTEMPTS * (ended - begun);
    free(r->not_any_threads);
    r->not_any_threads = NULL;
    if (t->any_threads != ANY_THREADS_PROVED) {
        r->not_any_threads = text;
        return false;
    }
    r->any_threads = text;
    forget_bounds(r);
    return true;
}

/* After a pass without a limit that a program with threads without end exceeded, or at the end of
 * one with a bound that some thread reached: lets another pass with a larger bound follow. */
static void deepen_threads(Team *t) {
    Campaign *c = &t->root;
    Exploration *shared = &t->shared;
    if (c->many_threads && !shared->threads_most) {
        /* A thread that counts without end would keep a pass with a bound from its end. But tests
         * of paths come from passes. */
        c->restart = false;
        if (!c->result->nincomplete && !shared->options->explore.path_tests && is_proved_for_any(t))
            return;
        c->restart = true;
        shared->threads_most = FIRST_THREADS_BOUND;
    } else if (shared->threads_most && !c->restart && c->result->nbounds) {
        if (!c->result->nincomplete) {
            c->result->threads_explored = shared->threads_most;
            if (is_proved_for_any(t)) return;
        }
        uint32_t next = next_threads_bound(shared->threads_most);
        if (next >= MAX_THREADS) return;
        shared->threads_most = next;
        c->restart = true;
    }
}

static void apply_threads_bound(Team *t) {
    if (!t->shared.threads_most) return;
    t->root.run->machine->options.max_threads = t->shared.threads_most;
    for (unsigned k = 0; k < t->nothers; k++)
        t->others[k].run->machine->options.max_threads = t->shared.threads_most;
}

/* Repeats passes until one needs no restart. Symmetry of alike threads is used only as long as it
 * is known to be sound. */
static void team_passes(Team *t) {
    Campaign *c = &t->root;
    Exploration *shared = &t->shared;
    CampaignOptions *o = &t->options;
    if (o->explore.symmetry && shared->known && shared->strategy->subtrees && !t->nothers)
        shared->symmetry = symmetry_new(shared->program, o->explore.symmetry);
    if (shared->symmetry) run_use_symmetry(c->run, shared->symmetry);
    do {
        if (c->refused) o->prune.influences = NULL;
        c->refused = false;
        if (shared->choice_pruning == CHOICES_PRUNED) shared->choice_pruning = CHOICES_ALL_SO_FAR;
        if (shared->symmetry && symmetry_is_wanted(shared->symmetry))
            symmetry_use(shared->symmetry);
        /* Happens-before relations differ between threads that are otherwise alike, so symmetry
         * ends here. */
        if (shared->symmetry && (c->weak || symmetry_is_broken(shared->symmetry))) {
            run_use_symmetry(c->run, NULL);
            symmetry_free(shared->symmetry);
            shared->symmetry = NULL;
        }
        apply_threads_bound(t);
        explore_pass(t);
        if (!c->halt) deepen_threads(t);
    } while (c->restart && !c->halt);
    if (c->halt && shared->threads_most) forget_bounds(c->result);
    symmetry_free(shared->symmetry);
    shared->symmetry = NULL;
}

/* Explores what the ledger gives, pass by pass, until nothing is left or everything must stop. */
static void ledger_passes(Team *t) {
    Campaign *c = &t->root;
    const Ledger *l = t->shared.ledger;
    c->run->history.census.journals = true;
    while (!c->halt && l->begin_pass(l->context, c)) {
        explore_pass(t);
        if (!c->halt && c->restart) l->next_pass(l->context, c);
    }
    c->run->history.census.journals = false;
    l->end(l->context, c);
}

/* Opens the workers. False with *error if the solver is missing. */
bool team_open(Team *t, char **error) {
    Exploration *shared = &t->shared;
    const CampaignOptions *o = &t->options;
    pthread_mutex_init(&shared->lock, NULL);
    pthread_mutex_init(&t->names.lock, NULL);
    t->nothers = shared->strategy->serve && !shared->ledger && o->explore.jobs > 1
                     ? (unsigned)o->explore.jobs - 1
                     : 0;
    t->others = xcalloc(t->nothers + 1, sizeof *t->others);
    shared->paths = paths_new(shared->program, o->explore.path_tests, shared->callbacks);
    if (o->explore.cutoffs && shared->strategy->uses_cutoffs)
        shared->known = known_states_new(t->nothers > 0 || shared->ledger);
    if (shared->known && (o->prune.states || shared->ledger))
        known_states_compare_explorations(shared->known);
    if (shared->known && o->prune.states) known_states_keep(shared->known);
    if (shared->ledger) {
        if (shared->known) known_states_use_journal(shared->known);
        t->names.claim = shared->ledger->claim;
        t->names.context = shared->ledger->context;
    }
    t->root.is_root = true;
    t->any_threads = ANY_THREADS_LATER;
    t->root.weak = shared->program->weak_atomics && o->run.check_race;
    t->root.random = o->explore.seed;
    for (unsigned k = 0; k <= t->nothers; k++) {
        Campaign *w = k ? &t->others[k - 1] : &t->root;
        w->shared = shared;
        if (k) w->result = xcalloc(1, sizeof *w->result);
        if (campaign_open(w, t->nothers || shared->ledger ? &t->names : NULL, error)) continue;
        if (k) base_fatal("%s", *error);
        return false;
    }
    for (size_t k = 0; k < o->nvisible; k++)
        campaign_show(&t->root, o->visible[k].start, o->visible[k].end);
    return true;
}

/* Explores everything, with the hunt beside it. */
void team_explore(Team *t) {
    Campaign *c = &t->root;
    const HuntOps *hunts = t->options.explore.hunt ? t->shared.strategy->hunts : NULL;
    if (hunts) c->hunt = hunts->new(c);
    if (t->shared.ledger)
        ledger_passes(t);
    else
        team_passes(t);
    if (c->hunt) {
        hunts->count(c->hunt, &c->result->stats);
        hunts->free(c->hunt);
        c->hunt = NULL;
    }
    campaign_tell_unconfirmed(c);
    for (unsigned k = 0; c->halt && k < t->nothers; k++) tell_interrupted(c, &t->others[k]);
    if (c->halt) tell_interrupted(c, c);
}

/* Frees the workers. Adds the solver statistics and race counts of the others to the result. */
void team_close(Team *t) {
    CampaignStats *s = &t->root.result->stats;
    campaign_count_seen(&t->root);
    for (unsigned k = 0; k < t->nothers; k++) {
        Campaign *w = &t->others[k];
        const SolverStats *q = solver_stats(w->solver);
        s->queries += q->queries;
        s->backend_queries += q->backend_queries;
        s->solver_seconds += q->seconds;
#define ADD_LAYER(name) s->name += q->name;
        SOLVER_LAYERS(ADD_LAYER)
#undef ADD_LAYER
        campaign_count_seen(w);
        campaign_close(w);
        campaign_result_free(w->result);
    }
    campaign_close(&t->root);
}

void team_free(Team *t) {
    if (t->shared.choices) t->options.prune.ops->free(t->shared.choices);
    known_states_free(t->shared.known);
    paths_free(t->shared.paths);
    vec_free(&t->shared.occurred);
    for (uint32_t k = 0; k < t->names.n; k++) free(t->names.name[k]);
    free(t->others);
    pthread_mutex_destroy(&t->shared.lock);
    pthread_mutex_destroy(&t->names.lock);
}
