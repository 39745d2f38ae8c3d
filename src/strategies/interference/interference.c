/*
 * interference.c — con2colic testing (Farzan, Holzer, Razavi and Veith, ESEC/FSE 2013): branches
 * are covered in order of the number of interferences that they need. An interference is a load
 * that reads what another thread wrote.
 *
 * Each thread first runs alone. Its events are kept in a forest in which loads of shared memory are
 * variables. Each side of a branch that was not taken gives a candidate: a set of couplings of
 * loads with stores, initially empty. If inputs and an order of events exist that realize the
 * scenario of the candidate, it is run; then the thread continues alone and adds to the forest. If
 * not, the unsat core says which loads must read something else. Each of these loads is coupled
 * with each store to the same bytes, which gives candidates with one more interference. Candidates
 * with fewer interferences come first. So once none of a degree is left, everything that this
 * number of interferences can cover was covered.
 */
#include "strategies/interference/interference.h"
#include "strategies/interference/run_interferences.h"
#include <stdio.h>
#include <stdlib.h>

/* --- runs ------------------------------------------------------------------------------------- */

/* Counts new coverage for a degree. */
static void count_cover(Interference *x, uint32_t degree) {
    const Program *p = x->c->shared->program;
    const uint8_t *now = x->run->machine->cover;
    uint64_t new = 0;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        for (uint32_t i = 2 * f->first_insn; i < 2 * (f->first_insn + f->code_len); i++) {
            uint8_t first = now[i] & (uint8_t)~x->cover[i];
            new += !f->library && (first & 1u);
            if (first && (!x->cover[i] || first & 1u))
                x->degrees[i] = (uint8_t)MIN(degree + 1, 255);
            x->cover[i] |= now[i];
        }
    }
    search_level(x, degree)->covered += new;
    InterferenceStats *s = &x->c->result->interference;
    s->covered += new;
    x->stop = s->covered >= 2ull * p->nbranches && p->nbranches;
    /* Coverage of a degree is part of the total coverage. */
    invariant(search_level(x, degree)->covered <= s->covered);
}

/* Adds a candidate for a sink met in the run of `c` (NULL: the first run), with the couplings of
 * the run. */
static void want_sink(Interference *x, const Candidate *c, NodeId sink) {
    Candidate *own = candidate_new(sink);
    for (uint32_t k = 0; c && k < c->ncouplings; k++) candidate_couple(own, c->coupling[k]);
    for (size_t k = 0; k < x->recorder.couplings.len; k++)
        candidate_couple(own, x->recorder.couplings.data[k]);
    own->inherited = own->ncouplings > 0;
    if (!search_push(x, own)) search_push(x, candidate_new(sink));
}

/* Adds to a finding the interferences on its thread's way to it, even if the run met it after its
 * scenario. */
static void interference_describe(void *context, Finding *f) {
    const Interference *x = context;
    run_interferences(x->run, f);
}

static void run_candidate(Interference *x, const Candidate *c, const NodeId *order, size_t n,
                          Model *model) {
    Recorder *r = &x->recorder;
    Machine *m = x->run->machine;
    size_t bytes = 2 * (size_t)x->c->shared->program->ninsns;
    uint32_t degree = c ? c->degree : 0;
    memset(m->cover, 0, bytes);
    RunResult result = recorder_run(r, order, n, c ? c->sink : 0, model);
    count_cover(x, degree);
    /* The rest of the run lies outside of the scenario. */
    recorder_finish(r);
    if (result == RUN_DIVERGED && !campaign_stop(x->c)) {
        x->c->result->interference.diverged++;
        if (!x->lost) x->lost = "a scenario did not happen as it was solved";
    }
    if (campaign_stop(x->c)) return;
    for (size_t k = 0; k < r->sinks.len; k++) want_sink(x, c, r->sinks.data[k]);
    for (size_t k = 0; k < r->writes.len; k++) search_meet_write(x, r->writes.data[k]);
    for (size_t k = 0; k < r->accesses.len; k++) search_meet_access(x, r->accesses.data[k]);
    for (size_t k = 0; k < r->exits.len; k++) search_meet_exit(x, r->exits.data[k]);
    for (size_t k = 0; k < r->users.len; k++) search_meet_user(x, r->users.data[k]);
    for (size_t k = 0; k < r->positions.len; k++) search_meet_position(x, &r->positions.data[k]);
    if (c && result == RUN_DONE) forest_node(&x->forest, c->sink)->settled = true;
    for (size_t k = 0; k < r->released.len; k++) search_meet_release(x, r->released.data[k]);
}

