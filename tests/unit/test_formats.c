/* test_formats.c — texts of programs in formats that others read, and what identifies findings there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cli/cli.h"
#include "report/formats/annotations.h"
#include "report/formats/finding_kinds.h"
#include "report/formats/fingerprint.h"
#include "report/formats/foreign_text.h"
#include "report/formats/sarif.h"
#include "report/formats/run/sha256.h"
#include "sample_finding.h"

static void equal(char *got, const char *wanted) {
    assert_string_equal(got, wanted);
    free(got);
}

static void test_utf8(void **state) {
    equal(foreign_utf8(NULL), "");
    equal(foreign_utf8("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\x9b\n"),
          "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\x9b\n");
    /* Latin-1, an end too early, overlong forms, a surrogate, and a number above all. */
    equal(foreign_utf8("\xe9"), "\\xe9");
    equal(foreign_utf8("\xe2\x82"), "\\xe2\\x82");
    equal(foreign_utf8("\xc0\xaf\xe0\x80\xaf"), "\\xc0\\xaf\\xe0\\x80\\xaf");
    equal(foreign_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80");
    equal(foreign_utf8("\xf4\x90\x80\x80\xff"), "\\xf4\\x90\\x80\\x80\\xff");
    /* Whatever bytes there are, JSON takes the result. */
    for (unsigned k = 0; k < 1 << 16; k++) {
        char s[] = {(char)(k >> 8 | 1), (char)k, (char)(k >> 3 | 0x80), 0};
        json_t *j = foreign_json(s);
        assert_non_null(j);
        json_decref(j);
    }
}

static void test_uri(void **state) {
    equal(foreign_uri("a/b.c"), "a/b.c");
    equal(foreign_uri("/a b/%\xe9:#?.c"), "file:///a%20b/%25%E9%3A%23%3F.c");
    equal(foreign_uri(NULL), "");
}

static void test_xml(void **state) {
    equal(foreign_xml("a<b> & \"c\"\n"), "a&lt;b&gt; &amp; &quot;c&quot;&#10;");
    equal(foreign_xml("\x01\x1f\x7f\xe9\xc3\xa9\xef\xbf\xbf]]>"),
          "\\x01\\x1f\x7f\\xe9\xc3\xa9\\xef\\xbf\\xbf]]&gt;");
}

/* Each check has a sentence of its own. */
static void test_kinds(void **state) {
    static const char *const kinds[] = {"assertion",   "memory",   "race",       "deadlock",
                                        "api",         "abort",    "arithmetic", "hang",
                                        "unreachable", "overflow", "leak",       "uninitialised"};
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
        Checks c;
        char *error = NULL;
        assert_true(checks_parse(&c, kinds[k], &error));
        assert_string_not_equal(finding_kind_text(kinds[k]), finding_kind_text("another"));
    }
}

static void replace(char **text, const char *by) {
    free(*text);
    *text = xstrdup(by);
}

static void free_texts(char **texts, size_t n) {
    for (size_t k = 0; k < n; k++) free(texts[k]);
    free(texts);
}

static bool same_fingerprint(Finding *a, Finding *b) {
    Finding *first[] = {a}, *second[] = {b};
    char **x = fingerprints_of(first, 1), **y = fingerprints_of(second, 1);
    bool same = !strcmp(x[0], y[0]);
    free_texts(x, 1);
    free_texts(y, 1);
    return same;
}

