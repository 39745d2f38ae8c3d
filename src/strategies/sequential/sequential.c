/*
 * sequential.c — bounded interference by sequentialization (Razavi, Farzan, Holzer:
 * Bounded-Interference Sequentialization for Testing Concurrent Programs). For k = 0, 1, … up to
 * the bound and each ordered pair of threads, analysis/sequentialize.h makes
 * a sequential program in which k reads of one thread see what the other one wrote. This program is
 * explored separately. Its failures are replayed in the program itself, and only those that occur
 * there, too, are reported.
 */
#include "strategies/sequential/sequential.h"
#include <stdio.h>
#include <stdlib.h>

/* The number of times that a failure which could not be replayed is tried again on another path. */
enum { TRIES = 20 };

/* A failure of the sequential program, by its place. */
typedef struct Failure {
    char *key;
    unsigned tries;
    bool told;
} Failure;

typedef struct Sequential {
    Campaign *c;
    Program *program; /* the sequential one */
    Guide guide;
    unsigned pair[2], bound; /* of the current exploration */
    unsigned threads;        /* number of threads that were seen to be created */
    char *names[2];          /* of the current pair; NULL: not yet known */
    VEC(Failure) failures;   /* of all pairs */
    char *lost;              /* why the current exploration is incomplete; NULL: it is not */
    uint64_t bugs;
} Sequential;

/* --- failures --------------------------------------------------------------------------------- */

static Failure *failure_named(Sequential *x, char *key) {
    for (size_t k = 0; k < x->failures.len; k++)
        if (!strcmp(x->failures.data[k].key, key)) {
            free(key);
            return &x->failures.data[k];
        }
    vec_push(&x->failures, ((Failure){.key = key}));
    return &vec_last(&x->failures);
}

/* Handles a failure of the sequential program, with the run at that moment. */
static void on_failure(void *context, Run *failing, Finding *f) {
    Sequential *x = context;
    if (!strcmp(f->kind, "unsupported")) {
        if (!x->lost) x->lost = xstrdup(f->message);
        return;
    }
    if (!x->lost && plan_loses(failing))
        x->lost = xasprintf("the other thread fails while it holds a lock (%s:%u)", f->place.file,
                            f->place.line);
    if (!strcmp(f->kind, "race") || !strcmp(f->kind, "deadlock") || !strcmp(f->kind, "hang") ||
        !strcmp(f->kind, "leak"))
        return;
    int thread = plan_thread(failing);
    x->c->result->sequential.other_fails |= thread < 0;
    if (thread < 0) return;
    char *place = finding_key(f);
    Failure *failure = failure_named(x, xasprintf("%d %s", thread, place));
    free(place);
    if (failure->told || failure->tries == TRIES) return;
    Plan p;
    failure->tries++;
    if (plan_read(&p, x->c, failing, f)) failure->told = guide_follow(&x->guide, &p, f->kind);
    x->bugs += failure->told;
    plan_clear(&p);
}

/* --- the sequential program ------------------------------------------------------------------- */

/* Notes the number of threads, which complete runs show. */
static void sequential_on_end(void *context, const Machine *m) {
    Sequential *x = context;
    const Global *g = program_global_named(m->program, "heddle_seq_created");
    uint32_t created = 0;
    if (g) memory_peek(m->memory, g->address, &created, sizeof created);
    x->threads = MAX(x->threads, created);
    if (!x->names[0]) plan_pair_names(m, x->names);
}

static bool sequential_on_interrupted(void *context) {
    Sequential *x = context;
    return campaign_stop(x->c);
}

static bool sequential_on_found(void *context, Finding *f) {
    (void)context, (void)f;
    return false;
}

static void sequential_on_progress(void *context, const CampaignStats *stats, size_t findings) {
    Sequential *x = context;
    const CampaignCallbacks *told = x->c->shared->callbacks;
    (void)findings;
    CampaignStats all = x->c->result->stats;
    all.traces += stats->traces;
    all.seconds = time_wall() - x->c->shared->started;
    all.degree = x->bound + 1;
    if (told && told->progress) told->progress(told->context, &all, x->c->result->nfindings);
}

static void add_stats(Campaign *c, const CampaignStats *more) {
    CampaignStats *s = &c->result->stats, *elsewhere = &c->elsewhere;
    elsewhere->instructions += more->instructions;
    elsewhere->queries += more->queries;
    elsewhere->backend_queries += more->backend_queries;
    elsewhere->solver_seconds += more->solver_seconds;
#define ADD_LAYER(name) elsewhere->name += more->name;
    SOLVER_LAYERS(ADD_LAYER)
#undef ADD_LAYER
    s->traces += more->traces;
    s->paths_exit += more->paths_exit;
    s->paths_error += more->paths_error;
    s->paths_assume += more->paths_assume;
}

