/* sarif.c — see sarif.h. The members are those of the OASIS standard SARIF 2.1.0. */
#include "report/formats/sarif.h"
#include "report/formats/finding_kinds.h"
#include "report/formats/fingerprint.h"
#include "report/formats/foreign_text.h"
#include <stdlib.h>

/* --- places ----------------------------------------------------------------------------------- */

static json_t *sarif_message(const char *text) {
    json_t *j = json_object();
    json_object_set_new(j, "text", foreign_json(text));
    return j;
}

static json_t *sarif_region(const SourcePlace *p) {
    json_t *j = json_object();
    json_object_set_new(j, "startLine", json_integer(p->line));
    if (p->column) json_object_set_new(j, "startColumn", json_integer(p->column));
    return j;
}

/* Returns a location, with as much of it as is known. */
static json_t *sarif_location(const SourcePlace *p, const char *message) {
    json_t *j = json_object();
    if (p->file && *p->file) {
        json_t *physical = json_object(), *artifact = json_object();
        char *uri = foreign_uri(p->file);
        json_object_set_new(artifact, "uri", json_string(uri));
        if (*p->file != '/')
            json_object_set_new(artifact, "uriBaseId",
                                json_string(foreign_is_library(p->file) ? "HEDDLE" : "SRCROOT"));
        free(uri);
        json_object_set_new(physical, "artifactLocation", artifact);
        if (p->line) json_object_set_new(physical, "region", sarif_region(p));
        json_object_set_new(j, "physicalLocation", physical);
    }
    if (p->function && *p->function) {
        json_t *logical = json_object(), *list = json_array();
        json_object_set_new(logical, "name", foreign_json(p->function));
        json_object_set_new(logical, "kind", json_string("function"));
        json_array_append_new(list, logical);
        json_object_set_new(j, "logicalLocations", list);
    }
    if (message) json_object_set_new(j, "message", sarif_message(message));
    return j;
}

/* --- what the threads did --------------------------------------------------------------------- */

/* The threads of a finding, each with the locations of its flow. */
typedef struct ThreadFlow {
    const char *name;
    json_t *locations;
} ThreadFlow;
typedef VEC(ThreadFlow) ThreadFlows;

static json_t *flow_of_thread(ThreadFlows *flows, const char *name) {
    for (size_t k = 0; k < flows->len; k++)
        if (!strcmp(flows->data[k].name, name)) return flows->data[k].locations;
    ThreadFlow flow = {name, json_array()};
    vec_push(flows, flow);
    return flow.locations;
}

/* Adds a location to the flow of its thread. Numbers of steps are those of `heddle show`. */
static void add_to_flow(ThreadFlows *flows, const char *thread, const SourcePlace *p,
                        const char *text, size_t order, const char *importance) {
    json_t *j = json_object();
    json_object_set_new(j, "location", sarif_location(p, text));
    json_object_set_new(j, "executionOrder", json_integer((json_int_t)order));
    json_object_set_new(j, "importance", json_string(importance));
    json_array_append_new(flow_of_thread(flows, thread), j);
}

static void add_steps(ThreadFlows *flows, const Finding *f, size_t first) {
    size_t *previous = text_interferences(f);
    bool *used = xcalloc(f->nschedule + 1, sizeof *used);
    for (size_t k = 0; k < f->nschedule; k++)
        if (previous[k]) used[k] = used[previous[k] - 1] = true;
    for (size_t k = first; k < f->nschedule; k++) {
        const ScheduleStep *s = &f->schedule[k];
        char *step = text_step(f, s), *text = NULL;
        if (previous[k])
            text = xasprintf("%s (after step %zu, by thread %s)", step, previous[k],
                             f->schedule[previous[k] - 1].thread);
        add_to_flow(flows, s->thread, &s->place, text ? text : step, k + 1,
                    used[k] ? "important" : "unimportant");
        free(text);
        free(step);
    }
    free(used);
    free(previous);
}

/* Adds where each thread is in the end; the finding itself comes last. */
static void add_ends(ThreadFlows *flows, const Finding *f) {
    size_t order = f->nschedule;
    for (size_t k = 0; k < f->nthreads; k++) {
        const ThreadReport *t = &f->threads[k];
        if (!t->depth || (f->thread && !strcmp(t->name, f->thread))) continue;
        add_to_flow(flows, t->name, t->place.file ? &t->place : &t->stack[0], t->status, ++order,
                    "important");
    }
    add_to_flow(flows, f->thread && *f->thread ? f->thread : "0", &f->place, f->message, ++order,
                "essential");
}

