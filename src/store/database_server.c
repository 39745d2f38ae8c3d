/* database_server.c — explorations on a server, beside campaigns or alone. See database.h. */
#include "store/schema.h"
#include "store/statements.h"
#include <stdlib.h>

/* Texts are bytes: names of files and messages need not be in the encoding of the database. */
static const char *const first_tables[] = {
    "CREATE TABLE versions (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " name BYTEA NOT NULL, program BIGINT NOT NULL, settings BIGINT NOT NULL,"
    " lineage BIGINT NOT NULL, layout BYTEA NOT NULL, finished BIGINT NOT NULL,"
    " complete BIGINT NOT NULL, verdict BYTEA NOT NULL, incomplete BYTEA NOT NULL,"
    " result BYTEA NOT NULL, created BIGINT NOT NULL, chunks BIGINT NOT NULL,"
    " findings BIGINT NOT NULL, checksum BIGINT NOT NULL)",
    "CREATE TABLE version_chunks (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " version BIGINT NOT NULL, checksum BIGINT NOT NULL, data BYTEA NOT NULL)",
    "CREATE INDEX chunks_of_version ON version_chunks (version)",
    "CREATE TABLE version_findings (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " version BIGINT NOT NULL, key BYTEA NOT NULL, kind BYTEA NOT NULL, message BYTEA NOT NULL,"
    " place BYTEA NOT NULL, checksum BIGINT NOT NULL, test BYTEA NOT NULL, UNIQUE (version, key))",
    NULL,
};
static const SchemaStep steps[] = {{first_tables, NULL}};
static const Schema version_schema = {"versions", steps, ARRAY_LEN(steps)};

/* The tables as the server describes them: columns with their types, and nothing that does
 * something when they are used. */
static const char described[] =
    "SELECT CAST(string_agg(c.relname || ' ' || a.attname || ' ' || t.typname, ', '"
    " ORDER BY c.relname, a.attnum) AS TEXT)"
    " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = "
    "a.atttypid"
    " WHERE c.relname IN ('versions', 'version_chunks', 'version_findings') AND c.relkind = 'r'"
    " AND pg_table_is_visible(c.oid) AND a.attnum > 0 AND NOT a.attisdropped"
    " AND NOT c.relrowsecurity"
    " AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = c.oid)"
    " AND NOT EXISTS (SELECT 1 FROM pg_rewrite WHERE ev_class = c.oid)";
static const char description[] =
    "version_chunks id int8, version_chunks version int8, version_chunks checksum int8,"
    " version_chunks data bytea, version_findings id int8, version_findings version int8,"
    " version_findings key bytea, version_findings kind bytea, version_findings message bytea,"
    " version_findings place bytea, version_findings checksum int8, version_findings test bytea,"
    " versions id int8, versions name bytea, versions program int8, versions settings int8,"
    " versions lineage int8, versions layout bytea, versions finished int8, versions complete int8,"
    " versions verdict bytea, versions incomplete bytea, versions result bytea,"
    " versions created int8, versions chunks int8, versions findings int8, versions checksum int8";

/* Checks that the tables are exactly those that were created. */
static bool check_tables(Database *d, char **error) {
    if (!store_query(d, described, "")) return store_fail(d, "read", error);
    bool fine = sql_next(d->sql) && !strcmp(sql_text(d->sql, 0), description);
    if (!sql_end(d->sql)) return store_fail(d, "read", error);
    if (!fine) *error = xasprintf("cannot read %s: its tables are damaged", d->path);
    return fine;
}

/* Checks now that the tables can be written, and not after an hour of exploration. */
static bool check_rights(Database *d, char **error) {
    if (!store_begin(d, error)) return false;
    bool fine = store_run(
        d, "LOCK TABLE versions, version_chunks, version_findings IN ROW EXCLUSIVE MODE", error);
    store_end(d, false, error);
    return fine;
}

bool store_prepare_server(Database *d, char **error) {
    switch (schema_open(d->sql, true, &version_schema, true)) {
    case SCHEMA_FINE: return check_tables(d, error) && check_rights(d, error);
    case SCHEMA_FAILED: return store_fail(d, "open", error);
    case SCHEMA_NEWER: *error = xasprintf("%s was made by a newer heddle", d->path); break;
    case SCHEMA_NONE:
    case SCHEMA_DAMAGED:
        *error = xasprintf("cannot read %s: the version of its tables is impossible", d->path);
        break;
    }
    return false;
}
