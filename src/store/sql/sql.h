/*
 * sql.h — statements for an embedded database (SQLite, by the name of a file) or a server
 * (PostgreSQL, by a URI). A statement is written once for both, in their common part, and in
 * addition:
 *
 *     ?              a parameter
 *     heddle_now()   the clock of the database, in milliseconds since 1970
 *     / *pg: … * /   (without blanks) for the server only: locks of rows
 *
 * Columns are BIGINT, DOUBLE PRECISION, TEXT and BYTEA. One thread uses a connection at a time, and
 * one query is read at a time.
 */
#ifndef HEDDLE_STORE_SQL_SQL_H
#define HEDDLE_STORE_SQL_SQL_H

#include "base/base.h"
#include <stdarg.h>

typedef struct Sql Sql;

typedef enum SqlFailure {
    SQL_FAILS,   /* none of these */
    SQL_AWAY,    /* it may pass: the database is locked, or the server is away */
    SQL_DAMAGED, /* what it has cannot be read */
    SQL_FOREIGN, /* the file is no database */
} SqlFailure;

/* Opens a database; a file is made if it does not exist and `make` is set. NULL with one line in
 * *error (the caller frees), and its kind in *failure. */
Sql *sql_open(const char *address, bool make, SqlFailure *failure, char **error);
void sql_close(Sql *s);
/* Whether the address is one of a server. */
bool sql_is_server(const char *address);
/* Returns the address as messages show it, without a password; the caller frees. */
char *sql_shown_address(const char *address);

/*
 * Runs a statement. Parameters by the letters of `types`: i int64_t, d double, t const char *,
 * x the same for a column that is TEXT in files and BYTEA on servers, which would refuse what is
 * not in their encoding, b const void *, size_t. False on failure; then sql_error has one line.
 */
bool sql_run(Sql *s, const char *statement, const char *types, ...);
bool sql_run_list(Sql *s, const char *statement, const char *types, va_list values);
/* The number of rows that the last statement changed. */
uint64_t sql_changed(const Sql *s);
/* The same for a statement with rows, which sql_next goes through. */
bool sql_query(Sql *s, const char *statement, const char *types, ...);
bool sql_query_list(Sql *s, const char *statement, const char *types, va_list values);
/* Goes to the next row, or the first. False at the end, or on failure: sql_end tells which. */
bool sql_next(Sql *s);
int64_t sql_number(Sql *s, unsigned column);
double sql_real(Sql *s, unsigned column);
/* Valid until the next row; never NULL. */
const char *sql_text(Sql *s, unsigned column);
const void *sql_bytes(Sql *s, unsigned column, size_t *n);
/* Ends a query. False if it failed. */
bool sql_end(Sql *s);
/* Runs a query for one number. *there says whether there was a row. */
bool sql_one(Sql *s, int64_t *out, bool *there, const char *statement, const char *types, ...);

/* A transaction that may write. sql_commit undoes everything if it fails. What undoes it leaves the
 * failure before it as it is. */
bool sql_begin(Sql *s);
bool sql_commit(Sql *s);
void sql_rollback(Sql *s);

/* One line on the last failure, without the address of the database. */
const char *sql_error(const Sql *s);
SqlFailure sql_failure(const Sql *s);
/* Whether the last failure may pass (SQL_AWAY). */
bool sql_is_away(const Sql *s);
/* Connects again after the server was away. False if it still is. */
bool sql_reconnect(Sql *s);
/* Lets a statement wait at most for this time for another process that writes (else 10 s). Then it
 * fails as if the database were away. */
void sql_patience(Sql *s, unsigned milliseconds);

/* Wakes those who wait on the same database, at the end of the transaction. */
bool sql_notify(Sql *s);
/* Waits for a notification, or until the time is over. With SQLite it sleeps for a while. */
void sql_wait(Sql *s, unsigned milliseconds);

#endif
