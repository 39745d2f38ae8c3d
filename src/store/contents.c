/*
 * contents.c — the chunks and findings of a version. See database.h.
 *
 * Readers first list the numbers of the records and then read one after the other. So a record on a
 * damaged page does not prevent reading the next ones, and a callback may change the database.
 */
#include "store/statements.h"
#include <stdlib.h>

/* Returns the identity of the version that is added to, usually the same as before. */
static bool store_identify_version(Database *d, int64_t version, uint64_t *identity, char **error) {
    if (d->identified != version) {
        Arena *arena = arena_new();
        VersionInfo v;
        bool there = false, fine = store_read_version(d, version, arena, &v, &there, error);
        if (fine && !there)
            *error =
                xasprintf("cannot write %s: it has no version %lld", d->path, (long long)version);
        d->identified = there ? version : 0;
        d->identity = there ? store_identity(&v) : 0;
        arena_free(arena);
    }
    *identity = d->identity;
    return d->identified == version;
}

/* Called after a record was added to a version that is there. Reports in other words if another
 * process has dropped the version meanwhile. */
static bool added(const Database *d, int64_t version, char **error) {
    if (sql_changed(d->sql)) return true;
    *error =
        xasprintf("cannot write %s: it has no version %lld any more", d->path, (long long)version);
    return false;
}

/* The condition under which something is added to a version, which stays for as long. */
#define IF_VERSION " WHERE EXISTS (SELECT 1 FROM versions WHERE id = ? /*pg:FOR KEY SHARE*/)"

static uint64_t chunk_checksum(uint64_t identity, const void *data, size_t size) {
    return hash_bytes(data, size, identity);
}

static bool add_chunk_once(Database *d, int64_t version, const void *data, size_t size,
                           char **error) {
    uint64_t identity;
    return store_identify_version(d, version, &identity, error) &&
           store_change(d, error,
                        "INSERT INTO " CHUNKS_TABLE
                        " (version, checksum, data) SELECT ?, ?, ?" IF_VERSION,
                        "iibi", version, (int64_t)chunk_checksum(identity, data, size), data, size,
                        version) &&
           added(d, version, error);
}

bool database_add_chunk(Database *d, int64_t version, const void *data, size_t size, char **error) {
    bool fine = STORE_TRYING(d, error, add_chunk_once(d, version, data, size, error));
    return fine;
}

/* Reads a chunk, and says whether it can be trusted. The bytes belong to the arena: the visitor may
 * use the database. */
static bool read_chunk_row(Database *d, int64_t id, const VersionInfo *v, Arena *arena,
                           const void **bytes, size_t *size, bool *fits, char **error) {
    *fits = false;
    if (!store_query(d, "SELECT version, checksum, data FROM " CHUNKS_TABLE " WHERE id = ?", "i",
                     id))
        return store_fail(d, "read", error);
    if (sql_next(d->sql)) {
        const void *data = sql_bytes(d->sql, 2, size);
        uint64_t checksum = (uint64_t)sql_number(d->sql, 1);
        *fits = sql_number(d->sql, 0) == v->id &&
                chunk_checksum(store_identity(v), data, *size) == checksum;
        if (*fits) *bytes = memcpy(arena_alloc(arena, *size + 1), data, *size);
    }
    return sql_end(d->sql) || store_fail(d, "read", error);
}

/* Whether a failure to read concerns one record, which is noted, or all. */
static bool only_damage(Database *d, bool fine, char **error) {
    if (fine) return true;
    if (!store_is_damage(d)) return false;
    free(*error);
    *error = NULL;
    return true;
}

/* Passes one chunk to `visit`; *more is the result of `visit`. */
static bool show_chunk(Database *d, int64_t id, const VersionInfo *v,
                       bool (*visit)(void *context, const void *data, size_t size), void *context,
                       bool *more, char **error) {
    Arena *arena = arena_new();
    const void *bytes = NULL;
    size_t size = 0;
    bool fits,
        fine = STORE_TRYING(d, error, read_chunk_row(d, id, v, arena, &bytes, &size, &fits, error));
    bool shown = fine && fits;
    fine = only_damage(d, fine, error);
    if (shown) *more = visit(context, bytes, size);
    if (fine && !shown) store_note_damage(d, RECORD_CHUNK, id);
    arena_free(arena);
    return fine;
}

/* Passes the chunks of one version to `visit`. */
static bool show_chunks(Database *d, const VersionInfo *v,
                        bool (*visit)(void *context, const void *data, size_t size), void *context,
                        bool *more, char **error) {
    Numbers ids = {0};
    bool fine = store_numbers_before_damage(
        d, "SELECT id FROM " CHUNKS_TABLE " WHERE version = ? ORDER BY id", v->id, &ids, error);
    if (fine && v->finished && ids.len != v->chunks) store_note_damage(d, RECORD_LIST, v->id);
    for (size_t k = 0; fine && *more && k < ids.len; k++)
        fine = show_chunk(d, ids.data[k], v, visit, context, more, error);
    vec_free(&ids);
    return fine;
}

