/* summary_json.c — the JSON of a campaign's summary (docs/summary-format.md). */
#include "report/summary.h"
#include "report/advice.h"
#include "report/json_text.h"
#include "finding/race_groups.h"
#include "report/write_file.h"
#include <stdlib.h>

static json_t *json_number(uint64_t n) {
    return json_integer((json_int_t)MIN(n, (uint64_t)INT64_MAX));
}

/* Returns scalars as signed numbers, anything else as hexadecimal digits. */
static json_t *input_value(const InputReport *in) {
    if (in->size == 1 || in->size == 2 || in->size == 4 || in->size == 8) {
        uint64_t v = 0;
        memcpy(&v, in->bytes, in->size);
        unsigned shift = 64 - 8 * in->size;
        return json_integer((json_int_t)((int64_t)(v << shift) >> shift));
    }
    StrBuf b = {0};
    str_add(&b, "");
    for (uint32_t i = 0; i < in->size; i++) str_addf(&b, "%02x", in->bytes[i]);
    json_t *j = json_string(b.data);
    vec_free(&b);
    return j;
}

/* Returns the statistics of con2colic testing, by number of interferences. */
static json_t *levels(const InterferenceStats *s) {
    json_t *all = json_array();
    for (size_t k = 0; k < s->nlevels; k++) {
        const InterferenceLevel *l = &s->level[k];
        json_t *j = json_object();
        json_object_set_new(j, "candidates", json_number(l->candidates));
        json_object_set_new(j, "realizable", json_number(l->realizable));
        json_object_set_new(j, "covered", json_number(l->covered));
        json_object_set_new(j, "seconds", json_real(l->seconds));
        json_array_append_new(all, j);
    }
    return all;
}

/* Returns the statistics of sequentialization, by pair of threads and number of non-local reads. */
static json_t *pairs(const SequentialStats *s) {
    json_t *all = json_array();
    for (size_t k = 0; k < s->nlevels; k++) {
        const SequentialLevel *l = &s->level[k];
        json_t *j = json_object();
        json_object_set_new(j, "thread", json_text(l->names[0]));
        json_object_set_new(j, "other", json_text(l->names[1]));
        json_object_set_new(j, "couplings", json_number(l->couplings));
        json_object_set_new(j, "paths", json_number(l->paths));
        json_object_set_new(j, "bugs", json_number(l->bugs));
        json_object_set_new(j, "seconds", json_real(l->seconds));
        json_object_set_new(j, "complete", json_boolean(l->complete));
        json_object_set_new(j, "lost", l->lost ? json_text(l->lost) : json_null());
        json_array_append_new(all, j);
    }
    return all;
}

/* Adds a place as members of `j`. */
static void put_place(json_t *j, const SourcePlace *p) {
    json_object_set_new(j, "file", json_text(p->file));
    json_object_set_new(j, "line", json_number(p->line));
    json_object_set_new(j, "column", json_number(p->column));
    json_object_set_new(j, "function", json_text(p->function));
}

/* Adds how a thread reached its access as members of `j`. */
static void put_access(json_t *j, const AccessReport *a) {
    if (!a->depth) return;
    json_t *stack = json_array(), *locks = json_array();
    for (size_t k = 0; k < a->depth; k++) {
        json_t *place = json_object();
        put_place(place, &a->stack[k]);
        json_array_append_new(stack, place);
    }
    for (size_t k = 0; k < a->nlocks; k++) {
        json_t *lock = json_object();
        json_object_set_new(lock, "name", json_text(a->locks[k].name));
        put_place(lock, &a->locks[k].place);
        json_array_append_new(locks, lock);
    }
    json_object_set_new(j, "stack", stack);
    json_object_set_new(j, "locks", locks);
}