/* All loads that read locally. */
static void all_local(const Scenario *s, DataProblem *d) {
    d->core.len = 0;
    for (size_t k = 0; k < s->sources.len; k++)
        if (s->sources.data[k].local &&
            (!d->core.len || vec_last(&d->core) != s->sources.data[k].load))
            vec_push(&d->core, s->sources.data[k].load);
}

/* Keeps a candidate that cannot be realized and takes it over. `ordered`: an order of its events
 * exists, and the unsat core is about their values. */
static void refuse_candidate(Interference *x, Candidate *c, bool ordered) {
    const Scenario *s = &x->scenario;
    Kept k = {.candidate = c, .unordered = !ordered && x->settings->cores};
    if (!x->settings->cores) all_local(s, &x->data);
    for (size_t j = 0; j < x->data.core.len; j++)
        vec_push(&k.loads, s->event.data[x->data.core.data[j]]);
    search_blame_joins(x, &k, !ordered || !x->settings->cores);
    if (k.loads.len || k.joins.len)
        search_keep(x, k);
    else {
        candidate_free(c);
        vec_free(&k.quiet_joins);
    }
}

/* Builds the scenario of a candidate. Returns whether the candidate must still be examined. */
static bool candidate_is_open(Interference *x, const Candidate *c) {
    const ForestNode *sink = forest_node(&x->forest, c->sink);
    return !sink->executed && !sink->settled && scenario_build(&x->scenario, &x->forest, c);
}

/* Examines a candidate and takes it over. */
static void realize(Interference *x, Candidate *c) {
    Scenario *s = &x->scenario;
    InterferenceLevel *l = search_level(x, c->degree);
    scenario_find_sources(s, &x->forest, c);
    if (s->ambiguous) {
        search_resolve(x, c);
        return;
    }
    if (search_release(x, c)) return;
    scenario_demand(s, &x->forest, c->sink);
    uint32_t *order = xmalloc((s->n + 1) * sizeof *order);
    if (!scenario_order(s, order)) {
        uint32_t *reasons = xmalloc((s->temporal.reasons + 1) * sizeof *reasons);
        uint32_t n = x->settings->cores ? temporal_core(&s->temporal, reasons) : 0;
        x->data.core.len = 0;
        for (uint32_t k = 0; k < n; k++) vec_push(&x->data.core, s->reasons.data[reasons[k] - 1]);
        free(reasons);
        free(order);
        refuse_candidate(x, c, false);
        return;
    }
    Model *model = NULL;
    switch (data_solve(&x->data, s, &x->forest, order, &model)) {
    case DATA_IMPOSSIBLE: refuse_candidate(x, c, true); break;
    case DATA_UNKNOWN:
        campaign_incomplete(x->c, "the solver reached its limit on a scenario");
        candidate_free(c);
        break;
    case DATA_SOLVED: {
        l->realizable++;
        size_t n = s->n;
        NodeId *nodes = xmalloc((n + 1) * sizeof *nodes);
        for (size_t k = 0; k < n; k++) nodes[k] = s->event.data[order[k]];
        run_candidate(x, c, nodes, n, model);
        free(nodes);
        candidate_free(c);
    }
    }
    model_unref(model);
    free(order);
}

/* The work of a candidate beside its run, in instructions that take about as long: for itself, for
 * each event of its scenario, and for each step of the search for an order. */
#define CANDIDATE_WORK 3000
#define EVENT_WORK 100
#define ORDER_STEP_WORK 4

static void process(Interference *x, Candidate *c) {
    NodeId sink = c->sink;
    bool inherited = c->inherited;
    uint64_t steps = x->scenario.temporal.steps;
    search_level(x, c->degree)->candidates++;
    x->c->search_work += CANDIDATE_WORK;
    if (!candidate_is_open(x, c)) {
        candidate_free(c);
        return;
    }
    realize(x, c);
    x->c->search_work +=
        EVENT_WORK * x->scenario.n + ORDER_STEP_WORK * (x->scenario.temporal.steps - steps);
    /* What the run had in which it was met may stand in the way. */
    const ForestNode *n = forest_node(&x->forest, sink);
    if (inherited && !n->executed && !n->settled && !campaign_stop(x->c))
        search_push(x, candidate_new(sink));
}

/* --- the exploration -------------------------------------------------------------------------- */

