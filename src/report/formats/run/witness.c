/*
 * witness.c — see witness.h. The automaton has an edge for each step at a place in the program. It
 * restricts lines and threads only, so every execution that the schedule stands for is in it.
 * Values of inputs are no part of it: where among the steps an input is read is not known.
 */
#include "report/formats/run/witness.h"
#include "base/digest.h"
#include "report/formats/foreign_text.h"
#include "report/formats/run/sha256.h"
#include "report/text.h"
#include "vm/machine/machine.h"
#include <stdlib.h>
#include <time.h>

#define REACH_ERROR "reach_error"

/* The numbers of threads. A name is used again once its thread was joined, a number is not. */
typedef struct WitnessThread {
    const char *name;
    unsigned number;
} WitnessThread;

typedef struct Witness {
    StrBuf text;
    VEC(WitnessThread) threads;
    unsigned numbers, nodes;
} Witness;

static unsigned new_thread_number(Witness *w, const char *name) {
    WitnessThread t = {name, w->numbers++};
    vec_push(&w->threads, t);
    return t.number;
}

static unsigned thread_number(Witness *w, const char *name) {
    for (size_t k = w->threads.len; k-- > 0;)
        if (!strcmp(w->threads.data[k].name, name)) return w->threads.data[k].number;
    return new_thread_number(w, name);
}

static void add_data(Witness *w, const char *key, const char *value) {
    char *xml = foreign_xml(value);
    str_addf(&w->text, "   <data key=\"%s\">%s</data>\n", key, xml);
    free(xml);
}

static void add_data_number(Witness *w, const char *key, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    add_data(w, key, text);
}

/* Adds the edge to the next node, up to its end, with what every edge has. */
static void begin_edge(Witness *w, const SourcePlace *p, const char *thread) {
    str_addf(&w->text, "  <edge source=\"n%u\" target=\"n%u\">\n", w->nodes, w->nodes + 1);
    add_data(w, "originfile", p->file);
    if (p->line) add_data_number(w, "startline", p->line);
    add_data_number(w, "threadId", thread_number(w, thread));
}

static void end_edge(Witness *w, bool violation) {
    str_addf(&w->text, "  </edge>\n  <node id=\"n%u\"%s\n", ++w->nodes, violation ? ">" : "/>");
    if (!violation) return;
    add_data(w, "violation", "true");
    str_add(&w->text, "  </node>\n");
}

static void add_step(Witness *w, const ScheduleStep *s) {
    static const char prefix[] = "thread ";
    if (text_step_is(s, OPERATION_START) || !s->place.file || !*s->place.file ||
        foreign_is_library(s->place.file))
        return;
    begin_edge(w, &s->place, s->thread);
    bool creates = !strcmp(s->kind, operation_names[OPERATION_CREATE]) && s->object_name &&
                   has_prefix(s->object_name, prefix);
    if (creates)
        add_data_number(w, "createThread", new_thread_number(w, s->object_name + strlen(prefix)));
    end_edge(w, false);
}

/* Returns the function whose call is the violation, and where it is called. */
static const char *violating_call(const Finding *f, SourcePlace *place) {
    const ThreadReport *t = finding_thread(f, f->thread);
    *place = f->place;
    for (size_t k = 0; t && k + 1 < t->depth; k++)
        if (t->stack[k].function && !strcmp(t->stack[k].function, REACH_ERROR)) {
            *place = t->stack[k + 1];
            return REACH_ERROR;
        }
    bool called = t && t->depth && t->stack[0].function && foreign_is_library(t->stack[0].file);
    return called ? t->stack[0].function : "heddle_assert_failed";
}

static void add_head(Witness *w) {
    static const struct {
        const char *id, *name, *type, *of;
    } keys[] = {{"witness-type", "witness-type", "string", "graph"},
                {"witness-format-version", "witness-format-version", "string", "graph"},
                {"sourcecodelang", "sourcecodelang", "string", "graph"},
                {"producer", "producer", "string", "graph"},
                {"specification", "specification", "string", "graph"},
                {"programfile", "programFile", "string", "graph"},
                {"programhash", "programHash", "string", "graph"},
                {"architecture", "architecture", "string", "graph"},
                {"creationtime", "creationTime", "string", "graph"},
                {"entry", "isEntryNode", "boolean", "node"},
                {"violation", "isViolationNode", "boolean", "node"},
                {"originfile", "originFileName", "string", "edge"},
                {"startline", "startline", "int", "edge"},
                {"threadId", "threadId", "string", "edge"},
                {"createThread", "createThread", "string", "edge"},
                {"enterFunction", "enterFunction", "string", "edge"}};
    str_add(&w->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    for (size_t k = 0; k < ARRAY_LEN(keys); k++) {
        str_addf(&w->text, " <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"",
                 keys[k].id, keys[k].name, keys[k].type, keys[k].of);
        str_add(&w->text, strcmp(keys[k].type, "boolean")
                              ? "/>\n"
                              : ">\n  <default>false</default>\n </key>\n");
    }
    str_add(&w->text, " <graph edgedefault=\"directed\">\n");
}

/* Adds what the graph is about. */
static void add_graph_data(Witness *w, const char *file, const char *called) {
    char *specification = xasprintf("CHECK( init(main()), LTL(G ! call(%s())) )", called), now[32];
    time_t seconds = time(NULL);
    struct tm utc;
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
    size_t n = 0;
    char *contents = file_contents(file, &n), hash[65] = "";
    if (contents) sha256_text(contents, n, hash);
    add_data(w, "witness-type", "violation_witness");
    add_data(w, "witness-format-version", "1.0");
    add_data(w, "sourcecodelang", "C");
    add_data(w, "producer", "Heddle " HEDDLE_VERSION);
    add_data(w, "specification", specification);
    add_data(w, "programfile", file);
    add_data(w, "programhash", hash);
    add_data(w, "architecture", "64bit");
    add_data(w, "creationtime", now);
    free(contents);
    free(specification);
}

/* Returns the file of the program that a place is in, as it was given. */
static const char *program_file_of(const Summary *s, const SourcePlace *p) {
    for (size_t k = 0; k < s->nfiles; k++)
        if (p->file && !strcmp(s->files[k], p->file)) return s->files[k];
    return s->nfiles ? s->files[0] : "";
}

static char *witness_of(const Summary *s, const Finding *f) {
    Witness w = {0};
    SourcePlace place;
    const char *called = violating_call(f, &place);
    add_head(&w);
    add_graph_data(&w, program_file_of(s, &place), called);
    str_add(&w.text, "  <node id=\"n0\">\n");
    add_data(&w, "entry", "true");
    str_add(&w.text, "  </node>\n");
    new_thread_number(&w, "0");
    for (size_t k = 0; k < f->nschedule; k++) add_step(&w, &f->schedule[k]);
    begin_edge(&w, &place, f->thread ? f->thread : "0");
    add_data(&w, "enterFunction", called);
    end_edge(&w, true);
    str_add(&w.text, " </graph>\n</graphml>\n");
    vec_free(&w.threads);
    return w.text.data;
}

char *witness_text(const Summary *s) {
    for (size_t k = 0; k < s->result->nfindings; k++)
        if (!strcmp(s->result->findings[k]->kind, "assertion"))
            return witness_of(s, s->result->findings[k]);
    return NULL;
}
