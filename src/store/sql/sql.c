/* sql.c — see sql.h. */
#include "store/sql/sql.h"
#include "base/plugin.h"
#include "store/sql/sql_back_end.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct Sql {
    const SqlBackEnd *back_end;
    void *connection;
    bool within; /* a transaction */
    /* For tests: the process dies at this point, counted before and after each statement; 0:
     * never. */
    uint64_t dies_at, points;
};

bool sql_is_server(const char *address) {
    return has_prefix(address, "postgresql://") || has_prefix(address, "postgres://");
}

char *sql_shown_address(const char *address) {
    const char *at = sql_is_server(address) ? strchr(address, '@') : NULL;
    const char *user = at ? strstr(address, "://") + 3 : NULL;
    const char *colon = user ? memchr(user, ':', (size_t)(at - user)) : NULL;
    return colon ? xasprintf("%.*s%s", (int)(colon - address), address, at) : xstrdup(address);
}

Sql *sql_open(const char *address, bool make, SqlFailure *failure, char **error) {
    const SqlBackEnd *back_end = &sql_sqlite;
    *error = NULL;
    *failure = SQL_FAILS;
    if (sql_is_server(address) &&
        !(back_end = plugin_symbol(SQL_POSTGRES_FILE, SQL_POSTGRES_SYMBOL, error)))
        return NULL;
    void *connection = back_end->open(address, make, failure, error);
    if (!connection) return NULL;
    Sql *s = xcalloc(1, sizeof *s);
    s->back_end = back_end;
    s->connection = connection;
    const char *dies = getenv("HEDDLE_STORE_DIES");
    if (dies) s->dies_at = strtoull(dies, NULL, 10);
    return s;
}

void sql_close(Sql *s) {
    if (!s) return;
    s->back_end->close(s->connection);
    free(s);
}

static void pass_point(Sql *s) {
    if (unlikely(s->dies_at && ++s->points == s->dies_at)) kill(getpid(), SIGKILL);
}

static bool sql_execute(Sql *s, const char *statement, const char *types, va_list ap) {
    SqlValue values[SQL_MOST_VALUES];
    unsigned n = 0;
    for (; types[n]; n++) {
        SqlValue *v = &values[n];
        if (n == SQL_MOST_VALUES) base_fatal("a statement has too many parameters");
        *v = (SqlValue){.type = types[n]};
        if (types[n] == 'i') {
            v->number = va_arg(ap, int64_t);
        } else if (types[n] == 'd') {
            v->real = va_arg(ap, double);
        } else if (types[n] == 't' || types[n] == 'x') {
            const char *text = va_arg(ap, const char *);
            v->bytes = text ? text : "";
            v->size = strlen(v->bytes);
        } else {
            v->bytes = va_arg(ap, const void *);
            v->size = va_arg(ap, size_t);
            if (!v->size) v->bytes = "";
        }
    }
    pass_point(s);
    bool fine = s->back_end->run(s->connection, statement, values, n);
    pass_point(s);
    return fine;
}

bool sql_query_list(Sql *s, const char *statement, const char *types, va_list values) {
    return sql_execute(s, statement, types, values);
}

bool sql_run_list(Sql *s, const char *statement, const char *types, va_list values) {
    return sql_execute(s, statement, types, values) && sql_end(s);
}

bool sql_query(Sql *s, const char *statement, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    bool fine = sql_execute(s, statement, types, ap);
    va_end(ap);
    return fine;
}

bool sql_run(Sql *s, const char *statement, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    bool fine = sql_execute(s, statement, types, ap);
    va_end(ap);
    return fine && sql_end(s);
}

bool sql_one(Sql *s, int64_t *out, bool *there, const char *statement, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    bool fine = sql_execute(s, statement, types, ap);
    va_end(ap);
    *there = fine && sql_next(s);
    if (*there) *out = sql_number(s, 0);
    return fine && sql_end(s);
}

uint64_t sql_changed(const Sql *s) { return s->back_end->changed(s->connection); }
bool sql_next(Sql *s) { return s->back_end->next(s->connection); }
int64_t sql_number(Sql *s, unsigned column) { return s->back_end->number(s->connection, column); }
double sql_real(Sql *s, unsigned column) { return s->back_end->real(s->connection, column); }
const char *sql_text(Sql *s, unsigned column) { return s->back_end->text(s->connection, column); }
const void *sql_bytes(Sql *s, unsigned column, size_t *n) {
    return s->back_end->bytes(s->connection, column, n);
}
bool sql_end(Sql *s) { return s->back_end->end(s->connection); }

bool sql_begin(Sql *s) {
    invariant(!s->within);
    s->within = sql_run(s, s->back_end->begin, "");
    return s->within;
}

bool sql_commit(Sql *s) {
    if (sql_run(s, "COMMIT", "")) {
        s->within = false;
        return true;
    }
    sql_rollback(s);
    return false;
}

void sql_rollback(Sql *s) {
    if (!s->within) return;
    s->within = false;
    pass_point(s);
    s->back_end->undo(s->connection);
    pass_point(s);
}

const char *sql_error(const Sql *s) { return s->back_end->error(s->connection); }
SqlFailure sql_failure(const Sql *s) { return s->back_end->failure(s->connection); }
bool sql_is_away(const Sql *s) { return sql_failure(s) == SQL_AWAY; }
bool sql_reconnect(Sql *s) {
    s->within = false;
    return s->back_end->reconnect(s->connection);
}

void sql_patience(Sql *s, unsigned milliseconds) {
    s->back_end->patience(s->connection, milliseconds);
}

bool sql_notify(Sql *s) { return !s->back_end->notify || sql_run(s, s->back_end->notify, ""); }
void sql_wait(Sql *s, unsigned milliseconds) { s->back_end->wait(s->connection, milliseconds); }
