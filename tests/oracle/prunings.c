/* prunings.c — see prunings.h. */
#include "prunings.h"
#include "cli/diff/same_finding.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A way to go from version to version. */
typedef struct Plan {
    const char *name;
    const Strategy *strategy;
    bool summaries, states, influences, coarse;
} Plan;

static const Plan plans[] = {
    {"dpor, summaries", &dpor_strategy, .summaries = true},
    {"dpor, influences", &dpor_strategy, .influences = true},
    {"dpor, summaries and influences", &dpor_strategy, .summaries = true, .influences = true},
    {"por, states", &por_strategy, .states = true},
    {"por, states told coarsely", &por_strategy, .states = true, .coarse = true},
    {"por, influences", &por_strategy, .influences = true},
    {"por, states and influences", &por_strategy, .states = true, .influences = true},
};

typedef struct Chunk {
    void *data;
    size_t size;
    unsigned version;
} Chunk;

/* What is known of the versions so far, as the database and src/cli/diff/versions.c keep it. */
typedef struct Known {
    const Plan *plan;
    unsigned jobs;
    bool alike; /* threads stand for each other */
    VEC(Chunk) chunks;
    unsigned first;           /* version whose chunks are about the same addresses */
    unsigned version;         /* at hand */
    bool safe[MOST_VERSIONS]; /* explored completely, without findings */
    VEC(CampaignResult *) results;
    VEC(Finding *) findings;   /* of the version before the one at hand */
    bool all_again;            /* they occur in the one at hand, too */
    Texts again, again_across; /* those that do */
} Known;

/* The text of a finding. Where a thread stands when a signal ends the process depends on what is visible,
 * which is more where choices are left out, or an older version is known. `alike`: threads stand for each
 * other. */
static char *text_of(const Finding *f, bool alike) {
    bool ended = !strcmp(f->kind, "abort") && strstr(f->message, "a signal that ends the process");
    return ended ? xstrdup("abort|by a signal") : alike ? alike_text(f) : finding_text(f);
}

/* What makes a finding of two versions the same; races by variable. */
static char *across(const Finding *f) {
    return strcmp(f->kind, "race") ? finding_key_across(f) : finding_text(f);
}

static void load_chunks(void *known, void (*visit)(void *to, const void *chunk, size_t size), void *to) {
    const Known *k = known;
    for (size_t n = 0; n < k->chunks.len; n++) {
        const Chunk *c = &k->chunks.data[n];
        bool clean = k->safe[c->version] || (c->version + 1 == k->version && k->all_again);
        if (c->version >= k->first && (!k->plan->states || clean)) visit(to, c->data, c->size);
    }
}

static bool save_chunk(void *known, const void *chunk, size_t size) {
    Known *k = known;
    Chunk c = {xmalloc(size), size, k->version};
    memcpy(c.data, chunk, size);
    vec_push(&k->chunks, c);
    return true;
}

/* Whether no run of the version before ended at an error, as far as is known: what a change can influence is
 * determined on this premise. */
static bool ran_on(const Known *k) {
    bool on = true;
    for (size_t n = 0; n < k->findings.len && on; n++)
        on = !finding_stops(k->findings.data[n]) && strcmp(k->findings.data[n]->kind, "deadlock") != 0;
    return on;
}

static void known_free(Known *k) {
    for (size_t n = 0; n < k->chunks.len; n++) free(k->chunks.data[n].data);
    for (size_t n = 0; n < k->results.len; n++) campaign_result_free(k->results.data[n]);
    vec_free(&k->chunks);
    vec_free(&k->results);
    vec_free(&k->findings);
    text_list_free(&k->again);
    text_list_free(&k->again_across);
}

/* The findings of the version before, once more in the one at hand. What occurs may be of the same text at
 * another place: then that is known of the one at hand, and the old one is not there again. */
static void replay(Known *k, const Place *place, const Version *v, Interleave mode) {
    CampaignOptions options = options_at(place);
    options.interleave = mode;
    options.run.check_race = mode == INTERLEAVE_SYNC;
    ReplayCallbacks callbacks = {.across = true};
    text_list_free(&k->again);
    text_list_free(&k->again_across);
    size_t kept = 0, all = k->findings.len;
    k->all_again = true;
    for (size_t n = 0; n < all; n++) {
        Finding *f = k->findings.data[n];
        ReplayResult *r = campaign_replay(v->program, &options, f, &callbacks);
        bool met = r->reproduced && (!v->match || same_finding(v->match, f, r->finding));
        k->all_again &= met;
        if (r->reproduced) {
            char *text = text_of(r->finding, k->alike), *key = across(r->finding);
            text_list_add(&k->again, text);
            text_list_add(&k->again_across, key);
            free(text);
            free(key);
            finding_swap_places(f, r->finding);
            k->findings.data[kept++] = f;
        }
        replay_result_free(r);
    }
    k->findings.len = kept;
}

static bool has_finding(const Known *k, const CampaignResult *r, const char *text) {
    bool found = false;
    for (size_t n = 0; n < r->nfindings && !found; n++) {
        char *x = text_of(r->findings[n], k->alike);
        found = !strcmp(x, text);
        free(x);
    }
    return found;
}

/* A loop that looks at what nobody else touches hangs; who looks once goes no further there. */
static bool is_left_to_loops(const Oracle *o, const Finding *f) {
    return o->only_waits && !strcmp(f->kind, "hang");
}

