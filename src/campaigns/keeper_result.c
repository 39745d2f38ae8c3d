/* keeper_result.c — the result of a campaign: what all workers committed, not what this one did.
 * See keeper.h. */
#include "campaigns/counters.h"
#include "campaigns/keeper_internal.h"
#include <stdlib.h>

/* --- findings --------------------------------------------------------------------------------- */

static Finding *finding_of(const CampaignFinding *f) {
    char *error = NULL;
    Test *t = test_parse(f->test, strlen(f->test), "a finding in the database", &error);
    free(error);
    if (!t) return NULL;
    Finding *out = t->finding;
    t->finding = NULL;
    test_destroy(t);
    return out;
}

typedef struct Adopting {
    Keeper *k;
    Campaign *c;
} Adopting;

/* Whether a deadlock is held that is the same one. */
static bool has_same_held(const FindingList *l, const Finding *f) {
    for (size_t n = 0; n < l->held.len; n++)
        if (finding_covers(l->held.data[n], f) && finding_covers(f, l->held.data[n])) return true;
    return false;
}

static void keeper_adopt(void *context, const CampaignFinding *stored) {
    Adopting *a = context;
    FindingList *l = a->c->shared->findings;
    size_t n = 0;
    while (n < l->keys.len && strcmp(l->keys.data[n], stored->key) != 0) n++;
    if (!stored->held && n < l->keys.len) {
        l->found.data[n]->occurrences = stored->occurrences;
        return;
    }
    if (stored->held && !a->k->closing) return;
    Finding *f = finding_of(stored);
    if (!f) {
        keeper_fails(a->k, STORE_BAD);
        return;
    }
    f->occurrences = stored->occurrences;
    if (!stored->held)
        campaign_report(a->c, f);
    else if (has_same_held(l, f))
        finding_free(f);
    else
        vec_push(&l->held, f);
}

/* Forgets deadlocks that only the end of the campaign decides about. */
static void drop_held(Campaign *c) {
    FindingList *l = c->shared->findings;
    for (size_t n = 0; n < l->held.len; n++) finding_free(l->held.data[n]);
    l->held.len = 0;
}

void keeper_end(void *keeper, Campaign *c) {
    Keeper *k = keeper;
    Adopting a = {k, c};
    int64_t last = 0;
    if (!k->closing) drop_held(c);
    if (k->failure == KEEPER_FINE)
        KEEP_TRYING(k, campaign_store_findings(k->store, &last, keeper_adopt, &a));
}

static bool keeper_on_found(void *context, Finding *f) {
    Keeper *k = context;
    if (!f->unconfirmed && !f->test) {
        char *key = finding_key(f), *test = test_text(k->build, f);
        CampaignFinding x = {.key = key, .test = test};
        KEEP_TRYING(k, campaign_store_add_finding(k->store, &x));
        free(key);
        free(test);
    }
    return !k->callbacks || !k->callbacks->found || k->callbacks->found(k->callbacks->context, f);
}

/* --- sums ------------------------------------------------------------------------------------- */

typedef struct Sums {
    CampaignResult *r;
    const Program *program;
    Census census;
    KnownStates *known; /* NULL: no cut-offs */
    CampaignStats stats;
    double share;
    uint64_t lost;
    bool wrong, cutoffs;
} Sums;

static void read_of_pass(CampaignStats *s, WireReader *r) {
#define GET_SUM(type, name) s->name += (type)counters_get_number(r);
#define GET_MAX(type, name)                    \
    {                                          \
        type x = (type)counters_get_number(r); \
        s->name = MAX(s->name, x);             \
    }
#define GET_ROOT(type, name)
#define GET(type, name, merge) GET_##merge(type, name)
    CAMPAIGN_STATS(GET)
#undef GET
#undef GET_ROOT
#undef GET_MAX
#undef GET_SUM
}

static void read_of_all(Sums *x, WireReader *r) {
    CampaignStats *s = &x->stats;
    double n[COUNTERS_OF_ALL];
    for (unsigned k = 0; k < COUNTERS_OF_ALL; k++) n[k] = counters_get_number(r);
    s->seconds += n[COUNTER_SECONDS];
    s->instructions += (uint64_t)n[COUNTER_INSTRUCTIONS];
    s->queries += (uint64_t)n[COUNTER_QUERIES];
    s->backend_queries += (uint64_t)n[COUNTER_BACKEND_QUERIES];
#define L(name) s->name += (uint64_t)n[COUNTER_##name];
    SOLVER_LAYERS(L)
#undef L
    s->solver_seconds += n[COUNTER_SOLVER_SECONDS];
    s->rss_bytes = MAX(s->rss_bytes, (uint64_t)n[COUNTER_MEMORY]);
    x->lost += (uint64_t)n[COUNTER_LOST];
}

