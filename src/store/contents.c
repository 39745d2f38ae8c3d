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

/* Called after a record was added. Reports in other words if another process has dropped the
 * version meanwhile. */
static bool added(const Database *d, int64_t version, bool fine, char **error) {
    if (fine || sqlite3_extended_errcode(d->handle) != SQLITE_CONSTRAINT_FOREIGNKEY) return fine;
    free(*error);
    *error =
        xasprintf("cannot write %s: it has no version %lld any more", d->path, (long long)version);
    return false;
}

static uint64_t chunk_checksum(uint64_t identity, const void *data, size_t size) {
    return hash_bytes(data, size, identity);
}

bool database_add_chunk(Database *d, int64_t version, const void *data, size_t size, char **error) {
    uint64_t identity;
    if (!store_identify_version(d, version, &identity, error)) return false;
    bool fine =
        store_change(d, error, "INSERT INTO chunks (version, checksum, data) VALUES (?, ?, ?)",
                     "iib", version, (int64_t)chunk_checksum(identity, data, size), data, size);
    return added(d, version, fine, error);
}

/* Passes one chunk to `visit`. *shown says whether it can be trusted, *more is the result of
 * `visit`. */
static bool show_chunk(Database *d, int64_t id, const VersionInfo *v,
                       bool (*visit)(void *context, const void *data, size_t size), void *context,
                       bool *shown, bool *more, char **error) {
    sqlite3_stmt *s =
        store_statement(d, "SELECT version, checksum, data FROM chunks WHERE id = ?", "i", id);
    *shown = false;
    if (s && sqlite3_step(s) == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(s, 2);
        size_t size = (size_t)sqlite3_column_bytes(s, 2);
        uint64_t checksum = (uint64_t)sqlite3_column_int64(s, 1);
        *shown = sqlite3_column_int64(s, 0) == v->id &&
                 chunk_checksum(store_identity(v), bytes, size) == checksum;
        if (*shown) *more = visit(context, bytes ? bytes : "", size);
    }
    bool fine = s && sqlite3_finalize(s) == SQLITE_OK;
    if (!fine && !store_is_damage(d)) return store_fail(d, "read", error);
    if (!*shown) store_note_damage(d, RECORD_CHUNK, id);
    return true;
}

/* Passes the chunks of one version to `visit`. */
static bool show_chunks(Database *d, const VersionInfo *v,
                        bool (*visit)(void *context, const void *data, size_t size), void *context,
                        bool *more, char **error) {
    Numbers ids = {0};
    bool fine = store_numbers_before_damage(
             d, "SELECT id FROM chunks WHERE version = ? ORDER BY id", v->id, &ids, error),
         shown;
    if (fine && v->finished && ids.len != v->chunks) store_note_damage(d, RECORD_LIST, v->id);
    for (size_t k = 0; fine && *more && k < ids.len; k++)
        fine = show_chunk(d, ids.data[k], v, visit, context, &shown, more, error);
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
        fine = store_read_version(d, ids.data[k], arena, &v, &there, error);
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

bool database_add_finding(Database *d, int64_t version, const StoredFinding *f, char **error) {
    StoredFinding row = {f->key ? f->key : "",
                         f->kind ? f->kind : "",
                         f->message ? f->message : "",
                         f->place ? f->place : "",
                         f->test,
                         f->test_size};
    uint64_t identity;
    if (!store_identify_version(d, version, &identity, error)) return false;
    bool fine =
        store_change(d, error,
                     "INSERT INTO findings (version, key, kind, message, place, checksum, test)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (version, key) DO UPDATE SET"
                     " kind = excluded.kind, message = excluded.message, place = excluded.place,"
                     " checksum = excluded.checksum, test = excluded.test",
                     "ittttib", version, row.key, row.kind, row.message, row.place,
                     (int64_t)finding_checksum(identity, &row), row.test, row.test_size);
    return added(d, version, fine, error);
}

static const char *contents_text(sqlite3_stmt *s, int column) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? text : "";
}

static bool show_finding(Database *d, int64_t id, const VersionInfo *v,
                         bool (*visit)(void *context, const StoredFinding *f), void *context,
                         bool *more, char **error) {
    sqlite3_stmt *s = store_statement(
        d, "SELECT version, key, kind, message, place, checksum, test FROM findings WHERE id = ?",
        "i", id);
    bool shown = false;
    if (s && sqlite3_step(s) == SQLITE_ROW) {
        const void *test = sqlite3_column_blob(s, 6);
        StoredFinding f = {contents_text(s, 1), contents_text(s, 2),
                           contents_text(s, 3), contents_text(s, 4),
                           test ? test : "",    (size_t)sqlite3_column_bytes(s, 6)};
        shown = sqlite3_column_int64(s, 0) == v->id &&
                finding_checksum(store_identity(v), &f) == (uint64_t)sqlite3_column_int64(s, 5);
        if (shown) *more = visit(context, &f);
    }
    bool fine = s && sqlite3_finalize(s) == SQLITE_OK;
    if (!fine && !store_is_damage(d)) return store_fail(d, "read", error);
    if (!shown) store_note_damage(d, RECORD_FINDING, id);
    return true;
}

bool database_each_finding(Database *d, int64_t version,
                           bool (*visit)(void *context, const StoredFinding *f), void *context,
                           char **error) {
    Numbers ids = {0};
    Arena *arena = arena_new();
    VersionInfo v;
    bool more = true, there;
    bool fine =
        store_read_version(d, version, arena, &v, &there, error) &&
        store_numbers_before_damage(d, "SELECT id FROM findings WHERE version = ? ORDER BY id",
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
