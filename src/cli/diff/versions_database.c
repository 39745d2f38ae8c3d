/*
 * versions_database.c — the database's data about versions: chunks of explorations, findings, and
 * visible bytes.
 */
#include "cli/diff/versions_internal.h"
#include "cli/guard.h"
#include <jansson.h>
#include <stdlib.h>

bool versions_complain(Versions *v, char *error) {
    if (!v->stored_badly) cli_error("%s", error ? error : "the database cannot be written");
    v->stored_badly = true;
    free(error);
    return false;
}

typedef struct Loading {
    const Versions *versions;
    void (*visit)(void *to, const void *chunk, size_t size);
    void *to;
} Loading;

/* Whether the states of a version may be used. If a version has findings, the continuations of its
 * states may have them, too. Those of the old version are known to occur in the new one, or its
 * states are not used. Summaries have their findings in themselves. */
static bool is_clean(void *loading, const VersionInfo *x) {
    const Loading *l = loading;
    const Versions *v = l->versions;
    if (!v->states) return true;
    if (!x->finished || !x->complete) return false;
    return !strcmp(x->verdict, "safe") || (x->id == v->old.id && v->all_again);
}

static bool load_chunk(void *loading, const void *data, size_t size) {
    Loading *l = loading;
    l->visit(l->to, data, size);
    return !cli_interrupted();
}

void versions_load_chunks(void *versions, void (*visit)(void *to, const void *chunk, size_t size),
                          void *to) {
    Versions *v = versions;
    Loading l = {v, visit, to};
    char *error = NULL;
    if (!database_each_chunk(v->database, v->lineage, v->settings_hash, is_clean, load_chunk, &l,
                             &error))
        versions_complain(v, error);
}

bool versions_save_chunk(void *versions, const void *chunk, size_t size) {
    Versions *v = versions;
    char *error = NULL;
    return database_add_chunk(v->database, v->version, chunk, size, &error) ||
           versions_complain(v, error);
}

static bool keep_finding(void *versions, const StoredFinding *f) {
    Versions *v = versions;
    char *error = NULL;
    OldFinding x = {.kind = xstrdup(f->kind),
                    .message = xstrdup(f->message),
                    .place = xstrdup(f->place),
                    .test = xcalloc(1, f->test_size + 1),
                    .test_size = f->test_size};
    memcpy(x.test, f->test, f->test_size);
    x.before = test_parse(x.test, x.test_size, "a test in the database", &error);
    if (!x.before) cli_error("%s", error);
    free(error);
    vec_push(&v->findings, x);
    return true;
}

bool versions_read_old(Versions *v) {
    char *error = NULL;
    if (!database_each_finding(v->database, v->old.id, keep_finding, v, &error))
        return versions_complain(v, error);
    v->all_known = v->findings.len == v->old.findings;
    json_t *result = json_loads(v->old.result, 0, NULL),
           *ranges = json_object_get(result, "visible"), *range;
    size_t k;
    json_array_foreach(ranges, k, range) {
        VisibleRange r = {(uint64_t)json_integer_value(json_array_get(range, 0)),
                          (uint64_t)json_integer_value(json_array_get(range, 1))};
        vec_push(&v->visible, r);
    }
    v->old_work = (uint64_t)json_integer_value(json_object_get(result, "work"));
    json_decref(result);
    return true;
}
