/* summary.c — the verdict on a campaign, its JSON and its plain lines. See summary.h. */
#include "report/summary.h"
#include "report/advice.h"
#include "report/json_text.h"
#include "finding/race_groups.h"
#include "report/write_file.h"
#include <stdlib.h>

static bool explored_completely(const Summary *s) {
    const CampaignResult *r = s->result;
    return r->complete && !r->nincomplete && !s->nincomplete;
}

const char *summary_verdict(const Summary *s) {
    if (s->result->nfindings) return "bug";
    return explored_completely(s) && !s->result->internal_error ? "safe" : "incomplete";
}

/* Returns what a proof for any number of threads says, NULL where it is not the whole verdict. */
static const char *proved_for(const Summary *s) {
    return explored_completely(s) ? s->result->any_threads : NULL;
}

bool summary_complete_at_bound(const Summary *s) {
    const CampaignResult *r = s->result;
    bool finished = r->halt_reason && !strcmp(r->halt_reason, "finished");
    return r->nbounds && finished && !r->nincomplete && !s->nincomplete && !r->internal_error;
}

const char *summary_incomplete(const Summary *s) {
    return summary_complete_at_bound(s)
               ? "no bug found; the exploration is complete at its bound only"
               : "no bug found, but not everything was explored";
}

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
        char *thread = xasprintf("0.%u", l->thread), *other = xasprintf("0.%u", l->other);
        json_object_set_new(j, "thread", json_text(thread));
        json_object_set_new(j, "other", json_text(other));
        free(thread);
        free(other);
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

