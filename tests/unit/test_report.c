/* test_report.c — what is told about findings and explorations: keys, suppressions, diagnostics, summaries,
 * progress. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "explore/campaign.h"
#include "report/advice.h"
#include "report/json_text.h"
#include "report/course/progress.h"
#include "report/course/stats.h"
#include "report/summary.h"
#include "finding/suppress.h"
#include "report/text.h"
#include "sample_finding.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void test_keys(void **state) {
    Finding *a = sample(), *b = sample();
    SourcePlace p = b->place;
    b->place = b->other_place;
    b->other_place = p;
    free(b->thread);
    b->thread = xstrdup("0.7");
    char *ka = finding_key(a), *kb = finding_key(b);
    assert_string_equal(ka, kb); /* a race has no first access */
    free(kb);
    b->place.line++;
    kb = finding_key(b);
    assert_string_not_equal(ka, kb);
    free(kb);
    b->place.line--;
    free(b->kind);
    b->kind = xstrdup("memory");
    kb = finding_key(b);
    assert_string_not_equal(ka, kb);
    free(ka);
    free(kb);
    finding_free(a);
    finding_free(b);
}

static void test_suppressions(void **state) {
    char *error = NULL;
    Suppressions *s = suppressions_parse(
        "# comment\n\n  race:work*   # trailing\nmemory:*.c:12\n*:legacy_[ab]\n", "s", &error);
    assert_non_null(s);
    Finding *f = sample();
    assert_true(suppressions_match(s, f));
    free(f->kind);
    f->kind = xstrdup("memory");
    assert_false(suppressions_match(s, f)); /* line 7 and 9, not 12 */
    f->place.line = 12;
    assert_true(suppressions_match(s, f));
    free(f->kind);
    f->kind = xstrdup("leak");
    assert_false(suppressions_match(s, f));
    free(f->place.function);
    f->place.function = xstrdup("legacy_b");
    assert_true(suppressions_match(s, f));
    suppressions_free(s);
    /* The other access counts too: by its path, and by the path's last part. */
    s = suppressions_parse("leak:caf*.c:9", "s", &error);
    assert_true(suppressions_match(s, f));
    suppressions_free(s);
    s = suppressions_parse("leak:folder/*:9", "s", &error);
    assert_true(suppressions_match(s, f));
    suppressions_free(s);
    finding_free(f);
    static const char *const bad[] = {
        "race", "race:", ":x", "rice:x", "race:f:0", "race:f:x", "race:f:99999999999"};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        char *text = xasprintf("race:ok\n%s\n", bad[i]);
        assert_null(suppressions_parse(text, "file", &error));
        assert_true(one_line(error));
        assert_memory_equal(error, "file:2: ", 8);
        free(error);
        free(text);
    }
    assert_null(suppressions_read("/nonexistent/x", &error));
    assert_true(one_line(error));
    free(error);
}

static char *told(void (*tell)(FILE *, const TextStyle *, const Finding *), const TextStyle *style,
                  const Finding *f) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    tell(out, style, f);
    fclose(out);
    return text;
}
static void tell_finding(FILE *out, const TextStyle *style, const Finding *f) {
    text_finding(out, style, f, "replay with: heddle replay x");
}

static void test_diagnostic(void **state) {
    char dir[] = "/tmp/heddle-test-XXXXXX";
    assert_non_null(mkdtemp(dir));
    char *source = xasprintf("%s/race.c", dir);
    FILE *out = fopen(source, "w");
    if (!out) abort();
    fputs("\n\n\n\n\n\n    x = 1; // seven\n", out);
    fclose(out);
    Finding *f = sample();
    free(f->place.file);
    f->place.file = xstrdup(source);
    TextStyle style = {0};
    char *text = told(tell_finding, &style, f);
    char *first = xasprintf("%s:7:5: error: data race: write of 4 bytes of `x` \"quoted\"\\x0a\\x01 [race]\n "
                            "    7 |     x = 1; // seven\n       |     ^\n",
                            source);
    assert_memory_equal(text, first, strlen(first));
    assert_non_null(strstr(text, "n = -2 (unsigned 4294967294)\n"));
    assert_non_null(strstr(text, "name = \"he\\\"l\" and 2 zero bytes\n"));
    assert_non_null(strstr(text, "thread 0.1  reads the global `x`"));
    assert_non_null(strstr(text, "<- after thread 0 writes it in line 9\n"));
    assert_non_null(strstr(text, "<- after thread 0.1 reads it in line 7\n"));
    assert_non_null(strstr(text, "note: replay with: heddle replay x\n"));
    assert_null(strchr(text, '\033'));
    free(text);
    style.colour = true;
    text = told(tell_finding, &style, f);
    assert_non_null(strstr(text, "\033[1;31merror:\033[0m"));
    free(text);
    free(first);
    unlink(source);
    rmdir(dir);
    free(source);
    finding_free(f);
}