static void on_counters(void *context, bool of_pass, const void *numbers, size_t size,
                        const void *cover, size_t cover_size) {
    Sums *x = context;
    WireReader r = wire_reader(numbers, size);
    if (of_pass)
        read_of_pass(&x->stats, &r);
    else
        read_of_all(x, &r);
    x->wrong |= !wire_is_read(&r);
    if (!x->r || !x->r->cover || cover_size != 2 * (size_t)x->program->ninsns) return;
    for (size_t k = 0; k < cover_size; k++) x->r->cover[k] |= ((const uint8_t *)cover)[k];
}

static void on_events(void *context, const void *names, size_t size) {
    Sums *x = context;
    x->wrong |= size % sizeof(uint64_t) != 0;
    for (size_t k = 0; k + sizeof(uint64_t) <= size; k += sizeof(uint64_t)) {
        uint64_t name;
        memcpy(&name, (const uint8_t *)names + k, sizeof name);
        census_add_fresh(&x->census, name);
    }
}

static void on_states(void *context, const void *states, size_t size) {
    Sums *x = context;
    WireReader r = wire_reader(states, size);
    known_states_take(x->known, &r);
    x->wrong |= r.wrong;
}

static void on_any_states(void *context, const void *states, size_t size) {
    (void)states, (void)size;
    ((Sums *)context)->cutoffs = true;
}

static void on_share(void *context, double explored) { ((Sums *)context)->share = explored; }

static void on_text(void *context, TextKind kind, const char *text) {
    CampaignResult *r = ((Sums *)context)->r;
    if (kind == TEXT_ASSUMPTION)
        texts_add(&r->assumptions, &r->nassumptions, text);
    else if (kind == TEXT_INCOMPLETE)
        texts_add(&r->incomplete, &r->nincomplete, text);
    else if (kind == TEXT_BOUND)
        texts_add(&r->bounds, &r->nbounds, text);
    else if (kind == TEXT_WARNING)
        texts_add(&r->warnings, &r->nwarnings, text);
}

/* Of what all workers committed in this pass. Random runs know nothing of cut-offs. */
static Estimate sums_estimate(const Sums *x) {
    const CampaignStats *s = &x->stats;
    WeightSums all = {(double)s->probes, s->probe_weights, s->probe_squares};
    if (x->cutoffs) return (Estimate){0};
    return estimate_of_total((double)s->traces, all.n, &all);
}

static void clear_texts(char ***list, size_t *n) {
    texts_free(*list, *n);
    *list = NULL;
    *n = 0;
}

/* Replaces statistics and texts by those of all workers. Where the campaign goes on, the texts of
 * this worker remain: they say why it stopped. */
static void replace_result(Keeper *k, const Program *program, CampaignResult *r) {
    Sums x = {.r = r, .program = program};
    CampaignVisitor v = {.context = &x,
                         .text = on_text,
                         .counters = on_counters,
                         .events = on_events,
                         .states = k->cutoffs ? on_states : NULL,
                         .share = on_share};
    if (k->finished) {
        clear_texts(&r->assumptions, &r->nassumptions);
        clear_texts(&r->incomplete, &r->nincomplete);
        clear_texts(&r->bounds, &r->nbounds);
        clear_texts(&r->warnings, &r->nwarnings);
    }
    if (!r->cover) r->cover = xcalloc(program->ninsns + 1, 2);
    x.census.exact = k->exact_counts;
    if (k->cutoffs) x.known = known_states_new(true);
    if (KEEP_TRYING(k, campaign_store_results(k->store, &v)) == STORE_FINE && !x.wrong) {
        CampaignStats *s = &r->stats;
        const CampaignStats before = *s;
        *s = x.stats;
        s->events = census_total(&x.census);
        s->events_sampled = x.census.level > 0;
        for (unsigned n = 0; n < OPERATION_KINDS; n++)
            s->kind_events[n] = census_of_kind(&x.census, n);
        s->memory_events = s->kind_events[OPERATION_LOAD] + s->kind_events[OPERATION_STORE] +
                           s->kind_events[OPERATION_RMW];
        s->restarts = (uint64_t)k->pass;
        s->states = x.known ? known_states_count(x.known) : 0;
        s->cutoffs = x.known ? known_states_cutoffs(x.known) : 0;
        s->branches_covered = program_branches_covered(program, r->cover);
        s->branches_total = 2ull * program->nbranches;
        x.cutoffs = k->cutoffs;
        Estimate e = sums_estimate(&x);
        stats_set_estimate(s, &e, s->seconds);
        s->visible_ranges = before.visible_ranges;
        s->visible_bytes = before.visible_bytes;
    } else if (k->failure == KEEPER_FINE)
        keeper_fails(k, STORE_BAD);
    known_states_free(x.known);
    census_free(&x.census);
}

