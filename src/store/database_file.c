/*
 * database_file.c — a file of explorations. See database.h.
 *
 * It uses the rollback journal, not a write-ahead log: so everything confirmed is in the one file
 * that the user knows, copies and removes. A journal exists beside it only during a write. If the
 * writer was killed meanwhile, the next process that opens the file undoes the incomplete write.
 * `synchronous=extra` (sql_sqlite.c) makes a transaction durable also against loss of power. It
 * costs less than a millisecond, and chunks are rare.
 */
#include "store/statements.h"
#include <stdlib.h>

#define APPLICATION_ID 0x4865646c /* "Hedl" */
#define FILE_SCHEMA 1
#define TEXT_OF(x) TEXT_OF_(x)
#define TEXT_OF_(x) #x

/* What the file has, in the order of kinds and names. Versions are few, so they need no index. */
static const struct FileObject {
    const char *kind, *name, *statement;
    bool made; /* by SQLite itself */
} objects[] = {
    {"index", "chunks_of_version", "CREATE INDEX chunks_of_version ON chunks (version)", false},
    {"index", "sqlite_autoindex_findings_1", "", true},
    {"table", "chunks",
     "CREATE TABLE chunks (id INTEGER PRIMARY KEY,"
     " version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,"
     " checksum INTEGER NOT NULL, data BLOB NOT NULL)",
     false},
    {"table", "findings",
     "CREATE TABLE findings (id INTEGER PRIMARY KEY,"
     " version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,"
     " key TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, place TEXT NOT NULL,"
     " checksum INTEGER NOT NULL, test BLOB NOT NULL, UNIQUE (version, key))",
     false},
    {"table", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)", true},
    {"table", "versions",
     "CREATE TABLE versions (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
     " program INTEGER NOT NULL, settings INTEGER NOT NULL, lineage INTEGER NOT NULL, layout BLOB "
     "NOT NULL,"
     " finished INTEGER NOT NULL, complete INTEGER NOT NULL, verdict TEXT NOT NULL, incomplete "
     "TEXT "
     "NOT NULL,"
     " result TEXT NOT NULL, created INTEGER NOT NULL, chunks INTEGER NOT NULL, findings INTEGER "
     "NOT NULL,"
     " checksum INTEGER NOT NULL)",
     false},
};

/* Whether the file is empty. A file whose creation was interrupted has a page with its space
 * management. */
static bool file_is_new(Database *d, bool *new, char **error) {
    int64_t application = 0, version = 0, tables = 0;
    if (!store_number(d, "PRAGMA application_id", "", 0, &application, error) ||
        !store_number(d, "PRAGMA user_version", "", 0, &version, error) ||
        !store_number(d, "SELECT count(*) FROM sqlite_master", "", 0, &tables, error))
        return false;
    *new = !application && !version && !tables;
    return true;
}

static bool make_file_objects(Database *d, const char *kind, char **error) {
    for (size_t k = 0; k < ARRAY_LEN(objects); k++)
        if (!objects[k].made && !strcmp(objects[k].kind, kind) &&
            !store_run(d, objects[k].statement, error))
            return false;
    return true;
}

/* Creates the tables, unless another process has done it since. */
static bool file_create(Database *d, char **error) {
    bool new;
    if (!store_run(d, "PRAGMA auto_vacuum = incremental", error) || !store_begin(d, error))
        return false;
    bool fine =
        file_is_new(d, &new, error) &&
        (!new || (make_file_objects(d, "table", error) && make_file_objects(d, "index", error) &&
                  store_run(d, "PRAGMA application_id = " TEXT_OF(APPLICATION_ID), error) &&
                  store_run(d, "PRAGMA user_version = " TEXT_OF(FILE_SCHEMA), error)));
    return store_end(d, fine, error);
}

/* Checks that the tables are exactly those that were created, so that their names stand for nothing
 * else. */
static bool check_file_objects(Database *d, char **error) {
    size_t n = 0;
    bool fine = true;
    if (!store_query(d, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name", ""))
        return store_fail(d, "read", error);
    while (sql_next(d->sql)) {
        const struct FileObject *o = n < ARRAY_LEN(objects) ? &objects[n] : NULL;
        n++;
        fine = fine && o && !strcmp(sql_text(d->sql, 0), o->kind) &&
               !strcmp(sql_text(d->sql, 1), o->name) && !strcmp(sql_text(d->sql, 2), o->statement);
    }
    if (!sql_end(d->sql)) return store_fail(d, "read", error);
    if (fine && n == ARRAY_LEN(objects)) return true;
    *error = xasprintf("cannot read %s: the file is damaged", d->path);
    return false;
}

/* Checks that the file is a database of Heddle in a known version. */
static bool check_kind(Database *d, char **error) {
    int64_t application = 0, version = 0;
    if (!store_number(d, "PRAGMA application_id", "", 0, &application, error) ||
        !store_number(d, "PRAGMA user_version", "", 0, &version, error))
        return false;
    if (application != APPLICATION_ID)
        *error = xasprintf("%s is a database, but not one of heddle", d->path);
    else if (version > FILE_SCHEMA)
        *error = xasprintf(
            "%s was made by a newer heddle (its schema is %lld, the latest known here %d)", d->path,
            (long long)version, FILE_SCHEMA);
    else if (version < 1)
        *error = xasprintf("cannot read %s: the file is damaged", d->path);
    else
        return check_file_objects(d, error);
    return false;
}

/* Checks now that the file can be written, and not after an hour of exploration. Changes the header
 * and undoes the change, which needs the lock and a journal. */
static bool check_writable(Database *d, char **error) {
    if (!store_begin(d, error)) return false;
    bool fine = store_run(d, "PRAGMA application_id = " TEXT_OF(APPLICATION_ID), error);
    store_end(d, false, error);
    return fine;
}

bool store_prepare_file(Database *d, char **error) {
    bool new;
    sql_patience(d->sql, DATABASE_PATIENCE_MS);
    return file_is_new(d, &new, error) && (!new || file_create(d, error)) && check_kind(d, error) &&
           check_writable(d, error) && store_run(d, "PRAGMA journal_mode = delete", error) &&
           store_run(d, "PRAGMA secure_delete = off", error) &&
           store_run(d, "PRAGMA temp_store = memory", error);
}