static void test_columns(void **state) {
    Finding *f = sample();
    for (unsigned width = 1; width < 140; width++) {
        TextStyle style = {.width = width};
        char *text = told(text_columns, &style, f);
        assert_non_null(strstr(text, "<-"));
        /* Columns keep to the width; below that a list does what it can. */
        bool columns = !strncmp(text, "   thread 0", 11);
        if (width >= 60) assert_true(columns);
        for (char *s = text; columns && *s;) {
            size_t n = strcspn(s, "\n");
            if (n > width) fail_msg("width %u: a line of %zu columns", width, n);
            s += n + 1;
        }
        free(text);
    }
    size_t *previous = text_interferences(f);
    assert_int_equal(previous[1], 0);
    assert_int_equal(previous[2], 2);
    assert_int_equal(previous[3], 3);
    free(previous);
    finding_free(f);
}

static void test_summary(void **state) {
    CampaignResult r = {.complete = true, .halt_reason = "finished", .stats = {.traces = 6, .events = 1234}};
    /* Each kind has a number of its own; together they are 1234. */
    uint64_t rest = 1234;
    for (unsigned k = 1; k < OPERATION_KINDS; k++)
        if (k != OPERATION_RDLOCK && k != OPERATION_CREATE) rest -= r.stats.kind_events[k] = k + 1;
    r.stats.kind_events[OPERATION_CREATE] = rest;
    const char *files[] = {"race.c"};
    Summary s = {.result = &r,
                 .strategy = "por",
                 .interleave = "sync",
                 .directory = "/tmp",
                 .files = files,
                 .nfiles = 1};
    assert_string_equal(summary_verdict(&s), "safe");
    r.complete = false;
    assert_string_equal(summary_verdict(&s), "incomplete");
    r.complete = true;
    const char *why[] = {"a call is not supported"};
    s.incomplete = why;
    s.nincomplete = 1;
    assert_string_equal(summary_verdict(&s), "incomplete");
    Finding *f = sample();
    r.findings = &f;
    r.nfindings = 1;
    assert_string_equal(summary_verdict(&s), "bug");
    char *text = summary_json(&s);
    json_t *j = json_loads(text, 0, NULL);
    assert_non_null(j);
    static const char *const fields[] = {
        "verdict",        "complete",  "strategy",       "interleave",  "bugs",         "traces",
        "events",         "cutoffs",   "paths_exit",     "paths_error", "paths_cutoff", "instructions",
        "threads_max",    "queries",   "solver_seconds", "seconds",     "rss_bytes",    "branches_covered",
        "branches_total", "redundant", "restarts",       "halt_reason", "schema",       "assumptions",
        "memory_events",  "states"};
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (!json_object_get(j, fields[i])) fail_msg("no member %s", fields[i]);
    assert_int_equal(json_integer_value(json_object_get(j, "traces")), 6);
    const uint64_t *kinds = r.stats.kind_events;
    json_int_t mutex = json_integer_value(json_object_get(j, "events_mutex")),
               condition = json_integer_value(json_object_get(j, "events_condition")),
               memory = json_integer_value(json_object_get(j, "events_memory")),
               symbolic = json_integer_value(json_object_get(j, "events_symbolic")),
               other = json_integer_value(json_object_get(j, "events_other"));
    assert_int_equal(mutex, kinds[OPERATION_LOCK] + kinds[OPERATION_TRYLOCK] + kinds[OPERATION_UNLOCK] +
                                kinds[OPERATION_ABANDON]);
    assert_int_equal(condition, kinds[OPERATION_WAIT] + kinds[OPERATION_WAKE] + kinds[OPERATION_TIMEOUT] +
                                    kinds[OPERATION_SIGNAL] + kinds[OPERATION_BROADCAST]);
    assert_int_equal(memory, kinds[OPERATION_LOAD] + kinds[OPERATION_STORE] + kinds[OPERATION_RMW] +
                                 kinds[OPERATION_FREE]);
    assert_int_equal(symbolic, kinds[OPERATION_BRANCH]);
    assert_int_equal(mutex + condition + memory + symbolic + other, 1234);
    json_t *by_kind = json_object_get(j, "events_by_kind");
    assert_int_equal(json_object_size(by_kind),
                     OPERATION_KINDS - 2); /* neither "none" nor what did not occur */
    assert_int_equal(json_integer_value(json_object_get(by_kind, "unlock")), kinds[OPERATION_UNLOCK]);
    assert_null(json_object_get(by_kind, "rdlock"));
    assert_true(json_is_false(json_object_get(j, "complete")));
    json_t *bug = json_array_get(json_object_get(j, "bugs"), 0);
    static const char *const bug_fields[] = {"kind",   "message", "file",   "line",       "function",
                                             "thread", "test",    "inputs", "occurrences"};
    for (size_t i = 0; i < ARRAY_LEN(bug_fields); i++)
        if (!json_object_get(bug, bug_fields[i])) fail_msg("no member %s of a bug", bug_fields[i]);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(bug, "inputs"), "n")), -2);
    assert_string_equal(json_string_value(json_object_get(json_object_get(bug, "inputs"), "name")),
                        "6865226c0000");
    json_decref(j);
    free(text);
    finding_free(f);
}

