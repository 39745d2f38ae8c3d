/* campaign_contents.c — findings, texts, chunks, names of threads, counters. See
 * campaign_store.h. */
#include "store/campaigns/campaign_rows.h"
#include <stdlib.h>

/* --- chunks ----------------------------------------------------------------------------------- */

uint64_t chunk_seal(const CampaignStore *s, int64_t id, int64_t kind, const void *bytes,
                    size_t size) {
    return row_seal(s, "tiib", "chunk", id, kind, bytes, size);
}

StoreAnswer contents_add_chunk(CampaignStore *s, CampaignRow *row, ChunkKind kind,
                               const void *bytes, size_t size) {
    int64_t id = row->next++;
    uint64_t seal = chunk_seal(s, id, (int64_t)kind, bytes, size);
    row->of_pass += seal;
    return sql_run(s->sql, "INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", "iiibi", s->id, id,
                   (int64_t)kind, bytes, size, (int64_t)seal)
               ? STORE_FINE
               : store_failed(s);
}

/* Checks the chunk in the current row: number, bytes, seal. */
static bool is_chunk(CampaignStore *s, ChunkKind kind, const void **bytes, size_t *size) {
    *bytes = sql_bytes(s->sql, 1, size);
    return chunk_seal(s, sql_number(s->sql, 0), (int64_t)kind, *bytes, *size) ==
           (uint64_t)sql_number(s->sql, 2);
}

StoreAnswer contents_decisions(CampaignStore *s,
                               uint64_t (*decided)(void *context, const void *states, size_t size),
                               void *context, uint64_t *contradictions) {
    bool fine = true;
    if (!decided) return STORE_FINE;
    if (!sql_query(s->sql,
                   "SELECT id, bytes, seal FROM chunks WHERE campaign = ? AND kind = ? AND id > ?"
                   " ORDER BY id",
                   "iii", s->id, (int64_t)CHUNK_STATES, s->read))
        return store_failed(s);
    while (fine && sql_next(s->sql)) {
        const void *bytes;
        size_t size;
        fine = is_chunk(s, CHUNK_STATES, &bytes, &size);
        if (!fine) break;
        *contradictions += decided(context, bytes, size);
        s->read = sql_number(s->sql, 0);
    }
    if (!sql_end(s->sql)) return store_failed(s);
    return fine ? STORE_FINE : store_damaged(s, "known states were changed");
}

StoreAnswer campaign_store_decisions(CampaignStore *s, int64_t pass, bool all,
                                     uint64_t (*decided)(void *context, const void *states,
                                                         size_t size),
                                     void *context, uint64_t *contradictions) {
    (void)pass;
    *contradictions = 0;
    if (all) s->read = 0;
    return contents_decisions(s, decided, context, contradictions);
}

/* --- texts ------------------------------------------------------------------------------------ */

uint64_t text_seal(const CampaignStore *s, int64_t kind, const char *text) {
    return row_seal(s, "tit", "text", kind, text);
}

StoreAnswer contents_add_text(CampaignStore *s, CampaignRow *row, const NewText *t) {
    uint64_t seal = text_seal(s, t->kind, t->text);
    if (!sql_run(s->sql, "INSERT INTO texts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", "iiti",
                 s->id, (int64_t)t->kind, t->text, (int64_t)seal))
        return store_failed(s);
    if (sql_changed(s->sql)) row->of_pass += seal;
    return STORE_FINE;
}

/* --- findings --------------------------------------------------------------------------------- */

uint64_t finding_seal(const CampaignStore *s, int64_t id, const char *key, int64_t held,
                      int64_t occurrences, const char *test) {
    return row_seal(s, "titiit", "finding", id, key, held, occurrences, test);
}

static uint64_t seal_of(const CampaignStore *s, const CampaignFinding *f) {
    return finding_seal(s, f->id, f->key, f->held, (int64_t)f->occurrences, f->test);
}

/* Reads the finding in the current row. */
static bool get_finding(CampaignStore *s, Arena *arena, CampaignFinding *f, uint64_t *seal) {
    *f = (CampaignFinding){.id = sql_number(s->sql, 0),
                           .key = arena_strdup(arena, sql_text(s->sql, 1)),
                           .held = sql_number(s->sql, 2) != 0,
                           .occurrences = (uint64_t)sql_number(s->sql, 3),
                           .test = arena_strdup(arena, sql_text(s->sql, 4))};
    *seal = (uint64_t)sql_number(s->sql, 5);
    return seal_of(s, f) == *seal;
}

