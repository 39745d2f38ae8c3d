/*
 * test_read.c — reads a test file without trusting it. Every member is checked, and errors are
 * reported with their place in the file. See docs/test-format.md.
 */
#include "report/test_file/step_codes.h"
#include "report/test_file/test_file.h"
#include "report/test_file/test_values.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Checks that only options which heddle test passes on occur: a foreign test must not make the
 * compiler run or write anything. */
static void check_compiler(Reader *r, const Where *w, const TestBuild *b) {
    for (size_t i = 0; i < b->ncompiler; i++) {
        static const char *const allowed[] = {"-I",       "-D",         "-U",      "-include",
                                              "-isystem", "-idirafter", "-iquote", "-imacros"};
        const char *s = b->compiler[i];
        bool pair = false;
        for (size_t k = 0; k < ARRAY_LEN(allowed); k++) pair |= !strcmp(s, allowed[k]);
        if (pair) {
            if (++i == b->ncompiler) value_wrong(r, w, "\"compiler\": %s has no value", s);
            continue;
        }
        static const char *const prefixes[] = {"-std=", "-ansi", "-trigraphs", "-w",
                                               "-Wno-", "-Wp,",  "-f"};
        bool fine = false;
        for (size_t k = 0; k < ARRAY_LEN(prefixes); k++)
            fine |= !strncmp(s, prefixes[k], strlen(prefixes[k]));
        if (!fine || !strncmp(s, "-fplugin", 8) || !strncmp(s, "-fpass-plugin", 13))
            value_wrong(r, w, "\"compiler\": the option %.40s is not allowed in tests", s);
    }
}

/* Checks that the values of a build are consistent. */
static void check_build(Reader *r, const Where *w, const TestBuild *b) {
    if (!b->nfiles)
        value_wrong(r, w, "\"files\" is empty");
    else if (!b->narguments)
        value_wrong(r, w, "\"arguments\" is empty; the first is the program's name");
    else if (!*b->entry)
        value_wrong(r, w, "\"entry\" is empty");
    else if (*b->directory != '/')
        value_wrong(r, w, "\"directory\" is not absolute");
    else if (strcmp(b->interleave, "sync") && strcmp(b->interleave, "memory"))
        value_wrong(r, w, "\"interleave\" is neither \"sync\" nor \"memory\"");
    for (size_t i = 0; i < b->nfiles; i++)
        if (!r->error && (!*b->files[i] || *b->files[i] == '-'))
            value_wrong(r, w, "\"files\" has an impossible name");
    for (size_t i = 0; i < b->nplugins; i++)
        if (!r->error && (!*b->plugins[i] || *b->plugins[i] == '-'))
            value_wrong(r, w, "\"plugins\" has an impossible name");
    check_compiler(r, w, b);
    for (size_t i = 0; i < b->nenvironment; i++)
        if (!strchr(b->environment[i], '='))
            value_wrong(r, w, "\"environment\" has an entry without =");
}

static void read_build(Reader *r, const Where *w, const json_t *j, TestBuild *b) {
    StrBuf keys = {0};
    for (const BuildField *f = build_fields; f->key; f++)
        str_addf(&keys, "%s%s%s", f == build_fields ? "" : " ", f->key,
                 f->may_be_missing ? "?" : "");
    bool fine = value_check_keys(r, w, j, keys.data ? keys.data : "");
    vec_free(&keys);
    for (const BuildField *f = build_fields; fine && f->key; f++) {
        char *at = (char *)b + f->offset;
        const json_t *value = json_object_get(j, f->key);
        if (!value || (f->type == BUILD_TEXT_OR_NULL && json_is_null(value))) continue;
        switch (f->type) {
        case BUILD_TEXT:
        case BUILD_TEXT_OR_NULL: *(char **)at = member_text(r, w, j, f->key); break;
        case BUILD_TEXTS:
            *(char ***)at = member_texts(r, w, j, f->key, (size_t *)((char *)b + f->count));
            break;
        case BUILD_FLAG: *(bool *)at = member_bool(r, w, j, f->key); break;
        }
    }
    if (!r->error) check_build(r, w, b);
}

