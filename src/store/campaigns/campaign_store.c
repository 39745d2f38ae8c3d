/* campaign_store.c — the schema, campaigns, and their seals. See campaign_store.h. */
#include "store/campaigns/campaign_rows.h"
#include "store/schema.h"
#include <stdlib.h>

/* Columns that say who holds a task, and workers, are no part of any seal: they decide nothing. */
static const char *const first_tables[] = {
    "CREATE TABLE campaigns (id BIGINT PRIMARY KEY, digest TEXT NOT NULL UNIQUE,"
    " build TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL, program BYTEA NOT NULL,"
    " created BIGINT NOT NULL, status BIGINT NOT NULL, pass BIGINT NOT NULL,"
    " parameters BYTEA NOT NULL, next BIGINT NOT NULL, constant BIGINT NOT NULL,"
    " of_pass BIGINT NOT NULL, of_all BIGINT NOT NULL, seal BIGINT NOT NULL)",
    "CREATE TABLE tasks (campaign BIGINT NOT NULL, id BIGINT NOT NULL, parent BIGINT NOT NULL,"
    " number BIGINT NOT NULL, state BIGINT NOT NULL, waits BIGINT NOT NULL,"
    " part DOUBLE PRECISION NOT NULL, share DOUBLE PRECISION NOT NULL, bytes BYTEA NOT NULL,"
    " seal BIGINT NOT NULL, fence BIGINT NOT NULL, holder BIGINT NOT NULL, lease BIGINT NOT NULL,"
    " commits BIGINT NOT NULL, PRIMARY KEY (campaign, id), UNIQUE (campaign, parent, number))",
    "CREATE INDEX tasks_by_state ON tasks (campaign, state, id)",
    "CREATE TABLE chunks (campaign BIGINT NOT NULL, id BIGINT NOT NULL, kind BIGINT NOT NULL,"
    " bytes BYTEA NOT NULL, seal BIGINT NOT NULL, PRIMARY KEY (campaign, kind, id))",
    "CREATE TABLE texts (campaign BIGINT NOT NULL, kind BIGINT NOT NULL, text TEXT NOT NULL,"
    " seal BIGINT NOT NULL, PRIMARY KEY (campaign, kind, text))",
    "CREATE TABLE campaign_findings (campaign BIGINT NOT NULL, id BIGINT NOT NULL,"
    " key TEXT NOT NULL, held BIGINT NOT NULL, occurrences BIGINT NOT NULL, test TEXT NOT NULL,"
    " seal BIGINT NOT NULL, PRIMARY KEY (campaign, id), UNIQUE (campaign, held, key))",
    "CREATE TABLE threads (campaign BIGINT NOT NULL, slot BIGINT NOT NULL, name TEXT NOT NULL,"
    " seal BIGINT NOT NULL, PRIMARY KEY (campaign, slot))",
    "CREATE TABLE counters (campaign BIGINT NOT NULL, of_pass BIGINT NOT NULL,"
    " worker BIGINT NOT NULL, numbers BYTEA NOT NULL, cover BYTEA NOT NULL, seal BIGINT NOT NULL,"
    " PRIMARY KEY (campaign, of_pass, worker))",
    "CREATE TABLE workers (campaign BIGINT NOT NULL, id BIGINT NOT NULL, host TEXT NOT NULL,"
    " process TEXT NOT NULL, name TEXT NOT NULL, began BIGINT NOT NULL, seen BIGINT NOT NULL,"
    " task BIGINT NOT NULL, traces BIGINT NOT NULL, PRIMARY KEY (campaign, id))",
    NULL,
};
static const char *const files_table[] = {
    "CREATE TABLE campaign_files (campaign BIGINT NOT NULL, id BIGINT NOT NULL,"
    " bytes BYTEA NOT NULL, seal BIGINT NOT NULL, PRIMARY KEY (campaign, id))",
    NULL,
};
static const char server_clock[] =
    "CREATE FUNCTION heddle_now() RETURNS BIGINT LANGUAGE SQL VOLATILE AS"
    " 'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)'";
static const SchemaStep steps[] = {{first_tables, server_clock}, {files_table, NULL}};
static const Schema campaign_schema = {"campaigns", steps, ARRAY_LEN(steps)};

/* --- failures --------------------------------------------------------------------------------- */

static void set_store_error(CampaignStore *s, const char *text) {
    free(s->error);
    s->error = xasprintf("%s: %s", s->address, text);
}

StoreAnswer store_failed(CampaignStore *s) {
    set_store_error(s, sql_error(s->sql));
    return sql_is_away(s->sql) ? STORE_AWAY : STORE_BAD;
}