static json_t *bug(const Finding *f) {
    json_t *j = json_object(), *inputs = json_object();
    for (size_t i = 0; i < f->ninputs; i++) {
        /* A name that is not UTF-8 cannot be a key. */
        char *number_key = xasprintf("input %zu", i + 1);
        if (json_object_set_new(inputs, f->inputs[i].name, input_value(&f->inputs[i])) != 0)
            json_object_set_new(inputs, number_key, input_value(&f->inputs[i]));
        free(number_key);
    }
    json_object_set_new(j, "kind", json_text(f->kind));
    json_object_set_new(j, "message", json_text(f->message));
    put_place(j, &f->place);
    json_object_set_new(j, "thread", json_text(f->thread));
    put_access(j, &f->access);
    if (f->variable) json_object_set_new(j, "variable", json_text(f->variable));
    if (f->member) json_object_set_new(j, "member", json_text(f->member));
    if (f->reason) json_object_set_new(j, "reason", json_text(f->reason));
    if (f->has_other) {
        json_t *other = json_object();
        json_object_set_new(other, "message", json_text(f->other_message));
        put_place(other, &f->other_place);
        json_object_set_new(other, "thread", json_text(f->other_thread));
        put_access(other, &f->other_access);
        json_object_set_new(j, "other", other);
    }
    json_t *needs = json_array();
    for (size_t k = 0; k < f->ninterferences; k++) {
        const ScheduleStep *load = &f->schedule[f->interferences[k].load],
                           *store = &f->schedule[f->interferences[k].store];
        json_t *x = json_object();
        json_object_set_new(x, "thread", json_text(load->thread));
        json_object_set_new(x, "line", json_number(load->place.line));
        json_object_set_new(x, "object", json_text(load->object_name));
        json_object_set_new(x, "from_thread", json_text(store->thread));
        json_object_set_new(x, "from_line", json_number(store->place.line));
        json_array_append_new(needs, x);
    }
    if (f->ninterferences)
        json_object_set_new(j, "interferences", needs);
    else
        json_decref(needs);
    json_object_set_new(j, "test", f->test ? json_text(f->test) : json_null());
    json_object_set_new(j, "inputs", inputs);
    json_object_set_new(j, "occurrences", json_number(f->occurrences));
    json_object_set_new(j, "found_by", json_text(f->hunted ? "hunt" : "systematic"));
    json_object_set_new(j, "confirmed", json_boolean(!f->unconfirmed));
    return j;
}

/* Returns the races that follow from those of a group. */
static json_t *following(const RaceGroup *g) {
    json_t *all = json_array();
    for (size_t i = 0; i < g->following.len; i++) {
        const Finding *f = g->following.data[i];
        json_t *pair = json_object(), *other = json_object();
        json_object_set_new(pair, "message", json_text(f->message));
        json_object_set_new(pair, "variable", f->variable ? json_text(f->variable) : json_null());
        put_place(pair, &f->place);
        put_place(other, &f->other_place);
        json_object_set_new(pair, "other", other);
        json_array_append_new(all, pair);
    }
    return all;
}

/* Returns the races by variable, with the places of each pair of accesses. */
static json_t *races(const CampaignResult *r) {
    RaceGroups groups = {0};
    json_t *all = json_array();
    race_groups_make(r->findings, r->nfindings, &groups);
    race_groups_add_following(&groups, r->findings, r->following, r->nfollowing);
    for (size_t k = 0; k < groups.len; k++) {
        const RaceGroup *g = &groups.data[k];
        if (g->uses) continue;
        json_t *j = json_object(), *pairs = json_array();
        for (size_t i = 0; i < g->members.len; i++) {
            const Finding *f = r->findings[g->members.data[i]];
            json_t *pair = json_object(), *other = json_object();
            json_object_set_new(pair, "bug", json_number(g->members.data[i]));
            put_place(pair, &f->place);
            put_place(other, &f->other_place);
            json_object_set_new(pair, "other", other);
            json_object_set_new(pair, "occurrences", json_number(f->occurrences));
            json_array_append_new(pairs, pair);
        }
        json_object_set_new(j, "variable", g->variable ? json_text(g->variable) : json_null());
        json_object_set_new(j, "occurrences", json_number(g->occurrences));
        json_object_set_new(j, "pairs", pairs);
        json_object_set_new(j, "following", following(g));
        json_array_append_new(all, j);
    }
    race_groups_free(&groups);
    return all;
}

/* Returns the numbers that determine the probability that a random run finds a bug. */
static json_t *pct(const CampaignStats *c) {
    json_t *j = json_object();
    json_object_set_new(j, "threads", json_number(c->pct_threads));
    json_object_set_new(j, "steps", json_number(c->pct_steps));
    json_object_set_new(j, "depth", json_number(c->pct_depth));
    return j;
}

static void add_json_texts(json_t *array, char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++) json_array_append_new(array, json_text(texts[i]));
}

static json_t *events_by_kind(const CampaignStats *c) {
    json_t *j = json_object();
    for (unsigned k = 0; k < OPERATION_KINDS; k++)
        if (c->kind_events[k])
            json_object_set_new(j, operation_names[k], json_number(c->kind_events[k]));
    return j;
}

/* How much was explored, by an estimate, and what is left. */
static json_t *estimate_json(const CampaignStats *c) {
    Estimate e = stats_estimate(c);
    double low, high, left = estimate_seconds(&e, c->pass_seconds, &low, &high);
    json_t *j = json_object();
    json_object_set_new(j, "explored", json_real(e.share));
    json_object_set_new(j, "explored_low", json_real(e.low));
    json_object_set_new(j, "explored_high", json_real(e.high));
    json_object_set_new(j, "seconds_left", json_real(left));
    json_object_set_new(j, "seconds_left_low", json_real(low));
    json_object_set_new(j, "seconds_left_high", json_real(high));
    return j;
}

