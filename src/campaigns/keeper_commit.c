/* keeper_commit.c — what a slice commits: its task, and what it added to the statistics, texts,
 * events, decisions and findings of the campaign. See keeper_internal.h. */
#include "campaigns/counters.h"
#include "campaigns/keeper_internal.h"
#include "campaigns/pass_parameters.h"
#include <stdlib.h>

/* --- statistics ------------------------------------------------------------------------------- */

/* Adds to `sum` what is in `now` and was not in `base`, for statistics that are sums over runs. */
static void add_progress(CampaignStats *sum, const CampaignStats *now, const CampaignStats *base) {
#define ADD_SUM(name) sum->name += now->name - base->name;
#define ADD_MAX(name) sum->name = MAX(sum->name, now->name);
#define ADD_ROOT(name)
#define ADD(type, name, merge) ADD_##merge(name)
    CAMPAIGN_STATS(ADD)
#undef ADD
#undef ADD_ROOT
#undef ADD_MAX
#undef ADD_SUM
}

static void put_of_pass(Wire *out, const CampaignStats *s) {
#define PUT_SUM(name) counters_put_number(out, (double)s->name);
#define PUT_MAX(name) counters_put_number(out, (double)s->name);
#define PUT_ROOT(name)
#define PUT(type, name, merge) PUT_##merge(name)
    CAMPAIGN_STATS(PUT)
#undef PUT
#undef PUT_ROOT
#undef PUT_MAX
#undef PUT_SUM
}

/* What this process has done so far, in slices that count and others. */
static void put_of_all(const Keeper *k, Campaign *c, Wire *out) {
    const SolverStats *q = solver_stats(c->solver);
    const double numbers[COUNTERS_OF_ALL] = {[COUNTER_SEQUENCE] = (double)k->sequence,
                                             [COUNTER_SECONDS] = time_wall() - c->shared->started,
                                             [COUNTER_INSTRUCTIONS] =
                                                 (double)c->run->machine->instructions,
                                             [COUNTER_QUERIES] = (double)q->queries,
                                             [COUNTER_BACKEND_QUERIES] = (double)q->backend_queries,
#define L(name) [COUNTER_##name] = (double)q->name,
                                             SOLVER_LAYERS(L)
#undef L
                                                 [COUNTER_SOLVER_SECONDS] = q->seconds,
                                             [COUNTER_MEMORY] = (double)memory_resident(),
                                             [COUNTER_LOST] = (double)k->lost};
    for (unsigned n = 0; n < COUNTERS_OF_ALL; n++) counters_put_number(out, numbers[n]);
}

/* --- texts ------------------------------------------------------------------------------------ */

typedef VEC(NewText) NewTexts;

static void add_new_texts(Keeper *k, TextKind kind, char **all, size_t n, NewTexts *out) {
    for (size_t j = k->texts_sent[kind]; j < n; j++) vec_push(out, ((NewText){kind, all[j]}));
}

static void collect_texts(Keeper *k, Campaign *c, NewTexts *out, Arena *arena) {
    const CampaignResult *r = c->result;
    const char *wrong = c->shared->findings->result->internal_error;
    size_t at = 0;
    /* No other worker would know of it, and call the exploration complete. */
    if (wrong) vec_push(out, ((NewText){TEXT_INCOMPLETE, wrong}));
    add_new_texts(k, TEXT_ASSUMPTION, r->assumptions, r->nassumptions, out);
    add_new_texts(k, TEXT_INCOMPLETE, r->incomplete, r->nincomplete, out);
    add_new_texts(k, TEXT_BOUND, r->bounds, r->nbounds, out);
    add_new_texts(k, TEXT_WARNING, r->warnings, r->nwarnings, out);
    for (char *fact; (fact = pass_fact(c, &at)); free(fact))
        vec_push(out, ((NewText){TEXT_FACT, arena_strdup(arena, fact)}));
}

