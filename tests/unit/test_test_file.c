/* test_test_file.c — tests on disk: round trip, strictness, mutations, writing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/json_text.h"
#include "report/test_file.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_strictness),
        cmocka_unit_test(test_mutations),  cmocka_unit_test(test_writing),
        cmocka_unit_test(test_older),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
