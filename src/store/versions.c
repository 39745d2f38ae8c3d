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

static const char *versions_text(Database *d, unsigned column, Arena *arena) {
    return arena_strdup(arena, sql_text(d->sql, column));
}

/* Reads the current row of a query for VERSION_COLUMNS; false if the checksum does not match. */
static bool read_row(Database *d, Arena *arena, VersionInfo *v) {
    size_t size;
    const void *layout = sql_bytes(d->sql, 5, &size);
    void *copy = memcpy(arena_alloc(arena, size + 1), layout, size);
    *v = (VersionInfo){
        .id = sql_number(d->sql, 0),
        .name = versions_text(d, 1, arena),
        .program_hash = (uint64_t)sql_number(d->sql, 2),
        .settings_hash = (uint64_t)sql_number(d->sql, 3),
        .lineage = (uint64_t)sql_number(d->sql, 4),
        .layout = copy,
        .layout_size = size,
        .finished = sql_number(d->sql, 6) != 0,
        .complete = sql_number(d->sql, 7) != 0,
        .verdict = versions_text(d, 8, arena),
        .incomplete = versions_text(d, 9, arena),
        .result = versions_text(d, 10, arena),
        .created = sql_number(d->sql, 11),
        .chunks = (uint64_t)sql_number(d->sql, 12),
        .findings = (uint64_t)sql_number(d->sql, 13),
    };
    return version_checksum(v) == (uint64_t)sql_number(d->sql, 14);
}

#define VERSION_COLUMNS                                                                      \
    "id, name, program, settings, lineage, layout, finished, complete, verdict, incomplete," \
    " result, created, chunks, findings, checksum"

static bool look_for_version(Database *d, int64_t id, Arena *arena, VersionInfo *out, bool *row,
                             bool *there, char **error) {
    *row = *there = false;
    if (!store_query(d, "SELECT " VERSION_COLUMNS " FROM versions WHERE id = ?", "i", id))
        return store_fail(d, "read", error);
    *row = sql_next(d->sql);
    *there = *row && read_row(d, arena, out) && out->id == id;
    return sql_end(d->sql) || store_fail(d, "read", error);
}

bool store_read_version(Database *d, int64_t id, Arena *arena, VersionInfo *out, bool *there,
                        char **error) {
    bool row, fine = look_for_version(d, id, arena, out, &row, there, error);
    if (!fine && !store_is_damage(d)) return false;
    if (!fine) {
        free(*error);
        *error = NULL;
        *there = false;
    }
    if (!*there && (row || !fine)) store_note_damage(d, RECORD_VERSION, id);
    return true;
}

/* The same for readers, who wait for a server that was away. */
static bool read_version_again(Database *d, int64_t id, Arena *arena, VersionInfo *out, bool *there,
                               char **error) {
    bool fine = STORE_TRYING(d, error, store_read_version(d, id, arena, out, there, error));
    return fine;
}

bool database_find(Database *d, uint64_t program_hash, uint64_t settings_hash, VersionChoice choice,
                   Arena *arena, VersionInfo *out, char **error) {
    Numbers ids = {0};
    bool there = false, found = false;
    *error = NULL;
    bool fine = store_numbers_before_damage(
        d, "SELECT id FROM versions WHERE settings = ? ORDER BY id DESC", (int64_t)settings_hash,
        &ids, error);
    for (size_t k = 0; fine && k < ids.len && !(found && out->complete); k++) {
        VersionInfo v;
        fine = read_version_again(d, ids.data[k], arena, &v, &there, error);
        if (!fine || !there || v.settings_hash != settings_hash ||
            (program_hash && v.program_hash != program_hash) ||
            (choice == VERSION_FINISHED && !v.finished) || (found && !v.complete))
            continue;
        *out = v;
        found = true;
        if (choice == VERSION_ANY) break;
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
        fine = read_version_again(d, ids.data[k], arena, &v, &there, error);
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
        "iixxxiiii", (int64_t)v->finished, (int64_t)v->complete, v->verdict, v->incomplete,
        v->result, (int64_t)v->chunks, (int64_t)v->findings, (int64_t)version_checksum(v), v->id);
}

/* Adds the row of a version, whose id the database gives. */
static bool insert_version(Database *d, VersionInfo *row, char **error) {
    if (!store_query(d,
                     "INSERT INTO versions (name, program, settings, lineage, layout, finished,"
                     " complete, verdict, incomplete, result, created, chunks, findings, checksum)"
                     " VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, 0, 0, 0) RETURNING id",
                     "xiiibxxxi", row->name, (int64_t)row->program_hash,
                     (int64_t)row->settings_hash, (int64_t)row->lineage, row->layout,
                     row->layout_size, "", "", "", row->created))
        return store_fail(d, "write", error);
    bool there = sql_next(d->sql);
    if (there) row->id = sql_number(d->sql, 0);
    return (sql_end(d->sql) && there) || store_fail(d, "write", error);
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
    bool fine = STORE_TRYING(
        d, error,
        store_begin(d, error) &&
            store_end(d, insert_version(d, &row, error) && update(d, &row, error), error));
    return fine ? row.id : 0;
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
    if (!store_number(d, "SELECT count(*) FROM " CHUNKS_TABLE " WHERE version = ?", "i", v->id,
                      &chunks, error) ||
        !store_number(d, "SELECT count(*) FROM " FINDINGS_TABLE " WHERE version = ?", "i", v->id,
                      &findings, error))
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

static bool finish_once(Database *d, const VersionInfo *v, char **error) {
    if (!store_begin(d, error)) return false;
    Arena *arena = arena_new();
    bool fine = store_finish_row(d, v, arena, error);
    arena_free(arena);
    return store_end(d, fine, error);
}

bool database_finish(Database *d, const VersionInfo *v, char **error) {
    return STORE_TRYING(d, error, finish_once(d, v, error));
}