/* NULL, or a finding that one exploration has and the other has not. */
static char *compare_findings(Oracle *o, const Known *k, const Version *v, const CampaignResult *full,
                              const CampaignResult *r) {
    char *problem = NULL;
    for (size_t n = 0; n < full->nfindings && !problem; n++) {
        char *text = text_of(full->findings[n], k->alike), *key = across(full->findings[n]);
        if (!has_finding(k, r, text) && !is_left_to_loops(o, full->findings[n])) {
            if (k->plan->summaries && !k->plan->influences)
                problem = xasprintf("it does not find %s", text);
            else if (!texts_has(&k->again, text) &&
                     (repeated_id(v->text, full->findings[n]) >= 0 || !texts_has(&k->again_across, key)))
                problem = xasprintf("it does not find %s, nor does what was found before occur again", text);
            else
                o->pairs.again++;
        }
        free(text);
        free(key);
    }
    for (size_t n = 0; n < r->nfindings && !problem; n++) {
        char *text = text_of(r->findings[n], k->alike);
        /* Of a deadlock that is known: the others ended at states, or at cut-offs, which depend on time with
         * several workers. */
        bool part = false;
        for (size_t q = 0; q < full->nfindings && (k->plan->states || k->jobs > 1); q++)
            part |= finding_covers(full->findings[q], r->findings[n]);
        if (!part && !is_left_to_loops(o, r->findings[n]) && !has_finding(k, full, text))
            problem = xasprintf("it finds %s, which is not there", text);
        free(text);
    }
    return problem;
}

/* Whether an exploration may well be longer than `full`: loops keep it from its end, which the programs of
 * `full` have not, or more is visible. */
static bool is_too_long(const Oracle *o, const Outcome *outcome, const CampaignResult *full) {
    /* What is affected becomes visible where choices may be pruned: then there are more orders. */
    if (outcome->too_large && outcome->stats.visible_bytes > full->stats.visible_bytes) return true;
    return o->only_waits &&
           (outcome->too_large || (outcome->error && strstr(outcome->error, "does it wait in a loop")));
}

/* The version at hand. */
static char *explore_known(Oracle *o, Known *k, Interleave mode, unsigned sites, const Version *v,
                           const CampaignResult *full) {
    const Plan *plan = k->plan;
    const CampaignResult *before = k->results.len ? vec_last(&k->results) : NULL;
    bool on = ran_on(k);
    bool starts = before && mode == INTERLEAVE_MEMORY; /* with what was visible in the end */
    replay(k, &o->place, v, mode);
    if (!v->program->follows_layout) k->first = k->version;
    ExploreStore store = {k, load_chunks, save_chunk, 0};
    Variant how = {.strategy = plan->strategy,
                   .cutoffs = plan->strategy == &por_strategy,
                   .search = "dfs",
                   .jobs = k->jobs,
                   .summaries = plan->summaries,
                   .hunt = o->seed % 2,
                   .symmetry = k->alike,
                   .bounded = true};
    /* An order of search, so that the results are the same with it. */
    Direction *direction = v->match && o->seed % 2 ? direction_of(v->match) : NULL;
    bool judged =
        plan->influences && before && before->complete && k->all_again && on && impact_spares(v->impact);
    Pruning pruning = {.states = plan->states,
                       .coarse = plan->coarse,
                       .impact = judged ? v->impact : NULL,
                       .direction = direction,
                       .store = plan->states || plan->summaries ? &store : NULL,
                       .visible = starts ? before->visible : NULL,
                       .nvisible = starts ? before->nvisible : 0};
    Outcome outcome = {.sites = sites, .fixed = -1};
    CampaignResult *r = explore_pruned(v->program, &o->place, mode, &how, &pruning, &outcome);
    vec_push(&k->results, r);
    char *problem = is_too_long(o, &outcome, full)   ? NULL
                    : outcome.error                  ? xstrdup(outcome.error)
                    : outcome.too_large              ? xstrdup("it takes more runs than in full")
                    : !outcome.complete              ? xstrdup("it did not finish")
                    : outcome.limited && how.cutoffs ? NULL
                                                     : compare_findings(o, k, v, full, r);
    k->safe[k->version] = r->complete && !outcome.too_large && !r->nfindings && !k->findings.len;
    for (size_t n = 0; n < r->nfindings; n++) vec_push(&k->findings, r->findings[n]);
    o->pairs.pruned += before != NULL;
    o->pairs.in_full += before ? full->stats.traces : 0;
    o->pairs.left += before ? r->stats.traces : 0;
    if (o->talk)
        printf("%s: version %u: %llu traces, %llu known before, %llu pruned, %llu left out, %zu findings\n",
               plan->name, k->version, (unsigned long long)r->stats.traces, (unsigned long long)r->prune.read,
               (unsigned long long)r->stats.pruned, (unsigned long long)r->stats.left_out, r->nfindings);
    outcome_free(&outcome);
    direction_free(direction);
    return problem;
}

char *check_prunings(Oracle *o, Interleave mode, unsigned sites, const Version *versions, unsigned nversions,
                     CampaignResult *const *full) {
    char *problem = NULL;
    for (size_t p = 0; p < ARRAY_LEN(plans) && !problem; p++) {
        if (o->only_waits && plans[p].strategy != &por_strategy) continue; /* it would go round for ever */
        bool parallel = plans[p].strategy->serve && (o->seed + p) % 4 == 0;
        Known k = {.plan = &plans[p], .jobs = parallel ? 2 : 1, .alike = o->only_alike};
        for (k.version = 0; k.version < nversions && !problem; k.version++)
            problem = explore_known(o, &k, mode, sites, &versions[k.version], full[k.version]);
        if (problem) {
            char *named = xasprintf("%s, version %u of %u%s: %s", plans[p].name, k.version, nversions,
                                    parallel ? ", 2 workers" : "", problem);
            free(problem);
            problem = named;
        }
        known_free(&k);
    }
    return problem;
}
