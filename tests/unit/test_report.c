/* test_report.c — tests on disk (round trip, strictness, mutations), suppressions, diagnostics and
 * summaries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "explore/campaign.h"
#include "report/json_text.h"
#include "report/progress.h"
#include "report/summary.h"
#include "report/suppress.h"
#include "report/test_file.h"
#include "report/write_file.h"
#include "report/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t seed = 1;
static uint64_t rnd(uint64_t n) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (seed >> 33) % n;
}

static SourcePlace place(const char *file, uint32_t line, uint32_t column, const char *function) {
    return (SourcePlace){xstrdup(file), xstrdup(function), line, column};
}

static ScheduleStep step(const char *thread, const char *kind, uint64_t object, uint32_t ordinal,
                         uint32_t line) {
    return (ScheduleStep){.thread = xstrdup(thread),
                          .kind = xstrdup(kind),
                          .object = object,
                          .ordinal = ordinal,
                          .outcome = ordinal % 2,
                          .place = place("race.c", line, 3, "worker"),
                          .object_name = xstrdup(object ? "the global `x`" : "")};
}

/* A race of two threads with inputs, hard cases for the format included. */
static Finding *sample(void) {
    Finding *f = xcalloc(1, sizeof *f);
    f->kind = xstrdup("race");
    f->message = xstrdup("data race: write of 4 bytes of `x` \"quoted\"\n\x01");
    f->place = place("race.c", 7, 5, "worker");
    f->thread = xstrdup("0.1");
    f->has_other = true;
    f->other_place = place("folder/caf\xe9.c", 9, 0, "main"); /* not UTF-8 */
    f->other_thread = xstrdup("0");
    f->other_message = xstrdup("read of 4 bytes");
    f->nthreads = 2;
    f->threads = xcalloc(2, sizeof *f->threads);
    for (int i = 0; i < 2; i++) {
        ThreadReport *t = &f->threads[i];
        t->name = xstrdup(i ? "0.1" : "0");
        t->status = xstrdup(i ? "running" : "blocked: waits for the mutex `m`, held by thread 0.1");
        t->depth = 2;
        t->stack = xcalloc(2, sizeof *t->stack);
        t->stack[0] = place("race.c", i ? 7 : 9, 5, i ? "worker" : "reader");
        t->stack[1] = place("", 0, 0, "start");
    }
    f->ninputs = 3;
    f->inputs = xcalloc(3, sizeof *f->inputs);
    f->inputs[0] = (InputReport){xstrdup("n"), xmalloc(4), 4};
    memcpy(f->inputs[0].bytes, "\xfe\xff\xff\xff", 4);
    f->inputs[1] = (InputReport){xstrdup("name"), xmalloc(6), 6};
    memcpy(f->inputs[1].bytes, "he\"l\0\0", 6);
    f->inputs[2] = (InputReport){xstrdup("empty"), xmalloc(1), 0};
    f->nschedule = 4;
    f->schedule = xcalloc(4, sizeof *f->schedule);
    f->schedule[0] = step("0", "start", 0, 1, 20);
    f->schedule[1] = step("0", "store", 0x50000010, 2, 9);
    f->schedule[2] = step("0.1", "load", 0x50000010, 1, 7);
    f->schedule[3] = step("0", "load", 0x50000010, 3, 11);
    f->nvisible = 2;
    f->visible = xcalloc(2, sizeof *f->visible);
    f->visible[0] = (ByteRange){0x10, 0x18};
    f->visible[1] = (ByteRange){0x50000010, 0xfffffffffffffff0ull};
    f->nslots = 2;
    f->slots = xcalloc(2, sizeof *f->slots);
    f->slots[0] = xstrdup("0");
    f->slots[1] = xstrdup("0.1");
    f->output_len = 10;
    f->output = memcpy(xmalloc(f->output_len), "hello\n\xff\0\xfe", f->output_len);
    f->program_hash = 0xfedcba9876543210ull;
    f->occurrences = 3;
    return f;
}