/* Returns the races by variable, with the places of each pair of accesses. */
static json_t *races(const CampaignResult *r) {
    RaceGroups groups = {0};
    json_t *all = json_array();
    race_groups_make(r->findings, r->nfindings, &groups);
    for (size_t k = 0; k < groups.len; k++) {
        const RaceGroup *g = &groups.data[k];
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

/* Numbers of events by the kind of their object. */
typedef struct EventGroups {
    uint64_t of[OPERATION_GROUPS];
} EventGroups;

static EventGroups event_groups(const CampaignStats *c) {
    EventGroups g = {0};
    for (unsigned k = 0; k < OPERATION_KINDS; k++) g.of[operation_groups[k]] += c->kind_events[k];
    return g;
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
    EventGroups groups = event_groups(c);
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
    json_object_set_new(j, "complete", json_boolean(explored_completely(s)));
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
    const char *any_threads = proved_for(s);
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

const char *summary_halt_text(const char *reason) {
    static const struct {
        const char *reason, *text;
    } texts[] = {
        {"time", "the time limit was reached"},      {"memory", "the memory limit was reached"},
        {"traces", "the limit of runs was reached"}, {"first bug", "it stopped at the first bug"},
        {"interrupted", "it was interrupted"},
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (!strcmp(texts[i].reason, reason)) return texts[i].text;
    return reason;
}

static void told(FILE *out, const char *prefix, char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++) fprintf(out, "heddle: %s%s\n", prefix, texts[i]);
}

/* Prints `before` and " 1,234 things". */
static void put_count(FILE *out, const char *before, uint64_t n, const char *one,
                      const char *many) {
    char *text = text_count(n, one, many);
    fprintf(out, "%s%s", before, text);
    free(text);
}

/* Prints which errors of a thread interfered by another one are excluded, or were reported. */
static void text_pair(FILE *out, const SequentialStats *s, unsigned thread, unsigned other) {
    uint64_t paths = 0, bugs = 0;
    int64_t complete = -1;
    for (size_t k = 0; k < s->nlevels; k++) {
        const SequentialLevel *l = &s->level[k];
        if (l->thread != thread || l->other != other) continue;
        paths += l->paths;
        bugs += l->bugs;
        if (l->complete && complete + 1 == l->couplings) complete++;
    }
    fprintf(out, "\nheddle: thread 0.%u, reading what thread 0.%u wrote:", thread, other);
    put_count(out, " ", bugs, "bug", "bugs");
    put_count(out, " in ", paths, "path", "paths");
    if (complete < 0) return;
    fprintf(out, ", no %serror with at most %lld non-local read%s", bugs ? "other " : "",
            (long long)complete, complete == 1 ? "" : "s");
}

static void text_pairs(FILE *out, const SequentialStats *s) {
    for (size_t k = 0; k < s->nlevels; k++)
        if (s->level[k].couplings == 0) text_pair(out, s, s->level[k].thread, s->level[k].other);
}

static void put_share(FILE *out, const char *before, const StrategyShare *x, const char *did) {
    fprintf(out, "%s%s%s: %.0f%% of the work", before, x->strategy, did, 100 * x->work);
    if (x->states)
        put_count(out, ", ", x->states, "state", "states");
    else
        put_count(out, ", ", x->traces, "trace", "traces");
}

/* Prints what each of several strategies did, the one whose statistics are printed first. */
static void text_shares(FILE *out, const CampaignResult *r, bool finished) {
    if (r->nshares < 2) return;
    unsigned counts = !strcmp(r->share[1].strategy, r->strategy);
    put_share(out, "\nheddle: ", &r->share[counts],
              finished ? " reached its end first" : " got further");
    for (unsigned k = 0; k < r->nshares; k++)
        if (k != counts) put_share(out, "; ", &r->share[k], "");
}

/* Prints the cost of the exploration, the events, and how the runs ended: one line each. */
static void text_statistics(FILE *out, const CampaignResult *r, bool finished) {
    const CampaignStats *c = &r->stats;
    EventGroups groups = event_groups(c);
    if (finished)
        fprintf(out, "heddle: finished after %.2f s", c->seconds);
    else
        fprintf(out, "heddle: halted (%s) after %.2f s", r->halt_reason, c->seconds);
    put_count(out, ", ", (c->rss_bytes + (1u << 19)) >> 20, "MiB", "MiB");
    put_count(out, ", ", c->instructions, "instruction", "instructions");
    put_count(out, ", ", c->threads_max, "thread", "threads");
    put_count(out, ", ", c->queries, "solver query", "solver queries");
    if (c->branches_total)
        fprintf(out, ", branches %.0f%%",
                100.0 * (double)c->branches_covered / (double)c->branches_total);
    put_count(out, c->events_sampled ? "\nheddle: about " : "\nheddle: ", c->events,
              "event:", "events:");
    put_count(out, " ", groups.of[GROUP_MUTEX], "mutex", "mutex");
    put_count(out, ", ", groups.of[GROUP_CONDITION], "condition variable", "condition variable");
    put_count(out, ", ", groups.of[GROUP_MEMORY], "memory", "memory");
    put_count(out, ", ", groups.of[GROUP_SYMBOLIC], "symbolic", "symbolic");
    put_count(out, ", ", groups.of[GROUP_OTHER], "other", "other");
    put_count(out, "; ", c->cutoffs, "cut-off", "cut-offs");
    put_count(out, "\nheddle: ", c->traces, "trace:", "traces:");
    put_count(out, " ", c->paths_exit, "exit", "exit");
    put_count(out, ", ", c->paths_error, "error", "error");
    put_count(out, ", ", c->paths_cutoff, "cut-off", "cut-off");
    if (c->paths_assume) put_count(out, ", ", c->paths_assume, "stopped", "stopped");
    put_count(out, "; ", c->redundant, "redundant run", "redundant runs");
    if (c->pruned) put_count(out, ", ", c->pruned, "run ended early", "runs ended early");
    put_count(out, ", ", c->restarts, "restart", "restarts");
    if (c->explored > 0 && !r->complete) {
        Estimate e = stats_estimate(c);
        char *text = estimate_text(&e, c->pass_seconds);
        fprintf(out, "\nheddle: by an estimate %s", text);
        free(text);
    }
    if (c->hunt_runs) {
        put_count(out, "\nheddle: hunting: ", c->hunt_runs, "run", "runs");
        put_count(out, ", ", c->hunt_instructions, "instruction", "instructions");
    }
    if (c->pct_depth) {
        put_count(out, "\nheddle: random priorities: ", c->pct_threads, "thread", "threads");
        put_count(out, ", at most ", c->pct_steps, "step", "steps");
        fprintf(out, " a run, depths up to %llu", (unsigned long long)c->pct_depth);
    }
    if (c->prefix_events) {
        put_count(out, "\nheddle: ", c->prefix_events, "event kept", "events kept");
        put_count(out, " in ", c->prefix_bytes / c->prefix_events, "byte each", "bytes each");
        fprintf(out, "; possible extensions took %.2f s of all workers' time",
                c->extension_seconds);
    }
    text_shares(out, r, finished);
    for (size_t k = 0; k < r->interference.nlevels; k++) {
        const InterferenceLevel *l = &r->interference.level[k];
        put_count(out, "\nheddle: ", k, "interference:", "interferences:");
        put_count(out, " ", l->candidates, "candidate", "candidates");
        put_count(out, ", ", l->realizable, "realizable", "realizable");
        put_count(out, ", ", l->covered, "side of a branch covered first",
                  "sides of branches covered first");
        fprintf(out, ", %.2f s", l->seconds);
    }
    text_pairs(out, &r->sequential);
    if (c->steps_replayed + c->steps_standby) {
        put_count(out, "\nheddle: returning to postponed subtrees: ", c->steps_standby,
                  "step from standby states", "steps from standby states");
        put_count(out, ", ", c->steps_replayed, "executed again", "executed again");
        put_count(out, "; ", c->standby_dropped, "dropped for lack of memory",
                  "dropped for lack of memory");
    }
    fputc('\n', out);
}

/* Prints a line for each cause of several pairs of accesses that race. */
static void text_races(FILE *out, const CampaignResult *r) {
    RaceGroups groups = {0};
    race_groups_make(r->findings, r->nfindings, &groups);
    for (size_t k = 0; k < groups.len; k++) {
        const RaceGroup *g = &groups.data[k];
        if (g->members.len < 2) continue;
        fputs(g->parts ? "heddle: parts of one object, " : "heddle: one variable, ", out);
        text_clean(out, g->variable);
        put_count(out, ": ", g->members.len, "pair of accesses races", "pairs of accesses race");
        put_count(out, " (", g->occurrences, "occurrence; ", "occurrences; ");
        fputs("--all prints each)\n", out);
    }
    race_groups_free(&groups);
}

/* Counts the findings, races with one cause as one. */
static size_t number_of_causes(const CampaignResult *r) {
    RaceGroups groups = {0};
    race_groups_make(r->findings, r->nfindings, &groups);
    size_t n = r->nfindings;
    for (size_t k = 0; k < groups.len; k++) n -= groups.data[k].members.len - 1;
    race_groups_free(&groups);
    return n;
}

static void told_incomplete(FILE *out, const Summary *s) {
    told(out, "not complete because: ", s->result->incomplete, s->result->nincomplete);
    told(out, "not complete because: ", (char *const *)s->incomplete, s->nincomplete);
    told(out,
         summary_complete_at_bound(s) ? "complete at its bound: "
                                      : "its bound, had it been reached: ",
         s->result->bounds, s->result->nbounds);
    uint32_t n = s->result->threads_explored;
    if (proved_for(s)) {
        fprintf(out, "heddle: explored completely for %s\n", proved_for(s));
        return;
    }
    if (s->result->not_any_threads)
        fprintf(out, "heddle: not proved for any number of threads: %s\n",
                s->result->not_any_threads);
    if (n)
        fprintf(out,
                "heddle: explored completely for up to %u threads: executions in which each thread "
                "makes at most %u threads that it does not join, up to a depth of %u\n",
                n, n, n);
}

void summary_reasons(FILE *out, const Summary *s) {
    const char *reason = s->result->halt_reason;
    if (reason && strcmp(reason, "finished"))
        fprintf(out, "heddle: not complete because: %s\n", summary_halt_text(reason));
    told_incomplete(out, s);
}

void summary_text(FILE *out, const TextStyle *style, const Summary *s) {
    const CampaignResult *r = s->result;
    const char *verdict = summary_verdict(s);
    const char *bold = style->colour ? "\033[1m" : "", *plain = style->colour ? "\033[0m" : "";
    bool finished = !r->halt_reason || !strcmp(r->halt_reason, "finished");
    bool complete = explored_completely(s);
    told(out, "warning: ", r->warnings, r->nwarnings);
    if (!strcmp(verdict, "bug")) {
        size_t causes = number_of_causes(r);
        char *bugs = text_count(causes, "bug", "bugs");
        bool stops = false;
        for (size_t k = 0; k < r->nfindings; k++) stops |= finding_stops(r->findings[k]);
        fprintf(out, "%sheddle: %s found%s;%s %s%s\n", bold, bugs,
                causes < r->nfindings ? " at several places" : "", plain,
                complete ? stops ? "everything was explored up to where threads stop at errors"
                                 : "everything was explored"
                : summary_complete_at_bound(s) ? "the exploration is complete at its bound only"
                : finished                     ? "the exploration is not complete"
                                               : "not everything was explored: ",
                complete || finished ? "" : summary_halt_text(r->halt_reason));
        free(bugs);
        text_races(out, r);
    } else if (!strcmp(verdict, "safe")) {
        fprintf(out, "%sheddle: no bug found;%s everything was explored\n", bold, plain);
    } else if (summary_complete_at_bound(s)) {
        fprintf(out, "%sheddle: no bug found;%s the exploration is complete at its bound\n", bold,
                plain);
    } else {
        fprintf(out, "%sheddle: no bug found,%s but not everything was explored%s%s\n", bold, plain,
                finished ? "" : ": ", finished ? "" : summary_halt_text(r->halt_reason));
    }
    told_incomplete(out, s);
    const char *advice = advice_for(r);
    if (advice) fprintf(out, "heddle: advice: %s\n", advice);
    told(out, "this rests on: ", r->assumptions, r->nassumptions);
    told(out, "this rests on: ", (char *const *)s->assumptions, s->nassumptions);
    text_statistics(out, r, finished);
    fflush(out);
}