static json_t *code_flow(const Finding *f) {
    ThreadFlows flows = {0};
    size_t first = f->nschedule > SARIF_MOST_STEPS ? f->nschedule - SARIF_MOST_STEPS : 0;
    add_steps(&flows, f, first);
    add_ends(&flows, f);
    json_t *j = json_object(), *list = json_array();
    for (size_t k = 0; k < flows.len; k++) {
        json_t *flow = json_object();
        char *text = xasprintf("thread %s", flows.data[k].name);
        json_object_set_new(flow, "id", foreign_json(flows.data[k].name));
        json_object_set_new(flow, "message", sarif_message(text));
        json_object_set_new(flow, "locations", flows.data[k].locations);
        json_array_append_new(list, flow);
        free(text);
    }
    char *text = first ? xasprintf("the last %d of %zu steps", SARIF_MOST_STEPS, f->nschedule)
                       : text_count(f->nschedule, "step", "steps");
    json_object_set_new(j, "message", sarif_message(text));
    json_object_set_new(j, "threadFlows", list);
    free(text);
    vec_free(&flows);
    return j;
}

static json_t *thread_stacks(const Finding *f) {
    json_t *all = json_array();
    for (size_t k = 0; k < f->nthreads; k++) {
        const ThreadReport *t = &f->threads[k];
        if (!t->depth) continue;
        json_t *stack = json_object(), *frames = json_array();
        for (size_t n = 0; n < t->depth; n++) {
            json_t *frame = json_object();
            json_object_set_new(frame, "location", sarif_location(&t->stack[n], NULL));
            json_object_set_new(frame, "threadId", json_integer((json_int_t)k));
            json_array_append_new(frames, frame);
        }
        char *text = xasprintf("thread %s: %s", t->name, t->status ? t->status : "");
        json_object_set_new(stack, "message", sarif_message(text));
        json_object_set_new(stack, "frames", frames);
        json_array_append_new(all, stack);
        free(text);
    }
    return all;
}

/* --- results ---------------------------------------------------------------------------------- */

static json_t *result_properties(const Finding *f) {
    json_t *j = json_object(), *inputs = json_array();
    for (size_t k = 0; k < f->ninputs; k++) {
        char *text = text_input(&f->inputs[k]);
        json_array_append_new(inputs, foreign_json(text));
        free(text);
    }
    json_object_set_new(j, "confirmed", json_boolean(!f->unconfirmed));
    json_object_set_new(j, "inputs", inputs);
    if (f->variable) json_object_set_new(j, "variable", foreign_json(f->variable));
    if (f->test) json_object_set_new(j, "test", foreign_json(f->test));
    return j;
}

static json_t *list_of_one(json_t *j) {
    json_t *list = json_array();
    json_array_append_new(list, j);
    return list;
}

static json_t *related_locations(const Finding *f) {
    json_t *j = sarif_location(&f->other_place, text_other_message(f));
    json_object_set_new(j, "id", json_integer(1));
    return list_of_one(j);
}