/* Adds the statistics of the exploration. */
static void put_statistics(json_t *j, const CampaignStats *c, bool complete) {
    EventGroups groups = summary_event_groups(c);
    json_object_set_new(j, "traces", json_number(c->traces));
    json_object_set_new(j, "events", json_number(c->events));
    json_object_set_new(j, "events_sampled", json_boolean(c->events_sampled));
    json_object_set_new(j, "events_mutex", json_number(groups.of[GROUP_MUTEX]));
    json_object_set_new(j, "events_condition", json_number(groups.of[GROUP_CONDITION]));
    json_object_set_new(j, "events_memory", json_number(groups.of[GROUP_MEMORY]));
    json_object_set_new(j, "events_symbolic", json_number(groups.of[GROUP_SYMBOLIC]));
    json_object_set_new(j, "events_other", json_number(groups.of[GROUP_OTHER]));
    json_object_set_new(j, "events_by_kind", events_by_kind(c));
    json_object_set_new(j, "memory_events", json_number(c->memory_events));
    json_object_set_new(j, "states", json_number(c->states));
    json_object_set_new(j, "cutoffs", json_number(c->cutoffs));
    json_object_set_new(j, "paths_exit", json_number(c->paths_exit));
    json_object_set_new(j, "paths_error", json_number(c->paths_error));
    json_object_set_new(j, "paths_cutoff", json_number(c->paths_cutoff));
    json_object_set_new(j, "paths_assume", json_number(c->paths_assume));
    json_object_set_new(j, "redundant", json_number(c->redundant));
    json_object_set_new(j, "pruned", json_number(c->pruned));
    json_object_set_new(j, "left_out", json_number(c->left_out));
    json_object_set_new(j, "restarts", json_number(c->restarts));
    json_object_set_new(j, "visible_ranges", json_number(c->visible_ranges));
    json_object_set_new(j, "instructions", json_number(c->instructions));
    json_object_set_new(j, "estimate",
                        c->explored > 0 && !complete ? estimate_json(c) : json_null());
    json_object_set_new(j, "hunt_runs", json_number(c->hunt_runs));
    json_object_set_new(j, "hunt_instructions", json_number(c->hunt_instructions));
    if (c->pct_depth) json_object_set_new(j, "pct", pct(c));
    json_object_set_new(j, "steps_replayed", json_number(c->steps_replayed));
    json_object_set_new(j, "steps_standby", json_number(c->steps_standby));
    json_object_set_new(j, "standby_dropped", json_number(c->standby_dropped));
    json_object_set_new(j, "prefix_events", json_number(c->prefix_events));
    json_object_set_new(j, "prefix_bytes", json_number(c->prefix_bytes));
    json_object_set_new(j, "extension_seconds", json_real(c->extension_seconds));
    json_object_set_new(j, "threads_max", json_number(c->threads_max));
    json_object_set_new(j, "queries", json_number(c->queries));
    json_object_set_new(j, "backend_queries", json_number(c->backend_queries));
    json_object_set_new(j, "queries_by_path", json_number(c->path_hits));
    json_object_set_new(j, "queries_by_repeats", json_number(c->repeat_hits));
    json_object_set_new(j, "queries_by_bounds", json_number(c->bound_hits));
    json_object_set_new(j, "queries_by_models", json_number(c->model_hits));
    json_object_set_new(j, "queries_by_cache", json_number(c->cache_hits));
    json_object_set_new(j, "queries_by_cores", json_number(c->core_hits));
    json_object_set_new(j, "queries_by_trial", json_number(c->trial_hits));
    json_object_set_new(j, "queries_by_orders", json_number(c->order_hits));
    json_object_set_new(j, "queries_by_ranges", json_number(c->range_hits));
    json_object_set_new(j, "queries_by_shared", json_number(c->shared_hits));
    json_object_set_new(j, "queries_by_walks", json_number(c->walk_hits));
    json_object_set_new(j, "solver_seconds", json_real(c->solver_seconds));
    json_object_set_new(j, "confirm_seconds", json_real(c->confirm_seconds));
    json_object_set_new(j, "seconds", json_real(c->seconds));
    json_object_set_new(j, "rss_bytes", json_number(c->rss_bytes));
    json_object_set_new(j, "branches_covered", json_number(c->branches_covered));
    json_object_set_new(j, "branches_total", json_number(c->branches_total));
}