/* Whether the worker came to the end of the campaign without being stopped on the way. */
static bool ended_by_itself(const CampaignResult *r) {
    return !r->halt_reason || !strcmp(r->halt_reason, "finished");
}

/* How long a worker that was stopped may still try to read what all have found. */
#define END_SECONDS 1

void keeper_result(Keeper *k, const Program *program, CampaignResult *r) {
    k->c = NULL; /* it is gone */
    k->stopped = !ended_by_itself(r);
    double end = time_wall() + END_SECONDS;
    k->until = k->stopped ? end : MAX(k->until, end);
    if (k->closing && k->failure == KEEPER_FINE && ended_by_itself(r) && !r->internal_error)
        k->finished = KEEP_TRYING(k, campaign_store_finish(k->store)) == STORE_FINE;
    if (k->failure == KEEPER_FINE) replace_result(k, program, r);
    k->finished &= k->failure == KEEPER_FINE;
    r->complete = k->finished && !r->nincomplete && !r->nbounds;
    if (k->finished) r->halt_reason = "finished";
}

/* How many workers there are. */
static void count_worker(void *context, const CampaignWorker *w) {
    (void)w;
    ++*(unsigned *)context;
}

/* Not more often than this, in seconds. */
#define BETWEEN_ESTIMATES 5

void keeper_update_estimate(Keeper *k) {
    Sums x = {.cutoffs = k->cutoffs};
    CampaignVisitor v = {.context = &x, .counters = on_counters};
    unsigned workers = 0;
    double now = time_wall();
    if (k->cutoffs || now - k->estimated_at < BETWEEN_ESTIMATES) return;
    k->estimated_at = now;
    if (campaign_store_results(k->store, &v) != STORE_FINE || x.wrong ||
        campaign_store_workers(k->store, count_worker, &workers) != STORE_FINE)
        return;
    k->estimate = sums_estimate(&x);
    k->estimate_seconds = x.stats.seconds / MAX(workers, 1);
}

StoreAnswer keeper_sums(CampaignStore *s, CampaignSums *out) {
    Sums x = {0};
    CampaignVisitor v = {.context = &x,
                         .counters = on_counters,
                         .events = on_events,
                         .states = on_any_states,
                         .share = on_share};
    StoreAnswer answer = campaign_store_results(s, &v);
    *out = (CampaignSums){.traces = x.stats.traces,
                          .events = census_total(&x.census),
                          .instructions = x.stats.instructions,
                          .queries = x.stats.queries,
                          .seconds = x.stats.seconds,
                          .share = x.share,
                          .cutoffs = x.cutoffs,
                          .explored = sums_estimate(&x)};
    census_free(&x.census);
    return answer;
}

/* --- callbacks ----------------------------------------------------------------------------------
 */

static void keeper_on_progress(void *context, const CampaignStats *stats, size_t findings) {
    const Keeper *k = context;
    CampaignStats with = *stats;
    if (!k->callbacks || !k->callbacks->progress) return;
    stats_set_estimate(&with, &k->estimate, k->estimate_seconds);
    k->callbacks->progress(k->callbacks->context, &with, findings);
}

static bool keeper_on_interrupted(void *context) {
    const Keeper *k = context;
    return k->callbacks && k->callbacks->interrupted &&
           k->callbacks->interrupted(k->callbacks->context);
}

static bool keeper_on_suppressed(void *context, const Finding *f) {
    const Keeper *k = context;
    return k->callbacks && k->callbacks->suppressed &&
           k->callbacks->suppressed(k->callbacks->context, f);
}

CampaignCallbacks keeper_callbacks(Keeper *k) {
    return (CampaignCallbacks){.context = k,
                               .found = keeper_on_found,
                               .suppressed = keeper_on_suppressed,
                               .progress = keeper_on_progress,
                               .interrupted = keeper_on_interrupted};
}
