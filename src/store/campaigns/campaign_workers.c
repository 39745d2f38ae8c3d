/* campaign_workers.c — who works on a campaign. Nothing here decides what is explored: leases do
 * (campaign_tasks.c). See campaign_store.h. */
#include "store/campaigns/campaign_rows.h"
#include <stdlib.h>

/* A worker that was not seen for this time counts as gone where demand is told. */
#define SILENT_MS 25000

StoreAnswer campaign_store_worker(CampaignStore *s, const CampaignWorker *w) {
    return sql_run(s->sql,
                   "INSERT INTO workers VALUES (?, ?, ?, ?, ?, heddle_now(), heddle_now(), ?, ?)"
                   " ON CONFLICT (campaign, id) DO UPDATE SET seen = excluded.seen,"
                   " task = excluded.task, traces = excluded.traces",
                   "iitttii", s->id, w->id, w->host, w->process, w->name, w->task, w->traces)
               ? STORE_FINE
               : store_failed(s);
}

StoreAnswer campaign_store_renew(CampaignStore *s, const CampaignWorker *w, const StoredTask *t,
                                 int64_t lease) {
    if (!sql_begin(s->sql)) return store_failed(s);
    bool fine = sql_run(s->sql,
                        "UPDATE tasks SET lease = heddle_now() + ? WHERE campaign = ? AND id = ?"
                        " AND fence = ? AND holder = ?",
                        "iiiii", lease, s->id, t->id, t->fence, w->id);
    StoreAnswer answer = fine ? campaign_store_worker(s, w) : store_failed(s);
    if (answer != STORE_FINE) return row_rollback(s, answer);
    return sql_commit(s->sql) ? STORE_FINE : store_failed(s);
}

StoreAnswer campaign_store_remove_worker(CampaignStore *s, int64_t id) {
    return sql_run(s->sql, "DELETE FROM workers WHERE campaign = ? AND id = ?", "ii", s->id, id)
               ? STORE_FINE
               : store_failed(s);
}

StoreAnswer campaign_store_workers(CampaignStore *s,
                                   void (*visit)(void *context, const CampaignWorker *w),
                                   void *context) {
    Arena *arena = arena_new();
    VEC(CampaignWorker) all = {0};
    bool fine = sql_query(s->sql,
                          "SELECT id, host, process, name, heddle_now() - seen, task, traces,"
                          " heddle_now() - began FROM workers WHERE campaign = ? ORDER BY began",
                          "i", s->id);
    while (fine && sql_next(s->sql)) {
        CampaignWorker w = {.id = sql_number(s->sql, 0),
                            .host = arena_strdup(arena, sql_text(s->sql, 1)),
                            .process = arena_strdup(arena, sql_text(s->sql, 2)),
                            .name = arena_strdup(arena, sql_text(s->sql, 3)),
                            .seen = sql_number(s->sql, 4),
                            .task = sql_number(s->sql, 5),
                            .traces = sql_number(s->sql, 6),
                            .began = sql_number(s->sql, 7)};
        vec_push(&all, w);
    }
    fine = fine && sql_end(s->sql);
    for (size_t k = 0; fine && k < all.len; k++) visit(context, &all.data[k]);
    vec_free(&all);
    arena_free(arena);
    return fine ? STORE_FINE : store_failed(s);
}

StoreAnswer campaign_store_demand(CampaignStore *s, uint64_t *hungry, uint64_t *open,
                                  uint64_t *held, uint64_t *waiting) {
    int64_t n = 0;
    bool there = false;
    *hungry = *open = *held = *waiting = 0;
    if (!sql_one(s->sql, &n, &there,
                 "SELECT count(*) FROM workers WHERE campaign = ? AND task = 0"
                 " AND seen > heddle_now() - ?",
                 "ii", s->id, (int64_t)SILENT_MS))
        return store_failed(s);
    *hungry = (uint64_t)n;
    if (!sql_query(
            s->sql,
            "SELECT state, CAST(CASE WHEN holder = 0 OR lease < heddle_now() THEN 0 ELSE 1 END"
            " AS BIGINT),"
            " count(*) FROM tasks WHERE campaign = ? AND state < 2 GROUP BY 1, 2",
            "i", s->id))
        return store_failed(s);
    while (sql_next(s->sql)) {
        uint64_t count = (uint64_t)sql_number(s->sql, 2);
        bool is_held = sql_number(s->sql, 1) != 0;
        *(sql_number(s->sql, 0) == STATE_WAITING ? waiting : is_held ? held : open) += count;
    }
    return sql_end(s->sql) ? STORE_FINE : store_failed(s);
}

typedef struct Gone {
    const char *host;
    bool (*is_gone)(const char *process);
    VEC(int64_t) id;
} Gone;

static void note_gone(void *context, const CampaignWorker *w) {
    Gone *g = context;
    if (!strcmp(w->host, g->host) && *w->process && g->is_gone(w->process)) vec_push(&g->id, w->id);
}

StoreAnswer campaign_store_bury(CampaignStore *s, const char *host,
                                bool (*is_gone)(const char *process), uint64_t *freed) {
    Gone g = {.host = host, .is_gone = is_gone};
    StoreAnswer answer = campaign_store_workers(s, note_gone, &g);
    *freed = 0;
    for (size_t k = 0; answer == STORE_FINE && k < g.id.len; k++) {
        if (!sql_run(s->sql, "UPDATE tasks SET holder = 0 WHERE campaign = ? AND holder = ?", "ii",
                     s->id, g.id.data[k]))
            answer = store_failed(s);
        *freed += sql_changed(s->sql);
        if (answer == STORE_FINE) answer = campaign_store_remove_worker(s, g.id.data[k]);
    }
    vec_free(&g.id);
    return answer;
}
