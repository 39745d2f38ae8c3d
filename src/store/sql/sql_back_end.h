/* sql_back_end.h — what a back end of sql.h does. Not for others. */
#ifndef HEDDLE_STORE_SQL_SQL_BACK_END_H
#define HEDDLE_STORE_SQL_SQL_BACK_END_H

#include "store/sql/sql.h"

typedef struct SqlValue {
    char type; /* i, d, t, x, b */
    int64_t number;
    double real;
    const void *bytes; /* of texts and blocks */
    size_t size;
} SqlValue;

#define SQL_MOST_VALUES 24

typedef struct SqlBackEnd {
    /* Returns a connection, or NULL with one line in *error, and its kind. */
    void *(*open)(const char *address, bool make, SqlFailure *failure, char **error);
    void (*close)(void *connection);
    /* Runs a statement up to its first row, if it has any. */
    bool (*run)(void *connection, const char *statement, const SqlValue *values, unsigned n);
    uint64_t (*changed)(const void *connection);
    bool (*next)(void *connection);
    int64_t (*number)(void *connection, unsigned column);
    double (*real)(void *connection, unsigned column);
    const char *(*text)(void *connection, unsigned column);
    const void *(*bytes)(void *connection, unsigned column, size_t *n);
    bool (*end)(void *connection);
    const char *begin; /* the statement that begins a transaction */
    const char *(*error)(const void *connection);
    SqlFailure (*failure)(const void *connection);
    /* Undoes a transaction, if there is one; the last failure stays as it is. */
    void (*undo)(void *connection);
    bool (*reconnect)(void *connection);
    /* How long a statement waits for another process that writes, at most; 10 s from the start. */
    void (*patience)(void *connection, unsigned milliseconds);
    const char *notify; /* a statement; NULL: none is needed */
    void (*wait)(void *connection, unsigned milliseconds);
} SqlBackEnd;

extern const SqlBackEnd sql_sqlite;
/* The symbol of the plug-in. */
#define SQL_POSTGRES_FILE "heddle-postgres.so"
#define SQL_POSTGRES_SYMBOL "sql_postgres"

#endif
