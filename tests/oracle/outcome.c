/*
 * outcome.c — runs a campaign for a program and keeps what has to be the same in all ways to explore it:
 * final states, findings, outputs.
 */
#include "outcome.h"
#include "run/run.h"
#include "generator.h"
#include "replay/shorten.h"
#include "versions/prune_ops.h"
#include "vm/state/fingerprint.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void outcome_free(Outcome *o) {
    vec_free(&o->states);
    vec_free(&o->locals);
    vec_free(&o->concrete);
    vec_free(&o->ended);
    vec_free(&o->finals);
    text_list_free(&o->findings);
    text_list_free(&o->outputs);
    free(o->error);
}

/* Whether the values of a variable are part of a final state. */
static bool is_told(const Global *g) {
    return !g->library && !g->thread_local_ && !g->readonly && !g->unread && *g->name &&
           strchr("xay", *g->name);
}

/* Whether a variable only changes by itself, or is only counted in: what a thread holds of its value is in
 * registers, but in no state. */
static bool has_unread(const Program *p) {
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        if (!g->library && g->unread && *g->name && strchr("xu", *g->name)) return true;
    }
    return false;
}

uint64_t told_variables(const Program *p) {
    uint64_t h = 0;
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (is_told(&p->globals[k])) h += hash_mix(hash_string(p->globals[k].name));
    return h;
}

/* The final state where the inputs have the values of `model`: shared variables and how the threads ended,
 * whichever of them where they are `alike`. */
static uint64_t concrete_state(Machine *m, const Model *model, bool alike) {
    uint64_t h = m->exited ? (uint64_t)m->exit_status + 1 : 0;
    for (uint32_t k = 0; k < m->program->nglobals; k++) {
        const Global *g = &m->program->globals[k];
        if (!is_told(g)) continue;
        uint64_t value = 0;
        for (uint64_t a = 0; a < g->size && a < 8; a++) {
            const Expr *e = memory_symbolic(m->memory, g->address + a);
            value |=
                (uint64_t)(e ? (uint8_t)expr_eval_trial(m->pool, e, model) : m->memory->base[g->address + a])
                << 8 * a;
        }
        /* A variable that a concrete version of the program never touches is not in it at all. */
        if (value) h += hash_combine(hash_string(g->name), value);
    }
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED) continue;
        h += hash_mix((alike ? 1 : hash_string(t->name)) * 31 + t->status);
    }
    return h;
}

unsigned combinations(unsigned sites) {
    unsigned n = 1;
    while (sites--) n *= INPUT_VALUES;
    return n;
}

unsigned site_value(unsigned combination, unsigned site) {
    while (site--) combination /= INPUT_VALUES;
    return combination % INPUT_VALUES;
}

/* Which input values lead here, and to which state. */
static void observe(Outcome *o, Machine *m) {
    if (o->fixed >= 0 || !o->sites) {
        hashes_add(&o->concrete, hash_combine((uint64_t)MAX(o->fixed, 0), concrete_state(m, NULL, o->alike)));
        return;
    }
    for (unsigned c = 0; c < combinations(o->sites); c++) {
        Model *model = NULL;
        for (uint32_t k = 0; k < m->ninputs; k++) {
            const Input *in = m->inputs.data[k];
            uint8_t bytes[8] = {0};
            if (in->name[0] != 'i' || in->name[1] != 'n' || in->size > sizeof bytes)
                base_fatal("unexpected input %s", in->name);
            bytes[0] = (uint8_t)site_value(c, (unsigned)(in->name[2] - '0'));
            Model *next = model_with(model, in, bytes);
            model_unref(model);
            model = next;
        }
        bool possible = true;
        for (uint32_t k = 0; k < m->nconstraints && possible; k++)
            possible = expr_eval_trial(m->pool, m->constraints.data[k].constraint, model) != 0;
        if (possible) {
            uint64_t state = concrete_state(m, model, o->alike);
            hashes_add(&o->finals, state);
            hashes_add(&o->concrete, hash_combine(c, state));
        }
        model_unref(model);
    }
}

