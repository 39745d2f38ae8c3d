/* probe.c — see probe.h. */
#include "strategies/por/estimate/probe.h"
#include "state/cutoff/known_states.h"
#include "strategies/por/estimate/random_run.h"
#include <math.h>
#include <stdlib.h>

/* After so many seconds of a pass random runs take this part of the time, beginning with some that
 * are quick in any case. */
#define FIRST_SECONDS 0.2
#define SHARE 0.006
#define ADVANCE 0.0015
/* One run may take so long; it is given up beyond that, and where it is so many times longer than
 * those of the exploration. No estimate is made if a quarter of the runs are given up. */
#define RUN_SECONDS 0.05
#define LONGER 4
#define MOST_GIVEN_UP 4 /* one in so many */
#define MOST_RUNS 4096
#define SECONDS_BETWEEN 0.2 /* estimates */

/* A configuration that a random run ended in: the names of its events, by thread. */
typedef struct Probe {
    double weight;
    uint32_t *start; /* of the threads, and the end */
    uint64_t *name;
    uint32_t nthreads;
    bool explored;
} Probe;

struct Probes {
    Campaign *of;
    ExprPool *pool;
    Solver *solver;
    KnownStates *none; /* cut-offs are looked for, and never found */
    RandomRuns runs;
    VEC(Probe) probe; /* of all runs with a weight */
    double made;      /* runs, those of weight 0 included */
    double given_up;
    double began, spent, run_began, told;
    size_t longest; /* path of the exploration */
    bool over;
};

/* --- machines --------------------------------------------------------------------------------- */

/* Random runs follow no cut-off: the estimate is of all configurations. */
static bool probe_is_known(void *context, const Event *e, bool *ends) {
    (void)context, (void)e;
    *ends = false;
    return true;
}

static bool probe_is_interrupted(void *probes) {
    const Probes *p = probes;
    return watch_over(p->of->shared->watch) || time_wall() - p->run_began > RUN_SECONDS;
}

static bool probes_open(Probes *p) {
    Campaign *c = p->of;
    char *error = NULL;
    SolverOptions so = {.name = c->shared->options->explore.solver,
                        .limit_ms = (unsigned)(RUN_SECONDS * 1000),
                        .stop = &c->shared->watch->over};
    p->pool = expr_pool_new();
    p->solver = solver_new(p->pool, &so, &error);
    if (!p->solver) {
        free(error);
        expr_pool_free(p->pool);
        return false;
    }
    watch_add(c->shared->watch, p->solver);
    RunHooks hooks = {.context = p, .interrupted = probe_is_interrupted};
    Run *r = run_new(c->shared->program, &c->run->machine->options, &hooks, p->pool, p->solver);
    if (c->shared->known) {
        p->none = known_states_new(false);
        run_use_cutoffs(r, p->none);
        cutoffs_leave_to(r->cutoffs, &(CutoffJudge){.context = p, .known = probe_is_known});
    }
    r->judges = c->run->judges;
    run_start(r, c->visible.data, c->visible.len);
    p->runs = (RandomRuns){.run = r, .random = c->shared->options->explore.seed};
    return true;
}

static void probes_close(Probes *p) {
    if (!p->runs.run) return;
    run_free(p->runs.run);
    watch_remove(p->of->shared->watch, p->solver);
    solver_free(p->solver);
    expr_pool_free(p->pool);
    known_states_free(p->none);
    random_runs_free(&p->runs);
    p->runs.run = NULL;
}

/* Where memory is short: there is no estimate from now on. */
static void probes_give_up(void *probes) {
    Probes *p = probes;
    p->over = true;
    p->of->result->stats.explored = 0;
    probes_close(p);
}

Probes *probes_new(Campaign *c) {
    const CampaignOptions *o = c->shared->options;
    /* What earlier explorations know is left out in no way that random runs could follow. */
    bool prunes = o->prune.states || o->prune.summaries || o->prune.influences;
    if (prunes || search_order_named(o->explore.search) != SEARCH_DFS) return NULL;
    Probes *p = xcalloc(1, sizeof *p);
    p->of = c;
    p->began = time_wall();
    c->spare = probes_give_up;
    c->spare_context = p;
    return p;
}

void probes_free(Probes *p) {
    if (!p) return;
    p->of->spare = NULL;
    probes_close(p);
    for (size_t k = 0; k < p->probe.len; k++) {
        free(p->probe.data[k].start);
        free(p->probe.data[k].name);
    }
    vec_free(&p->probe);
    free(p);
}

/* --- configurations --------------------------------------------------------------------------- */

