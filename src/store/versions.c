/* versions.c — the explored versions of a program, and their results. See database.h. */
#include "store/statements.h"
#include <stdlib.h>

uint64_t store_identity(const VersionInfo *v) {
    uint64_t h = hash_combine(hash_string(v->name), (uint64_t)v->id);
    h = hash_combine(h, v->program_hash);
    h = hash_combine(h, v->settings_hash);
    h = hash_combine(h, v->lineage);
    h = hash_combine(h, hash_bytes(v->layout, v->layout_size, 1));
    return hash_combine(h, (uint64_t)v->created);
}

/* Returns the checksum of all data in a version's row. */
static uint64_t version_checksum(const VersionInfo *v) {
    uint64_t h = hash_combine(store_identity(v), (uint64_t)v->finished << 1 | v->complete);
    h = hash_combine(h, hash_string(v->verdict));
    h = hash_combine(h, hash_string(v->incomplete));
    h = hash_combine(h, hash_string(v->result));
    h = hash_combine(h, v->chunks);
    return hash_combine(h, v->findings);
}

static const char *versions_text(sqlite3_stmt *s, int column, Arena *arena) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    return arena_strdup(arena, text ? text : "");
}

/* Reads the columns of `row_columns`; false if the checksum does not match. */
static bool read_row(sqlite3_stmt *s, Arena *arena, VersionInfo *v) {
    const void *layout = sqlite3_column_blob(s, 5);
    size_t size = (size_t)sqlite3_column_bytes(s, 5);
    void *copy = memcpy(arena_alloc(arena, size + 1), layout ? layout : "", size);
    *v = (VersionInfo){
        .id = sqlite3_column_int64(s, 0),
        .name = versions_text(s, 1, arena),
        .program_hash = (uint64_t)sqlite3_column_int64(s, 2),
        .settings_hash = (uint64_t)sqlite3_column_int64(s, 3),
        .lineage = (uint64_t)sqlite3_column_int64(s, 4),
        .layout = copy,
        .layout_size = size,
        .finished = sqlite3_column_int64(s, 6) != 0,
        .complete = sqlite3_column_int64(s, 7) != 0,
        .verdict = versions_text(s, 8, arena),
        .incomplete = versions_text(s, 9, arena),
        .result = versions_text(s, 10, arena),
        .created = sqlite3_column_int64(s, 11),
        .chunks = (uint64_t)sqlite3_column_int64(s, 12),
        .findings = (uint64_t)sqlite3_column_int64(s, 13),
    };
    return version_checksum(v) == (uint64_t)sqlite3_column_int64(s, 14);
}

bool store_read_version(Database *d, int64_t id, Arena *arena, VersionInfo *out, bool *there,
                        char **error) {
    sqlite3_stmt *s =
        store_statement(d,
                        "SELECT id, name, program, settings, lineage, layout, finished, complete,"
                        " verdict, incomplete, result, created, chunks, findings, checksum"
                        " FROM versions WHERE id = ?",
                        "i", id);
    bool row = s && sqlite3_step(s) == SQLITE_ROW;
    *there = row && read_row(s, arena, out) && out->id == id;
    bool fine = s && sqlite3_finalize(s) == SQLITE_OK;
    if (!fine && !store_is_damage(d)) return store_fail(d, "read", error);
    if (!*there && (row || !fine)) store_note_damage(d, RECORD_VERSION, id);
    return true;
}

bool database_find(Database *d, uint64_t program_hash, uint64_t settings_hash, VersionChoice choice,
                   Arena *arena, VersionInfo *out, char **error) {
    Numbers ids = {0};
    bool there = false, found = false;
    *error = NULL;
    bool fine = store_numbers_before_damage(
        d, "SELECT id FROM versions WHERE settings = ? ORDER BY id DESC", (int64_t)settings_hash,
        &ids, error);
    for (size_t k = 0; fine && !found && k < ids.len; k++) {
        fine = store_read_version(d, ids.data[k], arena, out, &there, error);
        found = fine && there && out->settings_hash == settings_hash &&
                (!program_hash || out->program_hash == program_hash) &&
                (choice == VERSION_ANY || out->finished);
    }
    vec_free(&ids);
    return found;
}

