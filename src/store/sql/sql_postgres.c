/* sql_postgres.c — sql.h on a server, by libpq; a plug-in (base/plugin.h). */
#include "base/plugin.h"
#include "store/sql/sql_back_end.h"
#include <endian.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>

/* Types of columns and parameters, as the server numbers them (pg_type.dat). */
enum { TYPE_BYTES = 17, TYPE_NUMBER = 20, TYPE_TEXT = 25, TYPE_REAL = 701 };

typedef struct PostgresConnection {
    PGconn *handle;
    PGresult *result; /* of the statement that is read; NULL: none */
    int row;          /* the current one; -1: before the first */
    bool failed;
    SqlFailure failure; /* of the last one that failed */
    uint64_t changed;
    char *error;
    unsigned patience; /* for a lock, in milliseconds */
    StrBuf statement;  /* scratch */
} PostgresConnection;

static bool postgres_failed(PostgresConnection *c) {
    const char *state = c->result ? PQresultErrorField(c->result, PG_DIAG_SQLSTATE) : NULL;
    c->failed = true;
    /* Class 57P: the server ends or begins; 40: a deadlock or a conflict; 53: out of something;
     * 55P03: a lock was not had in time; 25P03: the transaction took too long. XX: pages or indexes
     * are damaged. */
    bool away = PQstatus(c->handle) != CONNECTION_OK || !state || has_prefix(state, "57P") ||
                has_prefix(state, "40") || has_prefix(state, "53") || has_prefix(state, "08") ||
                !strcmp(state, "55P03") || !strcmp(state, "25P03");
    c->failure = away ? SQL_AWAY : has_prefix(state, "XX") ? SQL_DAMAGED : SQL_FAILS;
    free(c->error);
    c->error = xstrdup(c->result ? PQresultErrorMessage(c->result) : PQerrorMessage(c->handle));
    size_t n = strlen(c->error);
    while (n && (c->error[n - 1] == '\n' || c->error[n - 1] == ' ')) c->error[--n] = 0;
    if (!n) {
        free(c->error);
        c->error = xstrdup("the server is away");
    }
    for (char *s = c->error; *s; s++)
        if (*s == '\n') *s = ' ';
    return false;
}

static void postgres_clear(PostgresConnection *c) {
    PQclear(c->result);
    c->result = NULL;
}

static void postgres_close(void *connection) {
    PostgresConnection *c = connection;
    postgres_clear(c);
    PQfinish(c->handle);
    free(c->error);
    vec_free(&c->statement);
    free(c);
}

static void no_notice(void *context, const PGresult *r) { (void)context, (void)r; }

#define POSTGRES_PATIENCE_MS 10000

/* A process that is stopped within a transaction holds its locks: the server takes them back after
 * a while, and its transaction is void. A lock that is not had in time counts as a server that is
 * away, so who waits can look whether it still wants to. */
static const char session_settings[] = "SET idle_in_transaction_session_timeout = '5s';"
                                       "SET lock_timeout = %u;"
                                       "LISTEN heddle";

static bool postgres_begin(PostgresConnection *c) {
    char *settings = xasprintf(session_settings, c->patience);
    invariant(!c->result);
    c->result = PQexec(c->handle, settings);
    free(settings);
    bool fine = PQresultStatus(c->result) == PGRES_COMMAND_OK;
    if (!fine) postgres_failed(c);
    postgres_clear(c);
    return fine;
}

/* As connect_timeout below. */
#define POSTGRES_CONNECT_SECONDS 10
/* How often a server is asked that takes connections and breaks this one. */
#define POSTGRES_TRIES 3

/* Returns the state that ends the message on a connection that was refused: "FATAL:  28P01", where
 * states are asked for. NULL: it was not the server that refused. */