static void final_state(void *context, uint64_t hash, Machine *m) {
    Outcome *o = context;
    hashes_add(&o->states, o->alike ? concrete_state(m, NULL, o->alike) : hash);
    observe(o, m);
    bool ended = true;
    for (uint32_t k = 0; k < m->nslots; k++)
        ended &= !m->threads[k] || m->threads[k]->status == THREAD_UNUSED ||
                 m->threads[k]->status == THREAD_EXITED;
    if (ended) hashes_add(&o->ended, concrete_state(m, NULL, o->alike));
    if (m->output_len && o->outputs.len < 4096) {
        char text[200];
        snprintf(text, sizeof text, "%.*s", (int)MIN(m->output_len, sizeof text - 1), m->output.data);
        text_list_add(&o->outputs, text);
    }
}

/* Forgets what a pass showed that did not know all visible memory yet: what a thread learns of the time of
 * others depends on that memory, and so does the time in its state. */
static void begin_pass(Outcome *o, uint64_t pass) {
    Hashes *all[] = {&o->states, &o->locals, &o->concrete, &o->ended, &o->finals};
    if (pass == o->pass) return;
    o->pass = pass;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) all[k]->len = 0;
    text_list_free(&o->outputs);
    o->outputs = (Texts){0};
}

static void local_state(void *context, uint64_t pass, Run *r, int thread) {
    Outcome *o = context;
    begin_pass(o, pass);
    if (o->alike) return;
    const Thread *t = r->machine->threads[thread];
    uint64_t hash = hash_combine(hash_string(t->name), fingerprint_place(r->machine, t).a);
    hashes_add(&o->locals, hash);
}

char *finding_text(const Finding *f) {
    if (strcmp(f->kind, "race")) return finding_key(f);
    const char *from = strchr(f->message, '`'), *to = from ? strchr(from + 1, '`') : NULL;
    /* A variable on a stack has a name as long as its function runs: which of both accesses comes first. */
    /* Which part of a variable races first decides which others are told. */
    if (to && strncmp(from, "`big", 4))
        return xasprintf("race|%.*s`", (int)(1 + strcspn(from + 1, "`.[")), from);
    return xstrdup("race|memory without a name"); /* at which byte of it depends on the order, too */
}

char *findings_that(const Outcome *o, bool (*wanted)(const char *finding)) {
    Texts some = {0};
    for (size_t k = 0; k < o->findings.len; k++)
        if (wanted(o->findings.data[k])) text_list_add(&some, o->findings.data[k]);
    char *text = texts_joined(&some, true);
    text_list_free(&some);
    return text;
}

/* Which join the creator waits in when no thread can go on depends on which of them ended. */
char *alike_text(const Finding *f) {
    char *text = finding_text(f), *save = NULL;
    if (strcmp(f->kind, "deadlock")) return text;
    StrBuf rest = {0};
    for (char *part = strtok_r(text, "|", &save); part; part = strtok_r(NULL, "|", &save))
        if (!has_suffix(part, ":program")) str_addf(&rest, "%s%s", rest.len ? "|" : "", part);
    free(text);
    return rest.data;
}

const Variant brute_force = {"dfs", &dfs_strategy, false, 0, "dfs", 1},
              brute_contextual = {"dfs", &dfs_strategy, false, 0, "dfs", 1, true},
              exact = {"optimal", &por_strategy, false, 0, "dfs", 1},
              exact_bounded = {"optimal", &por_strategy, false, 0, "dfs", 1, .bounded = true};

unsigned settings_of(const Strategy *s) {
    if (s->beside) return settings_of(s->first) / 2 / 4; /* with cut-offs, depth first: else it is alone */
    return (s->uses_cutoffs ? 2 : 1) * (s->takes_alternatives ? 3 : 1) * (s->search_orders ? 4 : 1) *
           (s->serve ? 2 : 1) * (s->summarises ? 2 : 1) * (s->hunts ? 2 : 1) * (s->subtrees ? 2 : 1);
}