bool database_each_version(Database *d, bool (*visit)(void *context, const VersionInfo *v),
                           void *context, char **error) {
    Numbers ids = {0};
    bool fine =
             store_numbers_before_damage(d, "SELECT id FROM versions ORDER BY id", 0, &ids, error),
         more = true;
    for (size_t k = 0; fine && more && k < ids.len; k++) {
        Arena *arena = arena_new();
        VersionInfo v;
        bool there;
        fine = store_read_version(d, ids.data[k], arena, &v, &there, error);
        if (fine && there) more = visit(context, &v);
        arena_free(arena);
    }
    vec_free(&ids);
    return fine;
}

/* Writes the variable part of a version's row, and its checksum. */
static bool update(Database *d, const VersionInfo *v, char **error) {
    return store_change(
        d, error,
        "UPDATE versions SET finished = ?, complete = ?, verdict = ?, incomplete = ?,"
        " result = ?, chunks = ?, findings = ?, checksum = ? WHERE id = ?",
        "iitttiiii", (int64_t)v->finished, (int64_t)v->complete, v->verdict, v->incomplete,
        v->result, (int64_t)v->chunks, (int64_t)v->findings, (int64_t)version_checksum(v), v->id);
}

int64_t database_begin(Database *d, const VersionInfo *v, char **error) {
    VersionInfo row = {.name = v->name ? v->name : "",
                       .program_hash = v->program_hash,
                       .settings_hash = v->settings_hash,
                       .lineage = v->lineage,
                       .layout = v->layout,
                       .layout_size = v->layout_size,
                       .created = v->created,
                       .verdict = "",
                       .incomplete = "",
                       .result = ""};
    if (!store_begin(d, error)) return 0;
    bool fine = store_change(
        d, error, "INSERT INTO versions VALUES (NULL, ?, ?, ?, ?, ?, 0, 0, '', '', '', ?, 0, 0, 0)",
        "tiiibi", row.name, (int64_t)row.program_hash, (int64_t)row.settings_hash,
        (int64_t)row.lineage, row.layout, row.layout_size, row.created);
    row.id = sqlite3_last_insert_rowid(d->handle);
    return store_end(d, fine && update(d, &row, error), error) ? row.id : 0;
}

/* Updates the row with the end of the version given in *v. */
static bool store_finish_row(Database *d, const VersionInfo *v, Arena *arena, char **error) {
    VersionInfo row;
    bool there;
    int64_t chunks = 0, findings = 0;
    if (!store_read_version(d, v->id, arena, &row, &there, error)) return false;
    if (!there) {
        *error = xasprintf("cannot write %s: it has no version %lld that can be trusted", d->path,
                           (long long)v->id);
        return false;
    }
    if (!store_number(d, "SELECT count(*) FROM chunks WHERE version = ?", "i", v->id, &chunks,
                      error) ||
        !store_number(d, "SELECT count(*) FROM findings WHERE version = ?", "i", v->id, &findings,
                      error))
        return false;
    row.finished = true;
    row.complete = v->complete;
    row.verdict = v->verdict ? v->verdict : "";
    row.incomplete = v->incomplete ? v->incomplete : "";
    row.result = v->result ? v->result : "";
    row.chunks = (uint64_t)chunks;
    row.findings = (uint64_t)findings;
    return update(d, &row, error);
}

bool database_finish(Database *d, const VersionInfo *v, char **error) {
    if (!store_begin(d, error)) return false;
    Arena *arena = arena_new();
    bool fine = store_finish_row(d, v, arena, error);
    arena_free(arena);
    return store_end(d, fine, error);
}