static char *told_summary(const Summary *s) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    summary_text(out, &(TextStyle){0}, s);
    fclose(out);
    return text;
}

static void test_statistics(void **state) {
    CampaignResult r = {.complete = true, .halt_reason = "finished"};
    r.stats = (CampaignStats){.traces = 1112,
                              .events = 12345,
                              .cutoffs = 3,
                              .paths_exit = 1000,
                              .paths_error = 10,
                              .paths_cutoff = 2,
                              .redundant = 1,
                              .restarts = 2,
                              .instructions = 7654321,
                              .threads_max = 4,
                              .queries = 1,
                              .seconds = 1.5,
                              .rss_bytes = 100u << 20,
                              .branches_covered = 1,
                              .branches_total = 4};
    r.stats.kind_events[OPERATION_LOCK] = 5000;
    r.stats.kind_events[OPERATION_SIGNAL] = 300;
    r.stats.kind_events[OPERATION_STORE] = 40;
    r.stats.kind_events[OPERATION_BRANCH] = 5;
    r.stats.kind_events[OPERATION_START] = 7000;
    Summary s = {.result = &r, .strategy = "por", .interleave = "sync"};
    char *text = told_summary(&s);
    assert_string_equal(
        text, "heddle: no bug found; everything was explored\n"
              "heddle: finished after 1.50 s, 100 MiB, 7,654,321 instructions, 4 threads, 1 solver query, "
              "branches 25%\n"
              "heddle: 12,345 events: 5,000 mutex, 300 condition variable, 40 memory, 5 symbolic, 7,000 "
              "other; 3 cut-offs\n"
              "heddle: 1,112 traces: 1,000 exit, 10 error, 2 cut-off; 1 redundant run, 2 restarts\n");
    free(text);
    r.complete = false;
    r.halt_reason = "memory";
    r.stats.paths_assume = 100;
    text = told_summary(&s);
    assert_non_null(strstr(text, "not everything was explored: the memory limit was reached\n"));
    assert_non_null(strstr(text, "heddle: halted (memory) after 1.50 s, "));
    assert_non_null(strstr(text, ", 2 cut-off, 100 stopped; "));
    free(text);
}