static void read_input(Reader *r, const Where *w, const json_t *j, InputReport *in) {
    if (!value_check_keys(r, w, j, "name size bytes signed? unsigned?")) return;
    in->name = member_text(r, w, j, "name");
    in->size = member_uint(r, w, j, "size");
    Where at = {w, "bytes", 0};
    size_t n = 0;
    in->bytes = value_hex_bytes(r, &at, json_object_get(j, "bytes"), &n);
    if (r->error) return;
    if (n != in->size) {
        value_wrong(r, w, "\"bytes\" has %zu bytes, \"size\" says %u", n, in->size);
        return;
    }
    char expected[2][32];
    if (input_scalar(in->size)) input_scalar_texts(in->bytes, in->size, expected[0], expected[1]);
    for (int k = 0; k < 2; k++) {
        const char *key = k ? "unsigned" : "signed";
        const json_t *value = json_object_get(j, key);
        if (!value) continue;
        if (!input_scalar(in->size))
            value_wrong(r, w, "\"%s\" is impossible for %u bytes", key, in->size);
        else if (!json_is_string(value) || strcmp(json_string_value(value), expected[k]))
            value_wrong(r, w, "\"%s\" is not the value of \"bytes\" (%s)", key, expected[k]);
    }
}

/* Reads an array of places; never returns NULL. */
static SourcePlace *read_stack(Reader *r, const Where *w, const json_t *j, size_t *depth) {
    Where at = {w, "stack", 0};
    const json_t *stack = json_object_get(j, at.key);
    *depth = value_array_size(r, &at, stack);
    SourcePlace *out = xcalloc(*depth + 1, sizeof *out);
    for (size_t i = 0; i < *depth; i++) {
        Where element = {&at, NULL, i};
        out[i] = value_place(r, &element, json_array_get(stack, i));
    }
    return out;
}

/* Reads the member "access" of `j`, if present. */
static void read_access(Reader *r, const Where *w, const json_t *j, AccessReport *a) {
    Where at = {w, "access", 0}, in = {&at, "locks", 0};
    const json_t *access = json_object_get(j, at.key);
    if (!access || !value_check_keys(r, &at, access, "stack locks")) return;
    a->stack = read_stack(r, &at, access, &a->depth);
    const json_t *locks = json_object_get(access, in.key);
    size_t n = value_array_size(r, &in, locks);
    a->locks = xcalloc(n + 1, sizeof *a->locks);
    for (; a->nlocks < n && !r->error; a->nlocks++) {
        Where element = {&in, NULL, a->nlocks};
        const json_t *lock = json_array_get(locks, a->nlocks);
        if (!value_check_keys(r, &element, lock, "name place")) return;
        a->locks[a->nlocks].name = member_text(r, &element, lock, "name");
        a->locks[a->nlocks].place = member_place(r, &element, lock, "place");
    }
}

static void read_thread(Reader *r, const Where *w, const json_t *j, ThreadReport *t) {
    if (!value_check_keys(r, w, j, "name routine? status stack place?")) return;
    t->name = member_text(r, w, j, "name");
    if (json_object_get(j, "routine")) t->routine = member_text(r, w, j, "routine");
    t->status = member_text(r, w, j, "status");
    t->stack = read_stack(r, w, j, &t->depth);
    if (json_object_get(j, "place")) t->place = member_place(r, w, j, "place");
}

static void read_step(Reader *r, const Where *w, const json_t *j, ScheduleStep *s) {
    if (!value_check_keys(r, w, j, "thread kind object ordinal outcome rounds? place object_name"))
        return;
    s->thread = member_text(r, w, j, "thread");
    s->kind = member_text(r, w, j, "kind");
    s->object = member_hex(r, w, j, "object");
    s->ordinal = member_uint(r, w, j, "ordinal");
    s->outcome = member_uint(r, w, j, "outcome");
    if (json_object_get(j, "rounds")) s->rounds = member_uint(r, w, j, "rounds");
    s->place = member_place(r, w, j, "place");
    s->object_name = member_text(r, w, j, "object_name");
}

/* Reads a schedule of format 1. */
static void read_steps(Reader *r, const json_t *array, Finding *f) {
    Where at = {NULL, "schedule", 0};
    f->nschedule = value_array_size(r, &at, array);
    f->schedule = xcalloc(f->nschedule + 1, sizeof *f->schedule);
    for (size_t i = 0; i < f->nschedule && !r->error; i++) {
        Where element = {&at, NULL, i};
        read_step(r, &element, json_array_get(array, i), &f->schedule[i]);
    }
}

/* The tables that the steps of a schedule refer to. Each row of `operations` has a kind and a
 * place, each of `objects` an object and its name. */
typedef struct StepTables {
    SourcePlace *places;
    ScheduleStep *operations, *objects;
    size_t nplaces, noperations, nobjects;
} StepTables;