Variant setting(const Strategy *s, unsigned number) {
    static const char *const orders[] = {"dfs", "bfs", "random", "coverage"};
    Variant v = {.strategy = s, .search = "dfs", .jobs = 1, .cutoffs = s->beside};
    const Strategy *first = strategy_first(s);
    if (first->uses_cutoffs && !s->beside) v.cutoffs = number % 2, number /= 2;
    if (first->takes_alternatives) v.alternatives = number % 3, number /= 3;
    if (first->search_orders && !s->beside) v.search = orders[number % 4], number /= 4;
    if (first->serve) v.jobs = 1 + number % 2, number /= 2;
    if (first->summarises) v.summaries = number % 2, number /= 2;
    if (first->hunts) v.hunt = number % 2, number /= 2;
    if (first->subtrees) v.symmetry = number % 2;
    return v;
}

bool is_compared(const Strategy *s) { return strategy_first(s)->exhaustive && s != &dfs_strategy; }

char *variant_name(const Variant *v) {
    char degree[20] = "optimal";
    if (v->alternatives) snprintf(degree, sizeof degree, "%u-partial", v->alternatives);
    return v->name ? xstrdup(v->name)
                   : xasprintf("%s, %s%s%s%s%s, order %s, %u workers", v->strategy->name,
                               v->cutoffs ? "cut-offs, " : "", v->summaries ? "summaries, " : "",
                               v->hunt ? "hunting, " : "", v->symmetry ? "symmetry, " : "", degree, v->search,
                               v->jobs);
}

CampaignOptions options_at(const Place *place) {
    static const char *const argv[] = {"program", NULL}, *const environment[] = {NULL};
    return (CampaignOptions){.confirm = campaign_confirm,
                             .argc = 1,
                             .argv = argv,
                             .environment = environment,
                             .stdin_path = place->input,
                             .system = place->system,
                             .watch_after = place->watch_after,
                             .run.spurious_wakeups = place->all_wake,
                             .run.check_uninitialised = place->unwritten};
}

void explore(const Program *p, const Place *place, Interleave mode, const Variant *how, Outcome *o) {
    campaign_result_free(explore_pruned(p, place, mode, how, &(Pruning){0}, o));
}

CampaignResult *explore_pruned(const Program *p, const Place *place, Interleave mode, const Variant *how,
                               const Pruning *pruning, Outcome *o) {
    *o = (Outcome){.sites = o->sites,
                   .fixed = o->fixed,
                   .kernel = o->kernel,
                   .alike = place->alike,
                   .unread = has_unread(p),
                   .cut = how->cutoffs,
                   .hunted = how->hunt,
                   .all_output = place->system->ordered_output && !how->cutoffs};
    bool bounded = how->bounded || how->strategy == &dfs_strategy;
    CampaignOptions options = options_at(place);
    options.explore = (ExploreSettings){.strategy = how->strategy->name,
                                        .cutoffs = how->cutoffs,
                                        .alternatives = how->alternatives,
                                        .search = how->search,
                                        .jobs = how->jobs,
                                        .hunt = how->hunt,
                                        .symmetry = how->symmetry ? 2 : 0,
                                        .seed = 17,
                                        /* With many inputs few interleavings may take long, too. */
                                        .max_time = place->seconds ? place->seconds
                                                    : bounded      ? 20 + (double)place->most / 500
                                                                   : 600,
                                        .max_traces = bounded ? place->most : 0,
                                        .max_memory = 4096};
    options.interleave = mode;
    options.keep_cheap_steps = options.hunts_eagerly = true;
    options.direction = pruning->direction;
    options.explores_directed = pruning->direction != NULL;
    options.prune =
        (PruneSettings){.ops = &prune_ops,
                        .summaries = how->summaries,
                        .states = pruning->states,
                        .coarse_states = pruning->coarse,
                        .influences = !pruning->impact          ? NULL
                                      : mode == INTERLEAVE_SYNC ? pruning->impact->influences_races
                                                                : pruning->impact->influences,
                        .affected = pruning->impact ? pruning->impact->forward : NULL};
    options.store = pruning->store;
    options.visible = pruning->visible;
    options.nvisible = pruning->nvisible;
    options.contextual_events = how->contextual;
    options.run.check_race = mode == INTERLEAVE_SYNC;
    /* Of strategies that take turns only the findings are compared: each has a part of the rest. */
    options.takes_turns_early = how->strategy->beside;
    options.final_state = how->strategy->beside ? NULL : final_state;
    options.final_context = o;
    options.stepped = how->strategy->beside ? NULL : local_state;
    CampaignResult *r = campaign_run(p, &options, NULL);
    o->stats = r->stats;
    o->complete = r->complete || (r->nbounds && r->halt_reason && !strcmp(r->halt_reason, "finished"));
    o->too_large = r->halt_reason && (!strcmp(r->halt_reason, "traces") || !strcmp(r->halt_reason, "time"));
    if (r->internal_error) o->error = xasprintf("internal error: %s", r->internal_error);
    /* Reasons that are expected to keep the exploration from being complete. */
    bool finished = r->halt_reason && !strcmp(r->halt_reason, "finished");
    for (size_t k = 0; k < r->nincomplete; k++) {
        bool late = (place->system->max_timeouts && !strncmp(r->incomplete[k], "more time-outs", 14)) ||
                    strstr(r->incomplete[k], "counts as one that succeeds where data races are judged");
        o->limited |= late;
        if (late)
            o->complete = finished;
        else if (!o->error)
            o->error = xasprintf("incomplete: %s", r->incomplete[k]);
    }
    for (size_t k = 0; k < r->nfindings; k++) {
        char *text = place->alike ? alike_text(r->findings[k]) : finding_text(r->findings[k]);
        text_list_add(&o->findings, text);
        free(text);
    }
    hashes_sort(&o->locals);
    hashes_sort(&o->states);
    hashes_sort(&o->concrete);
    hashes_sort(&o->ended);
    hashes_sort(&o->finals);
    texts_sort(&o->findings);
    texts_sort(&o->outputs);
    return r;
}

