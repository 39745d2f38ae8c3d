/*
 * sql_sqlite.c — sql.h on a file of SQLite.
 *
 * It uses the rollback journal, as database.c does: everything confirmed is in the one file, and
 * `synchronous=extra` makes a transaction durable also against loss of power.
 */
#include "store/sql/sql_back_end.h"
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>

#define SQLITE_PATIENCE_MS 10000 /* for another process that writes */
#define SLEEP_MS 50              /* between two looks of who waits */

/* KiB: what a commit changes is written once, at its end. */
#define SQLITE_CACHE "-32768"

typedef struct SqliteConnection {
    sqlite3 *handle;
    sqlite3_stmt *statement; /* of the query that is read; NULL: none */
    bool at_row;             /* the row that the next call of `next` gives is there */
    bool failed;
    SqlFailure failure; /* of the last one that failed */
    char *error;
} SqliteConnection;

/* Notes the last failure before other calls replace it. */
static bool sqlite_failed(SqliteConnection *c) {
    int code = sqlite3_errcode(c->handle) & 0xff, system = sqlite3_system_errno(c->handle);
    c->failed = true;
    c->failure = code == SQLITE_BUSY || code == SQLITE_LOCKED ? SQL_AWAY
                 : code == SQLITE_CORRUPT                     ? SQL_DAMAGED
                 : code == SQLITE_NOTADB                      ? SQL_FOREIGN
                                                              : SQL_FAILS;
    free(c->error);
    const char *text = sqlite3_errmsg(c->handle);
    if (code == SQLITE_NOMEM) base_fatal("out of memory (database)");
    if (code == SQLITE_NOTADB) text = "it is not a database of heddle";
    if (code == SQLITE_CORRUPT) text = "the file is damaged";
    if (code == SQLITE_FULL) text = strerror(ENOSPC);
    /* SQLite gives no system error if it may not make a journal, nor for decisions of its own. */
    if (code == SQLITE_READONLY) system = EACCES;
    bool of_system = code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_READONLY ||
                     code == SQLITE_PERM;
    if (of_system && system) text = strerror(system);
    if (c->failure == SQL_AWAY) text = "another process keeps it locked";
    c->error = xstrdup(text);
    for (char *s = c->error; *s; s++)
        if (*s == '\n') *s = ' ';
    return false;
}

static void sqlite_now(sqlite3_context *context, int n, sqlite3_value **values) {
    struct timespec t;
    (void)n, (void)values;
    clock_gettime(CLOCK_REALTIME, &t);
    sqlite3_result_int64(context, (sqlite3_int64)t.tv_sec * 1000 + t.tv_nsec / 1000000);
}

static void sqlite_close(void *connection) {
    SqliteConnection *c = connection;
    sqlite3_finalize(c->statement);
    sqlite3_close(c->handle);
    free(c->error);
    free(c);
}