#define FINDING_COLUMNS "id, key, held, occurrences, test, seal"

/* Reads the finding of a query that was begun. *seal is the one that it has. */
static StoreAnswer one_finding(CampaignStore *s, bool begun, Arena *arena, CampaignFinding *f,
                               uint64_t *seal) {
    if (!begun) return store_failed(s);
    bool there = sql_next(s->sql), sealed = there && get_finding(s, arena, f, seal);
    if (!sql_end(s->sql)) return store_failed(s);
    if (!there) return STORE_NONE;
    return sealed ? STORE_FINE : store_damaged(s, "a finding was changed");
}

static StoreAnswer set_occurrences(CampaignStore *s, CampaignRow *row, CampaignFinding *f,
                                   uint64_t seal, uint64_t occurrences) {
    f->occurrences = occurrences;
    uint64_t now = seal_of(s, f);
    row->of_all += now - seal;
    return sql_run(s->sql,
                   "UPDATE campaign_findings SET occurrences = ?, seal = ? WHERE campaign = ?"
                   " AND id = ?",
                   "iiii", (int64_t)occurrences, (int64_t)now, s->id, f->id)
               ? STORE_FINE
               : store_failed(s);
}

StoreAnswer contents_add_occurrences(CampaignStore *s, CampaignRow *row, const NewOccurrences *o) {
    Arena *arena = arena_new();
    CampaignFinding f;
    uint64_t seal = 0;
    bool begun = sql_query(s->sql,
                           "SELECT " FINDING_COLUMNS
                           " FROM campaign_findings WHERE campaign = ? AND held = 0 AND key = ?",
                           "it", s->id, o->key);
    StoreAnswer answer = one_finding(s, begun, arena, &f, &seal);
    if (answer == STORE_NONE) answer = store_damaged(s, "a finding is missing");
    if (answer == STORE_FINE) answer = set_occurrences(s, row, &f, seal, f.occurrences + o->more);
    arena_free(arena);
    return answer;
}

StoreAnswer contents_forget_occurrences(CampaignStore *s, CampaignRow *row) {
    StoreAnswer answer = STORE_FINE;
    while (answer == STORE_FINE) {
        Arena *arena = arena_new();
        CampaignFinding f;
        uint64_t seal = 0;
        bool begun = sql_query(s->sql,
                               "SELECT " FINDING_COLUMNS " FROM campaign_findings"
                               " WHERE campaign = ? AND occurrences <> 0 ORDER BY id LIMIT 1",
                               "i", s->id);
        answer = one_finding(s, begun, arena, &f, &seal);
        if (answer == STORE_FINE) answer = set_occurrences(s, row, &f, seal, 0);
        arena_free(arena);
    }
    return answer == STORE_NONE ? STORE_FINE : answer;
}