static SequentialLevel *new_level(CampaignResult *r) {
    r->sequential.level =
        xrealloc(r->sequential.level, (r->sequential.nlevels + 1) * sizeof *r->sequential.level);
    SequentialLevel *l = &r->sequential.level[r->sequential.nlevels++];
    *l = (SequentialLevel){0};
    return l;
}

/* What the runtime of the sequential program says limits what was explored; the rest is the
 * program's. */
static void take_assumptions(Sequential *x, const CampaignResult *r) {
    static const char own[] = "sequential: ";
    CampaignResult *all = x->c->result;
    for (size_t k = 0; k < r->nassumptions; k++) {
        const char *text = r->assumptions[k];
        if (strncmp(text, own, strlen(own)) != 0)
            texts_add(&all->assumptions, &all->nassumptions, text);
        else if (!x->lost)
            x->lost = xstrdup(text + strlen(own));
    }
}

/* Explores the sequential program as it is. */
static void explore_program(Sequential *x) {
    Campaign *c = x->c;
    double started = time_wall();
    CampaignOptions o = *c->shared->options;
    o.explore.strategy = "dfs";
    o.explore.cutoffs = o.explore.stop_at_first = o.explore.hunt = false;
    o.explore.max_traces = 0;
    o.explore.jobs = 1;
    if (o.explore.max_time > 0)
        o.explore.max_time = MAX(c->shared->started + o.explore.max_time - time_wall(), 0.01);
    o.run.check_race = o.run.check_leak = o.run.check_uninitialised = false;
    o.interleave = INTERLEAVE_SYNC;
    o.final_state = NULL;
    o.failing = on_failure;
    o.ended = sequential_on_end;
    o.watching_context = x;
    o.stepped = NULL;
    o.leaves_memory = false; /* other programs come behind this one */
    o.visible = NULL;
    o.nvisible = 0;
    CampaignCallbacks callbacks = {.context = x,
                                   .found = sequential_on_found,
                                   .progress = sequential_on_progress,
                                   .interrupted = sequential_on_interrupted};
    uint64_t bugs = x->bugs;
    CampaignResult *r = campaign_run(x->program, &o, &callbacks);
    add_stats(c, &r->stats);
    SequentialLevel *l = new_level(c->result);
    l->thread = x->pair[0];
    l->other = x->pair[1];
    for (unsigned k = 0; k < 2; k++) {
        l->names[k] = x->names[k];
        x->names[k] = NULL;
        if (l->names[k]) continue;
        l->names[k] = x->pair[k] ? xasprintf("0.%u", x->pair[k]) : xstrdup("0");
    }
    l->couplings = x->bound;
    l->paths = r->stats.traces;
    l->bugs = x->bugs - bugs;
    if (!x->lost && r->nincomplete) x->lost = xstrdup(r->incomplete[0]);
    take_assumptions(x, r);
    if (r->internal_error && !c->result->internal_error)
        c->result->internal_error = xasprintf("in the sequential program: %s", r->internal_error);
    l->complete =
        !campaign_stop(c) && !x->lost && !r->internal_error && !strcmp(r->halt_reason, "finished");
    if (!l->complete && !x->lost && !campaign_stop(c)) campaign_halt(c, r->halt_reason);
    if (x->lost) l->lost = xstrdup(x->lost);
    l->seconds = time_wall() - started;
    free(x->lost);
    x->lost = NULL;
    campaign_result_free(r);
}

/* Explores one pair with one bound. */
static void explore_pair(Sequential *x) {
    uint32_t bound = x->bound, numbers[2] = {x->pair[0], x->pair[1]};
    if (program_set_global(x->program, "heddle_seq_bound", &bound, sizeof bound) &&
        program_set_global(x->program, "heddle_seq_numbers", numbers, sizeof numbers))
        explore_program(x);
    else
        campaign_incomplete(x->c,
                            "the sequential program has no runtime; the installation is damaged");
}