/* The file may come from anywhere: its code is not run, and its tables are not special. */
static void distrust(sqlite3 *handle) {
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

static void *sqlite_open(const char *address, bool make, SqlFailure *failure, char **error) {
    SqliteConnection *c = xcalloc(1, sizeof *c);
    int flags = SQLITE_OPEN_READWRITE | (make ? SQLITE_OPEN_CREATE : 0);
    /* A name that looks like a URI is a name. */
    char *path = *address == '/' ? xstrdup(address) : xasprintf("./%s", address);
    int code = sqlite3_open_v2(path, &c->handle, flags, NULL);
    free(path);
    if (code == SQLITE_OK) {
        distrust(c->handle);
        sqlite3_busy_timeout(c->handle, SQLITE_PATIENCE_MS);
        sqlite3_create_function(c->handle, "heddle_now", 0, SQLITE_UTF8, NULL, sqlite_now, NULL,
                                NULL);
        code = sqlite3_exec(c->handle,
                            "PRAGMA foreign_keys = OFF; PRAGMA synchronous = EXTRA;"
                            "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                            "PRAGMA cache_size = " SQLITE_CACHE,
                            NULL, NULL, NULL);
    }
    if (code == SQLITE_OK) return c;
    if (!c->handle) base_fatal("out of memory (database %s)", address);
    sqlite_failed(c);
    *error = xstrdup(c->error);
    *failure = c->failure;
    sqlite_close(c);
    return NULL;
}

static void sqlite_bind(sqlite3_stmt *s, const SqlValue *values, unsigned n) {
    for (unsigned k = 0; k < n; k++) {
        const SqlValue *v = &values[k];
        int at = (int)k + 1;
        if (v->type == 'i')
            sqlite3_bind_int64(s, at, v->number);
        else if (v->type == 'd')
            sqlite3_bind_double(s, at, v->real);
        else if (v->type == 't' || v->type == 'x')
            sqlite3_bind_text64(s, at, v->bytes, v->size, SQLITE_STATIC, SQLITE_UTF8);
        else
            sqlite3_bind_blob64(s, at, v->bytes, v->size, SQLITE_STATIC);
    }
}

static bool sqlite_step(SqliteConnection *c) {
    int code = sqlite3_step(c->statement);
    c->at_row = code == SQLITE_ROW;
    return c->at_row || code == SQLITE_DONE || sqlite_failed(c);
}

static bool sqlite_run(void *connection, const char *statement, const SqlValue *values,
                       unsigned n) {
    SqliteConnection *c = connection;
    invariant(!c->statement);
    c->failed = false;
    c->failure = SQL_FAILS;
    if (sqlite3_prepare_v2(c->handle, statement, -1, &c->statement, NULL) != SQLITE_OK)
        return sqlite_failed(c);
    sqlite_bind(c->statement, values, n);
    if (sqlite_step(c)) return true;
    sqlite3_finalize(c->statement);
    c->statement = NULL;
    return false;
}

static uint64_t sqlite_changed(const void *connection) {
    const SqliteConnection *c = connection;
    return (uint64_t)sqlite3_changes64(c->handle);
}

/* The first row was fetched by sqlite_run: `at_row` says that it is there and was not given. */
static bool sqlite_next(void *connection) {
    SqliteConnection *c = connection;
    if (c->failed || !c->statement) return false;
    if (c->at_row) {
        c->at_row = false;
        return true;
    }
    if (!sqlite3_stmt_busy(c->statement)) return false;
    bool row = sqlite_step(c) && c->at_row;
    c->at_row = false;
    return row;
}

static int64_t sqlite_number(void *connection, unsigned column) {
    return sqlite3_column_int64(((SqliteConnection *)connection)->statement, (int)column);
}

static double sqlite_real(void *connection, unsigned column) {
    return sqlite3_column_double(((SqliteConnection *)connection)->statement, (int)column);
}

static const char *sqlite_text(void *connection, unsigned column) {
    const SqliteConnection *c = connection;
    const char *text = (const char *)sqlite3_column_text(c->statement, (int)column);
    return text ? text : "";
}

static const void *sqlite_bytes(void *connection, unsigned column, size_t *n) {
    const SqliteConnection *c = connection;
    const void *bytes = sqlite3_column_blob(c->statement, (int)column);
    *n = (size_t)sqlite3_column_bytes(c->statement, (int)column);
    return bytes ? bytes : "";
}

static bool sqlite_end(void *connection) {
    SqliteConnection *c = connection;
    sqlite3_finalize(c->statement);
    c->statement = NULL;
    return !c->failed;
}

static const char *sqlite_error(const void *connection) {
    const SqliteConnection *c = connection;
    return c->error ? c->error : "unknown";
}

static SqlFailure sqlite_failure(const void *connection) {
    return ((const SqliteConnection *)connection)->failure;
}

/* Some failures have already ended the transaction. */
static void sqlite_undo(void *connection) {
    SqliteConnection *c = connection;
    if (!sqlite3_get_autocommit(c->handle)) sqlite3_exec(c->handle, "ROLLBACK", NULL, NULL, NULL);
}

static bool sqlite_reconnect(void *connection) {
    sqlite_undo(connection);
    return true;
}

static void sqlite_patience(void *connection, unsigned milliseconds) {
    sqlite3_busy_timeout(((SqliteConnection *)connection)->handle, (int)milliseconds);
}

static void sqlite_wait(void *connection, unsigned milliseconds) {
    (void)connection;
    long ns = 1000000l * MIN(milliseconds, SLEEP_MS);
    nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

const SqlBackEnd sql_sqlite = {.open = sqlite_open,
                               .close = sqlite_close,
                               .run = sqlite_run,
                               .changed = sqlite_changed,
                               .next = sqlite_next,
                               .number = sqlite_number,
                               .real = sqlite_real,
                               .text = sqlite_text,
                               .bytes = sqlite_bytes,
                               .end = sqlite_end,
                               .begin = "BEGIN IMMEDIATE",
                               .error = sqlite_error,
                               .failure = sqlite_failure,
                               .undo = sqlite_undo,
                               .patience = sqlite_patience,
                               .reconnect = sqlite_reconnect,
                               .wait = sqlite_wait};
