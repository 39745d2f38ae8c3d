/*
 * database.c — opens the file of explorations and executes statements. See database.h.
 *
 * It uses the rollback journal, not a write-ahead log: so everything confirmed is in the one file
 * that the user knows, copies and removes. A journal exists beside it only during a write. If the
 * writer was killed meanwhile, the next process that opens the file undoes the incomplete write.
 * `synchronous=extra` makes a transaction durable also against loss of power. It costs less than a
 * millisecond, and chunks are rare.
 */
#include "store/statements.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define APPLICATION_ID 0x4865646c /* "Hedl" */
#define SCHEMA_VERSION 1
#define TEXT_OF(x) TEXT_OF_(x)
#define TEXT_OF_(x) #x

/* Versions are few, so they need no index. Deleting one deletes its chunks and findings. */
static const char schema[] =
    "CREATE TABLE versions (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
    " program INTEGER NOT NULL, settings INTEGER NOT NULL, lineage INTEGER NOT NULL, layout BLOB "
    "NOT NULL,"
    " finished INTEGER NOT NULL, complete INTEGER NOT NULL, verdict TEXT NOT NULL, incomplete TEXT "
    "NOT NULL,"
    " result TEXT NOT NULL, created INTEGER NOT NULL, chunks INTEGER NOT NULL, findings INTEGER "
    "NOT NULL,"
    " checksum INTEGER NOT NULL);"
    "CREATE TABLE chunks (id INTEGER PRIMARY KEY,"
    " version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,"
    " checksum INTEGER NOT NULL, data BLOB NOT NULL);"
    "CREATE INDEX chunks_of_version ON chunks (version);"
    "CREATE TABLE findings (id INTEGER PRIMARY KEY,"
    " version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,"
    " key TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, place TEXT NOT NULL,"
    " checksum INTEGER NOT NULL, test BLOB NOT NULL, UNIQUE (version, key));"
    "PRAGMA application_id = " TEXT_OF(APPLICATION_ID) ";"
                                                       "PRAGMA user_version = " TEXT_OF(
                                                           SCHEMA_VERSION) ";";

uint64_t database_damaged(const Database *d) { return d->damaged.len; }

void store_note_damage(Database *d, RecordKind kind, int64_t id) {
    uint64_t name = hash_combine(kind, (uint64_t)id);
    hash_set_add(&d->damaged, name ? name : 1);
}

bool store_is_damage(const Database *d) {
    int code = sqlite3_errcode(d->handle);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

bool store_fail(const Database *d, const char *doing, char **error) {
    int code = sqlite3_errcode(d->handle), system = sqlite3_system_errno(d->handle);
    /* SQLite gives no system error if it may not make a journal. */
    if (code == SQLITE_READONLY) system = EACCES;
    const char *said = sqlite3_errmsg(d->handle), *path = d->path;
    switch (code) {
    case SQLITE_NOTADB: *error = xasprintf("%s is not a database of heddle", path); break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        *error =
            xasprintf("cannot %s %s: another process has kept it locked for more than %d seconds",
                      doing, path, DATABASE_PATIENCE_MS / 1000);
        break;
    case SQLITE_CORRUPT:
        *error = xasprintf("cannot %s %s: the file is damaged", doing, path);
        break;
    case SQLITE_FULL: *error = xasprintf("cannot %s %s: %s", doing, path, strerror(ENOSPC)); break;
    case SQLITE_NOMEM: base_fatal("out of memory (database %s)", path);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_PERM:
        /* SQLite gives no system error for a decision of its own. */
        *error = xasprintf("cannot %s %s: %s", doing, path, system ? strerror(system) : said);
        break;
    default: *error = xasprintf("cannot %s %s: %s", doing, path, said); break;
    }
    /* Texts of SQLite are single lines, but a path may contain anything. */
    for (char *c = *error; *c; c++)
        if (*c == '\n') *c = ' ';
    return false;
}

static void bind(sqlite3_stmt *s, const char *types, va_list ap) {
    for (int k = 0; types[k]; k++) {
        if (types[k] == 'i') {
            sqlite3_bind_int64(s, k + 1, va_arg(ap, int64_t));
        } else if (types[k] == 't') {
            const char *text = va_arg(ap, const char *);
            sqlite3_bind_text64(s, k + 1, text ? text : "", text ? strlen(text) : 0, SQLITE_STATIC,
                                SQLITE_UTF8);
        } else {
            const void *bytes = va_arg(ap, const void *);
            size_t size = va_arg(ap, size_t);
            sqlite3_bind_blob64(s, k + 1, size ? bytes : "", size, SQLITE_STATIC);
        }
    }
}

static sqlite3_stmt *statement(Database *d, const char *sql, const char *types, va_list ap) {
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(d->handle, sql, -1, &s, NULL) != SQLITE_OK) return NULL;
    bind(s, types, ap);
    return s;
}