char *compare(const char *left, const Outcome *a, const char *right, const Outcome *b, bool races) {
    /* A state that a known one covers has other expressions: what counts is what they can be. */
    bool covered = (a->cut || b->cut) && a->sites && hashes_equal(&a->finals, &b->finals);
    /* What hunts meet threads in gives them their numbers, which the emulated kernel keeps. */
    covered |= a->kernel && (a->hunted || b->hunted) && hashes_equal(&a->concrete, &b->concrete);
    if (!covered && !hashes_equal(&a->states, &b->states))
        return xasprintf("%s reaches %zu final states, %s %zu, not the same ones", left, a->states.len, right,
                         b->states.len);
    if (a->limited != b->limited)
        return xasprintf("%s says that more time-outs were %spossible, %s does not", left,
                         a->limited ? "" : "im", right);
    char *x = texts_joined(&a->outputs, true), *y = texts_joined(&b->outputs, true), *text = NULL;
    if (a->all_output && b->all_output && strcmp(x, y))
        text = xasprintf("outputs differ; %s:\n%s%s:\n%s", left, x, right, y);
    free(x);
    free(y);
    if (text) return text;
    x = texts_joined(&a->findings, races), y = texts_joined(&b->findings, races);
    if (strcmp(x, y)) text = xasprintf("findings differ; %s:\n%s%s:\n%s", left, x, right, y);
    free(x);
    free(y);
    return text;
}

char *compare_locals(const Outcome *all, const Outcome *other) {
    if (all->unread || all->stats.visible_bytes != other->stats.visible_bytes ||
        all->stats.visible_ranges != other->stats.visible_ranges ||
        hashes_equal(&all->locals, &other->locals))
        return NULL;
    return xasprintf("threads stand in %zu ways instead of %zu, or in others", other->locals.len,
                     all->locals.len);
}

char *compare_events(const Outcome *all, const Outcome *other, const Variant *how) {
    char *x = texts_joined(&all->findings, true), *y = texts_joined(&other->findings, true), *text = NULL;
    if (strcmp(x, y)) text = xasprintf("findings differ; all runs:\n%sthis:\n%s", x, y);
    if (!text && !how->cutoffs && !how->summaries && all->stats.visible_bytes == other->stats.visible_bytes &&
        all->stats.events != other->stats.events)
        text = xasprintf("%llu events instead of %llu", (unsigned long long)other->stats.events,
                         (unsigned long long)all->stats.events);
    free(x);
    free(y);
    return text;
}