static void interference_free(Interference *x) {
    for (size_t k = 0; k < x->work.len; k++) {
        WorkList *w = &x->work.data[k];
        while (w->first_taken < w->first.len) candidate_free(w->first.data[w->first_taken++]);
        while (w->later_taken < w->later.len) candidate_free(w->later.data[w->later_taken++]);
        vec_free(&w->first);
        vec_free(&w->later);
    }
    for (size_t k = 0; k < x->kept.len; k++) {
        candidate_free(x->kept.data[k].candidate);
        vec_free(&x->kept.data[k].loads);
        vec_free(&x->kept.data[k].joins);
        vec_free(&x->kept.data[k].quiet_joins);
    }
    for (size_t k = 0; k < x->joins.len; k++) candidate_free(x->joins.data[k].candidate);
    for (size_t k = 0; k < x->holders.len; k++) candidate_free(x->holders.data[k].candidate);
    for (size_t k = 0; k < x->waiting.len; k++) vec_free(&x->waiting.data[k].who);
    vec_free(&x->work);
    vec_free(&x->kept);
    vec_free(&x->joins);
    vec_free(&x->holders);
    vec_free(&x->waiting);
    index_free(&x->waiting_at);
    vec_free(&x->positions);
    index_free(&x->positions_at);
    hash_set_free(&x->seen);
    scenario_free(&x->scenario);
    substitution_free(x->data.substitution);
    vec_free(&x->data.core);
    vec_free(&x->data.blamed);
    recorder_free(&x->recorder);
    forest_free(&x->forest);
    free(x->cover);
}

void interference_tell_end(Campaign *c, bool full, bool beyond) {
    static const char others[] = "other findings: as far as runs met them";
    uint64_t bound = c->shared->options->explore.interference.bound;
    char text[200];
    if (full)
        snprintf(text, sizeof text, "full coverage: every branch went both ways; %s", others);
    else if (beyond)
        snprintf(
            text, sizeof text,
            "maximum coverage: no more branch is coverable with at most %llu interference%s; %s",
            (unsigned long long)bound, bound == 1 ? "" : "s", others);
    else
        snprintf(text, sizeof text, "maximum coverage: no more branch is coverable; %s", others);
    campaign_bounded(c, text);
}

/* Where scenarios do not cover what runs do, the search decides nothing: another strategy may go
 * on, to which all orders of events are known. */
static void give_up_if_lost(Interference *x) {
    if (x->recorder.looked && x->recorder.passed)
        x->lost = "clocks were looked at while threads let time pass, which interference "
                  "scenarios do not cover";
    if (!x->lost) return;
    campaign_incomplete(x->c, x->lost);
    if (!campaign_stop(x->c)) campaign_halt(x->c, x->lost);
}

static void interference_explore(Campaign *c) {
    Interference x = {.c = c, .run = c->run, .settings = &c->shared->options->explore.interference};
    InterferenceStats *stats = &c->result->interference;
    size_t bytes = 2 * (size_t)c->shared->program->ninsns;
    free(stats->level);
    *stats = (InterferenceStats){0};
    forest_init(&x.forest);
    recorder_init(&x.recorder, c, &x.forest);
    x.data = (DataProblem){.recorder = &x.recorder,
                           .substitution = substitution_new(c->pool),
                           .pool = c->pool,
                           .solver = c->solver};
    x.cover = xcalloc(1, bytes + 2);
    free(c->result->degrees);
    x.degrees = c->result->degrees = xcalloc(1, bytes + 2);
    c->describe = interference_describe;
    c->describe_context = &x;
    run_candidate(&x, NULL, NULL, 0, NULL);
    Candidate *next;
    double since = time_wall();
    while (!campaign_stop(c) && (next = search_next(&x))) {
        if (x.stop && x.settings->stop_covered && !search_is_check(&x, next)) {
            candidate_free(next);
            continue;
        }
        uint32_t degree = next->degree;
        c->result->stats.degree = degree + 1;
        process(&x, next);
        double now = time_wall();
        search_level(&x, degree)->seconds += now - since;
        since = now;
    }
    give_up_if_lost(&x);
    if (!campaign_stop(c)) interference_tell_end(c, x.stop && x.settings->stop_covered, x.beyond);
    /* Where runs do what scenarios do not cover, they may show what cannot happen. */
    if (c->result->nincomplete) campaign_forget_unconfirmed(c);
    memcpy(c->run->machine->cover, x.cover, bytes);
    run_undo(c->run, 0);
    c->describe = NULL;
    interference_free(&x);
}

const Strategy interference_search_strategy = {
    .name = "interference",
    .all_written = true,
    .help = "the search for scenarios of interference",
    .takes_bound = true,
    .takes_guidance = true,
    .explore = interference_explore,
    .one_pass = true,
};

const Strategy interference_strategy = {
    .name = "interference",
    .help = "branches by how many reads of other threads' writes they need (con2colic testing)",
    .takes_bound = true,
    .takes_guidance = true,
    .all_written = true,
    .first = &interference_search_strategy,
    .beside = &interference_traces_strategy,
};