static json_t *json_shares(const CampaignResult *r) {
    json_t *all = json_array();
    for (unsigned k = 0; k < r->nshares; k++) {
        const StrategyShare *x = &r->share[k];
        json_t *j = json_object();
        json_object_set_new(j, "strategy", json_text(x->strategy));
        json_object_set_new(j, "work", json_real(x->work));
        json_object_set_new(j, "traces", json_number(x->traces));
        json_object_set_new(j, "events", json_number(x->events));
        json_object_set_new(j, "states", json_number(x->states));
        json_array_append_new(all, j);
    }
    return all;
}

char *summary_json(const Summary *s) {
    const CampaignResult *r = s->result;
    json_t *j = json_object(), *bugs = json_array(), *assumptions = json_array(),
           *incomplete = json_array(), *bounds = json_array(), *warnings = json_array(),
           *files = json_array(), *missing = json_array(), *course = json_array();
    for (size_t i = 0; i < r->nfindings; i++) json_array_append_new(bugs, bug(r->findings[i]));
    add_json_texts(assumptions, r->assumptions, r->nassumptions);
    add_json_texts(assumptions, (char *const *)s->assumptions, s->nassumptions);
    add_json_texts(incomplete, r->incomplete, r->nincomplete);
    add_json_texts(incomplete, (char *const *)s->incomplete, s->nincomplete);
    add_json_texts(bounds, r->bounds, r->nbounds);
    add_json_texts(warnings, r->warnings, r->nwarnings);
    add_json_texts(files, (char *const *)s->files, s->nfiles);
    add_json_texts(missing, (char *const *)s->missing, s->nmissing);
    add_json_texts(course, s->course, s->ncourse);
    json_object_set_new(j, "schema", json_integer(SUMMARY_SCHEMA));
    json_object_set_new(j, "version", json_text(HEDDLE_VERSION));
    json_object_set_new(j, "verdict", json_text(summary_verdict(s)));
    json_object_set_new(j, "complete", json_boolean(summary_is_complete(s)));
    json_object_set_new(j, "complete_at_bound", json_boolean(summary_complete_at_bound(s)));
    json_object_set_new(j, "halt_reason", json_text(r->halt_reason));
    json_object_set_new(j, "strategy", json_text(s->strategy));
    json_object_set_new(j, "explored_by", r->strategy ? json_text(r->strategy) : json_null());
    if (r->nshares > 1) json_object_set_new(j, "shares", json_shares(r));
    json_object_set_new(j, "interleave", json_text(s->interleave));
    json_object_set_new(j, "directory", json_text(s->directory));
    json_object_set_new(j, "files", files);
    json_object_set_new(j, "missing_functions", missing);
    json_object_set_new(j, "bugs", bugs);
    json_object_set_new(j, "races", races(r));
    json_object_set_new(j, "path_tests", json_number(s->path_tests));
    json_object_set_new(j, "suppressed", json_number(s->suppressed));
    put_statistics(j, &r->stats, r->complete);
    if (r->interference.nlevels) json_object_set_new(j, "interferences", levels(&r->interference));
    if (r->sequential.before) {
        json_t *size = json_object();
        json_object_set_new(size, "before", json_number(r->sequential.before));
        json_object_set_new(size, "after", json_number(r->sequential.after));
        json_object_set_new(j, "sequential_size", size);
        json_object_set_new(j, "sequential", pairs(&r->sequential));
    }
    json_object_set_new(j, "assumptions", assumptions);
    json_object_set_new(j, "incomplete", incomplete);
    json_object_set_new(j, "bounds", bounds);
    const char *advice = advice_for(r);
    json_object_set_new(j, "advice", advice ? json_text(advice) : json_null());
    json_object_set_new(j, "threads_explored", json_number(r->threads_explored));
    const char *any_threads = summary_proved_for(s);
    json_object_set_new(j, "any_threads", any_threads ? json_text(any_threads) : json_null());
    json_object_set_new(j, "any_threads_refused",
                        r->not_any_threads ? json_text(r->not_any_threads) : json_null());
    json_object_set_new(j, "warnings", warnings);
    json_object_set_new(j, "course", course);
    json_object_set_new(j, "internal_error",
                        r->internal_error ? json_text(r->internal_error) : json_null());
    json_t *more = s->more ? json_loads(s->more, 0, NULL) : NULL;
    if (more) json_object_update(j, more);
    json_decref(more);
    char *text = json_dumps(j, JSON_INDENT(2));
    json_decref(j);
    if (!text) base_fatal("cannot format the summary as JSON");
    return text;
}

bool summary_write(const char *path, const Summary *s, char **error) {
    char *text = summary_json(s);
    StrBuf b = {0};
    str_addf(&b, "%s\n", text);
    free(text);
    bool fine = write_atomically(path, b.data, b.len, error);
    vec_free(&b);
    return fine;
}
