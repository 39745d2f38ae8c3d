/*
 * shrink.c — keeps the file small: old versions are dropped, and their pages are returned to the
 * system. See database.h. The file has incremental auto-vacuum. So pages can be returned within the
 * transaction that frees them, and without room for a second copy of the file.
 */
#include "store/statements.h"
#include <stdlib.h>

uint64_t database_bytes(Database *d) {
    int64_t pages = 0, size = 0;
    char *error = NULL;
    if (!store_number(d, "PRAGMA page_count", "", 0, &pages, &error) ||
        !store_number(d, "PRAGMA page_size", "", 0, &size, &error)) {
        free(error);
        return 0;
    }
    return (uint64_t)(pages * size);
}

/* Computes the size of the file without its free pages. */
static bool bytes_in_use(Database *d, uint64_t *bytes, char **error) {
    int64_t pages = 0, unused = 0, size = 0;
    if (!store_number(d, "PRAGMA page_count", "", 0, &pages, error) ||
        !store_number(d, "PRAGMA freelist_count", "", 0, &unused, error) ||
        !store_number(d, "PRAGMA page_size", "", 0, &size, error))
        return false;
    *bytes = (uint64_t)((pages - unused) * size);
    return true;
}

static bool drop_versions(Database *d, const Numbers *ids, int64_t newest_finished,
                          uint64_t max_bytes, unsigned keep_versions, uint64_t *dropped,
                          char **error) {
    size_t left = ids->len;
    /* The last one of the list is the newest of all. */
    for (size_t k = 0; k + 1 < ids->len; k++) {
        uint64_t bytes = 0;
        if (max_bytes && !bytes_in_use(d, &bytes, error)) return false;
        if (bytes <= max_bytes && (!keep_versions || left <= keep_versions)) return true;
        if (ids->data[k] == newest_finished) continue;
        if (!store_change(d, error, "DELETE FROM versions WHERE id = ?", "i", ids->data[k]))
            return false;
        left--;
        ++*dropped;
    }
    return true;
}

bool database_shrink(Database *d, uint64_t max_bytes, unsigned keep_versions,
                     uint64_t *dropped_versions, char **error) {
    Numbers ids = {0};
    int64_t newest_finished = 0;
    uint64_t dropped = 0;
    if (dropped_versions) *dropped_versions = 0;
    if (!store_begin(d, error)) return false;
    bool fine =
        store_numbers(d, "SELECT id FROM versions ORDER BY id", 0, &ids, error) &&
        store_number(d, "SELECT coalesce(max(id), 0) FROM versions WHERE finished", "", 0,
                     &newest_finished, error) &&
        drop_versions(d, &ids, newest_finished, max_bytes, keep_versions, &dropped, error) &&
        store_run(d, "PRAGMA incremental_vacuum", error);
    vec_free(&ids);
    fine = store_end(d, fine, error);
    if (fine && dropped_versions) *dropped_versions = dropped;
    return fine;
}
