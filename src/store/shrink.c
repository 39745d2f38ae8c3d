/*
 * shrink.c — keeps the database small: old versions are dropped, and pages of a file are returned
 * to the system. See database.h. The file has incremental auto-vacuum. So pages can be returned
 * within the transaction that frees them, and without room for a second copy of the file. Of a
 * server the bytes of the rows count; it uses the space of dropped ones again.
 */
#include "store/statements.h"
#include <stdlib.h>

/* A row has about so many bytes beside its contents, with its part of indexes. */
#define ROW_BYTES "100"

static const char server_bytes[] =
    "SELECT CAST((SELECT coalesce(sum(octet_length(data) + " ROW_BYTES "), 0) FROM version_chunks)"
    " + (SELECT coalesce(sum(octet_length(test) + octet_length(message) + " ROW_BYTES "), 0)"
    " FROM version_findings) + (SELECT coalesce(sum(octet_length(layout) + octet_length(result)"
    " + " ROW_BYTES "), 0) FROM versions) AS BIGINT)";

/* Computes the size of a file, or without its free pages. */
static bool bytes_of_file(Database *d, bool in_use, uint64_t *bytes, char **error) {
    int64_t pages = 0, unused = 0, size = 0;
    if (!store_number(d, "PRAGMA page_count", "", 0, &pages, error) ||
        (in_use && !store_number(d, "PRAGMA freelist_count", "", 0, &unused, error)) ||
        !store_number(d, "PRAGMA page_size", "", 0, &size, error))
        return false;
    *bytes = (uint64_t)((pages - unused) * size);
    return true;
}

static bool bytes_of(Database *d, bool in_use, uint64_t *bytes, char **error) {
    int64_t n = 0;
    if (!d->server) return bytes_of_file(d, in_use, bytes, error);
    bool fine = store_number(d, server_bytes, "", 0, &n, error);
    *bytes = (uint64_t)n;
    return fine;
}

uint64_t database_bytes(Database *d) {
    uint64_t bytes = 0;
    char *error = NULL;
    if (bytes_of(d, false, &bytes, &error)) return bytes;
    free(error);
    return 0;
}

static bool drop_version(Database *d, int64_t id, char **error) {
    /* The version first: nobody adds to it any more. */
    return store_change(d, error, "DELETE FROM versions WHERE id = ?", "i", id) &&
           store_change(d, error, "DELETE FROM " CHUNKS_TABLE " WHERE version = ?", "i", id) &&
           store_change(d, error, "DELETE FROM " FINDINGS_TABLE " WHERE version = ?", "i", id);
}

static bool drop_versions(Database *d, const Numbers *ids, int64_t newest_finished,
                          uint64_t max_bytes, unsigned keep_versions, uint64_t *dropped,
                          char **error) {
    size_t left = ids->len;
    /* The last one of the list is the newest of all. */
    for (size_t k = 0; k + 1 < ids->len; k++) {
        uint64_t bytes = 0;
        if (max_bytes && !bytes_of(d, true, &bytes, error)) return false;
        if (bytes <= max_bytes && (!keep_versions || left <= keep_versions)) return true;
        if (ids->data[k] == newest_finished) continue;
        if (!drop_version(d, ids->data[k], error)) return false;
        left--;
        ++*dropped;
    }
    return true;
}

/* Returns the free pages of a file to the system, each of which is a row of the result. */
static bool vacuum(Database *d, char **error) {
    if (d->server) return true;
    if (!store_query(d, "PRAGMA incremental_vacuum", "")) return store_fail(d, "write", error);
    while (sql_next(d->sql)) {}
    return sql_end(d->sql) || store_fail(d, "write", error);
}

static bool shrink_once(Database *d, uint64_t max_bytes, unsigned keep_versions, uint64_t *dropped,
                        char **error) {
    Numbers ids = {0};
    int64_t newest_finished = 0;
    *dropped = 0;
    if (!store_begin(d, error)) return false;
    bool fine = store_numbers(d, "SELECT id FROM versions ORDER BY id", 0, &ids, error) &&
                store_number(d, "SELECT coalesce(max(id), 0) FROM versions WHERE finished <> 0", "",
                             0, &newest_finished, error) &&
                drop_versions(d, &ids, newest_finished, max_bytes, keep_versions, dropped, error) &&
                vacuum(d, error);
    vec_free(&ids);
    return store_end(d, fine, error);
}

bool database_shrink(Database *d, uint64_t max_bytes, unsigned keep_versions,
                     uint64_t *dropped_versions, char **error) {
    uint64_t dropped = 0;
    bool fine = STORE_TRYING(d, error, shrink_once(d, max_bytes, keep_versions, &dropped, error));
    if (dropped_versions) *dropped_versions = fine ? dropped : 0;
    return fine;
}
