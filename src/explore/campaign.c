/*
 * campaign.c — one worker of an exploration: what its runs report, count and end with. See
 * campaign.h for what an exploration is, internal.h for what its workers share.
 */
#include "explore/internal.h"
#include "program/code_name.h"
#include "program/place_names.h"
#include <stdlib.h>

static void campaign_on_slice(void *context, Run *r, const Event *e, const LogEntry *log,
                              size_t n) {
    Campaign *c = context;
    (void)r;
    if (c->slice) c->slice(c->slice_context, e, log, n);
    if (c->shared->options->prune.influences && !c->shared->options->prune.paper &&
        !c->shared->options->run.check_race && c->shared->choice_pruning != CHOICES_ALL)
        c->shared->options->prune.ops->slice(c, e, log, n);
}

static void on_stands(void *context, Run *r, const Thread *t) {
    Campaign *c = context;
    const CampaignOptions *o = c->shared->options;
    paths_step(c);
    if (c->stepped) c->stepped(c->slice_context, r);
    if (!o->stepped) return;
    pthread_mutex_lock(&c->shared->lock);
    o->stepped(o->final_context, c->result->stats.restarts, r, thread_slot(t));
    pthread_mutex_unlock(&c->shared->lock);
}

static void campaign_on_assumption(void *context, const char *text) {
    Campaign *c = context;
    texts_add(&c->result->assumptions, &c->result->nassumptions, text);
}

static void campaign_on_deviation(void *context, const char *text) {
    Campaign *c = context;
    campaign_on_assumption(context, text);
    texts_add(&c->result->deviations, &c->result->ndeviations, text);
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

static void campaign_on_bounded(void *context, const char *text) {
    campaign_bounded(context, text);
}

/* The pass may never end: passes with a bound on threads take its place. */
static void on_many_threads(void *context) {
    Campaign *c = context;
    if (c->shared->deepens) c->many_threads = c->restart = true;
}

/* A program can tell thousands of distinct values (klee_print_expr). */
#define MOST_WARNINGS 1000

static void campaign_on_warning(void *context, const char *text) {
    Campaign *c = context;
    if (c->result->nwarnings >= MOST_WARNINGS) text = "there were more warnings";
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

uint64_t campaign_random(Campaign *c) { return random_next(&c->random); }

/* Whether a complete run without a finding went as far as its paths go on: up to their ends, or up
 * to cut-offs. */
static bool is_whole_path(const Run *r, RunEnd end) {
    const Machine *m = r->machine;
    bool stopped = false;
    for (uint32_t k = 0; k < m->nslots; k++)
        stopped |= m->threads[k] && m->threads[k]->status == THREAD_STOPPED;
    return end == RUN_EXIT || (r->ncutoffs && !stopped);
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
    const PruneOps *ops = c->shared->options->prune.ops;
    if (ops && c->shared->strategy->continues && ops->refused(c, r, end))
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
    if (!c->restart && !error && is_whole_path(r, end)) paths_leaf(c);
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

/* --- workers ---------------------------------------------------------------------------------- */

bool campaign_open(Campaign *c, ThreadNames *names, char **error) {
    const CampaignOptions *o = c->shared->options;
    c->pool = expr_pool_new();
    SolverOptions so = {.name = o->explore.solver,
                        .limit_ms = (unsigned)o->explore.solver_limit_ms,
                        .stop = &c->shared->watch->over,
                        .shared = c->shared->answers};
    c->solver = solver_new(c->pool, &so, error);
    if (!c->solver) {
        expr_pool_free(c->pool);
        return false;
    }
    vec_push(&c->shared->watch->solvers, c->solver);
    RunHooks hooks = {.context = c,
                      .fault = campaign_fault,
                      .race = campaign_race,
                      .race_number = campaign_race_number,
                      .slice = campaign_on_slice,
                      .stands = o->stepped || c->shared->paths || c->shared->strategy->watches_steps
                                    ? on_stands
                                    : NULL,
                      .assumption = campaign_on_assumption,
                      .deviation = campaign_on_deviation,
                      .incomplete = campaign_on_incomplete,
                      .bounded = campaign_on_bounded,
                      .many_threads = on_many_threads,
                      .warning = campaign_on_warning,
                      .order = campaign_on_order,
                      .show = campaign_on_show,
                      .weak = on_weak,
                      .contended = on_contended,
                      .output = o->output ? campaign_on_output : NULL,
                      .interrupted = campaign_on_interrupted};
    MachineOptions mo = campaign_machine_options(o);
    mo.names = names;
    mo.keeps_unread |= !c->shared->known; /* runs are counted as they are */
    mo.always_looks = c->shared->strategy->one_pass;
    c->run = run_new(c->shared->program, &mo, &hooks, c->pool, c->solver);
    c->run->visible_races = o->run.check_race;
    c->run->machine->divides_sections = o->divides_sections;
    c->run->keep_cheap_steps = o->keep_cheap_steps;
    c->run->history.contextual = c->shared->strategy->contextual || o->contextual_events;
    c->run->history.census.exact = o->explore.exact_counts;
    c->decided.exact = o->explore.exact_counts;
    if (c->shared->known) run_use_cutoffs(c->run, c->shared->known);
    if (c->shared->known && o->prune.states) {
        c->run->machine->code_names = code_names_new(c->shared->program);
        c->run->machine->entered = entered_new(c->shared->program->nfunctions);
    }
    if (o->prune.states || o->prune.summaries)
        c->run->machine->place_names = place_names(c->shared->program);
    return true;
}

void campaign_close(Campaign *c) {
    if (!c->shared->leaves_memory) {
        code_names_free(c->run->machine->code_names);
        entered_free(c->run->machine->entered);
        free(c->run->machine->place_names);
        run_free(c->run);
        solver_free(c->solver);
        expr_pool_free(c->pool);
    }
    census_free(&c->decided);
    vec_free(&c->visible);
    vec_free(&c->deferred);
    vec_free(&c->reported);
    free(c->covered_before);
}

void campaign_result_free(CampaignResult *r) {
    if (!r) return;
    for (size_t k = 0; k < r->nfindings; k++) finding_free(r->findings[k]);
    free(r->findings);
    for (size_t k = 0; k < r->nfollowing; k++) finding_free(r->following[k]);
    free(r->following);
    free(r->cover);
    free(r->degrees);
    free(r->interference.level);
    for (size_t k = 0; k < r->sequential.nlevels; k++) {
        free(r->sequential.level[k].names[0]);
        free(r->sequential.level[k].names[1]);
        free(r->sequential.level[k].lost);
    }
    free(r->sequential.level);
    free(r->visible);
    texts_free(r->assumptions, r->nassumptions);
    texts_free(r->deviations, r->ndeviations);
    texts_free(r->incomplete, r->nincomplete);
    texts_free(r->bounds, r->nbounds);
    texts_free(r->warnings, r->nwarnings);
    free(r->output);
    free(r->internal_error);
    free(r->any_threads);
    free(r->not_any_threads);
    free(r);
}