static void read_tables(Reader *r, const json_t *j, StepTables *t) {
    Where at = {NULL, "places", 0};
    const json_t *array = json_object_get(j, at.key);
    t->nplaces = value_array_size(r, &at, array);
    t->places = xcalloc(t->nplaces + 1, sizeof *t->places);
    for (size_t i = 0; i < t->nplaces && !r->error; i++) {
        Where row = {&at, NULL, i};
        t->places[i] = value_place(r, &row, json_array_get(array, i));
    }
    at.key = "operations";
    array = json_object_get(j, at.key);
    t->noperations = value_array_size(r, &at, array);
    t->operations = xcalloc(t->noperations + 1, sizeof *t->operations);
    for (size_t i = 0; i < t->noperations && !r->error; i++) {
        Where row = {&at, NULL, i};
        const json_t *operation = json_array_get(array, i);
        if (!value_check_keys(r, &row, operation, "kind place")) break;
        uint32_t place = member_uint(r, &row, operation, "place");
        t->operations[i].kind = member_text(r, &row, operation, "kind");
        if (place < t->nplaces)
            t->operations[i].place = t->places[place];
        else
            value_wrong(r, &row, "there is no place %u", place);
    }
    at.key = "objects";
    array = json_object_get(j, at.key);
    t->nobjects = value_array_size(r, &at, array);
    t->objects = xcalloc(t->nobjects + 1, sizeof *t->objects);
    for (size_t i = 0; i < t->nobjects && !r->error; i++) {
        Where row = {&at, NULL, i};
        const json_t *object = json_array_get(array, i);
        if (!value_check_keys(r, &row, object, "address name")) break;
        t->objects[i].object = member_hex(r, &row, object, "address");
        t->objects[i].object_name = member_text(r, &row, object, "name");
    }
}

static void free_tables(StepTables *t) {
    for (size_t i = 0; i < t->nplaces; i++) place_free(&t->places[i]);
    for (size_t i = 0; i < t->noperations; i++) free(t->operations[i].kind);
    for (size_t i = 0; i < t->nobjects; i++) free(t->objects[i].object_name);
    free(t->places);
    free(t->operations);
    free(t->objects);
}

/* Reads one thread's turn: consecutive steps. */
static void read_turn(Reader *r, const Where *w, const json_t *j, const StepTables *t, Finding *f) {
    if (!value_check_keys(r, w, j, "thread ordinal steps")) return;
    uint32_t ordinal = member_uint(r, w, j, "ordinal");
    char *thread = member_text(r, w, j, "thread"), *text = member_text(r, w, j, "steps");
    StepCodes codes = {0};
    const char *why =
        r->error ? NULL : step_codes_read(text, TEST_MOST_STEPS - f->nschedule, &codes);
    if (why)
        value_wrong(r, w, "\"steps\": %s", why);
    else if (!r->error && (!ordinal || codes.len > UINT32_MAX - ordinal))
        value_wrong(r, w, "\"ordinal\" is not the number of a step, from 1");
    for (size_t i = 0; i < codes.len && !r->error; i++) {
        const StepCode *c = &codes.data[i];
        if (c->operation >= t->noperations)
            value_wrong(r, w, "\"steps\": there is no operation %u", c->operation);
        else if (c->object >= t->nobjects)
            value_wrong(r, w, "\"steps\": there is no object %u", c->object);
    }
    if (!r->error) {
        f->schedule = xrealloc(f->schedule, (f->nschedule + codes.len + 1) * sizeof *f->schedule);
        for (size_t i = 0; i < codes.len; i++) {
            const StepCode *c = &codes.data[i];
            const ScheduleStep *operation = &t->operations[c->operation],
                               *object = &t->objects[c->object];
            f->schedule[f->nschedule++] =
                (ScheduleStep){.thread = xstrdup(thread),
                               .kind = xstrdup(operation->kind),
                               .object = object->object,
                               .ordinal = ordinal + (uint32_t)i,
                               .outcome = c->outcome,
                               .rounds = c->rounds,
                               .place = place_copy(&operation->place),
                               .object_name = xstrdup(object->object_name)};
        }
    }
    vec_free(&codes);
    free(thread);
    free(text);
}