sqlite3_stmt *store_statement(Database *d, const char *sql, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = statement(d, sql, types, ap);
    va_end(ap);
    return s;
}

bool store_change(Database *d, char **error, const char *sql, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = statement(d, sql, types, ap);
    va_end(ap);
    if (s) sqlite3_step(s);
    return (s && sqlite3_finalize(s) == SQLITE_OK) || store_fail(d, "write", error);
}

bool store_run(Database *d, const char *sql, char **error) {
    return sqlite3_exec(d->handle, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_fail(d, "write", error);
}

bool store_number(Database *d, const char *sql, const char *types, int64_t parameter, int64_t *out,
                  char **error) {
    sqlite3_stmt *s = store_statement(d, sql, types, parameter);
    bool row = s && sqlite3_step(s) == SQLITE_ROW;
    if (row) *out = sqlite3_column_int64(s, 0);
    bool fine = s && sqlite3_finalize(s) == SQLITE_OK && row;
    return fine || store_fail(d, "read", error);
}

bool store_numbers(Database *d, const char *sql, int64_t parameter, Numbers *out, char **error) {
    sqlite3_stmt *s = store_statement(d, sql, strchr(sql, '?') ? "i" : "", parameter);
    while (s && sqlite3_step(s) == SQLITE_ROW) vec_push(out, sqlite3_column_int64(s, 0));
    return (s && sqlite3_finalize(s) == SQLITE_OK) || store_fail(d, "read", error);
}

bool store_numbers_before_damage(Database *d, const char *sql, int64_t parameter, Numbers *out,
                                 char **error) {
    bool fine = store_numbers(d, sql, parameter, out, error), damaged = !fine;
    if (!fine && !store_is_damage(d)) return false;
    if (!fine) {
        free(*error);
        *error = NULL;
    }
    /* The lists are in order; a damaged tree may have a record twice. */
    size_t kept = 0;
    for (size_t k = 0; k < out->len; k++) {
        if (kept && out->data[kept - 1] == out->data[k])
            damaged = true;
        else
            out->data[kept++] = out->data[k];
    }
    out->len = kept;
    if (damaged)
        store_note_damage(d, RECORD_LIST,
                          (int64_t)hash_combine(hash_string(sql), (uint64_t)parameter));
    return true;
}

bool store_begin(Database *d, char **error) { return store_run(d, "BEGIN IMMEDIATE", error); }

bool store_end(Database *d, bool fine, char **error) {
    if (fine && store_run(d, "COMMIT", error)) return true;
    /* Some errors have already ended the transaction. */
    if (!sqlite3_get_autocommit(d->handle)) sqlite3_exec(d->handle, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Whether the file is empty. A file whose creation was interrupted has a page with its space
 * management. */
static bool database_is_new(Database *d, bool *new, char **error) {
    int64_t application = 0, version = 0, tables = 0;
    if (!store_number(d, "PRAGMA application_id", "", 0, &application, error) ||
        !store_number(d, "PRAGMA user_version", "", 0, &version, error) ||
        !store_number(d, "SELECT count(*) FROM sqlite_master", "", 0, &tables, error))
        return false;
    *new = !application && !version && !tables;
    return true;
}

/* Creates the tables, unless another process has done it since. */
static bool database_create(Database *d, char **error) {
    bool new;
    if (!store_run(d, "PRAGMA auto_vacuum = incremental", error) || !store_begin(d, error))
        return false;
    bool fine = database_is_new(d, &new, error) && (!new || store_run(d, schema, error));
    return store_end(d, fine, error);
}

/* Returns the statements that make the tables and indexes of a database, in one text; the caller
 * frees it. NULL if they cannot be read. */
static char *schema_of(sqlite3 *handle) {
    StrBuf text = {0};
    sqlite3_stmt *s = NULL;
    str_add(&text, "");
    sqlite3_prepare_v2(handle, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name", -1,
                       &s, NULL);
    while (s && sqlite3_step(s) == SQLITE_ROW) {
        for (int k = 0; k < 3; k++) {
            const char *column = (const char *)sqlite3_column_text(s, k);
            str_addf(&text, "%s;", column ? column : "");
        }
    }
    if (s && sqlite3_finalize(s) == SQLITE_OK) return text.data;
    vec_free(&text);
    return NULL;
}

/* Checks that the tables are exactly those that were created, so that their names stand for nothing
 * else. */
static bool check_schema(Database *d, char **error) {
    sqlite3 *fresh = NULL;
    if (sqlite3_open(":memory:", &fresh) != SQLITE_OK ||
        sqlite3_exec(fresh, schema, NULL, NULL, NULL))
        base_fatal("the tables of the database cannot be made: %s", sqlite3_errmsg(fresh));
    char *expected = schema_of(fresh), *found = schema_of(d->handle);
    bool fine = found && expected && !strcmp(found, expected);
    if (!found)
        store_fail(d, "read", error);
    else if (!fine)
        *error = xasprintf("cannot read %s: the file is damaged", d->path);
    free(expected);
    free(found);
    sqlite3_close(fresh);
    return fine;
}

/* Checks that the file is a database of Heddle in a known version. */
static bool check_kind(Database *d, char **error) {
    int64_t application = 0, version = 0;
    if (!store_number(d, "PRAGMA application_id", "", 0, &application, error) ||
        !store_number(d, "PRAGMA user_version", "", 0, &version, error))
        return false;
    if (application != APPLICATION_ID)
        *error = xasprintf("%s is a database, but not one of heddle", d->path);
    else if (version > SCHEMA_VERSION)
        *error = xasprintf(
            "%s was made by a newer heddle (its schema is %lld, the latest known here %d)", d->path,
            (long long)version, SCHEMA_VERSION);
    else if (version < 1)
        *error = xasprintf("cannot read %s: the file is damaged", d->path);
    else
        return check_schema(d, error);
    return false;
}

/* Checks now that the file can be written, and not after an hour of exploration. Changes the header
 * and undoes the change, which needs the lock and a journal. */
static bool check_writable(Database *d, char **error) {
    if (sqlite3_db_readonly(d->handle, "main")) {
        *error = xasprintf("cannot write %s: %s", d->path, strerror(EACCES));
        return false;
    }
    if (!store_begin(d, error)) return false;
    bool fine = store_run(d, "PRAGMA application_id = " TEXT_OF(APPLICATION_ID), error);
    store_end(d, false, error);
    return fine;
}

static bool prepare(Database *d, char **error) {
    bool new;
    sqlite3_busy_timeout(d->handle, DATABASE_PATIENCE_MS);
    /* The file may come from anywhere: its code is not run, and its tables are not special. */
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return database_is_new(d, &new, error) && (!new || database_create(d, error)) &&
           check_kind(d, error) && check_writable(d, error) &&
           store_run(
               d,
               "PRAGMA journal_mode = delete; PRAGMA synchronous = extra; PRAGMA foreign_keys = on;"
               "PRAGMA secure_delete = off; PRAGMA cell_size_check = on; PRAGMA temp_store = "
               "memory",
               error);
}

/* Reports why the file cannot be opened. SQLite tries a second time for reading only, which hides
 * why it could not write. */
static void tell_why_not(const Database *d, const char *name, char **error) {
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        *error = xasprintf("cannot open %s: %s", d->path, strerror(errno));
    else
        store_fail(d, "open", error);
    if (fd >= 0) close(fd);
}

Database *database_open(const char *path, char **error) {
    Database *d = xcalloc(1, sizeof *d);
    struct stat st;
    d->path = xstrdup(path);
    /* Names such as ":memory:" and "file:x?mode=memory" mean files here. */
    char *name = *path == '/' ? xstrdup(path) : xasprintf("./%s", path);
    *error = NULL;
    bool there = stat(name, &st) == 0, folder = there && S_ISDIR(st.st_mode);
    /* SQLite treats a file of one byte as empty. */
    bool other = there && S_ISREG(st.st_mode) && st.st_size == 1;
    if (folder) *error = xasprintf("cannot open %s: %s", path, strerror(EISDIR));
    if (other) *error = xasprintf("%s is not a database of heddle", path);
    bool opened =
        !*error && sqlite3_open_v2(name, &d->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                   NULL) == SQLITE_OK;
    if (!*error && !d->handle) base_fatal("out of memory (database %s)", path);
    if (!*error && !opened) tell_why_not(d, name, error);
    free(name);
    if (opened && prepare(d, error)) return d;
    database_close(d);
    return NULL;
}

void database_close(Database *d) {
    if (!d) return;
    if (d->handle && sqlite3_close(d->handle) != SQLITE_OK)
        base_fatal("a statement of the database was left open");
    hash_set_free(&d->damaged);
    free(d->path);
    free(d);
}