/* One line of advice, by what was seen, and only where a limit was reached. */
static void test_advice(void **state) {
    (void)state;
    static char slice[] =
        "thread 0 was still executing at x.c:1 after 20 million instructions without a visible "
        "operation";
    char *reasons[] = {slice};
    CampaignResult r = {.strategy = "por",
                        .halt_reason = "finished",
                        .stats = {.events = 100000, .states = 5000, .cutoffs = 1, .seconds = 10}};
    assert_null(advice_for(&r));
    r.halt_reason = "time";
    assert_non_null(strstr(advice_for(&r), "--strategy=auto"));
    r.nshares = 2;
    assert_non_null(strstr(advice_for(&r), "a smaller instance"));
    r.stats.cutoffs = 0;
    assert_non_null(strstr(advice_for(&r), "no state was met twice"));
    r.stats.cutoffs = 1;
    r.stats.redundant = 7;
    assert_non_null(strstr(advice_for(&r), "--alternatives=optimal"));
    r.stats.redundant = 0;
    r.stats.memory_events = 60000; /* atomic accesses are interleaved in any case */
    assert_null(strstr(advice_for(&r), "--interleave=sync"));
    r.all_memory = true;
    assert_non_null(strstr(advice_for(&r), "--interleave=sync"));
    r.stats.solver_seconds = 6;
    assert_non_null(strstr(advice_for(&r), "constraints on inputs"));
    r.incomplete = reasons;
    r.nincomplete = 1;
    assert_non_null(strstr(advice_for(&r), "one loop"));
    r.threads_explored = 4;
    assert_non_null(strstr(advice_for(&r), "--max-threads=N"));
}

static void test_progress(void **state) {
    Progress p = {.max_time = 60, .max_traces = 1000};
    CampaignStats stats = {
        .traces = 100, .events = 5, .cutoffs = 7, .branches_covered = 1, .branches_total = 4};
    char *text = progress_text(&p, &stats, 2, 10);
    assert_string_equal(
        text, "100 traces, 5 events, 7 cut-offs, 2 bugs, branches 25%, 10 traces/s, 10 s, at most 50 s left");
    free(text);
    p.max_time = 0;
    text = progress_text(&p, &stats, 1, 10);
    assert_non_null(strstr(text, "1 bug,"));
    assert_non_null(strstr(text, "at most 90 s left"));
    free(text);
    FILE *out = tmpfile(); /* no terminal: nothing is drawn */
    if (!out) abort();
    progress_start(&p, out, true, 0, 0);
    progress_show(&p, &stats, 0);
    progress_clear(&p);
    assert_int_equal(ftell(out), 0);
    fclose(out);
}

/* However long it takes, the course has lines from the beginning to the end, and not too many. */
static void test_course(void **state) {
    StatsCourse c = {0};
    CampaignStats stats = {0};
    for (unsigned k = 0; k < 40000; k++) {
        stats.seconds = 0.1 * k;
        stats.traces = k;
        course_add(&c, &stats, 3, 0, k == 39999);
        assert_true(c.lines.len <= 201);
    }
    assert_true(c.lines.len > 90);
    assert_int_equal(strncmp(c.lines.data[0], "seconds,solver_seconds,traces,", 30), 0);
    double before = 0, widest = 0;
    for (size_t k = 1; k < c.lines.len; k++) {
        double seconds = atof(c.lines.data[k]);
        assert_true(seconds > before);
        widest = seconds - before > widest ? seconds - before : widest;
        before = seconds;
    }
    assert_true(widest < 65);
    assert_true(before > 3999.8);
    course_clear(&c);
    course_add(&c, &stats, 0, 0, true);
    assert_int_equal(c.lines.len, 2);
    course_clear(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_suppressions),
        cmocka_unit_test(test_diagnostic), cmocka_unit_test(test_columns),
        cmocka_unit_test(test_summary),    cmocka_unit_test(test_advice),
        cmocka_unit_test(test_progress),   cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