static const char *postgres_refusal(const PostgresConnection *c, char state[6]) {
    const char *text = PQerrorMessage(c->handle);
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') n--;
    if (n < 8 || memcmp(text + n - 8, ":  ", 3) != 0) return NULL;
    memcpy(state, text + n - 5, 5);
    state[5] = 0;
    return strspn(state, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 5 ? state : NULL;
}

/* Tells why there is no connection. It may pass where the server is away, begins or ends just now,
 * or has no room. A server that refuses this user or database does so for ever. libpq has no field
 * for the reason: a second refusal is written as its state, and where the server gave none, PQping
 * tells whether it takes connections at all. If the second try succeeds, it has passed already. */
static SqlFailure postgres_why_refused(PostgresConnection *c, const char *const *names,
                                       const char *const *values) {
    char state[6];
    for (unsigned tries = 0; tries < POSTGRES_TRIES; tries++) {
        PQsetErrorVerbosity(c->handle, PQERRORS_SQLSTATE);
        PQreset(c->handle);
        PQsetErrorVerbosity(c->handle, PQERRORS_DEFAULT);
        if (PQstatus(c->handle) == CONNECTION_OK) return SQL_AWAY;
        if (postgres_refusal(c, state))
            return has_prefix(state, "57P") || has_prefix(state, "53") ? SQL_AWAY : SQL_FAILS;
        PGPing ping = PQpingParams(names, values, true);
        if (ping == PQPING_NO_ATTEMPT) return SQL_FAILS;
        if (ping != PQPING_OK) return SQL_AWAY;
    }
    return SQL_FAILS;
}

/* Connects step by step, since only so notices are taken from the beginning: that the server ends
 * may come with its first answer, and libpq would print it. Gives up after some seconds, or when a
 * signal comes. */
static bool postgres_connect(PostgresConnection *c, const char *const *names,
                             const char *const *values, bool *given_up) {
    double until = time_wall() + POSTGRES_CONNECT_SECONDS;
    PostgresPollingStatusType wants = PGRES_POLLING_WRITING;
    c->handle = PQconnectStartParams(names, values, true);
    PQsetNoticeReceiver(c->handle, no_notice, NULL);
    if (PQstatus(c->handle) == CONNECTION_BAD) return false;
    while (wants == PGRES_POLLING_READING || wants == PGRES_POLLING_WRITING) {
        double left = until - time_wall();
        struct pollfd p = {.fd = PQsocket(c->handle),
                           .events = wants == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int ready = left > 0 ? poll(&p, 1, (int)(1000 * left) + 1) : 0;
        /* A signal may ask to end, which is for others to know. */
        *given_up = ready < 0 || left <= 0;
        if (*given_up) return false;
        if (ready > 0) wants = PQconnectPoll(c->handle);
    }
    return PQstatus(c->handle) == CONNECTION_OK;
}

static void *postgres_open(const char *address, bool make, SqlFailure *failure, char **error) {
    static const char *const names[] = {"dbname", "fallback_application_name", "connect_timeout",
                                        "keepalives_idle", NULL};
    const char *const values[] = {address, "heddle", "10", "20", NULL};
    PostgresConnection *c = xcalloc(1, sizeof *c);
    bool given_up = false;
    c->patience = POSTGRES_PATIENCE_MS;
    (void)make;
    bool connected = postgres_connect(c, names, values, &given_up);
    if (connected && postgres_begin(c)) return c;
    if (!connected) postgres_failed(c);
    *failure = given_up ? SQL_AWAY : c->failure;
    if (!connected && !given_up) *failure = postgres_why_refused(c, names, values);
    *error = xstrdup(given_up ? "the server does not answer" : c->error);
    postgres_close(c);
    return NULL;
}

/* The statement as the server has it: numbered parameters, and what only servers read. */
static const char *postgres_statement(PostgresConnection *c, const char *s) {
    unsigned n = 0;
    bool only = false, quoted = false;
    c->statement.len = 0;
    str_add(&c->statement, "");
    for (; *s; s++) {
        if (*s == '\'') quoted = !quoted;
        if (!quoted && has_prefix(s, "/*pg:")) {
            only = true;
            s += 4;
        } else if (only && has_prefix(s, "*/")) {
            only = false;
            s++;
        } else if (*s == '?' && !quoted)
            str_addf(&c->statement, "$%u", ++n);
        else
            str_addc(&c->statement, *s);
    }
    return c->statement.data;
}

static bool postgres_run(void *connection, const char *statement, const SqlValue *values,
                         unsigned n) {
    PostgresConnection *c = connection;
    Oid types[SQL_MOST_VALUES];
    const char *at[SQL_MOST_VALUES];
    int lengths[SQL_MOST_VALUES], formats[SQL_MOST_VALUES];
    uint64_t numbers[SQL_MOST_VALUES];
    for (unsigned k = 0; k < n; k++) {
        const SqlValue *v = &values[k];
        formats[k] = 1;
        if (v->type == 'i' || v->type == 'd') {
            if (v->type == 'i')
                numbers[k] = (uint64_t)v->number;
            else
                memcpy(&numbers[k], &v->real, sizeof numbers[k]);
            numbers[k] = htobe64(numbers[k]);
            types[k] = v->type == 'i' ? TYPE_NUMBER : TYPE_REAL;
            at[k] = (const char *)&numbers[k];
            lengths[k] = sizeof numbers[k];
        } else {
            types[k] = v->type == 't' ? TYPE_TEXT : TYPE_BYTES;
            at[k] = v->bytes;
            lengths[k] = (int)v->size;
        }
    }
    invariant(!c->result);
    c->failed = false;
    c->failure = SQL_FAILS;
    c->row = -1;
    c->result = PQexecParams(c->handle, postgres_statement(c, statement), (int)n, types, at,
                             lengths, formats, 1);
    ExecStatusType status = PQresultStatus(c->result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        c->changed = strtoull(PQcmdTuples(c->result), NULL, 10);
        return true;
    }
    postgres_failed(c);
    postgres_clear(c);
    return false;
}

static uint64_t postgres_changed(const void *connection) {
    return ((const PostgresConnection *)connection)->changed;
}

static bool postgres_next(void *connection) {
    PostgresConnection *c = connection;
    if (c->failed || !c->result || c->row + 1 >= PQntuples(c->result)) return false;
    c->row++;
    return true;
}

/* The eight bytes of a number; 0 where there is none, or a value of another type. */
static uint64_t postgres_eight(PostgresConnection *c, unsigned column, Oid type) {
    uint64_t x = 0;
    int k = (int)column;
    if (PQftype(c->result, k) == type && PQgetlength(c->result, c->row, k) == sizeof x)
        memcpy(&x, PQgetvalue(c->result, c->row, k), sizeof x);
    return be64toh(x);
}

static int64_t postgres_number(void *connection, unsigned column) {
    return (int64_t)postgres_eight(connection, column, TYPE_NUMBER);
}

static double postgres_real(void *connection, unsigned column) {
    uint64_t bits = postgres_eight(connection, column, TYPE_REAL);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static const char *postgres_text(void *connection, unsigned column) {
    PostgresConnection *c = connection;
    return PQgetvalue(c->result, c->row, (int)column);
}

static const void *postgres_bytes(void *connection, unsigned column, size_t *n) {
    PostgresConnection *c = connection;
    *n = (size_t)PQgetlength(c->result, c->row, (int)column);
    return PQgetvalue(c->result, c->row, (int)column);
}

static bool postgres_end(void *connection) {
    PostgresConnection *c = connection;
    postgres_clear(c);
    return !c->failed;
}

static const char *postgres_error(const void *connection) {
    const PostgresConnection *c = connection;
    return c->error ? c->error : "unknown";
}

static SqlFailure postgres_failure(const void *connection) {
    return ((const PostgresConnection *)connection)->failure;
}

/* Without a connection there is no transaction either. */
static void postgres_undo(void *connection) {
    PostgresConnection *c = connection;
    if (PQstatus(c->handle) == CONNECTION_OK) PQclear(PQexec(c->handle, "ROLLBACK"));
}

static bool postgres_reconnect(void *connection) {
    PostgresConnection *c = connection;
    postgres_clear(c);
    if (PQstatus(c->handle) == CONNECTION_OK) {
        PGresult *r = PQexec(c->handle, "ROLLBACK");
        bool fine = PQresultStatus(r) == PGRES_COMMAND_OK;
        PQclear(r);
        if (fine) return true;
    }
    PQreset(c->handle);
    return PQstatus(c->handle) == CONNECTION_OK && postgres_begin(c);
}

static void postgres_patience(void *connection, unsigned milliseconds) {
    PostgresConnection *c = connection;
    c->patience = milliseconds;
    if (PQstatus(c->handle) == CONNECTION_OK) postgres_begin(c);
}

static void postgres_wait(void *connection, unsigned milliseconds) {
    PostgresConnection *c = connection;
    struct pollfd p = {.fd = PQsocket(c->handle), .events = POLLIN};
    PGnotify *n = PQnotifies(c->handle);
    if (!n) {
        poll(&p, p.fd >= 0, (int)milliseconds);
        PQconsumeInput(c->handle);
        n = PQnotifies(c->handle);
    }
    for (; n; n = PQnotifies(c->handle)) PQfreemem(n);
}

extern const SqlBackEnd sql_postgres;
EXPORTED const SqlBackEnd sql_postgres = {.open = postgres_open,
                                          .close = postgres_close,
                                          .run = postgres_run,
                                          .changed = postgres_changed,
                                          .next = postgres_next,
                                          .number = postgres_number,
                                          .real = postgres_real,
                                          .text = postgres_text,
                                          .bytes = postgres_bytes,
                                          .end = postgres_end,
                                          .begin = "BEGIN",
                                          .error = postgres_error,
                                          .failure = postgres_failure,
                                          .undo = postgres_undo,
                                          .patience = postgres_patience,
                                          .reconnect = postgres_reconnect,
                                          .notify = "NOTIFY heddle",
                                          .wait = postgres_wait};
