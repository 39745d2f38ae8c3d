/* test_write.c — writes a finding, and how its program was built, as the text of a test file. See
 * docs/test-format.md. */
#include "base/tables/index.h"
#include "report/json_text.h"
#include "report/test_file/step_codes.h"
#include "report/test_file/test_file.h"
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

static json_t *write_stack(const SourcePlace *stack, size_t depth) {
    json_t *j = json_array();
    for (size_t i = 0; i < depth; i++) json_array_append_new(j, write_place(&stack[i]));
    return j;
}

/* Adds it to `j` if it is known. */
static void write_access(json_t *j, const AccessReport *a) {
    if (!a->depth) return;
    json_t *access = json_object(), *locks = json_array();
    for (size_t i = 0; i < a->nlocks; i++) {
        json_t *lock = json_object();
        json_object_set_new(lock, "name", json_text(a->locks[i].name));
        json_object_set_new(lock, "place", write_place(&a->locks[i].place));
        json_array_append_new(locks, lock);
    }
    json_object_set_new(access, "stack", write_stack(a->stack, a->depth));
    json_object_set_new(access, "locks", locks);
    json_object_set_new(j, "access", access);
}

static json_t *write_thread(const ThreadReport *t) {
    json_t *j = json_object();
    json_object_set_new(j, "name", json_text(t->name));
    if (t->routine) json_object_set_new(j, "routine", json_text(t->routine));
    json_object_set_new(j, "status", json_text(t->status));
    json_object_set_new(j, "stack", write_stack(t->stack, t->depth));
    if (t->place.file && *t->place.file) json_object_set_new(j, "place", write_place(&t->place));
    return j;
}

/* A table of data that steps have in common, so that it is written once: an array of the file, and
 * an index of its rows. */
typedef struct Table {
    json_t *rows;
    Index by_hash;
} Table;

/* Returns the number of a row; takes the reference. */
static uint32_t row_number(Table *t, json_t *row) {
    char *text = json_dumps(row, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (!text) base_fatal("cannot format a test as JSON");
    uint64_t hash = hash_mix(hash_string(text));
    free(text);
    uint32_t number = index_find(&t->by_hash, hash, n, json_equal(json_array_get(t->rows, n), row));
    if (number == INDEX_NONE) {
        number = (uint32_t)json_array_size(t->rows);
        index_add(&t->by_hash, hash, number);
        json_array_append(t->rows, row);
    }
    json_decref(row);
    return number;
}

typedef struct Tables {
    Table places, operations, objects;
} Tables;

static StepCode code_of(Tables *t, const ScheduleStep *s) {
    json_t *operation = json_object(), *object = json_object();
    json_object_set_new(operation, "kind", json_text(s->kind));
    json_object_set_new(operation, "place",
                        json_integer(row_number(&t->places, write_place(&s->place))));
    json_object_set_new(object, "address", hex_number(s->object));
    json_object_set_new(object, "name", json_text(s->object_name));
    return (StepCode){row_number(&t->operations, operation), row_number(&t->objects, object),
                      s->outcome, s->rounds};
}

/* Writes the schedule and its tables. */
static void write_schedule(json_t *j, const Finding *f) {
    Tables t = {.places = {.rows = json_array()},
                .operations = {.rows = json_array()},
                .objects = {.rows = json_array()}};
    json_t *turns = json_array();
    StepCodes codes = {0};
    StrBuf text = {0};
    for (size_t i = 0, n; i < f->nschedule; i += n) {
        const ScheduleStep *s = &f->schedule[i];
        codes.len = text.len = 0;
        for (n = 0; i + n < f->nschedule && !strcmp(s[n].thread, s->thread) &&
                    s[n].ordinal == s->ordinal + n;
             n++)
            vec_push(&codes, code_of(&t, &s[n]));
        step_codes_write(&text, codes.data, codes.len);
        json_t *turn = json_object();
        json_object_set_new(turn, "thread", json_text(s->thread));
        json_object_set_new(turn, "ordinal", json_integer(s->ordinal));
        json_object_set_new(turn, "steps", json_string(text.data));
        json_array_append_new(turns, turn);
    }
    json_object_set_new(j, "places", t.places.rows);
    json_object_set_new(j, "operations", t.operations.rows);
    json_object_set_new(j, "objects", t.objects.rows);
    json_object_set_new(j, "schedule", turns);
    index_free(&t.places.by_hash);
    index_free(&t.operations.by_hash);
    index_free(&t.objects.by_hash);
    vec_free(&codes);
    vec_free(&text);
}

char *test_build_text(const TestBuild *build) {
    json_t *j = write_build(build);
    char *text = json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text) base_fatal("out of memory while a text was made");
    json_decref(j);
    return text;
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
    write_access(finding, &f->access);
    if (f->variable) json_object_set_new(finding, "variable", json_text(f->variable));
    if (f->object) json_object_set_new(finding, "object", json_text(f->object));
    if (f->member) json_object_set_new(finding, "member", json_text(f->member));
    if (f->reason) json_object_set_new(finding, "reason", json_text(f->reason));
    if (f->goes_on && !f->partial) json_object_set_new(finding, "goes_on", json_true());
    if (f->has_other) {
        json_t *other = json_object();
        json_object_set_new(other, "message", json_text(f->other_message));
        json_object_set_new(other, "place", write_place(&f->other_place));
        json_object_set_new(other, "thread", json_text(f->other_thread));
        write_access(other, &f->other_access);
        json_object_set_new(finding, "other", other);
    }
    array = json_array();
    for (size_t i = 0; i < f->nthreads; i++)
        json_array_append_new(array, write_thread(&f->threads[i]));
    json_object_set_new(finding, "threads", array);
    json_object_set_new(finding, "output", json_bytes(f->output, f->output_len));
    array = json_array();
    for (size_t i = 0; i < f->ninputs; i++)
        json_array_append_new(array, write_input(&f->inputs[i]));
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
    write_schedule(j, f);
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
    if (!text) base_fatal("cannot format a test as JSON");
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