static void texts_are_sent(Keeper *k, const Campaign *c) {
    const CampaignResult *r = c->result;
    k->texts_sent[TEXT_ASSUMPTION] = r->nassumptions;
    k->texts_sent[TEXT_INCOMPLETE] = r->nincomplete;
    k->texts_sent[TEXT_BOUND] = r->nbounds;
    k->texts_sent[TEXT_WARNING] = r->nwarnings;
    /* A note gets its mutex later than its first member: all are sent again, and are there. */
}

/* --- findings --------------------------------------------------------------------------------- */

typedef VEC(NewOccurrences) NewCounts;

/* Occurrences since the last commit. */
static void collect_occurrences(Keeper *k, Campaign *c, NewCounts *out) {
    const FindingList *l = c->shared->findings;
    campaign_settle_seen(c);
    for (size_t n = 0; n < l->found.len; n++) {
        uint64_t before = n < k->occurrences.len ? k->occurrences.data[n] : 0;
        uint64_t now = l->found.data[n]->occurrences;
        if (now > before) vec_push(out, ((NewOccurrences){l->keys.data[n], now - before}));
    }
}

static void note_occurrences(Keeper *k, Campaign *c) {
    const FindingList *l = c->shared->findings;
    campaign_settle_seen(c);
    k->occurrences.len = 0;
    for (size_t n = 0; n < l->found.len; n++)
        vec_push(&k->occurrences, l->found.data[n]->occurrences);
}

void keeper_make_pass(Keeper *k, Campaign *c) {
    Wire next = {0};
    pass_parameters_put(c, &next);
    NextPass x = {.pass = k->pass, .parameters = next.data, .size = next.len};
    KEEP_TRYING(k, campaign_store_next_pass(k->store, &x));
    vec_free(&next);
}

/* Deadlocks beside cut-offs: they are real whether the slice counts or not. */
static bool send_held(Keeper *k, Campaign *c) {
    const FindingList *l = c->shared->findings;
    for (; k->held_sent < l->held.len; k->held_sent++) {
        const Finding *f = l->held.data[k->held_sent];
        if (!f) continue;
        char *key = finding_key(f), *test = test_text(k->build, f);
        CampaignFinding x = {.key = key, .held = true, .test = test};
        StoreAnswer answer = KEEP_TRYING(k, campaign_store_add_finding(k->store, &x));
        free(key);
        free(test);
        if (answer != STORE_FINE) return false;
    }
    return true;
}

void keeper_forget_slice(Keeper *k, Campaign *c) {
    k->base = c->result->stats;
    note_occurrences(k, c);
}

/* --- the commit ------------------------------------------------------------------------------- */

#define LOST_BEFORE_VERIFYING 4 /* slices that this worker lost */

typedef struct Parts {
    Wire of_pass, of_all, states;
    NewTexts texts;
    NewCounts occurrences;
    VEC(NewTask) children;
    Arena *arena;
    CampaignStats sum;
} Parts;

static void parts_free(Parts *p) {
    vec_free(&p->of_pass);
    vec_free(&p->of_all);
    vec_free(&p->states);
    vec_free(&p->texts);
    vec_free(&p->occurrences);
    vec_free(&p->children);
    arena_free(p->arena);
}