static void keep_probe(Probes *p, double weight) {
    const History *h = &p->runs.run->history;
    Probe x = {.weight = weight, .nthreads = (uint32_t)h->own.len};
    x.start = xcalloc(h->own.len + 1, sizeof *x.start);
    x.name = xcalloc(h->path.len + 1, sizeof *x.name);
    uint32_t n = 0;
    for (uint32_t t = 0; t < x.nthreads; t++) {
        x.start[t] = n;
        for (size_t k = 0; k < h->own.data[t].len; k++) x.name[n++] = h->own.data[t].data[k]->name;
    }
    x.start[x.nthreads] = n;
    vec_push(&p->probe, x);
}

static bool probe_has(const Probe *x, const Event *e) {
    uint32_t t = (uint32_t)e->action.thread;
    if (t >= x->nthreads) return false;
    uint32_t at = x->start[t] + e->action.index - 1;
    return at < x->start[t + 1] && x->name[at] == e->name;
}

/* Whether the subtree of an alternative that was given away and is explored has the configuration.
 */
static bool probe_is_given(const Probe *x, const Probes *p, const AlternativeNode *n) {
    Workers *w = p->of->shared->workers;
    for (size_t k = 0; w && k < n->alternatives.len; k++) {
        const Alternative *a = &n->alternatives.data[k];
        bool has = a->task && workers_has_finished(w, a->task);
        for (uint32_t j = 0; j < a->len && has; j++) has = probe_has(x, a->events[j]);
        if (has) return true;
    }
    return false;
}

/* Whether the configuration was explored: it has an event of D at a node of the path up to where it
 * leaves the path, or is the path. */
static bool probe_is_explored(const Probe *x, const Probes *p, const AlternativeTree *tree) {
    const History *h = &tree->run->history;
    size_t s = 0;
    for (size_t k = 0; k < h->path.len; k++) {
        for (; s < tree->sleepers.len && tree->sleepers.data[s].from == k; s++)
            if (probe_has(x, tree->sleepers.data[s].event)) return true;
        if (k < tree->nodes.len && probe_is_given(x, p, &tree->nodes.data[k])) return true;
        if (!probe_has(x, h->path.data[k])) return false;
    }
    return true;
}

/* --- estimates -------------------------------------------------------------------------------- */

/* By which of the configurations were explored. */
static Estimate estimate_by_tree(Probes *p, const AlternativeTree *tree, double traces) {
    WeightSums within = {0}, beyond = {0};
    for (size_t k = 0; k < p->probe.len; k++) {
        Probe *x = &p->probe.data[k];
        if (!x->explored) x->explored = probe_is_explored(x, p, tree);
        weights_add(x->explored ? &within : &beyond, x->weight);
    }
    return estimate_share(traces, p->made, &within, &beyond, p->of->shared->known != NULL);
}

static void update_estimate(Probes *p, const AlternativeTree *tree, bool whole) {
    Campaign *c = p->of;
    CampaignStats *s = &c->result->stats;
    uint64_t traces = s->traces, events;
    if (!whole && c->shared->known) return;
    if (c->shared->workers) workers_told(c->shared->workers, &traces, &events);
    WeightSums all = {(double)s->probes, s->probe_weights, s->probe_squares};
    Estimate e = whole ? estimate_by_tree(p, tree, (double)traces)
                       : estimate_of_total((double)traces, p->made, &all);
    if (p->given_up * MOST_GIVEN_UP > p->made + p->given_up) e.share = 0;
    stats_set_estimate(s, &e, time_wall() - p->began);
}

/* Makes one run. */
static void probe_once(Probes *p) {
    CampaignStats *s = &p->of->result->stats;
    p->run_began = time_wall();
    p->runs.longest = LONGER * p->longest + 100;
    RandomEnd end = random_run(&p->runs);
    double weight = end == RANDOM_COMPLETE ? exp(p->runs.log_weight) : 0;
    if (p->runs.run->machine->stop_now)
        run_start(p->runs.run, p->of->visible.data, p->of->visible.len);
    p->given_up += end == RANDOM_GIVEN_UP;
    if (end == RANDOM_LEARNT || end == RANDOM_GIVEN_UP) return;
    p->made++;
    s->probes++;
    s->probe_weights += weight;
    s->probe_squares += weight * weight;
    if (end == RANDOM_COMPLETE && !p->of->shared->ledger) keep_probe(p, weight);
}

void probes_when_due(Probes *p, const AlternativeTree *tree, bool whole) {
    double now = time_wall(), began = now;
    p->longest = MAX(p->longest, tree->run->history.path.len);
    if (p->over || now - p->began < FIRST_SECONDS || p->spent > ADVANCE + SHARE * (now - p->began))
        return;
    if (!p->runs.run && !probes_open(p)) p->over = true;
    while (!p->over && p->spent + now - began <= ADVANCE + SHARE * (now - p->began)) {
        probe_once(p);
        p->over = p->made + p->given_up >= MOST_RUNS;
        now = time_wall();
    }
    if (!p->of->shared->ledger && now - p->told > SECONDS_BETWEEN) {
        update_estimate(p, tree, whole);
        p->told = now;
    }
    p->spent += time_wall() - began;
}
