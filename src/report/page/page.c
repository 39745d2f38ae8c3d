/*
 * page.c — the page is resources/report.html with the data in place of @DATA@, as JSON in a script
 * element. The content security policy allows the script and the style of the template by their
 * digests, and nothing else: no network, and no script that came with a text of the program.
 */
#include "report/page/page_internal.h"
#include "report/formats/foreign_text.h"
#include "report/formats/run/sha256.h"
#include "report/page/page_template.h"
#include "report/text.h"
#include <stdlib.h>

/* Tests of paths that are listed. */
#define MOST_PATHS 1000

/* --- the data --------------------------------------------------------------------------------- */

static json_t *page_paths(const PageTests *paths) {
    json_t *all = json_array();
    for (size_t k = 0; k < paths->len && k < MOST_PATHS; k++) {
        const Finding *f = paths->data[k].test->finding;
        json_t *j = json_array(), *inputs = json_array();
        json_array_append_new(j, foreign_json(paths->data[k].name));
        json_array_append_new(j, foreign_json(f->message));
        for (size_t i = 0; i < f->ninputs; i++) {
            char *text = text_input(&f->inputs[i]);
            json_array_append_new(inputs, foreign_json(text));
            free(text);
        }
        json_array_append_new(j, inputs);
        json_array_append_new(all, j);
    }
    return all;
}

static json_t *page_json(const PageInput *in) {
    PageData d;
    page_data_init(&d);
    json_t *j = json_object(), *findings = json_array();
    for (size_t k = 0; k < in->tests.len; k++)
        json_array_append_new(findings, page_finding(&d, &in->tests.data[k]));
    json_object_set_new(j, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(j, "folder", foreign_json(in->folder));
    json_object_set_new(j, "verdict", page_verdict(in));
    json_object_set_new(j, "groups", page_groups(&in->tests));
    json_object_set_new(j, "findings", findings);
    json_object_set_new(j, "paths", page_paths(&in->paths));
    json_object_set_new(j, "npaths", json_integer((json_int_t)in->paths.len));
    json_object_set_new(j, "nktests", json_integer((json_int_t)in->nktests));
    json_object_set_new(j, "covered", json_boolean(in->coverage != NULL));
    json_object_set_new(j, "files", page_files(&d, in->coverage));
    json_object_set(j, "places", d.places);
    json_object_set(j, "texts", d.strings);
    page_data_clear(&d);
    return j;
}

/* Adds JSON for a script element: a `<` occurs only in texts, and is written as an escape there, so
 * that no text can end the element. */
static void add_script_json(StrBuf *b, json_t *j) {
    char *text = json_dumps(j, JSON_COMPACT);
    if (!text) base_fatal("cannot format a page as JSON");
    vec_reserve(b, b->len + strlen(text) + 1);
    for (const char *s = text; *s;) {
        size_t plain = strcspn(s, "<");
        if (plain) str_addf(b, "%.*s", (int)plain, s);
        s += plain;
        if (*s) str_add(b, "\\u003c"), s++;
    }
    free(text);
}

/* --- the template ----------------------------------------------------------------------------- */

static unsigned hex_value(char c) {
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

/* Writes a digest of 64 hexadecimal digits in base 64. */
static void digest_in_base64(const char *hex, char out[45]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t at = 0;
    for (size_t k = 0; k < 33; k += 3) {
        uint32_t bits = 0;
        for (size_t i = k; i < k + 3; i++)
            bits =
                bits << 8 | (i < 32 ? hex_value(hex[2 * i]) << 4 | hex_value(hex[2 * i + 1]) : 0);
        for (unsigned shift = 24; shift;) out[at++] = digits[bits >> (shift -= 6) & 63];
    }
    out[43] = '=';
    out[44] = 0;
}

/* Adds the digest of what the template has between two marks. */
static void add_digest(StrBuf *b, const char *begin, const char *end) {
    char hex[65], base64[45];
    const char *start = strstr(page_template, begin);
    const char *stop = start ? strstr(start, end) : NULL;
    if (!stop) base_fatal("the template of pages has no %s", begin);
    start += strlen(begin);
    sha256_text(start, (size_t)(stop - start), hex);
    digest_in_base64(hex, base64);
    str_addf(b, "'sha256-%s'", base64);
}

char *page_text(const PageInput *in) {
    static const struct {
        const char *mark, *begin, *end;
    } digests[] = {{"@STYLE@", "<style>", "</style>"}, {"@SCRIPT@", "<script>", "</script>"}};
    StrBuf b = {0};
    const char *s = page_template;
    for (size_t k = 0; k < ARRAY_LEN(digests); k++) {
        const char *mark = strstr(s, digests[k].mark);
        if (!mark) base_fatal("the template of pages has no %s", digests[k].mark);
        str_addf(&b, "%.*s", (int)(mark - s), s);
        add_digest(&b, digests[k].begin, digests[k].end);
        s = mark + strlen(digests[k].mark);
    }
    const char *mark = strstr(s, "@DATA@");
    if (!mark) base_fatal("the template of pages has no @DATA@");
    str_addf(&b, "%.*s", (int)(mark - s), s);
    json_t *j = page_json(in);
    add_script_json(&b, j);
    json_decref(j);
    str_add(&b, mark + strlen("@DATA@"));
    return b.data;
}

void page_input_clear(PageInput *in) {
    PageTests *lists[] = {&in->tests, &in->paths};
    for (size_t n = 0; n < ARRAY_LEN(lists); n++) {
        for (size_t k = 0; k < lists[n]->len; k++) {
            PageTest *t = &lists[n]->data[k];
            free(t->name);
            test_destroy(t->test);
            if (t->run) configuration_free(t->run);
            if (t->why) why_free(t->why);
            free(t->note);
        }
        vec_free(lists[n]);
    }
    json_decref(in->summary);
    if (in->coverage) coverage_free(in->coverage);
    free(in->folder);
    free(in->course);
    texts_free(in->notes, in->nnotes);
}