static char **list(const char *a, const char *b, size_t *n) {
    char **out = xcalloc(3, sizeof *out);
    *n = 0;
    if (a) out[(*n)++] = xstrdup(a);
    if (b) out[(*n)++] = xstrdup(b);
    return out;
}

static TestBuild sample_build(void) {
    TestBuild b = {.directory = xstrdup("/tmp"),
                   .entry = xstrdup("main"),
                   .interleave = xstrdup("sync"),
                   .strategy = xstrdup("por"),
                   .run.check_race = true,
                   .run.spurious_wakeups = true};
    b.files = list("race.c", "other.c", &b.nfiles);
    b.compiler = list("-D", "X=1", &b.ncompiler);
    b.arguments = list("race", "-v", &b.narguments);
    b.environment = list("HOME=/", NULL, &b.nenvironment);
    return b;
}

static char *sample_text(void) {
    Finding *f = sample();
    TestBuild b = sample_build();
    char *text = test_text(&b, f);
    finding_free(f);
    test_build_clear(&b);
    return text;
}

static void test_round_trip(void **state) {
    char *text = sample_text(), *error = NULL;
    Test *t = test_parse(text, strlen(text), "a.json", &error);
    assert_null(error);
    assert_non_null(t);
    Finding *f = sample();
    assert_string_equal(t->finding->message, f->message);
    assert_string_equal(t->finding->other_place.file, f->other_place.file);
    assert_int_equal(t->finding->output_len, f->output_len);
    assert_memory_equal(t->finding->output, f->output, f->output_len);
    assert_int_equal(t->finding->program_hash, f->program_hash);
    assert_int_equal(t->finding->inputs[0].size, 4);
    assert_memory_equal(t->finding->inputs[1].bytes, f->inputs[1].bytes, 6);
    assert_int_equal(t->finding->nschedule, 4);
    assert_string_equal(t->finding->schedule[2].thread, "0.1");
    assert_int_equal(t->finding->schedule[3].object, 0x50000010);
    assert_int_equal(t->finding->visible[1].end, 0xfffffffffffffff0ull);
    assert_string_equal(t->build.compiler[1], "X=1");
    assert_true(t->build.run.spurious_wakeups);
    char *again = test_text(&t->build, t->finding);
    assert_string_equal(text, again);
    free(again);
    free(text);
    test_destroy(t);
    finding_free(f);
}

/* A test of a version that did not know an option. */
static void test_older(void **state) {
    static const char member[] = "  \"spurious_wakeups\": true,\n";
    char *text = sample_text(), *error = NULL, *at = strstr(text, member);
    assert_non_null(at);
    memmove(at, at + sizeof member - 1, strlen(at + sizeof member - 1) + 1);
    Test *t = test_parse(text, strlen(text), "a.json", &error);
    assert_null(error);
    assert_false(t->build.run.spurious_wakeups);
    test_destroy(t);
    free(text);
}

static bool one_line(const char *s) { return s && *s && !strchr(s, '\n'); }

/* Replaces the first `from` of the sample by `to` and expects a complaint that contains `what`. */
static void expect_error(const char *from, const char *to, const char *what) {
    char *text = sample_text(), *error = NULL;
    char *at = strstr(text, from);
    assert_non_null(at);
    char *changed = xasprintf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    Test *t = test_parse(changed, strlen(changed), "a.json", &error);
    if (t) fail_msg("accepted with %s replaced by %s", from, to);
    assert_true(one_line(error));
    if (!strstr(error, what) || strncmp(error, "a.json:", 7)) fail_msg("'%s' does not say '%s'", error, what);
    free(error);
    free(changed);
    free(text);
}

