/* test_test_file.c — tests on disk: round trip, strictness, mutations, writing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/json_text.h"
#include "report/test_file/step_codes.h"
#include "report/test_file/test_file.h"
#include "report/text.h"
#include "report/write_file.h"
#include "sample_finding.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t seed = 1;
static uint64_t rnd(uint64_t n) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (seed >> 33) % n;
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
    expect_error("\"schema\": 2", "\"schema\": 3", "format 3; this version reads formats 1 to 2");
    expect_error("\"schema\": 2", "\"schema\": 0", "format 0");
    expect_error("\"schema\": 2", "\"schema\": \"2\"", "schema");
    expect_error("\"kind\": \"race\"", "\"kind\": 5", "finding.kind: expected a string");
    expect_error("\"kind\": \"race\"", "\"kind\": \"../x\"", "lower-case letters");
    expect_error("\"kind\": \"race\"", "\"kind\": \"race\", \"surprise\": 1", "unknown member \"surprise\"");
    expect_error("\"line\": 7", "\"line\": -1", "finding.place.line");
    expect_error("\"line\": 7", "\"line\": 4294967296", "finding.place.line");
    expect_error("\"line\": 7", "\"line\": 7, \"line\": 7", "duplicate");
    expect_error("\"signed\": \"-2\"", "\"signed\": \"-3\"", "inputs[0]: \"signed\"");
    expect_error("\"size\": 4", "\"size\": 5", "inputs[0]: \"bytes\" has 4 bytes");
    expect_error("feffffff", "feffffxf", "inputs[0].bytes");
    expect_error("feffffff", "feffffff0", "inputs[0].bytes");
    expect_error("0x50000010", "50000010", "expected");
    expect_error("\"start\": \"0x10\"", "\"start\": \"0x18\"", "visible[0]");
    expect_error("\"directory\": \"/tmp\"", "\"directory\": \"tmp\"", "absolute");
    expect_error("\"-D\"", "\"-fplugin=evil.so\"", "-fplugin");
    expect_error("\"-D\"", "\"-o\"", "-o");
    expect_error("\"spurious_wakeups\": true", "\"spurious_wakeups\": 1",
                 "build.spurious_wakeups: expected true or false");
    expect_error("\"race.c\"", "\"-v\"", "files");
    expect_error("\"sync\"", "\"sink\"", "interleave");
    expect_error("\"ordinal\": 1", "\"ordinal\": 1.5", "schedule[0].ordinal");
    expect_error("\"ordinal\": 1", "\"ordinal\": 0", "schedule[0]: \"ordinal\"");
    expect_error("\"ordinal\": 1", "\"ordinal\": 4294967295", "schedule[0]: \"ordinal\"");
    expect_error("\"steps\": \"0.0=1 ", "\"steps\": \"0.9=1 ",
                 "schedule[0]: \"steps\": there is no object 9");
    expect_error("\"steps\": \"0.0=1 ", "\"steps\": \"9.0=1 ", "there is no operation 9");
    expect_error("\"steps\": \"0.0=1 ", "\"steps\": \"0.0=1*9999999 ", "too many steps");
    expect_error("\"place\": 0", "\"place\": 7", "operations[0]: there is no place 7");
    expect_error("\"program_hash\"", "\"program_has\"", "program_hash");
    expect_error("{", "[", "a.json:");
}

/* Steps written and read again, and texts that are none. */
static void test_step_codes(void **state) {
    for (int round = 0; round < 2000; round++) {
        StepCodes codes = {0}, again = {0};
        StrBuf text = {0};
        uint64_t kinds = 1 + rnd(4), n = 1 + rnd(60);
        for (uint64_t k = 0; k < n; k++) {
            StepCode c = {(uint32_t)rnd(kinds), (uint32_t)rnd(2), rnd(9) ? 0 : UINT32_MAX, rnd(9) ? 0 : 7};
            if (codes.len > 12 && rnd(3)) c = codes.data[codes.len - 1 - rnd(3)];
            vec_push(&codes, c);
        }
        step_codes_write(&text, codes.data, codes.len);
        assert_null(step_codes_read(text.data, n, &again));
        assert_int_equal(again.len, n);
        assert_memory_equal(again.data, codes.data, n * sizeof *codes.data);
        vec_free(&again);
        assert_non_null(step_codes_read(text.data, n - 1, &again));
        vec_free(&again);
        vec_free(&codes);
        vec_free(&text);
    }
    static const char *const wrong[] = {
        "",        " ",          "1",     "1.",           "1.1 ",          " 1.1",      "1.1  1.1",
        "01.1",    "1.1=",       "1.1+",  "1.1+1=1",      "1.1*0",         "1.1*",      "(1.1",
        "()*2",    "(1.1)(1.1)", "1.1)",  "-1.1",         "1.1=1=1",       "((1.1))*2", "1.1*-1",
        "1.1*2*2", "1.1,1",      "1.1 x", "4294967296.1", "1.1*4294967295"};
    for (size_t k = 0; k < ARRAY_LEN(wrong); k++) {
        StepCodes codes = {0};
        if (!step_codes_read(wrong[k], 1000, &codes)) fail_msg("'%s' was read", wrong[k]);
        assert_true(codes.len <= 1000);
        vec_free(&codes);
    }
    StepCodes codes = {0};
    assert_non_null(step_codes_read("7.1 (0.0=3 1.1*2)*3", 1000, &codes)); /* no groups in groups */
    vec_free(&codes);
    StrBuf text = {0};
    static const StepCode loop[] = {{7, 1, 0}, {0, 0, 3}, {1, 1, 0}, {0, 0, 3},
                                    {1, 1, 0}, {2, 0, 0}, {2, 0, 0}};
    step_codes_write(&text, loop, ARRAY_LEN(loop));
    assert_string_equal(text.data, "7.1 (0.0=3 1.1)*2 2.0*2");
    vec_free(&text);
}

/* A schedule as format 1 has it. */
static void test_format_1(void **state) {
    char *text = sample_text(), *error = NULL;
    json_t *j = json_loads(text, 0, NULL), *steps = json_array();
    Finding *f = sample();
    for (size_t k = 0; k < f->nschedule; k++) {
        const ScheduleStep *s = &f->schedule[k];
        json_array_append_new(
            steps, json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:{s:s, s:i, s:i, s:s}}", "thread", s->thread,
                             "kind", s->kind, "object", s->object ? "0x50000010" : "0x0", "ordinal",
                             (int)s->ordinal, "outcome", (int)s->outcome, "object_name", s->object_name,
                             "place", "file", s->place.file, "line", (int)s->place.line, "column",
                             (int)s->place.column, "function", s->place.function));
    }
    json_object_set_new(j, "schedule", steps);
    json_object_set_new(j, "schema", json_integer(1));
    char *mixed = json_dumps(j, 0);
    assert_null(test_parse(mixed, strlen(mixed), "a.json", &error));
    assert_non_null(strstr(error, "unknown member"));
    free(error);
    error = NULL;
    json_object_del(j, "places");
    json_object_del(j, "operations");
    json_object_del(j, "objects");
    char *old = json_dumps(j, 0);
    Test *t = test_parse(old, strlen(old), "a.json", &error);
    assert_null(error);
    char *again = test_text(&t->build, t->finding);
    assert_string_equal(again, text);
    test_destroy(t);
    json_decref(j);
    finding_free(f);
    free(mixed);
    free(old);
    free(again);
    free(text);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_strictness),
        cmocka_unit_test(test_mutations),  cmocka_unit_test(test_writing),
        cmocka_unit_test(test_older),      cmocka_unit_test(test_step_codes),
        cmocka_unit_test(test_format_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
