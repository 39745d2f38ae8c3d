/* test_write.c — a finding and how its program was built, as the text of a test file. See
 * docs/test-format.md. */
#include "report/json_text.h"
#include "report/test_file.h"
#include "report/write_file.h"
#include <stdio.h>
#include <stdlib.h>

static json_t *hex_number(uint64_t n) {
    char text[32];
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)n);
    return json_string(text);
}

static json_t *texts(char *const *list, size_t n) {
    json_t *j = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(j, json_text(list[i]));
    return j;
}

static json_t *write_place(const SourcePlace *p) {
    json_t *j = json_object();
    json_object_set_new(j, "file", json_text(p->file));
    json_object_set_new(j, "line", json_integer(p->line));
    json_object_set_new(j, "column", json_integer(p->column));
    json_object_set_new(j, "function", json_text(p->function));
    return j;
}

static json_t *write_build(const TestBuild *b) {
    json_t *j = json_object();
    for (const BuildField *f = build_fields; f->key; f++) {
        const char *at = (const char *)b + f->offset;
        json_t *value = NULL;
        switch (f->type) {
        case BUILD_TEXT: value = json_text(*(char *const *)at); break;
        case BUILD_TEXT_OR_NULL:
            if (!*(char *const *)at && f->may_be_missing) break;
            value = *(char *const *)at ? json_text(*(char *const *)at) : json_null();
            break;
        case BUILD_TEXTS: {
            size_t n = *(const size_t *)((const char *)b + f->count);
            if (n || !f->missing_where_empty) value = texts(*(char **const *)at, n);
            break;
        }
        case BUILD_FLAG: value = json_boolean(*(const bool *)at); break;
        }
        if (value) json_object_set_new(j, f->key, value);
    }
    return j;
}

static json_t *write_input(const InputReport *in) {
    json_t *j = json_object();
    json_object_set_new(j, "name", json_text(in->name));
    json_object_set_new(j, "size", json_integer(in->size));
    json_object_set_new(j, "bytes", json_hex(in->bytes, in->size));
    if (input_scalar(in->size)) {
        char s[32], u[32];
        input_scalar_texts(in->bytes, in->size, s, u);
        json_object_set_new(j, "signed", json_string(s));
        json_object_set_new(j, "unsigned", json_string(u));
    }
    return j;
}

static json_t *write_thread(const ThreadReport *t) {
    json_t *j = json_object(), *stack = json_array();
    for (size_t i = 0; i < t->depth; i++) json_array_append_new(stack, write_place(&t->stack[i]));
    json_object_set_new(j, "name", json_text(t->name));
    json_object_set_new(j, "status", json_text(t->status));
    json_object_set_new(j, "stack", stack);
    return j;
}

static json_t *write_step(const ScheduleStep *s) {
    json_t *j = json_object();
    json_object_set_new(j, "thread", json_text(s->thread));
    json_object_set_new(j, "kind", json_text(s->kind));
    json_object_set_new(j, "object", hex_number(s->object));
    json_object_set_new(j, "ordinal", json_integer(s->ordinal));
    json_object_set_new(j, "outcome", json_integer(s->outcome));
    json_object_set_new(j, "place", write_place(&s->place));
    json_object_set_new(j, "object_name", json_text(s->object_name));
    return j;
}

char *test_text(const TestBuild *build, const Finding *f) {
    json_t *j = json_object(), *finding = json_object(), *array;
    json_object_set_new(j, "schema", json_integer(TEST_SCHEMA));
    json_object_set_new(j, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(j, "build", write_build(build));
    json_object_set_new(j, "program_hash", hex_number(f->program_hash));
    json_object_set_new(j, "finding", finding);
    json_object_set_new(finding, "kind", json_text(f->kind));
    json_object_set_new(finding, "message", json_text(f->message));
    json_object_set_new(finding, "place", write_place(&f->place));
    json_object_set_new(finding, "thread", json_text(f->thread));
    if (f->has_other) {
        json_t *other = json_object();
        json_object_set_new(other, "message", json_text(f->other_message));
        json_object_set_new(other, "place", write_place(&f->other_place));
        json_object_set_new(other, "thread", json_text(f->other_thread));
        json_object_set_new(finding, "other", other);
    }
    array = json_array();
    for (size_t i = 0; i < f->nthreads; i++) json_array_append_new(array, write_thread(&f->threads[i]));
    json_object_set_new(finding, "threads", array);
    json_object_set_new(finding, "output", json_bytes(f->output, f->output_len));
    array = json_array();
    for (size_t i = 0; i < f->ninputs; i++) json_array_append_new(array, write_input(&f->inputs[i]));
    json_object_set_new(j, "inputs", array);
    json_object_set_new(j, "slots", texts(f->slots, f->nslots));
    array = json_array();
    for (size_t i = 0; i < f->nvisible; i++) {
        json_t *range = json_object();
        json_object_set_new(range, "start", hex_number(f->visible[i].start));
        json_object_set_new(range, "end", hex_number(f->visible[i].end));
        json_array_append_new(array, range);
    }
    json_object_set_new(j, "visible", array);
    if (f->patience) json_object_set_new(j, "patience", json_integer((json_int_t)f->patience));
    array = json_array();
    for (size_t i = 0; i < f->nschedule; i++) json_array_append_new(array, write_step(&f->schedule[i]));
    json_object_set_new(j, "schedule", array);
    array = json_array();
    for (size_t i = 0; i < f->ninterferences; i++) {
        json_t *pair = json_object();
        json_object_set_new(pair, "load", json_integer((json_int_t)f->interferences[i].load));
        json_object_set_new(pair, "store", json_integer((json_int_t)f->interferences[i].store));
        json_array_append_new(array, pair);
    }
    if (f->ninterferences)
        json_object_set_new(j, "interferences", array);
    else
        json_decref(array);
    char *text = json_dumps(j, JSON_INDENT(1));
    json_decref(j);
    if (!text) base_fatal("a test cannot be put into words");
    return text;
}

bool test_write(const char *path, const TestBuild *build, const Finding *finding, char **error) {
    char *json = test_text(build, finding);
    StrBuf b = {0};
    str_addf(&b, "%s\n", json);
    free(json);
    bool fine = write_atomically(path, b.data, b.len, error);
    vec_free(&b);
    return fine;
}
