/* schema.c — see schema.h. */
#include "store/schema.h"

static const char schema_table[] =
    "CREATE TABLE heddle_schema (product TEXT NOT NULL, version BIGINT NOT NULL)";

/* Whether the database has the table with the versions. */
static bool has_versions(Sql *s, bool server, bool *has) {
    int64_t one;
    return server ? sql_one(s, &one, has,
                            "SELECT CAST(1 AS BIGINT) FROM pg_class WHERE relname ="
                            " 'heddle_schema' AND pg_table_is_visible(oid)",
                            "")
                  : sql_one(s, &one, has,
                            "SELECT 1 FROM sqlite_master WHERE name = 'heddle_schema'", "");
}

/* Reads the version of a product; *there says whether it has one. */
static bool read_version(Sql *s, bool server, const Schema *x, int64_t *version, bool *there) {
    *there = false;
    *version = 0;
    bool has = false;
    return has_versions(s, server, &has) &&
           (!has ||
            sql_one(s, version, there, "SELECT version FROM heddle_schema WHERE product = ?", "t",
                    x->product));
}

static bool take_schema_step(Sql *s, bool server, const SchemaStep *step) {
    for (const char *const *k = step->statements; *k; k++)
        if (!sql_run(s, *k, "")) return false;
    return !server || !step->server || sql_run(s, step->server, "");
}

/* Within a transaction, in which no other process makes tables. */
static bool take_schema_steps(Sql *s, bool server, const Schema *x) {
    int64_t version;
    bool there, has = false;
    if (server && !sql_run(s, "SELECT pg_advisory_xact_lock(1214604653)", "")) return false;
    /* Another process may have made them meanwhile. */
    if (!has_versions(s, server, &has) || (!has && !sql_run(s, schema_table, "")) ||
        !read_version(s, server, x, &version, &there))
        return false;
    if (there && version < 1) return true;
    for (int64_t k = version; k < x->version; k++)
        if (!take_schema_step(s, server, &x->step[k])) return false;
    if (there && version >= x->version) return true;
    return there ? sql_run(s, "UPDATE heddle_schema SET version = ? WHERE product = ?", "it",
                           x->version, x->product)
                 : sql_run(s, "INSERT INTO heddle_schema VALUES (?, ?)", "ti", x->product,
                           x->version);
}

static SchemaAnswer judge_version(const Schema *x, int64_t version, bool there) {
    if (!there) return SCHEMA_NONE;
    return version < 1 ? SCHEMA_DAMAGED : version > x->version ? SCHEMA_NEWER : SCHEMA_FINE;
}

SchemaAnswer schema_open(Sql *s, bool server, const Schema *x, bool make) {
    int64_t version;
    bool there;
    if (!read_version(s, server, x, &version, &there)) return SCHEMA_FAILED;
    SchemaAnswer answer = judge_version(x, version, there);
    bool changes =
        (answer == SCHEMA_NONE && make) || (answer == SCHEMA_FINE && version < x->version);
    if (!changes) return answer;
    if (!sql_begin(s)) return SCHEMA_FAILED;
    if (!take_schema_steps(s, server, x)) {
        sql_rollback(s);
        return SCHEMA_FAILED;
    }
    if (!sql_commit(s) || !read_version(s, server, x, &version, &there)) return SCHEMA_FAILED;
    return judge_version(x, version, there);
}