StoreAnswer store_damaged(CampaignStore *s, const char *what) {
    char *text = xasprintf("the database is damaged: %s", what);
    set_store_error(s, text);
    free(text);
    return STORE_BAD;
}

const char *campaign_store_error(const CampaignStore *s) { return s->error ? s->error : ""; }
bool campaign_store_reconnect(CampaignStore *s) { return sql_reconnect(s->sql); }
void campaign_store_patience(CampaignStore *s, unsigned milliseconds) {
    sql_patience(s->sql, milliseconds);
}
void campaign_store_wait(CampaignStore *s, unsigned milliseconds) {
    sql_wait(s->sql, milliseconds);
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Whether the database has tables of others and none of campaigns. */
static bool is_foreign(CampaignStore *s) {
    int64_t n = 0;
    bool there = false;
    return !s->server &&
           sql_one(s->sql, &n, &there,
                   "SELECT count(*) FROM sqlite_master WHERE NOT EXISTS"
                   " (SELECT 1 FROM sqlite_master WHERE name = 'heddle_schema')",
                   "") &&
           there && n > 0;
}

/* Looks at the schema, which is made if it is missing, and brought to the present version. */
static StoreAnswer open_schema(CampaignStore *s, bool make) {
    if (is_foreign(s)) {
        set_store_error(s, "it is a database of something else, not of campaigns");
        return STORE_BAD;
    }
    switch (schema_open(s->sql, s->server, &campaign_schema, make)) {
    case SCHEMA_FINE: return STORE_FINE;
    case SCHEMA_FAILED: return store_failed(s);
    case SCHEMA_NONE: set_store_error(s, "it is not a database of campaigns"); break;
    case SCHEMA_NEWER: set_store_error(s, "it was made by a newer heddle"); break;
    case SCHEMA_DAMAGED: return store_damaged(s, "the version of its tables is impossible");
    }
    return STORE_BAD;
}

CampaignStore *campaign_store_open(const char *address, bool make, StoreAnswer *answer,
                                   char **error) {
    CampaignStore *s = xcalloc(1, sizeof *s);
    SqlFailure failure;
    s->address = sql_shown_address(address);
    s->server = sql_is_server(address);
    s->sql = sql_open(address, make, &failure, error);
    if (!s->sql) {
        char *text = xasprintf("%s: %s", s->address, *error);
        free(*error);
        *error = text;
        *answer = failure == SQL_AWAY ? STORE_AWAY : STORE_BAD;
    } else if ((*answer = open_schema(s, make)) == STORE_FINE) {
        return s;
    } else
        *error = xstrdup(s->error);
    campaign_store_close(s);
    return NULL;
}

void campaign_store_close(CampaignStore *s) {
    if (!s) return;
    sql_close(s->sql);
    vec_free(&s->keys);
    free(s->address);
    free(s->error);
    free(s);
}

/* --- seals ------------------------------------------------------------------------------------ */

uint64_t row_seal(const CampaignStore *s, const char *types, ...) {
    uint64_t h = s->key;
    va_list ap;
    va_start(ap, types);
    for (; *types; types++) {
        if (*types == 'i') {
            h = hash_combine(h, (uint64_t)va_arg(ap, int64_t));
        } else if (*types == 'd') {
            double x = va_arg(ap, double);
            uint64_t bits;
            memcpy(&bits, &x, sizeof bits);
            h = hash_combine(h, bits);
        } else if (*types == 't') {
            const char *text = va_arg(ap, const char *);
            h = hash_bytes(text, strlen(text), h);
        } else {
            const void *bytes = va_arg(ap, const void *);
            size_t n = va_arg(ap, size_t);
            h = hash_bytes(n ? bytes : "", n, hash_combine(h, n));
        }
    }
    va_end(ap);
    return h;
}

uint64_t task_seal(const CampaignStore *s, const TaskRow *t) {
    return row_seal(s, "iiiiiddb", t->id, t->parent, t->number, t->state, t->waits, t->part,
                    t->share, t->bytes, t->size);
}

static uint64_t campaign_row_seal(const CampaignStore *s, const CampaignRow *r) {
    return row_seal(s, "iiiiiiib", s->id, r->status, r->pass, r->next, (int64_t)r->constant,
                    (int64_t)r->of_pass, (int64_t)r->of_all, r->parameters, r->parameters_size);
}

/* A hash of what never changes. */
static uint64_t constant_hash(const CampaignStore *s, const CampaignInfo *i) {
    return row_seal(s, "itttttbi", i->id, i->digest, i->build, i->name, i->options, "campaign",
                    i->program, i->program_size, i->created);
}

static void *copy_bytes(Arena *arena, const void *bytes, size_t n) {
    return memcpy(arena_alloc(arena, n + 1), bytes, n);
}

StoreAnswer row_read(CampaignStore *s, bool locks, Arena *arena, CampaignRow *row) {
    if (!sql_query(s->sql,
                   locks ? "SELECT status, pass, next, constant, of_pass, of_all, parameters, seal"
                           " FROM campaigns WHERE id = ? /*pg:FOR UPDATE*/"
                         : "SELECT status, pass, next, constant, of_pass, of_all, parameters, seal"
                           " FROM campaigns WHERE id = ?",
                   "i", s->id))
        return store_failed(s);
    bool there = sql_next(s->sql), fine = false;
    if (there) {
        *row = (CampaignRow){.status = sql_number(s->sql, 0),
                             .pass = sql_number(s->sql, 1),
                             .next = sql_number(s->sql, 2),
                             .constant = (uint64_t)sql_number(s->sql, 3),
                             .of_pass = (uint64_t)sql_number(s->sql, 4),
                             .of_all = (uint64_t)sql_number(s->sql, 5)};
        const void *bytes = sql_bytes(s->sql, 6, &row->parameters_size);
        row->parameters = copy_bytes(arena, bytes, row->parameters_size);
        fine = campaign_row_seal(s, row) == (uint64_t)sql_number(s->sql, 7);
    }
    if (!sql_end(s->sql)) return store_failed(s);
    if (!there) return store_damaged(s, "the campaign is gone");
    return fine ? STORE_FINE : store_damaged(s, "the row of the campaign was changed");
}

StoreAnswer row_begin(CampaignStore *s, Arena *arena, CampaignRow *row) {
    if (!sql_begin(s->sql)) return store_failed(s);
    StoreAnswer answer = row_read(s, true, arena, row);
    return answer == STORE_FINE ? answer : row_rollback(s, answer);
}

StoreAnswer row_commit(CampaignStore *s, CampaignRow *row, bool wakes) {
    bool fine = sql_run(s->sql,
                        "UPDATE campaigns SET status = ?, pass = ?, next = ?, of_pass = ?,"
                        " of_all = ?, parameters = ?, seal = ? WHERE id = ?",
                        "iiiiibii", row->status, row->pass, row->next, (int64_t)row->of_pass,
                        (int64_t)row->of_all, row->parameters, row->parameters_size,
                        (int64_t)campaign_row_seal(s, row), s->id) &&
                (!wakes || sql_notify(s->sql));
    if (!fine) return row_rollback(s, store_failed(s));
    return sql_commit(s->sql) ? STORE_FINE : store_failed(s);
}

StoreAnswer row_rollback(CampaignStore *s, StoreAnswer answer) {
    sql_rollback(s->sql);
    return answer;
}

/* --- campaigns -------------------------------------------------------------------------------- */

static void use_campaign(CampaignStore *s, int64_t id, const char *digest) {
    s->id = id;
    s->key = hash_string(digest);
    s->read = 0;
}

void campaign_store_use(CampaignStore *s, const CampaignStore *same) {
    s->id = same->id;
    s->key = same->key;
    s->read = 0;
}

static void read_info(CampaignStore *s, bool program, Arena *arena, CampaignInfo *out) {
    *out = (CampaignInfo){.id = sql_number(s->sql, 0),
                          .digest = arena_strdup(arena, sql_text(s->sql, 1)),
                          .build = arena_strdup(arena, sql_text(s->sql, 2)),
                          .name = arena_strdup(arena, sql_text(s->sql, 3)),
                          .options = arena_strdup(arena, sql_text(s->sql, 4)),
                          .created = sql_number(s->sql, 5),
                          .status = (CampaignStatus)sql_number(s->sql, 6),
                          .pass = sql_number(s->sql, 7),
                          .program = ""};
    if (!program) return;
    const void *bytes = sql_bytes(s->sql, 8, &out->program_size);
    out->program = copy_bytes(arena, bytes, out->program_size);
}

#define INFO_COLUMNS "id, digest, build, name, options, created, status, pass"

StoreAnswer campaign_store_find(CampaignStore *s, const char *digest, bool program, Arena *arena,
                                CampaignInfo *out) {
    bool fine =
        digest
            ? sql_query(s->sql, "SELECT " INFO_COLUMNS ", program FROM campaigns WHERE digest = ?",
                        "t", digest)
            : sql_query(s->sql,
                        "SELECT " INFO_COLUMNS
                        ", program FROM campaigns ORDER BY created DESC, id DESC"
                        " LIMIT 1",
                        "");
    if (!fine) return store_failed(s);
    bool there = sql_next(s->sql);
    if (there) read_info(s, true, arena, out);
    if (!sql_end(s->sql)) return store_failed(s);
    if (!there) return STORE_NONE;
    use_campaign(s, out->id, out->digest);
    CampaignRow row;
    StoreAnswer answer = row_read(s, false, arena, &row);
    if (answer != STORE_FINE) return answer;
    if (constant_hash(s, out) != row.constant)
        return store_damaged(s, "the program or the options of the campaign were changed");
    if (!program) out->program_size = 0;
    return campaign_store_look(s, arena, out);
}

StoreAnswer campaign_store_look(CampaignStore *s, Arena *arena, CampaignInfo *out) {
    CampaignRow row;
    StoreAnswer answer = row_read(s, false, arena, &row);
    if (answer != STORE_FINE) return answer;
    out->status = (CampaignStatus)row.status;
    out->pass = row.pass;
    out->parameters = row.parameters;
    out->parameters_size = row.parameters_size;
    return STORE_FINE;
}

StoreAnswer campaign_store_each(CampaignStore *s,
                                void (*visit)(void *context, const CampaignInfo *info),
                                void *context) {
    Arena *arena = arena_new();
    bool fine = sql_query(
        s->sql, "SELECT " INFO_COLUMNS " FROM campaigns ORDER BY created DESC, id DESC", "");
    while (fine && sql_next(s->sql)) {
        CampaignInfo info;
        read_info(s, false, arena, &info);
        visit(context, &info);
    }
    fine = fine && sql_end(s->sql);
    arena_free(arena);
    return fine ? STORE_FINE : store_failed(s);
}

bool row_add_first_task(CampaignStore *s, CampaignRow *row) {
    TaskRow t = {.id = row->next++, .part = 1, .bytes = ""};
    t.seal = task_seal(s, &t);
    row->of_pass += t.seal;
    return sql_run(s->sql, "INSERT INTO tasks VALUES (?, ?, 0, 0, 0, 0, 1, 0, ?, ?, 0, 0, 0, 0)",
                   "iibi", s->id, t.id, "", (size_t)0, (int64_t)t.seal);
}

uint64_t file_seal(const CampaignStore *s, int64_t id, const void *bytes, size_t size) {
    return row_seal(s, "tib", "file", id, bytes, size);
}

static bool add_files(CampaignStore *s, CampaignRow *row, const CampaignInfo *info) {
    for (size_t k = 0; k < info->nfiles; k++) {
        const CampaignFile *f = &info->file[k];
        uint64_t seal = file_seal(s, (int64_t)k, f->bytes, f->size);
        row->of_all += seal;
        if (!sql_run(s->sql, "INSERT INTO campaign_files VALUES (?, ?, ?, ?)", "iibi", s->id,
                     (int64_t)k, f->bytes, f->size, (int64_t)seal))
            return false;
    }
    return true;
}

StoreAnswer campaign_store_add(CampaignStore *s, const CampaignInfo *info) {
    CampaignInfo new = *info;
    int64_t there_already = 0;
    bool there = false;
    if (!sql_begin(s->sql)) return store_failed(s);
    bool fine = sql_run(s->sql, "SELECT 1 /*pg:, pg_advisory_xact_lock(1214604653)*/", "");
    fine = fine && sql_one(s->sql, &there_already, &there,
                           "SELECT id FROM campaigns WHERE digest = ?", "t", info->digest);
    if (fine && there) return row_rollback(s, STORE_FINE);
    fine =
        fine && sql_one(s->sql, &new.id, &there, "SELECT coalesce(max(id), 0) FROM campaigns", "");
    fine = fine && sql_one(s->sql, &new.created, &there, "SELECT heddle_now()", "");
    if (!fine) return row_rollback(s, store_failed(s));
    new.id++;
    use_campaign(s, new.id, new.digest);
    CampaignRow row = {.next = 1, .constant = constant_hash(s, &new), .parameters = ""};
    fine = sql_run(s->sql,
                   "INSERT INTO campaigns VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, 1, ?, 0, 0, 0)",
                   "ittttbibi", new.id, new.digest, new.build, new.name, new.options, new.program,
                   new.program_size, new.created, "", (size_t)0, (int64_t)row.constant) &&
           row_add_first_task(s, &row) && add_files(s, &row, info);
    return fine ? row_commit(s, &row, true) : row_rollback(s, store_failed(s));
}