/* Collects everything that is committed with the slice. */
static void collect(Keeper *k, Campaign *c, const LedgerCommit *x, Parts *p, StoreCommit *out) {
    Census *census = &c->run->history.census;
    *p = (Parts){.arena = arena_new(), .sum = k->sum};
    census_flush(census);
    add_progress(&p->sum, &c->result->stats, &k->base);
    k->sequence++;
    put_of_pass(&p->of_pass, &p->sum);
    put_of_all(k, c, &p->of_all);
    if (c->shared->known) known_states_put_journal(c->shared->known, &p->states);
    collect_texts(k, c, &p->texts, p->arena);
    collect_occurrences(k, c, &p->occurrences);
    for (size_t n = 0; n < x->nchildren; n++) {
        const LedgerChild *child = &x->child[n];
        NewTask t = {child->number, k->task.part * child->share, child->state.data,
                     child->state.len};
        vec_push(&p->children, t);
    }
    *out = (StoreCommit){.task = k->task,
                         .worker = k->worker,
                         .lease = keeper_lease(),
                         .end = (TaskEnd)x->end,
                         .waits_for = x->waits_for,
                         .share = x->share,
                         .state = x->state->data,
                         .size = x->state->len,
                         .child = p->children.data,
                         .nchildren = p->children.len,
                         .taken = x->taken,
                         .ntaken = x->ntaken,
                         .events = census->fresh.data,
                         .events_size = census->fresh.len * sizeof *census->fresh.data,
                         .states = p->states.data,
                         .states_size = p->states.len,
                         .text = p->texts.data,
                         .ntexts = p->texts.len,
                         .occurrences = p->occurrences.data,
                         .noccurrences = p->occurrences.len,
                         .of_pass = p->of_pass.data,
                         .of_pass_size = p->of_pass.len,
                         .of_all = p->of_all.data,
                         .of_all_size = p->of_all.len,
                         .cover = c->run->machine->cover,
                         .cover_size = 2 * (size_t)c->shared->program->ninsns,
                         .decided = c->shared->known ? keeper_on_decided : NULL,
                         .context = k};
}

/* Commits, also where the database goes away meanwhile: then it is asked whether it happened. */
static StoreAnswer commit_once(Keeper *k, const StoreCommit *x) {
    StoreAnswer answer = campaign_store_commit(k->store, x);
    bool happened = false;
    double since = time_wall();
    while (answer == STORE_AWAY && keeper_waits_for_database(k, since)) {
        answer = campaign_store_committed(k->store, x, &happened);
        if (answer != STORE_FINE) continue;
        if (happened) return STORE_FINE;
        answer = campaign_store_commit(k->store, x);
    }
    if (answer == STORE_AWAY || answer == STORE_BAD) keeper_fails(k, answer);
    return answer;
}

/* The decisions of a slice that does not count hold all the same: each is about an event that was
 * executed. Whoever explores the task next will not meet the same contradiction. */
static void publish(Keeper *k, Campaign *c, StoreCommit *x) {
    StoreAnswer answer = STORE_NONE;
    for (unsigned tries = 0; answer == STORE_NONE && tries < 10 && k->failure == KEEPER_FINE;
         tries++) {
        Wire states = {0};
        known_states_put_journal(c->shared->known, &states);
        x->states = states.data;
        x->states_size = states.len;
        answer = states.len ? campaign_store_publish(k->store, x) : STORE_FINE;
        vec_free(&states);
    }
    if (answer == STORE_FINE) known_states_end_journal(c->shared->known);
}

LedgerAnswer keeper_commit(void *keeper, Campaign *c, const LedgerCommit *x) {
    Keeper *k = keeper;
    Parts p;
    StoreCommit commit;
    if (!send_held(k, c)) return LEDGER_LOST;
    collect(k, c, x, &p, &commit);
    StoreAnswer answer = k->contradicted ? STORE_NONE : commit_once(k, &commit);
    if (answer == STORE_FINE) {
        k->sum = p.sum;
        c->run->history.census.fresh.len = 0;
        if (c->shared->known) known_states_end_journal(c->shared->known);
        texts_are_sent(k, c);
        k->first = false;
        k->committed_at = time_wall();
        atomic_store(&k->beat.traces, k->sum.traces);
        keeper_update_estimate(k);
    } else if (c->shared->known && k->failure == KEEPER_FINE)
        publish(k, c, &commit);
    parts_free(&p);
    keeper_forget_slice(k, c);
    if (answer == STORE_FINE && x->end == LEDGER_GOES_ON) return LEDGER_HELD;
    beat_holds(k, &(StoredTask){0});
    if (answer == STORE_FINE) return LEDGER_LEFT;
    k->lost++;
    if (k->failure == KEEPER_FINE) campaign_store_leave(k->store, &k->task, k->worker);
    /* Where an index of a task is damaged, each slice is lost. */
    if (k->lost >= LOST_BEFORE_VERIFYING && !(k->lost & (k->lost - 1)) && k->failure == KEEPER_FINE)
        KEEP_TRYING(k, campaign_store_verify(k->store));
    return LEDGER_LOST;
}