StoreAnswer campaign_store_add_finding(CampaignStore *s, const CampaignFinding *f) {
    Arena *arena = arena_new();
    CampaignRow row;
    StoreAnswer answer = row_begin(s, arena, &row);
    if (answer == STORE_FINE) {
        CampaignFinding new = *f;
        new.id = row.next++;
        new.occurrences = 0;
        uint64_t seal = seal_of(s, &new);
        bool fine =
            sql_run(s->sql,
                    "INSERT INTO campaign_findings VALUES (?, ?, ?, ?, 0, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    "iititi", s->id, new.id, new.key, (int64_t)new.held, new.test, (int64_t)seal);
        if (fine && sql_changed(s->sql)) row.of_all += seal;
        answer = fine ? row_commit(s, &row, true) : row_rollback(s, store_failed(s));
    }
    arena_free(arena);
    return answer;
}

StoreAnswer campaign_store_findings(CampaignStore *s, int64_t *last,
                                    void (*visit)(void *context, const CampaignFinding *f),
                                    void *context) {
    Arena *arena = arena_new();
    bool fine = true;
    VEC(CampaignFinding) found = {0};
    if (!sql_query(s->sql,
                   "SELECT " FINDING_COLUMNS
                   " FROM campaign_findings WHERE campaign = ? AND id > ? ORDER BY id",
                   "ii", s->id, *last)) {
        arena_free(arena);
        return store_failed(s);
    }
    while (fine && sql_next(s->sql)) {
        CampaignFinding f;
        uint64_t seal;
        fine = get_finding(s, arena, &f, &seal);
        vec_push(&found, f);
    }
    StoreAnswer answer = !sql_end(s->sql) ? store_failed(s)
                         : fine           ? STORE_FINE
                                          : store_damaged(s, "a finding was changed");
    /* The visitor may use the database. */
    for (size_t k = 0; answer == STORE_FINE && k < found.len; k++) {
        *last = found.data[k].id;
        visit(context, &found.data[k]);
    }
    vec_free(&found);
    arena_free(arena);
    return answer;
}

StoreAnswer campaign_store_has_finding(CampaignStore *s, const char *key, bool *has) {
    int64_t id;
    return sql_one(s->sql, &id, has,
                   "SELECT id FROM campaign_findings WHERE campaign = ? AND held = 0 AND key = ?",
                   "it", s->id, key)
               ? STORE_FINE
               : store_failed(s);
}

/* --- threads ---------------------------------------------------------------------------------- */

uint64_t thread_seal(const CampaignStore *s, int64_t slot, const char *name) {
    return row_seal(s, "tit", "thread", slot, name);
}

static StoreAnswer read_threads(CampaignStore *s, void (*visit)(void *context, const char *name),
                                void *context, const char *wanted, int64_t *n, bool *there) {
    bool fine = true;
    *n = 0;
    *there = false;
    if (!sql_query(s->sql, "SELECT slot, name, seal FROM threads WHERE campaign = ? ORDER BY slot",
                   "i", s->id))
        return store_failed(s);
    while (fine && sql_next(s->sql)) {
        const char *name = sql_text(s->sql, 1);
        fine = sql_number(s->sql, 0) == *n &&
               (uint64_t)sql_number(s->sql, 2) == thread_seal(s, *n, name);
        if (!fine) break;
        ++*n;
        *there |= wanted && !strcmp(name, wanted);
        visit(context, name);
    }
    if (!sql_end(s->sql)) return store_failed(s);
    return fine ? STORE_FINE : store_damaged(s, "names of threads were changed");
}

StoreAnswer campaign_store_threads(CampaignStore *s, const char *name,
                                   void (*visit)(void *context, const char *name), void *context) {
    Arena *arena = arena_new();
    CampaignRow row;
    int64_t n;
    bool there;
    StoreAnswer answer;
    if (!name) {
        answer = read_threads(s, visit, context, NULL, &n, &there);
    } else if ((answer = row_begin(s, arena, &row)) == STORE_FINE) {
        answer = read_threads(s, visit, context, name, &n, &there);
        uint64_t seal = thread_seal(s, n, name);
        if (answer == STORE_FINE && !there &&
            !sql_run(s->sql, "INSERT INTO threads VALUES (?, ?, ?, ?)", "iiti", s->id, n, name,
                     (int64_t)seal))
            answer = store_failed(s);
        if (answer == STORE_FINE && !there) row.of_all += seal;
        answer = answer == STORE_FINE ? row_commit(s, &row, false) : row_rollback(s, answer);
        if (answer == STORE_FINE && !there) visit(context, name);
    }
    arena_free(arena);
    return answer;
}

/* --- counters --------------------------------------------------------------------------------- */

uint64_t counters_seal(const CampaignStore *s, int64_t of_pass, int64_t worker, const void *numbers,
                       size_t size, const void *cover, size_t cover_size) {
    return row_seal(s, "tiibb", "counters", of_pass, worker, numbers, size, cover, cover_size);
}

StoreAnswer contents_set_counters(CampaignStore *s, CampaignRow *row, bool of_pass,
                                  const StoreCommit *x) {
    const void *numbers = of_pass ? x->of_pass : x->of_all, *cover = of_pass ? "" : x->cover;
    size_t size = of_pass ? x->of_pass_size : x->of_all_size,
           cover_size = of_pass ? 0 : x->cover_size;
    int64_t before = 0;
    bool there = false;
    if (!sql_one(s->sql, &before, &there,
                 "SELECT seal FROM counters WHERE campaign = ? AND of_pass = ? AND worker = ?",
                 "iii", s->id, (int64_t)of_pass, x->worker))
        return store_failed(s);
    uint64_t seal = counters_seal(s, of_pass, x->worker, numbers, size, cover, cover_size);
    uint64_t more = seal - (there ? (uint64_t)before : 0);
    if (of_pass)
        row->of_pass += more;
    else
        row->of_all += more;
    return sql_run(s->sql,
                   "INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (campaign, of_pass,"
                   " worker) DO UPDATE SET numbers = excluded.numbers, cover = excluded.cover,"
                   " seal = excluded.seal",
                   "iiibbi", s->id, (int64_t)of_pass, x->worker, numbers, size, cover, cover_size,
                   (int64_t)seal)
               ? STORE_FINE
               : store_failed(s);
}

/* --- results ---------------------------------------------------------------------------------- */

static StoreAnswer each_text(CampaignStore *s, const CampaignVisitor *v) {
    bool fine = true;
    if (!v->text) return STORE_FINE;
    if (!sql_query(s->sql,
                   "SELECT kind, text, seal FROM texts WHERE campaign = ? ORDER BY kind,"
                   " text",
                   "i", s->id))
        return store_failed(s);
    while (fine && sql_next(s->sql)) {
        int64_t kind = sql_number(s->sql, 0);
        const char *text = sql_text(s->sql, 1);
        fine = text_seal(s, kind, text) == (uint64_t)sql_number(s->sql, 2) && kind >= 0 &&
               kind < TEXT_KINDS;
        if (fine) v->text(v->context, (TextKind)kind, text);
    }
    if (!sql_end(s->sql)) return store_failed(s);
    return fine ? STORE_FINE : store_damaged(s, "a text was changed");
}

static StoreAnswer each_counters(CampaignStore *s, const CampaignVisitor *v) {
    bool fine = true;
    if (!v->counters) return STORE_FINE;
    if (!sql_query(s->sql,
                   "SELECT of_pass, worker, numbers, cover, seal FROM counters WHERE campaign = ?",
                   "i", s->id))
        return store_failed(s);
    while (fine && sql_next(s->sql)) {
        size_t size, cover_size;
        const void *numbers = sql_bytes(s->sql, 2, &size),
                   *cover = sql_bytes(s->sql, 3, &cover_size);
        int64_t of_pass = sql_number(s->sql, 0);
        fine = counters_seal(s, of_pass, sql_number(s->sql, 1), numbers, size, cover, cover_size) ==
               (uint64_t)sql_number(s->sql, 4);
        if (fine) v->counters(v->context, of_pass != 0, numbers, size, cover, cover_size);
    }
    if (!sql_end(s->sql)) return store_failed(s);
    return fine ? STORE_FINE : store_damaged(s, "counters were changed");
}

static StoreAnswer each_chunk(CampaignStore *s, ChunkKind kind, void *context,
                              void (*visit)(void *context, const void *bytes, size_t size)) {
    bool fine = true;
    if (!visit) return STORE_FINE;
    if (!sql_query(s->sql,
                   "SELECT id, bytes, seal FROM chunks WHERE campaign = ? AND kind = ? ORDER BY id",
                   "ii", s->id, (int64_t)kind))
        return store_failed(s);
    while (fine && sql_next(s->sql)) {
        const void *bytes;
        size_t size;
        fine = is_chunk(s, kind, &bytes, &size);
        if (fine) visit(context, bytes, size);
    }
    if (!sql_end(s->sql)) return store_failed(s);
    return fine ? STORE_FINE : store_damaged(s, "events or states were changed");
}

static StoreAnswer tell_share(CampaignStore *s, const CampaignVisitor *v) {
    double explored = 0;
    if (!v->share) return STORE_FINE;
    if (!sql_query(s->sql, "SELECT part, share FROM tasks WHERE campaign = ?", "i", s->id))
        return store_failed(s);
    while (sql_next(s->sql)) explored += sql_real(s->sql, 0) * sql_real(s->sql, 1);
    if (!sql_end(s->sql)) return store_failed(s);
    v->share(v->context, explored);
    return STORE_FINE;
}

StoreAnswer campaign_store_results(CampaignStore *s, const CampaignVisitor *v) {
    StoreAnswer answer = each_text(s, v);
    if (answer == STORE_FINE) answer = each_counters(s, v);
    if (answer == STORE_FINE) answer = each_chunk(s, CHUNK_EVENTS, v->context, v->events);
    if (answer == STORE_FINE) answer = each_chunk(s, CHUNK_STATES, v->context, v->states);
    return answer == STORE_FINE ? tell_share(s, v) : answer;
}