/* Explores the one run of a program whose choices have been made. Nothing is claimed of others. */
static void explore_chosen(Sequential *x) {
    explore_program(x);
    const SequentialStats *s = &x->c->result->sequential;
    const char *reason = x->failures.len  ? "its failure could not be carried out in the program"
                         : s->other_fails ? "the writer fails by itself"
                                          : "it does not fail";
    if (s->nlevels && s->level[0].lost) reason = s->level[0].lost;
    campaign_incomplete(x->c, reason);
}

/* Explores all pairs with one bound. Their number becomes known as they are explored: a pair comes
 * when the larger of its numbers does. */
static void explore_bound(Sequential *x) {
    enum { LEAST = 2 };
    for (unsigned most = 1; most <= MAX(x->threads, LEAST); most++)
        for (unsigned k = 0; k < 2 * most && !campaign_stop(x->c); k++) {
            x->pair[k & 1] = most;
            x->pair[!(k & 1)] = k / 2;
            explore_pair(x);
        }
}

/* --- the exploration -------------------------------------------------------------------------- */

/* Reports the pairs that were not explored up to the bound, and why. */
static void tell_lost(Sequential *x) {
    const SequentialStats *s = &x->c->result->sequential;
    for (size_t k = 0; k < s->nlevels; k++) {
        const SequentialLevel *l = &s->level[k];
        if (!l->lost) continue;
        char *text = xasprintf("thread %s beside thread %s: %s", l->names[0], l->names[1], l->lost);
        campaign_incomplete(x->c, text);
        free(text);
    }
}

static void sequential_tell_end(Sequential *x, unsigned most) {
    char text[500];
    tell_lost(x);
    unsigned untold = 0;
    for (size_t k = 0; k < x->failures.len; k++) untold += !x->failures.data[k].told;
    if (untold) {
        snprintf(text, sizeof text,
                 "%u failure%s of the sequential program could not be carried out in the program",
                 untold, untold == 1 ? "" : "s");
        campaign_incomplete(x->c, text);
    }
    if (campaign_stop(x->c)) return;
    if (x->threads < 1) {
        campaign_incomplete(
            x->c, "the program creates no thread: there is no pair of them to make sequential");
        return;
    }
    snprintf(
        text, sizeof text,
        "bounded interference: errors of one thread that take at most %u non-local read%s of "
        "what one other thread wrote, freed or locked, which itself sees nothing of the "
        "first; beside two others, main has come to where it first waits and does nothing "
        "more; no use of local variables of the other thread that have ended; deadlocks, races "
        "and mistakes in making and destroying locks and other objects as far as runs met them",
        most, most == 1 ? "" : "s");
    campaign_bounded(x->c, text);
    if (x->threads > 1)
        campaign_bounded(x->c, "while two threads run, the others have run to their ends, each "
                               "without a break, or not begun");
}

static void sequential_free(Sequential *x) {
    guide_free(&x->guide);
    for (size_t k = 0; k < x->failures.len; k++) free(x->failures.data[k].key);
    vec_free(&x->failures);
    program_free(x->program);
}

static void sequential_explore(Campaign *c) {
    Sequential x = {.c = c};
    CampaignResult *result = c->result;
    char *error = NULL;
    x.guide.c = c;
    Sequentialization s = {.number = {1, 2},
                           .bound = (unsigned)c->shared->options->explore.interference.bound};
    if (s.bound > SEQUENTIALIZE_MOST) s.bound = SEQUENTIALIZE_MOST;
    unsigned most = s.bound;
    if (c->shared->options->sequential)
        x.program =
            c->shared->options->sequential(c->shared->options->sequential_context, &s, &error);
    if (!x.program) {
        char *text = xasprintf("the program cannot be made sequential: %s",
                               error ? error : "unknown reason");
        campaign_incomplete(c, text);
        free(text);
        free(error);
        return;
    }
    result->sequential.before = s.before;
    result->sequential.after = s.after;
    bool chosen = c->shared->options->sequential_chosen;
    if (chosen) explore_chosen(&x);
    for (x.bound = 0; !chosen && x.bound <= most && !campaign_stop(c); x.bound++) explore_bound(&x);
    c->grown = c->restart = false; /* what is visible was chosen for each run */
    c->deferred.len = 0;
    if (!chosen) sequential_tell_end(&x, most);
    run_undo(c->run, 0);
    sequential_free(&x);
}

const Strategy sequential_strategy = {
    .name = "sequential",
    .all_written = true,
    .help = "errors of a thread by how many of its reads see another thread's writes "
            "(sequentialization)",
    .takes_bound = true,
    .explore = sequential_explore,
    .elsewhere = true,
    .one_pass = true,
};