static void test_strictness(void **state) {
    expect_error("\"schema\": 1", "\"schema\": 2", "format 2");
    expect_error("\"schema\": 1", "\"schema\": \"1\"", "schema");
    expect_error("\"kind\": \"race\"", "\"kind\": 5", "finding.kind: a text");
    expect_error("\"kind\": \"race\"", "\"kind\": \"../x\"", "small letters");
    expect_error("\"kind\": \"race\"", "\"kind\": \"race\", \"surprise\": 1", "unknown member \"surprise\"");
    expect_error("\"line\": 7", "\"line\": -1", "finding.place.line");
    expect_error("\"line\": 7", "\"line\": 4294967296", "finding.place.line");
    expect_error("\"line\": 7", "\"line\": 7, \"line\": 7", "duplicate");
    expect_error("\"signed\": \"-2\"", "\"signed\": \"-3\"", "inputs[0]: \"signed\"");
    expect_error("\"size\": 4", "\"size\": 5", "inputs[0]: \"bytes\" has 4 bytes");
    expect_error("feffffff", "feffffxf", "inputs[0].bytes");
    expect_error("feffffff", "feffffff0", "inputs[0].bytes");
    expect_error("0x50000010", "50000010", "needed");
    expect_error("\"start\": \"0x10\"", "\"start\": \"0x18\"", "visible[0]");
    expect_error("\"directory\": \"/tmp\"", "\"directory\": \"tmp\"", "absolute");
    expect_error("\"-D\"", "\"-fplugin=evil.so\"", "-fplugin");
    expect_error("\"-D\"", "\"-o\"", "-o");
    expect_error("\"spurious_wakeups\": true", "\"spurious_wakeups\": 1",
                 "build.spurious_wakeups: true or false");
    expect_error("\"race.c\"", "\"-v\"", "files");
    expect_error("\"sync\"", "\"sink\"", "interleave");
    expect_error("\"ordinal\": 2", "\"ordinal\": 2.5", "schedule[1].ordinal");
    expect_error("\"program_hash\"", "\"program_has\"", "program_hash");
    expect_error("{", "[", "a.json:");
}

static json_t *random_value(int depth) {
    switch (rnd(depth > 2 ? 6 : 8)) {
    case 0: return json_null();
    case 1: return json_true();
    case 2: return json_integer((json_int_t)(int64_t)(rnd(1u << 31) * rnd(1u << 31)) - 5);
    case 3: return json_real(1.5);
    case 4: return json_string(rnd(2) ? "" : "ab");
    case 5: return json_stringn("a\0b", 3);
    case 6: {
        json_t *j = json_array();
        for (uint64_t n = rnd(3); n-- > 0;) json_array_append_new(j, random_value(depth + 1));
        return j;
    }
    default: {
        json_t *j = json_object();
        if (rnd(2)) json_object_set_new(j, rnd(2) ? "hex" : "file", random_value(depth + 1));
        return j;
    }
    }
}

/* Replaces, removes or adds a random value somewhere. */
static void mutate_tree(json_t *j) {
    if (json_is_object(j) && json_object_size(j)) {
        size_t k = rnd(json_object_size(j));
        void *it = json_object_iter(j);
        while (k--) it = json_object_iter_next(j, it);
        const char *key = json_object_iter_key(it);
        json_t *value = json_object_iter_value(it);
        if ((json_is_object(value) || json_is_array(value)) && rnd(6)) {
            mutate_tree(value);
            return;
        }
        if (rnd(4) == 0) {
            char *copy = xstrdup(key);
            json_object_del(j, copy);
            free(copy);
        } else
            json_object_set_new(j, key, random_value(0));
    } else if (json_is_array(j) && json_array_size(j)) {
        size_t k = rnd(json_array_size(j));
        if (rnd(4))
            mutate_tree(json_array_get(j, k));
        else if (rnd(2))
            json_array_set_new(j, k, random_value(0));
        else
            json_array_remove(j, k);
    } else if (json_is_array(j))
        json_array_append_new(j, random_value(0));
}

/* Whatever is done to a test, it is read, or refused in one line; what is read can be told and written
 * again. */
