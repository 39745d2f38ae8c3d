/*
 * page_verdict.c — the verdict of a page. It is what the summary beside the tests says, and never
 * more: without a summary, or where it does not fit the tests, there is none.
 */
#include "report/page/page_internal.h"
#include "report/formats/foreign_text.h"
#include "report/summary.h"
#include "report/text.h"
#include <stdlib.h>

/* Returns a text of the summary as JSON for the page: bytes that are no UTF-8 are written as
 * hexadecimal digits there. */
static json_t *summary_text_of(const json_t *j) {
    if (json_is_string(j)) return foreign_json(json_string_value(j));
    const char *hex = json_string_value(json_object_get(j, "hex"));
    return foreign_json(hex ? hex : "");
}

static const char *summary_word(const json_t *summary, const char *key) {
    const char *word = json_string_value(json_object_get(summary, key));
    return word ? word : "";
}

static bool summary_says(const json_t *summary, const char *key) {
    return json_is_true(json_object_get(summary, key));
}

static void verdict_add(json_t *lines, const char *kind, json_t *text) {
    json_t *j = json_array();
    json_array_append_new(j, json_string(kind));
    json_array_append_new(j, text);
    json_array_append_new(lines, j);
}

/* Adds the texts of a list of the summary, or the one text of a member. */
static void verdict_add_list(json_t *lines, const json_t *summary, const char *key,
                             const char *kind) {
    const json_t *list = json_object_get(summary, key), *text;
    size_t n;
    if (json_is_string(list)) verdict_add(lines, kind, summary_text_of(list));
    json_array_foreach(list, n, text) verdict_add(lines, kind, summary_text_of(text));
}

static json_t *verdict_lines(const json_t *s) {
    json_t *lines = json_array();
    const char *halt = summary_word(s, "halt_reason");
    if (*halt && strcmp(halt, "finished"))
        verdict_add(lines, "incomplete", foreign_json(summary_halt_text(halt)));
    verdict_add_list(lines, s, "internal_error", "incomplete");
    verdict_add_list(lines, s, "incomplete", "incomplete");
    bool at_bound = summary_says(s, "complete_at_bound");
    verdict_add_list(lines, s, "bounds", at_bound ? "bound" : "bound-not-reached");
    verdict_add_list(lines, s, "assumptions", "assumption");
    verdict_add_list(lines, s, "any_threads", "proof");
    verdict_add_list(lines, s, "any_threads_refused", "no-proof");
    json_int_t threads = json_integer_value(json_object_get(s, "threads_explored"));
    if (threads && !json_is_string(json_object_get(s, "any_threads"))) {
        char *text = xasprintf("explored completely for up to %lld threads that a thread makes "
                               "and does not join, up to a depth of %lld",
                               (long long)threads, (long long)threads);
        verdict_add(lines, "bound", foreign_json(text));
        free(text);
    }
    verdict_add_list(lines, s, "advice", "advice");
    verdict_add_list(lines, s, "warnings", "warning");
    return lines;
}

static bool any_stops(const PageTests *tests) {
    for (size_t k = 0; k < tests->len; k++)
        if (finding_stops(tests->data[k].test->finding)) return true;
    return false;
}

/* Returns what a summary with findings says of the rest. */
static char *headline_with_bugs(const PageInput *in, size_t nbugs) {
    char *count = text_count(nbugs, "bug", "bugs"), *text;
    bool complete = summary_says(in->summary, "complete");
    text = xasprintf("%s found; %s", count,
                     complete && any_stops(&in->tests)
                         ? "everything was explored up to where threads stop at errors"
                     : complete ? "everything was explored"
                     : summary_says(in->summary, "complete_at_bound")
                         ? "the exploration is complete at its bound only"
                         : "not everything was explored");
    free(count);
    return text;
}

/* Whether the summary is of this version, and says as much as a verdict needs. */
static bool is_summary(const json_t *s) {
    return json_integer_value(json_object_get(s, "schema")) == 1 &&
           json_is_array(json_object_get(s, "bugs")) && *summary_word(s, "verdict");
}

