/* junit.c — see junit.h. */
#include "report/formats/junit.h"
#include "report/formats/foreign_text.h"
#include <stdlib.h>

/* Adds a text of the program or of a report. */
static void add_xml(StrBuf *b, const char *text) {
    char *xml = foreign_xml(text);
    str_add(b, xml);
    free(xml);
}

/* Adds ` name="text"`. */
static void add_attribute(StrBuf *b, const char *name, const char *text) {
    str_addf(b, " %s=\"", name);
    add_xml(b, text);
    str_addc(b, '"');
}

static const TextStyle plain_style = {0};

/* Returns what a function prints. */
static char *finding_for_people(const Finding *f) {
    char *text = NULL,
         *advice = f->test ? xasprintf("replay with: heddle replay %s", f->test) : NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    text_finding(out, &plain_style, f, advice);
    fclose(out);
    free(advice);
    return text;
}

static char *summary_for_people(const Summary *s) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    summary_text(out, &plain_style, s);
    fclose(out);
    return text;
}

static void add_failure(StrBuf *b, const Finding *f) {
    char *place = text_place(&f->place), *message = xasprintf("%s: %s", place, f->message),
         *text = finding_for_people(f);
    str_add(b, "   <failure");
    add_attribute(b, "type", f->kind);
    add_attribute(b, "message", message);
    str_addc(b, '>');
    add_xml(b, text);
    str_add(b, "</failure>\n");
    free(text);
    free(message);
    free(place);
}

/* Adds why the test case has not passed although nothing was found. */
static void add_error(StrBuf *b, const Summary *s) {
    const char *type = s->result->internal_error      ? "internal"
                       : summary_complete_at_bound(s) ? "bound"
                                                      : "incomplete",
               *message =
                   s->result->internal_error ? s->result->internal_error : summary_incomplete(s);
    str_add(b, "   <error");
    add_attribute(b, "type", type);
    add_attribute(b, "message", message);
    str_add(b, "/>\n");
}

/* Adds the attributes that suites and the list of suites have. */
static void add_counts(StrBuf *b, const Summary *s, bool error) {
    add_attribute(b, "name", "heddle");
    str_addf(b, " tests=\"1\" failures=\"%d\" errors=\"%d\" time=\"%.3f\">\n",
             s->result->nfindings > 0, error, s->result->stats.seconds);
}

static char *test_case_name(const Summary *s) {
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t k = 0; k < s->nfiles; k++) str_addf(&b, "%s%s", k ? " " : "", s->files[k]);
    return b.data;
}

char *junit_text(const Summary *s) {
    const CampaignResult *r = s->result;
    bool error = r->internal_error || !strcmp(summary_verdict(s), "incomplete");
    char *name = test_case_name(s), *text = summary_for_people(s);
    StrBuf b = {0};
    str_add(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    add_counts(&b, s, error);
    str_add(&b, " <testsuite");
    add_counts(&b, s, error);
    str_add(&b, "  <testcase classname=\"heddle\"");
    add_attribute(&b, "name", name);
    str_addf(&b, " time=\"%.3f\">\n", r->stats.seconds);
    for (size_t k = 0; k < r->nfindings; k++) add_failure(&b, r->findings[k]);
    if (error) add_error(&b, s);
    str_add(&b, "   <system-out>");
    add_xml(&b, text);
    str_add(&b, "</system-out>\n  </testcase>\n </testsuite>\n</testsuites>\n");
    free(text);
    free(name);
    return b.data;
}