static void read_schedule(Reader *r, const json_t *j, Finding *f) {
    StepTables t = {0};
    read_tables(r, j, &t);
    Where at = {NULL, "schedule", 0};
    const json_t *array = json_object_get(j, at.key);
    size_t turns = r->error ? 0 : value_array_size(r, &at, array);
    f->schedule = xcalloc(1, sizeof *f->schedule);
    for (size_t i = 0; i < turns && !r->error; i++) {
        Where turn = {&at, NULL, i};
        read_turn(r, &turn, json_array_get(array, i), &t, f);
    }
    free_tables(&t);
}

static void read_finding(Reader *r, const Where *w, const json_t *j, Finding *f) {
    if (!value_check_keys(
            r, w, j,
            "kind message place thread access? variable? object? member? reason? goes_on? other? "
            "threads output"))
        return;
    f->kind = member_text(r, w, j, "kind");
    f->message = member_text(r, w, j, "message");
    f->place = member_place(r, w, j, "place");
    f->thread = member_text(r, w, j, "thread");
    read_access(r, w, j, &f->access);
    if (json_object_get(j, "variable")) f->variable = member_text(r, w, j, "variable");
    if (json_object_get(j, "object")) f->object = member_text(r, w, j, "object");
    if (json_object_get(j, "member")) f->member = member_text(r, w, j, "member");
    if (json_object_get(j, "reason")) f->reason = member_text(r, w, j, "reason");
    if (json_object_get(j, "goes_on")) f->goes_on = member_bool(r, w, j, "goes_on");
    Where output = {w, "output", 0};
    f->output = value_text(r, &output, json_object_get(j, "output"), &f->output_len);
    const json_t *other = json_object_get(j, "other");
    Where at = {w, "other", 0};
    if (other && value_check_keys(r, &at, other, "message place thread access?")) {
        f->has_other = true;
        f->other_message = member_text(r, &at, other, "message");
        f->other_place = member_place(r, &at, other, "place");
        f->other_thread = member_text(r, &at, other, "thread");
        read_access(r, &at, other, &f->other_access);
    }
    at.key = "threads";
    const json_t *threads = json_object_get(j, "threads");
    f->nthreads = value_array_size(r, &at, threads);
    f->threads = xcalloc(f->nthreads + 1, sizeof *f->threads);
    for (size_t i = 0; i < f->nthreads && !r->error; i++) {
        Where element = {&at, NULL, i};
        read_thread(r, &element, json_array_get(threads, i), &f->threads[i]);
    }
    if (!r->error && !*f->kind) value_wrong(r, w, "\"kind\" is empty");
    for (const char *s = r->error ? "" : f->kind; *s; s++)
        if (*s < 'a' || *s > 'z') value_wrong(r, w, "\"kind\" is not a word of lower-case letters");
}

/* Reads the interleaved bytes, in ascending order. */
static void read_visible(Reader *r, const json_t *array, Finding *f) {
    Where at = {NULL, "visible", 0};
    f->nvisible = value_array_size(r, &at, array);
    f->visible = xcalloc(f->nvisible + 1, sizeof *f->visible);
    for (size_t i = 0; i < f->nvisible && !r->error; i++) {
        Where element = {&at, NULL, i};
        const json_t *range = json_array_get(array, i);
        if (!value_check_keys(r, &element, range, "start end")) break;
        ByteRange *v = &f->visible[i];
        v->start = member_hex(r, &element, range, "start");
        v->end = member_hex(r, &element, range, "end");
        if (!r->error && (v->end <= v->start || (i && v->start < v[-1].end)))
            value_wrong(r, &element, "the ranges are not ascending");
    }
}

/* Reads loads of the schedule, and the stores that they read from. */
static void read_interferences(Reader *r, const json_t *array, Finding *f) {
    Where at = {NULL, "interferences", 0};
    if (r->error || !array) return;
    f->ninterferences = value_array_size(r, &at, array);
    f->interferences = xcalloc(f->ninterferences + 1, sizeof *f->interferences);
    for (size_t i = 0; i < f->ninterferences && !r->error; i++) {
        Where element = {&at, NULL, i};
        const json_t *pair = json_array_get(array, i);
        if (!value_check_keys(r, &element, pair, "load store")) break;
        InterferenceReport *x = &f->interferences[i];
        x->load = member_uint(r, &element, pair, "load");
        x->store = member_uint(r, &element, pair, "store");
        if (!r->error && (x->load >= f->nschedule || x->store >= x->load))
            value_wrong(r, &element, "no load of the schedule after a store of it");
    }
}