static void test_mutations(void **state) {
    char *text = sample_text();
    size_t length = strlen(text);
    unsigned accepted = 0, refused = 0;
    FILE *sink = fopen("/dev/null", "w");
    TextStyle style = {.width = 60};
    for (int round = 0; round < 10000; round++) {
        char *copy;
        size_t n;
        if (round % 2) {
            n = length;
            copy = xmalloc(2 * length + 16);
            memcpy(copy, text, n + 1);
            for (uint64_t edits = 1 + rnd(3); edits-- > 0;) {
                size_t at = rnd(n ? n : 1);
                switch (rnd(5)) {
                case 0: copy[at] = (char)rnd(256); break;
                case 1: n = at; break;  /* cut off */
                case 2: {               /* a piece removed */
                    size_t m = rnd(40); /* MIN names its arguments twice */
                    m = MIN(m, n - at);
                    memmove(copy + at, copy + at + m, n - at - m);
                    n -= m;
                    break;
                }
                case 3: {               /* a piece doubled */
                    size_t m = rnd(40); /* MIN names its arguments twice */
                    m = MIN(m, n - at);
                    if (n + m > 2 * length) break;
                    memmove(copy + at + m, copy + at, n - at);
                    n += m;
                    break;
                }
                default: copy[at] = "0123456789abcdef{}[]\",:-"[rnd(23)];
                }
            }
        } else {
            json_t *j = json_loads(text, 0, NULL);
            for (uint64_t edits = 1 + rnd(2); edits-- > 0;) mutate_tree(j);
            copy = json_dumps(j, 0);
            n = strlen(copy);
            json_decref(j);
        }
        char *error = NULL;
        Test *t = test_parse(copy, n, "m.json", &error);
        if (t) {
            assert_null(error);
            char *again = test_text(&t->build, t->finding);
            free(again);
            text_finding(sink, &style, t->finding, NULL);
            text_columns(sink, &style, t->finding);
            char *key = finding_key(t->finding);
            free(key);
            accepted++;
        } else {
            assert_true(one_line(error));
            assert_non_null(strstr(error, "m.json"));
            refused++;
        }
        free(error);
        test_destroy(t);
        free(copy);
    }
    fclose(sink);
    free(text);
    /* The mutations do reach both answers. */
    assert_true(accepted > 100);
    assert_true(refused > 5000);
}

static void test_writing(void **state) {
    char dir[] = "/tmp/heddle-test-XXXXXX";
    assert_non_null(mkdtemp(dir));
    char *path = xasprintf("%s/0001-race.test.json", dir), *error = NULL;
    Finding *f = sample();
    TestBuild b = sample_build();
    assert_true(test_write(path, &b, f, &error));
    Test *t = test_read(path, &error);
    assert_non_null(t);
    assert_string_equal(t->finding->test, path);
    test_destroy(t);
    char *nowhere = xasprintf("%s/missing/x.json", dir);
    assert_false(test_write(nowhere, &b, f, &error));
    assert_non_null(strstr(error, "No such file"));
    free(error);
    error = NULL;
    assert_null(test_read(nowhere, &error));
    assert_true(one_line(error));
    free(error);
    error = NULL;
    assert_null(test_read(dir, &error));
    assert_non_null(strstr(error, "folder"));
    free(error);
    error = NULL;
    assert_false(write_atomically("/dev/full", "x", 1, &error));
    assert_non_null(strstr(error, "No space left"));
    free(error);
    unlink(path);
    assert_int_equal(rmdir(dir), 0); /* no temporary file is left */
    free(path);
    free(nowhere);
    finding_free(f);
    test_build_clear(&b);
}

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
    assert_non_null(strstr(text, "thread 0.1  load the global `x`"));
    assert_non_null(strstr(text, "<- after thread 0: store in line 9\n"));
    assert_non_null(strstr(text, "<- after thread 0.1: load in line 7\n"));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_strictness),
        cmocka_unit_test(test_mutations),  cmocka_unit_test(test_writing),
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_suppressions),
        cmocka_unit_test(test_diagnostic), cmocka_unit_test(test_columns),
        cmocka_unit_test(test_summary),    cmocka_unit_test(test_progress),
        cmocka_unit_test(test_statistics), cmocka_unit_test(test_older),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