bool database_each_chunk(Database *d, uint64_t lineage, uint64_t settings_hash,
                         bool (*wanted)(void *context, const VersionInfo *v),
                         bool (*visit)(void *context, const void *data, size_t size), void *context,
                         char **error) {
    Numbers ids = {0};
    bool fine = store_numbers_before_damage(
        d, "SELECT id FROM versions WHERE lineage = ? ORDER BY id", (int64_t)lineage, &ids, error);
    bool more = true, there;
    for (size_t k = 0; fine && more && k < ids.len; k++) {
        Arena *arena = arena_new();
        VersionInfo v;
        fine = STORE_TRYING(d, error, store_read_version(d, ids.data[k], arena, &v, &there, error));
        if (fine && there && v.lineage == lineage && v.settings_hash == settings_hash &&
            (!wanted || wanted(context, &v)))
            fine = show_chunks(d, &v, visit, context, &more, error);
        arena_free(arena);
    }
    vec_free(&ids);
    return fine;
}

static uint64_t finding_checksum(uint64_t identity, const StoredFinding *f) {
    uint64_t h = hash_combine(identity, hash_string(f->key));
    h = hash_combine(h, hash_string(f->kind));
    h = hash_combine(h, hash_string(f->message));
    h = hash_combine(h, hash_string(f->place));
    return hash_bytes(f->test, f->test_size, h);
}

static bool add_finding_once(Database *d, int64_t version, const StoredFinding *row, char **error) {
    uint64_t identity;
    return store_identify_version(d, version, &identity, error) &&
           store_change(
               d, error,
               "INSERT INTO " FINDINGS_TABLE " (version, key, kind, message, place, checksum, test)"
               " SELECT ?, ?, ?, ?, ?, ?, ?" IF_VERSION
               " ON CONFLICT (version, key) DO UPDATE SET kind = excluded.kind,"
               " message = excluded.message, place = excluded.place,"
               " checksum = excluded.checksum, test = excluded.test",
               "ixxxxibi", version, row->key, row->kind, row->message, row->place,
               (int64_t)finding_checksum(identity, row), row->test, row->test_size, version) &&
           added(d, version, error);
}

bool database_add_finding(Database *d, int64_t version, const StoredFinding *f, char **error) {
    StoredFinding row = {f->key ? f->key : "",
                         f->kind ? f->kind : "",
                         f->message ? f->message : "",
                         f->place ? f->place : "",
                         f->test,
                         f->test_size};
    bool fine = STORE_TRYING(d, error, add_finding_once(d, version, &row, error));
    return fine;
}

/* Reads a finding, as read_chunk_row does. */
static bool read_finding_row(Database *d, int64_t id, const VersionInfo *v, Arena *arena,
                             StoredFinding *f, bool *fits, char **error) {
    *fits = false;
    if (!store_query(
            d,
            "SELECT version, key, kind, message, place, checksum, test FROM " FINDINGS_TABLE
            " WHERE id = ?",
            "i", id))
        return store_fail(d, "read", error);
    if (sql_next(d->sql)) {
        const char **const texts[] = {&f->key, &f->kind, &f->message, &f->place};
        for (unsigned k = 0; k < ARRAY_LEN(texts); k++)
            *texts[k] = arena_strdup(arena, sql_text(d->sql, k + 1));
        const void *test = sql_bytes(d->sql, 6, &f->test_size);
        f->test = memcpy(arena_alloc(arena, f->test_size + 1), test, f->test_size);
        *fits = sql_number(d->sql, 0) == v->id &&
                finding_checksum(store_identity(v), f) == (uint64_t)sql_number(d->sql, 5);
    }
    return sql_end(d->sql) || store_fail(d, "read", error);
}

static bool show_finding(Database *d, int64_t id, const VersionInfo *v,
                         bool (*visit)(void *context, const StoredFinding *f), void *context,
                         bool *more, char **error) {
    Arena *arena = arena_new();
    StoredFinding f = {0};
    bool fits, fine = STORE_TRYING(d, error, read_finding_row(d, id, v, arena, &f, &fits, error));
    bool shown = fine && fits;
    fine = only_damage(d, fine, error);
    if (shown) *more = visit(context, &f);
    if (fine && !shown) store_note_damage(d, RECORD_FINDING, id);
    arena_free(arena);
    return fine;
}

bool database_each_finding(Database *d, int64_t version,
                           bool (*visit)(void *context, const StoredFinding *f), void *context,
                           char **error) {
    Numbers ids = {0};
    Arena *arena = arena_new();
    VersionInfo v;
    bool more = true, there;
    bool fine = STORE_TRYING(d, error, store_read_version(d, version, arena, &v, &there, error));
    fine = fine && store_numbers_before_damage(
                       d, "SELECT id FROM " FINDINGS_TABLE " WHERE version = ? ORDER BY id",
                       version, &ids, error);
    /* Records of a version that cannot be trusted cannot be distinguished from those of another
     * one. */
    if (fine && there && v.finished && ids.len != v.findings)
        store_note_damage(d, RECORD_LIST, -version);
    for (size_t k = 0; fine && there && more && k < ids.len; k++)
        fine = show_finding(d, ids.data[k], &v, visit, context, &more, error);
    arena_free(arena);
    vec_free(&ids);
    return fine;
}
