/*
 * schema.h — the tables of a product in a database, and their versions. A database may have the
 * tables of several products; one row for each says in which version they are. Tables of an earlier
 * version are brought to the present one, in one transaction.
 */
#ifndef HEDDLE_STORE_SCHEMA_H
#define HEDDLE_STORE_SCHEMA_H

#include "store/sql/sql.h"

/* What leads from one version to the next: statements, the last one NULL. */
typedef struct SchemaStep {
    const char *const *statements; /* for both kinds of databases */
    const char *server;            /* one more, for servers only; NULL: none */
} SchemaStep;

typedef struct Schema {
    const char *product;
    const SchemaStep *step; /* step k leads to version k + 1; the number of steps is the version */
    int64_t version;
} Schema;

typedef enum SchemaAnswer {
    SCHEMA_FINE,
    SCHEMA_FAILED,  /* see sql_error */
    SCHEMA_NONE,    /* it has no such tables, and none were to be made */
    SCHEMA_NEWER,   /* of a version that is not known here */
    SCHEMA_DAMAGED, /* of a version that never was */
} SchemaAnswer;

/* Brings the tables to the present version; makes them if there are none and `make` is set. */
SchemaAnswer schema_open(Sql *s, bool server, const Schema *x, bool make);

#endif