/* Returns the verdict in one sentence. *state is its class: bug, safe, bound, incomplete, none. */
static char *verdict_headline(const PageInput *in, const char **state) {
    const json_t *s = in->summary;
    *state = "none";
    if (!s) return xstrdup("no verdict: the folder has no summary of a finished exploration");
    if (!is_summary(s)) return xstrdup("no verdict: the summary is not of this version of Heddle");
    size_t nbugs = json_array_size(json_object_get(s, "bugs"));
    if (nbugs) {
        *state = "bug";
        return headline_with_bugs(in, nbugs);
    }
    if (in->tests.len)
        return xstrdup("no verdict: the summary lists no bug, but the folder has tests of bugs");
    bool safe = !strcmp(summary_word(s, "verdict"), "safe") && summary_says(s, "complete");
    if (safe) {
        *state = "safe";
        return xstrdup("no bug found; everything was explored");
    }
    bool bound = summary_says(s, "complete_at_bound");
    *state = bound ? "bound" : "incomplete";
    return xstrdup(bound ? "no bug found; the exploration is complete at its bound only"
                         : "no bug found, but not everything was explored");
}

static void put_numbers(json_t *j, const json_t *summary) {
    json_t *numbers = json_object(), *value;
    const char *key;
    json_object_foreach((json_t *)summary, key, value) if (json_is_number(value))
        json_object_set(numbers, key, value);
    json_object_set_new(j, "numbers", numbers);
    json_t *kinds = json_object_get(summary, "events_by_kind");
    if (json_is_object(kinds)) json_object_set(j, "eventsByKind", kinds);
}

/* Adds the table of the course, as its lines. */
static void put_course(json_t *j, const PageInput *in) {
    json_t *lines = json_array(), *line;
    const json_t *own = json_object_get(in->summary, "course");
    size_t n;
    for (const char *s = in->course; s && *s;) {
        size_t length = strcspn(s, "\r\n");
        char *text = xasprintf("%.*s", (int)length, s);
        if (length) json_array_append_new(lines, foreign_json(text));
        free(text);
        s += length + (s[length] != 0);
    }
    if (!in->course)
        json_array_foreach(own, n, line) json_array_append_new(lines, summary_text_of(line));
    json_object_set_new(j, "course", lines);
}

/* Returns why the findings of the summary and the tests differ, NULL if they do not. */
static char *mismatch(const PageInput *in) {
    size_t nbugs = json_array_size(json_object_get(in->summary, "bugs"));
    if (!in->summary || nbugs == in->tests.len) return NULL;
    char *bugs = text_count(nbugs, "bug", "bugs"),
         *tests = text_count(in->tests.len, "test of a bug", "tests of bugs"),
         *text = xasprintf("the summary lists %s, and the folder has %s", bugs, tests);
    free(bugs);
    free(tests);
    return text;
}

/* Returns how many findings a limit kept from being executed again, NULL if none. */
static char *unconfirmed(const PageInput *in) {
    const json_t *bugs = json_object_get(in->summary, "bugs"), *bug;
    size_t n, found = 0;
    json_array_foreach(bugs, n, bug) found += json_is_false(json_object_get(bug, "confirmed"));
    if (!found) return NULL;
    char *count = text_count(found, "finding was", "findings were"),
         *text = xasprintf("%s not confirmed by another execution, as a limit came before", count);
    free(count);
    return text;
}

json_t *page_verdict(const PageInput *in) {
    const char *state;
    char *headline = verdict_headline(in, &state), *differ = mismatch(in), *open = unconfirmed(in);
    json_t *j = json_object(), *files = json_array(), *file;
    const json_t *given = json_object_get(in->summary, "files");
    size_t n;
    bool fine = strcmp(state, "none") != 0;
    json_array_foreach(given, n, file) json_array_append_new(files, summary_text_of(file));
    json_t *lines = fine ? verdict_lines(in->summary) : json_array();
    for (size_t k = 0; k < in->nnotes; k++) verdict_add(lines, "note", foreign_json(in->notes[k]));
    if (differ) verdict_add(lines, "note", foreign_json(differ));
    if (open) verdict_add(lines, "note", foreign_json(open));
    json_object_set_new(j, "state", json_string(state));
    json_object_set_new(j, "headline", foreign_json(headline));
    json_object_set_new(j, "lines", lines);
    json_object_set_new(j, "files", files);
    json_object_set_new(j, "strategy", foreign_json(summary_word(in->summary, "strategy")));
    json_object_set_new(j, "exploredBy", foreign_json(summary_word(in->summary, "explored_by")));
    json_object_set_new(j, "interleave", foreign_json(summary_word(in->summary, "interleave")));
    json_object_set_new(j, "directory", summary_text_of(json_object_get(in->summary, "directory")));
    put_numbers(j, in->summary);
    put_course(j, in);
    free(headline);
    free(differ);
    free(open);
    return j;
}
