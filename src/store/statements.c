/* statements.c — failures, statements and transactions. See statements.h. */
#include "store/statements.h"
#include <stdlib.h>
#include <time.h>

/* For a server that went away, in seconds. */
#define SERVER_PATIENCE 60
#define BETWEEN_TRIES_NS 200000000l

void store_note_damage(Database *d, RecordKind kind, int64_t id) {
    uint64_t name = hash_combine(kind, (uint64_t)id);
    hash_set_add(&d->damaged, name ? name : 1);
}

/* --- failures --------------------------------------------------------------------------------- */

bool store_is_damage(const Database *d) {
    SqlFailure f = sql_failure(d->sql);
    return f == SQL_DAMAGED || f == SQL_FOREIGN;
}

char *store_failure_text(const Database *d, const char *doing, SqlFailure failure,
                         const char *said) {
    char *text;
    if (failure == SQL_FOREIGN)
        text = xasprintf("%s is not a database of heddle", d->path);
    else if (failure == SQL_AWAY && !d->server)
        text =
            xasprintf("cannot %s %s: another process has kept it locked for more than %d seconds",
                      doing, d->path, DATABASE_PATIENCE_MS / 1000);
    else if (failure == SQL_DAMAGED && !d->server)
        text = xasprintf("cannot %s %s: the file is damaged", doing, d->path);
    else
        text = xasprintf("cannot %s %s: %s", doing, d->path, said);
    /* Texts are single lines, but a path may contain anything. */
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    return text;
}

bool store_fail(const Database *d, const char *doing, char **error) {
    *error = store_failure_text(d, doing, sql_failure(d->sql), sql_error(d->sql));
    return false;
}

/* Everything that is written is written again as a whole, and nothing of it counts twice: a commit
 * that happened although the server went away does no harm. */
bool store_again(Database *d, double *since, char **error) {
    if (!d->server || d->gone || !sql_is_away(d->sql)) return false;
    const char *given = getenv("HEDDLE_STORE_PATIENCE");
    double patience = given ? strtod(given, NULL) : SERVER_PATIENCE;
    if (*since <= 0) *since = time_wall();
    while (time_wall() - *since < patience) {
        nanosleep(&(struct timespec){.tv_nsec = BETWEEN_TRIES_NS}, NULL);
        if (!sql_reconnect(d->sql)) continue;
        free(*error);
        *error = NULL;
        return true;
    }
    d->gone = true;
    return false;
}

/* --- statements ------------------------------------------------------------------------------- */

bool store_query(Database *d, const char *sql, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    bool fine = sql_query_list(d->sql, sql, types, ap);
    va_end(ap);
    return fine;
}

bool store_change(Database *d, char **error, const char *sql, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    bool fine = sql_run_list(d->sql, sql, types, ap);
    va_end(ap);
    return fine || store_fail(d, "write", error);
}

bool store_run(Database *d, const char *sql, char **error) {
    return sql_run(d->sql, sql, "") || store_fail(d, "write", error);
}

bool store_number(Database *d, const char *sql, const char *types, int64_t parameter, int64_t *out,
                  char **error) {
    bool there = false;
    return (sql_one(d->sql, out, &there, sql, types, parameter) && there) ||
           store_fail(d, "read", error);
}

bool store_numbers(Database *d, const char *sql, int64_t parameter, Numbers *out, char **error) {
    if (!store_query(d, sql, strchr(sql, '?') ? "i" : "", parameter))
        return store_fail(d, "read", error);
    while (sql_next(d->sql)) vec_push(out, sql_number(d->sql, 0));
    return sql_end(d->sql) || store_fail(d, "read", error);
}

bool store_numbers_before_damage(Database *d, const char *sql, int64_t parameter, Numbers *out,
                                 char **error) {
    bool fine =
        STORE_TRYING(d, error, (out->len = 0, store_numbers(d, sql, parameter, out, error)));
    bool damaged = !fine;
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

bool store_begin(Database *d, char **error) {
    return sql_begin(d->sql) || store_fail(d, "write", error);
}

bool store_end(Database *d, bool fine, char **error) {
    if (fine) return sql_commit(d->sql) || store_fail(d, "write", error);
    sql_rollback(d->sql);
    return false;
}