static void read_root(Reader *r, const json_t *j, Test *t) {
    Finding *f = t->finding;
    const json_t *schema = json_is_object(j) ? json_object_get(j, "schema") : NULL;
    /* The format is checked first: a file of another version must not be reported as broken. */
    json_int_t format = json_integer_value(schema);
    if (json_is_integer(schema) && (format < TEST_OLDEST_SCHEMA || format > TEST_SCHEMA)) {
        r->error = xasprintf("%s: a test of format %lld; this version reads formats %d to %d",
                             r->shown, (long long)format, TEST_OLDEST_SCHEMA, TEST_SCHEMA);
        return;
    }
    if (!value_check_keys(
            r, NULL, j,
            format == 1 ? "schema heddle build program_hash finding inputs slots visible schedule "
                          "patience? interferences?"
                        : "schema heddle build program_hash finding inputs slots visible places "
                          "operations objects schedule patience? interferences?"))
        return;
    if (!json_is_integer(schema)) value_wrong(r, NULL, "\"schema\" is not a number");
    char *version = member_text(r, NULL, j, "heddle");
    free(version);
    Where at = {NULL, "build", 0};
    read_build(r, &at, json_object_get(j, "build"), &t->build);
    if (r->error) return;
    f->program_hash = member_hex(r, NULL, j, "program_hash");
    at.key = "finding";
    read_finding(r, &at, json_object_get(j, "finding"), f);
    if (r->error) return;

    at.key = "inputs";
    const json_t *array = json_object_get(j, "inputs");
    f->ninputs = value_array_size(r, &at, array);
    f->inputs = xcalloc(f->ninputs + 1, sizeof *f->inputs);
    for (size_t i = 0; i < f->ninputs && !r->error; i++) {
        Where element = {&at, NULL, i};
        read_input(r, &element, json_array_get(array, i), &f->inputs[i]);
    }
    if (r->error) return;
    f->slots = member_texts(r, NULL, j, "slots", &f->nslots);
    read_visible(r, json_object_get(j, "visible"), f);
    if (r->error) return;
    if (json_object_get(j, "patience")) f->patience = member_uint(r, NULL, j, "patience");
    if (r->error) return;
    if (format == 1)
        read_steps(r, json_object_get(j, "schedule"), f);
    else
        read_schedule(r, j, f);
    read_interferences(r, json_object_get(j, "interferences"), f);
}

bool test_build_parse(const char *text, const char *shown, TestBuild *out, char **error) {
    json_error_t e;
    json_t *j = json_loadb(text, strlen(text), JSON_REJECT_DUPLICATES, &e);
    Reader r = {.shown = shown};
    Where at = {NULL, "build", 0};
    *out = (TestBuild){0};
    if (j)
        read_build(&r, &at, j, out);
    else
        r.error = xasprintf("%s: no valid settings", shown);
    json_decref(j);
    if (!r.error) return true;
    *error = r.error;
    test_build_clear(out);
    return false;
}

Test *test_parse(const char *text, size_t length, const char *shown, char **error) {
    json_error_t e;
    json_t *j = json_loadb(text, length, JSON_REJECT_DUPLICATES, &e);
    if (!j) {
        /* jansson quotes the input in its message, line breaks included. */
        for (char *s = e.text; *s; s++)
            if ((unsigned char)*s < 32 || *s == 127) *s = ' ';
        *error =
            xasprintf("%s:%d:%d: not a valid test: %s", shown, e.line, MAX(e.column, 0), e.text);
        return NULL;
    }
    Test *t = xcalloc(1, sizeof *t);
    t->finding = xcalloc(1, sizeof *t->finding);
    Reader r = {.shown = shown};
    read_root(&r, j, t);
    json_decref(j);
    if (!r.error) return t;
    *error = r.error;
    test_destroy(t);
    return NULL;
}

Test *test_read(const char *path, char **error) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    StrBuf b = {0};
    str_add(&b, "");
    if (!f) {
        *error = xasprintf("%s: %s", path, strerror(errno));
        vec_free(&b);
        return NULL;
    }
    if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode))
        *error = xasprintf("%s: is a folder, not a test", path);
    else {
        while (!feof(f) && !ferror(f)) {
            vec_reserve(&b, b.len + 65536);
            b.len += fread(b.data + b.len, 1, 65536, f);
        }
        if (ferror(f)) *error = xasprintf("%s: %s", path, strerror(errno));
    }
    fclose(f);
    Test *t = *error ? NULL : test_parse(b.data, b.len, path, error);
    if (t) t->finding->test = xstrdup(path);
    vec_free(&b);
    return t;
}
