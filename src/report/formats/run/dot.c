/* dot.c — see dot.h. */
#include "report/formats/run/dot.h"
#include "report/formats/foreign_text.h"
#include "report/text.h"
#include <stdlib.h>

/* Adds a text for a quoted string of the language. Graphviz reads escapes and entities in it. */
static void add_quoted(StrBuf *b, const char *text) {
    char *utf8 = foreign_utf8(text);
    for (const char *s = utf8; *s; s++) {
        if (*s == '"' || *s == '\\')
            str_addf(b, "\\%c", *s);
        else if (*s == '&')
            str_add(b, "&amp;");
        else if ((unsigned char)*s < ' ' || *s == 127)
            str_addf(b, "\\\\x%02x", (unsigned char)*s);
        else
            str_addc(b, *s);
    }
    free(utf8);
}

static bool is_by(const ConfigurationEvent *e, const char *thread) {
    return thread && !strcmp(e->step.thread, thread);
}

static void dot_event(StrBuf *b, const Configuration *c, size_t k) {
    const ScheduleStep *s = &c->events[k].step;
    char *text = text_step(NULL, s), *place = text_place(&s->place);
    str_addf(b, "    e%zu [label=\"%zu: ", k + 1, k + 1);
    add_quoted(b, text);
    str_add(b, "\\n");
    add_quoted(b, place);
    str_add(b, "\"");
    if (s->place.function && *s->place.function) {
        str_add(b, ", tooltip=\"in ");
        add_quoted(b, s->place.function);
        str_addc(b, '"');
    }
    str_add(b, "];\n");
    free(place);
    free(text);
}

/* Adds the events of the thread that has event `first`, as a cluster. */
static void add_cluster(StrBuf *b, const Configuration *c, const Finding *test, size_t first) {
    const char *thread = c->events[first].step.thread;
    char *name = text_thread(test, thread);
    str_addf(b, "  subgraph cluster_%zu {\n    label=\"", first + 1);
    add_quoted(b, name);
    free(name);
    str_add(b, "\"; color=gray;\n");
    for (size_t k = first; k < c->n; k++)
        if (is_by(&c->events[k], thread)) dot_event(b, c, k);
    str_add(b, "  }\n");
}

static bool is_first_of_thread(const Configuration *c, size_t k) {
    for (size_t j = 0; j < k; j++)
        if (is_by(&c->events[j], c->events[k].step.thread)) return false;
    return true;
}

static void add_causes(StrBuf *b, const Configuration *c, size_t k) {
    const ConfigurationEvent *e = &c->events[k];
    for (size_t j = 0; j < e->ncauses; j++) {
        bool own = is_by(&c->events[e->causes[j]], e->step.thread);
        str_addf(b, "  e%zu -> e%zu%s;\n", e->causes[j] + 1, k + 1,
                 own ? " [weight=8]" : " [color=blue, constraint=true]");
    }
}

/* Adds an arrow from the last event of a thread to the finding. */
static void add_arrow_to_finding(StrBuf *b, const Configuration *c, const char *thread) {
    size_t k = c->n;
    while (k && !is_by(&c->events[k - 1], thread)) k--;
    if (k) str_addf(b, "  e%zu -> finding [style=dashed, color=red];\n", k);
}

static void add_finding_node(StrBuf *b, const Configuration *c, const Finding *f) {
    char *place = text_place(&f->place);
    str_add(b, "  finding [shape=octagon, color=red, label=\"");
    add_quoted(b, f->message);
    str_add(b, " [");
    add_quoted(b, f->kind);
    str_add(b, "]\\n");
    add_quoted(b, place);
    str_add(b, "\"];\n");
    for (size_t k = 0; k < c->n; k++)
        if (is_first_of_thread(c, k) && finding_is_about(f, c->events[k].step.thread))
            add_arrow_to_finding(b, c, c->events[k].step.thread);
    free(place);
}

char *dot_text(const Configuration *c, const Finding *test) {
    StrBuf b = {0};
    str_add(&b, "digraph heddle {\n  node [shape=box, fontname=monospace];\n");
    for (size_t k = 0; k < c->n; k++)
        if (is_first_of_thread(c, k)) add_cluster(&b, c, test, k);
    for (size_t k = 0; k < c->n; k++) add_causes(&b, c, k);
    if (!finding_is_path(test)) add_finding_node(&b, c, test);
    str_add(&b, "}\n");
    return b.data;
}