static json_t *sarif_result(const Finding *f, size_t rule, const char *fingerprint) {
    static const char *const baseline[] = {
        [BASELINE_NONE] = NULL, [BASELINE_NEW] = "new", [BASELINE_STILL] = "unchanged"};
    json_t *j = json_object(), *fingerprints = json_object();
    json_object_set_new(j, "ruleId", foreign_json(f->kind));
    json_object_set_new(j, "ruleIndex", json_integer((json_int_t)rule));
    json_object_set_new(j, "level", json_string("error"));
    json_object_set_new(j, "message", sarif_message(f->message));
    json_object_set_new(j, "locations", list_of_one(sarif_location(&f->place, NULL)));
    if (f->has_other) json_object_set_new(j, "relatedLocations", related_locations(f));
    json_object_set_new(j, "codeFlows", list_of_one(code_flow(f)));
    if (f->nthreads) json_object_set_new(j, "stacks", thread_stacks(f));
    json_object_set_new(fingerprints, "heddleFinding/v1", json_string(fingerprint));
    json_object_set_new(j, "partialFingerprints", fingerprints);
    if (f->occurrences)
        json_object_set_new(j, "occurrenceCount", json_integer((json_int_t)f->occurrences));
    if (baseline[f->baseline])
        json_object_set_new(j, "baselineState", json_string(baseline[f->baseline]));
    json_object_set_new(j, "properties", result_properties(f));
    return j;
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Returns the index of the rule of this kind, which is added if it is missing. */
static size_t rule_of(json_t *rules, const char *kind) {
    char *id = foreign_utf8(kind);
    size_t n = json_array_size(rules), k = 0;
    while (k < n && strcmp(json_string_value(json_object_get(json_array_get(rules, k), "id")), id))
        k++;
    if (k == n) {
        json_t *rule = json_object(), *usual = json_object();
        json_object_set_new(rule, "id", json_string(id));
        json_object_set_new(rule, "shortDescription", sarif_message(finding_kind_text(kind)));
        json_object_set_new(usual, "level", json_string("error"));
        json_object_set_new(rule, "defaultConfiguration", usual);
        json_array_append_new(rules, rule);
    }
    free(id);
    return k;
}

static void add_notification(json_t *list, const char *level, const char *text) {
    json_t *j = json_object();
    json_object_set_new(j, "level", json_string(level));
    json_object_set_new(j, "message", sarif_message(text));
    json_array_append_new(list, j);
}

/* Returns why the exploration is not complete, a line each, so that no results are not read as no
 * bugs. */
static json_t *notifications(const Summary *s) {
    json_t *list = json_array();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    summary_reasons(out, s);
    fclose(out);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        add_notification(list, "warning",
                         has_prefix(line, "heddle: ") ? line + strlen("heddle: ") : line);
    }
    free(text);
    if (s->result->internal_error) add_notification(list, "error", s->result->internal_error);
    return list;
}

static json_t *sarif_invocation(const Summary *s) {
    json_t *j = json_object(), *folder = json_object();
    char *uri = foreign_uri(s->directory);
    json_object_set_new(j, "executionSuccessful", json_boolean(!s->result->internal_error));
    json_object_set_new(folder, "uri", json_string(uri));
    json_object_set_new(j, "workingDirectory", folder);
    json_object_set_new(j, "toolExecutionNotifications", notifications(s));
    free(uri);
    return j;
}

static json_t *sarif_root(const char *directory) {
    json_t *all = json_object(), *root = json_object();
    char *uri = foreign_uri(directory),
         *folder = has_suffix(uri, "/") ? xstrdup(uri) : xasprintf("%s/", uri);
    json_object_set_new(root, "uri", json_string(folder));
    json_object_set_new(all, "SRCROOT", root);
    free(folder);
    free(uri);
    return all;
}

static json_t *sarif_run(const Summary *s) {
    const CampaignResult *r = s->result;
    json_t *j = json_object(), *tool = json_object(), *driver = json_object(),
           *rules = json_array(), *results = json_array(), *properties = json_object();
    char **fingerprints = fingerprints_of(r->findings, r->nfindings);
    for (size_t k = 0; k < r->nfindings; k++) {
        size_t rule = rule_of(rules, r->findings[k]->kind);
        json_array_append_new(results, sarif_result(r->findings[k], rule, fingerprints[k]));
        free(fingerprints[k]);
    }
    free(fingerprints);
    json_object_set_new(driver, "name", json_string("Heddle"));
    json_object_set_new(driver, "version", json_string(HEDDLE_VERSION));
    json_object_set_new(driver, "rules", rules);
    json_object_set_new(tool, "driver", driver);
    json_object_set_new(j, "tool", tool);
    json_object_set_new(j, "invocations", list_of_one(sarif_invocation(s)));
    json_object_set_new(j, "originalUriBaseIds", sarif_root(s->directory));
    json_object_set_new(j, "columnKind", json_string("unicodeCodePoints"));
    json_object_set_new(j, "results", results);
    json_object_set_new(properties, "verdict", json_string(summary_verdict(s)));
    json_object_set_new(j, "properties", properties);
    return j;
}

char *sarif_text(const Summary *s) {
    json_t *j = json_object();
    json_object_set_new(j, "$schema",
                        json_string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                                    "schemas/sarif-schema-2.1.0.json"));
    json_object_set_new(j, "version", json_string("2.1.0"));
    json_object_set_new(j, "runs", list_of_one(sarif_run(s)));
    return foreign_json_lines(j);
}
