/* test_page.c — pages of findings that no program has: hostile texts, a run that is too long for a page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/page/page.h"
#include "sample_finding.h"

/* Returns the data of a page, and that its script elements are the two of the template. */
static json_t *data_of(const PageInput *in) {
    static const char begin[] = "<script type=\"application/json\" id=\"data\">";
    char *page = page_text(in), *start = strstr(page, begin), *end;
    assert_non_null(start);
    start += strlen(begin);
    end = strstr(start, "</script>");
    assert_non_null(end);
    assert_null(memchr(start, '<', (size_t)(end - start)));
    unsigned scripts = 0;
    for (const char *s = page; (s = strstr(s, "<script")); s++) scripts++;
    assert_int_equal(scripts, 2);
    json_t *j = json_loadb(start, (size_t)(end - start), 0, NULL);
    assert_non_null(j);
    free(page);
    return j;
}

static void add_test(PageInput *in, Finding *f) {
    PageTest t = {.name = xstrdup("0001-race.test.json"), .test = xcalloc(1, sizeof(Test))};
    t.test->finding = f;
    t.test->build.directory = xstrdup("/nowhere");
    vec_push(&in->tests, t);
}

static const char *state_of(const json_t *data) {
    return json_string_value(json_object_get(json_object_get(data, "verdict"), "state"));
}

static void test_hostile(void **state) {
    PageInput in = {.folder = xstrdup("</script><script>")};
    Finding *f = sample();
    free(f->message);
    f->message = xstrdup("<!--<script>\xff\x01</script>`");
    add_test(&in, f);
    json_t *j = data_of(&in);
    const json_t *finding = json_array_get(json_object_get(j, "findings"), 0);
    assert_string_equal(json_string_value(json_object_get(finding, "message")),
                        "<!--<script>\\xff\x01</script>`");
    assert_string_equal(json_string_value(json_object_get(j, "folder")), "</script><script>");
    assert_string_equal(state_of(j), "none");
    json_decref(j);
    page_input_clear(&in);
}

/* The last 100,000 steps of a schedule are in the page, with causes among them. */
static void test_long_run(void **state) {
    const size_t steps = 100010;
    PageInput in = {.folder = xstrdup("x")};
    Finding *f = sample();
    for (size_t k = 0; k < f->nschedule; k++) schedule_step_clear(&f->schedule[k]);
    free(f->schedule);
    f->ninterferences = 0;
    f->nschedule = steps;
    f->schedule = xcalloc(steps, sizeof *f->schedule);
    for (size_t k = 0; k < steps; k++)
        f->schedule[k] = step(k % 2 ? "0.1" : "0", "load", 0x1000, (uint32_t)k / 2 + 1, 7);
    add_test(&in, f);
    json_t *j = data_of(&in);
    const json_t *finding = json_array_get(json_object_get(j, "findings"), 0),
                 *events = json_object_get(finding, "events"), *event;
    assert_int_equal(json_integer_value(json_object_get(finding, "skipped")), 10);
    assert_int_equal(json_array_size(events), 100000);
    size_t n, ncauses = 0;
    json_array_foreach(events, n, event) {
        const json_t *causes = json_array_get(event, 4), *cause;
        size_t c;
        json_array_foreach(causes, c, cause) assert_in_range(json_integer_value(cause), 0, n - 1);
        ncauses += json_array_size(causes);
    }
    /* Of each but the first ones: the step before in its thread, and that of the other thread. */
    assert_int_equal(ncauses, 2 * 100000 - 3);
    json_decref(j);
    page_input_clear(&in);
}

/* Whatever a summary lacks, the page does not say that everything was explored. */
static void test_verdicts(void **state) {
    static const char *const summaries[] = {
        "{}",
        "[]",
        "{\"schema\": 1}",
        "{\"schema\": 1, \"verdict\": \"safe\"}",
        "{\"schema\": 1, \"verdict\": \"safe\", \"complete\": true}",
        "{\"schema\": 1, \"verdict\": \"safe\", \"complete\": true, \"bugs\": 3}",
        "{\"schema\": 2, \"verdict\": \"safe\", \"complete\": true, \"bugs\": []}",
        "{\"schema\": 1, \"verdict\": \"safe\", \"complete\": 1, \"bugs\": []}",
        "{\"schema\": 1, \"verdict\": \"safe\", \"complete\": false, \"bugs\": []}",
        "{\"schema\": 1, \"verdict\": \"incomplete\", \"complete\": true, \"bugs\": []}",
        "{\"schema\": 1, \"verdict\": \"safe\", \"complete\": true, \"bugs\": [{}]}",
    };
    for (size_t k = 0; k < ARRAY_LEN(summaries); k++) {
        PageInput in = {.folder = xstrdup("x"), .summary = json_loads(summaries[k], 0, NULL)};
        json_t *j = data_of(&in);
        assert_string_not_equal(state_of(j), "safe");
        json_decref(j);
        page_input_clear(&in);
    }
    PageInput in = {.folder = xstrdup("x"),
                    .summary = json_loads("{\"schema\": 1, \"verdict\": \"safe\", \"complete\": true, "
                                          "\"bugs\": [], \"files\": [{\"hex\": \"ff3c\"}, 7]}",
                                          0, NULL)};
    json_t *j = data_of(&in);
    assert_string_equal(state_of(j), "safe");
    json_decref(j);
    page_input_clear(&in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_long_run),
        cmocka_unit_test(test_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