static void test_fingerprints(void **state) {
    Finding *a = sample(), *b = sample();
    /* A race from its other side, further down, in another file. */
    replace(&a->variable, "x");
    replace(&b->variable, "x");
    SourcePlace p = b->place;
    b->place = b->other_place;
    b->other_place = p;
    b->place.line += 100;
    replace(&b->message, "data race: read");
    replace(&b->place.file, "moved.c");
    assert_true(same_fingerprint(a, b));
    replace(&b->variable, "y");
    assert_false(same_fingerprint(a, b));
    replace(&b->variable, "x");
    replace(&b->place.function, "another");
    assert_false(same_fingerprint(a, b));
    finding_free(b);
    /* Lines, threads and addresses in a text do not count, other numbers do. */
    b = sample();
    replace(&a->kind, "memory");
    replace(&b->kind, "memory");
    replace(&a->message, "4 bytes at 0x5a0 of a block of 16 bytes allocated at a.c:12:5, by thread 0.1");
    replace(&b->message, "4 bytes at 0x7ff of a block of 16 bytes allocated at a.c:9, by thread 0.12");
    assert_false(same_fingerprint(a, b)); /* one has a column */
    replace(&b->message, "4 bytes at 0x7ff of a block of 16 bytes allocated at a.c:9:31, by thread 0.12");
    assert_true(same_fingerprint(a, b));
    replace(&b->message, "4 bytes at 0x7ff of a block of 17 bytes allocated at a.c:9:31, by thread 0.12");
    assert_false(same_fingerprint(a, b));
    finding_free(a);
    finding_free(b);
}

/* The numbers of equal findings follow the source, whatever the order of discovery. */
static void test_equal_findings(void **state) {
    Finding *f[3];
    for (unsigned k = 0; k < 3; k++) {
        f[k] = sample();
        replace(&f[k]->kind, "assertion");
        f[k]->has_other = false;
        f[k]->place.line = 20 - k;
    }
    f[2]->place.line = 100;
    char **all = fingerprints_of(f, 3);
    for (unsigned k = 0; k < 3; k++) {
        assert_memory_equal(all[k], all[0], 33);
        assert_string_equal(all[k] + 33, k == 0 ? "2" : k == 1 ? "1" : "3");
    }
    free_texts(all, 3);
    for (unsigned k = 0; k < 3; k++) finding_free(f[k]);
}

static void test_sarif(void **state) {
    Finding *f[] = {sample()};
    CampaignResult result = {.findings = f, .nfindings = 1};
    Summary s = {.result = &result, .directory = "/caf\xe9"};
    char *text = sarif_text(&s);
    json_error_t error;
    json_t *j = json_loads(text, 0, &error);
    assert_non_null(j);
    free(text);
    /* Each step of the schedule once, and the ends of both threads. */
    json_t *result_0 =
        json_array_get(json_object_get(json_array_get(json_object_get(j, "runs"), 0), "results"), 0);
    json_t *flow = json_array_get(json_object_get(result_0, "codeFlows"), 0), *thread;
    size_t k, steps = 0;
    json_array_foreach(json_object_get(flow, "threadFlows"), k, thread) steps +=
        json_array_size(json_object_get(thread, "locations"));
    assert_int_equal(steps, f[0]->nschedule + 2);
    json_decref(j);
    finding_free(f[0]);
}

static void test_sha256(void **state) {
    char text[65], many[200];
    sha256_text("", 0, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_text("abc", 3, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    /* The digits of the end do not fit into the last block. */
    sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, text);
    assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    memset(many, 'a', sizeof many);
    sha256_text(many, sizeof many, text);
    assert_string_equal(text, "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5");
}

static void test_annotations(void **state) {
    Finding *f[] = {sample()};
    CampaignResult result = {.findings = f, .nfindings = 1};
    Summary s = {.result = &result, .directory = "/home/project/sub"};
    replace(&f[0]->message, "100% of\r\n::error::x, y");
    replace(&f[0]->place.file, "a,b:c%.c");
    equal(annotations_text(&s, "/home/project"),
          "::error file=sub/a%2Cb%3Ac%25.c,line=7,col=5,title=heddle%3A race::100%25 of%0D%0A::error::x, y"
          "%0Aread of 4 bytes is at folder/caf\\xe9.c:9\n");
    /* Another folder that begins alike. */
    char *text = annotations_text(&s, "/home/pro");
    assert_memory_equal(text, "::error file=a%2C", 17);
    free(text);
    finding_free(f[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8),         cmocka_unit_test(test_uri),
        cmocka_unit_test(test_xml),          cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_fingerprints), cmocka_unit_test(test_equal_findings),
        cmocka_unit_test(test_sarif),        cmocka_unit_test(test_sha256),
        cmocka_unit_test(test_annotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
