/*
 * campaign_tasks.c — tasks are taken for a while, and a slice of one is committed in one
 * transaction. docs/proofs/campaigns.md has the argument; see campaign_store.h.
 *
 * Commits of one campaign follow each other: each locks the campaign's row first. Who takes a task
 * locks that task alone.
 */
#include "store/campaigns/campaign_rows.h"
#include <stdlib.h>

#define TASK_COLUMNS \
    "id, parent, number, state, waits, part, share, bytes, seal, fence, holder, commits"

StoreAnswer task_read(CampaignStore *s, Arena *arena, TaskRow *t, const char *condition,
                      int64_t first, int64_t second) {
    char *text =
        xasprintf("SELECT " TASK_COLUMNS " FROM tasks WHERE campaign = ? AND %s", condition);
    bool two = strchr(strchr(condition, '?') + 1, '?') != NULL;
    bool fine = two ? sql_query(s->sql, text, "iii", s->id, first, second)
                    : sql_query(s->sql, text, "ii", s->id, first);
    free(text);
    if (!fine) return store_failed(s);
    bool there = sql_next(s->sql), sealed = false;
    if (there) {
        *t = (TaskRow){.id = sql_number(s->sql, 0),
                       .parent = sql_number(s->sql, 1),
                       .number = sql_number(s->sql, 2),
                       .state = sql_number(s->sql, 3),
                       .waits = sql_number(s->sql, 4),
                       .part = sql_real(s->sql, 5),
                       .share = sql_real(s->sql, 6),
                       .seal = (uint64_t)sql_number(s->sql, 8),
                       .fence = sql_number(s->sql, 9),
                       .holder = sql_number(s->sql, 10),
                       .commits = sql_number(s->sql, 11)};
        const void *bytes = sql_bytes(s->sql, 7, &t->size);
        t->bytes = memcpy(arena_alloc(arena, t->size + 1), bytes, t->size);
        sealed = task_seal(s, t) == t->seal;
    }
    if (!sql_end(s->sql)) return store_failed(s);
    if (!there) return STORE_NONE;
    return sealed ? STORE_FINE : store_damaged(s, "a task was changed");
}

/* --- taking ----------------------------------------------------------------------------------- */

/* Whether the campaign is at this pass and not at its end. */
static StoreAnswer is_running(CampaignStore *s, int64_t pass) {
    int64_t n = 0;
    bool there;
    if (!sql_one(s->sql, &n, &there,
                 "SELECT id FROM campaigns WHERE id = ? AND pass = ? AND status = 0", "ii", s->id,
                 pass))
        return store_failed(s);
    return there ? STORE_FINE : STORE_NONE;
}

static StoreAnswer count_held(CampaignStore *s, uint64_t *held) {
    int64_t n = 0;
    bool there;
    if (!sql_one(s->sql, &n, &there,
                 "SELECT count(*) FROM tasks WHERE campaign = ? AND state = 0 AND holder <> 0", "i",
                 s->id))
        return store_failed(s);
    *held = (uint64_t)n;
    return STORE_FINE;
}

static StoreAnswer take_open(CampaignStore *s, int64_t worker, int64_t lease, Arena *arena,
                             TaskRow *t) {
    StoreAnswer answer =
        task_read(s, arena, t,
                  "state = 0 AND (holder = 0 OR lease < heddle_now()) AND 0 = ? ORDER BY id LIMIT 1"
                  " /*pg:FOR UPDATE SKIP LOCKED*/",
                  0, 0);
    if (answer != STORE_FINE) return answer;
    t->fence++;
    return sql_run(s->sql,
                   "UPDATE tasks SET fence = ?, holder = ?, lease = heddle_now() + ?"
                   " WHERE campaign = ? AND id = ?",
                   "iiiii", t->fence, worker, lease, s->id, t->id)
               ? STORE_FINE
               : store_failed(s);
}

StoreAnswer campaign_store_take(CampaignStore *s, int64_t pass, int64_t worker, int64_t lease,
                                Arena *arena, StoredTask *out, uint64_t *held) {
    TaskRow t;
    *held = 0;
    if (!sql_begin(s->sql)) return store_failed(s);
    StoreAnswer answer = is_running(s, pass);
    if (answer == STORE_FINE) {
        answer = take_open(s, worker, lease, arena, &t);
        if (answer == STORE_NONE) {
            StoreAnswer counted = count_held(s, held);
            if (counted != STORE_FINE) answer = counted;
        }
    } else
        *held = 1; /* it is over: nothing is missing */
    if (answer != STORE_FINE) return row_rollback(s, answer);
    if (!sql_commit(s->sql)) return store_failed(s);
    *out = (StoredTask){.id = t.id,
                        .fence = t.fence,
                        .pass = pass,
                        .part = t.part,
                        .state = t.bytes,
                        .size = t.size};
    return STORE_FINE;
}

StoreAnswer campaign_store_leave(CampaignStore *s, const StoredTask *t, int64_t worker) {
    if (!sql_run(s->sql,
                 "UPDATE tasks SET holder = 0 WHERE campaign = ? AND id = ? AND fence = ?"
                 " AND holder = ?",
                 "iiii", s->id, t->id, t->fence, worker))
        return store_failed(s);
    sql_notify(s->sql);
    return STORE_FINE;
}

StoreAnswer campaign_store_child(CampaignStore *s, const StoredTask *t, uint32_t number,
                                 Arena *arena, const void **found, size_t *size) {
    TaskRow child;
    StoreAnswer answer =
        task_read(s, arena, &child, "parent = ? AND number = ?", t->id, (int64_t)number);
    if (answer == STORE_NONE) {
        /* It is also gone where the task itself is: who holds it in vain learns that later. */
        TaskRow own;
        answer = task_read(s, arena, &own, "id = ?", t->id, 0);
        return answer == STORE_FINE && own.fence == t->fence ? store_damaged(s, "a task is missing")
                                                             : answer;
    }
    if (answer != STORE_FINE) return answer;
    if (child.state != STATE_DONE) return STORE_NONE;
    *found = child.bytes;
    *size = child.size;
    return STORE_FINE;
}

/* --- committing ------------------------------------------------------------------------------- */

/* Writes the sealed part of a task that is there. `held` says whether its holder keeps it. */
static bool write_task(CampaignStore *s, CampaignRow *row, TaskRow *t, bool held, int64_t lease) {
    uint64_t before = t->seal;
    t->seal = task_seal(s, t);
    row->of_pass += t->seal - before;
    return sql_run(s->sql,
                   "UPDATE tasks SET state = ?, waits = ?, share = ?, bytes = ?, seal = ?,"
                   " holder = CASE WHEN ? = 1 THEN holder ELSE 0 END,"
                   " lease = heddle_now() + ?, commits = ? WHERE campaign = ? AND id = ?",
                   "iidbiiiiii", t->state, t->waits, t->share, t->bytes, t->size, (int64_t)t->seal,
                   (int64_t)held, lease, t->commits, s->id, t->id);
}

static bool remove_task(CampaignStore *s, CampaignRow *row, const TaskRow *t) {
    row->of_pass -= t->seal;
    return sql_run(s->sql, "DELETE FROM tasks WHERE campaign = ? AND id = ?", "ii", s->id, t->id);
}

static bool add_child(CampaignStore *s, CampaignRow *row, const TaskRow *parent, const NewTask *x) {
    TaskRow t = {.id = row->next++,
                 .parent = parent->id,
                 .number = x->number,
                 .part = x->part,
                 .bytes = x->state,
                 .size = x->size};
    t.seal = task_seal(s, &t);
    row->of_pass += t.seal;
    return sql_run(s->sql, "INSERT INTO tasks VALUES (?, ?, ?, ?, 0, 0, ?, 0, ?, ?, 0, 0, 0, 0)",
                   "iiiidbi", s->id, t.id, t.parent, t.number, t.part, t.bytes, t.size,
                   (int64_t)t.seal);
}

/* The children whose results are part of the new state of their parent. */
static StoreAnswer remove_taken(CampaignStore *s, CampaignRow *row, const StoreCommit *x,
                                Arena *arena) {
    for (size_t k = 0; k < x->ntaken; k++) {
        TaskRow child;
        StoreAnswer answer = task_read(s, arena, &child, "parent = ? AND number = ?", x->task.id,
                                       (int64_t)x->taken[k]);
        if (answer == STORE_NONE || (answer == STORE_FINE && child.state != STATE_DONE))
            return store_damaged(s, "a task that was done is missing");
        if (answer != STORE_FINE) return answer;
        if (!remove_task(s, row, &child)) return store_failed(s);
    }
    return STORE_FINE;
}

/* Whether the task has children left: it cannot be done then. */
static StoreAnswer has_no_child(CampaignStore *s, const TaskRow *t) {
    int64_t n = 0;
    bool there;
    if (!sql_one(s->sql, &n, &there, "SELECT count(*) FROM tasks WHERE campaign = ? AND parent = ?",
                 "ii", s->id, t->id))
        return store_failed(s);
    return n ? store_damaged(s, "a task has children that nobody waits for") : STORE_FINE;
}

/* Lets the parent of a task that is done go on if it waits for it. */
static StoreAnswer wake_parent(CampaignStore *s, CampaignRow *row, const TaskRow *t, Arena *arena) {
    TaskRow parent;
    StoreAnswer answer = task_read(s, arena, &parent, "id = ?", t->parent, 0);
    if (answer == STORE_NONE) return store_damaged(s, "the parent of a task is missing");
    if (answer != STORE_FINE || parent.state != STATE_WAITING || parent.waits != t->number)
        return answer;
    parent.state = STATE_OPEN;
    return write_task(s, row, &parent, false, 0) ? STORE_FINE : store_failed(s);
}

/* The new state of the task: it waits only if the child is not done meanwhile. */
static StoreAnswer set_end(CampaignStore *s, CampaignRow *row, const StoreCommit *x, TaskRow *t,
                           Arena *arena) {
    t->state = x->end == TASK_DONE ? STATE_DONE : STATE_OPEN;
    t->waits = 0;
    if (x->end == TASK_DONE) {
        StoreAnswer answer = has_no_child(s, t);
        if (answer != STORE_FINE) return answer;
        if (t->parent) return wake_parent(s, row, t, arena);
        row->status = CAMPAIGN_CLOSING;
    } else if (x->end == TASK_WAITS) {
        TaskRow child;
        StoreAnswer answer =
            task_read(s, arena, &child, "parent = ? AND number = ?", t->id, (int64_t)x->waits_for);
        if (answer == STORE_NONE) return store_damaged(s, "a task is missing");
        if (answer != STORE_FINE) return answer;
        t->waits = x->waits_for;
        if (child.state != STATE_DONE) t->state = STATE_WAITING;
    }
    return STORE_FINE;
}

static StoreAnswer commit_task(CampaignStore *s, CampaignRow *row, const StoreCommit *x, TaskRow *t,
                               Arena *arena) {
    bool fine = true;
    for (size_t k = 0; fine && k < x->nchildren; k++) fine = add_child(s, row, t, &x->child[k]);
    if (!fine) return store_failed(s);
    StoreAnswer answer = remove_taken(s, row, x, arena);
    if (answer == STORE_FINE) answer = set_end(s, row, x, t, arena);
    if (answer != STORE_FINE) return answer;
    t->bytes = x->state;
    t->size = x->size;
    t->share = x->share;
    t->commits++;
    return write_task(s, row, t, x->end == TASK_GOES_ON, x->lease) ? STORE_FINE : store_failed(s);
}

static StoreAnswer commit_contents(CampaignStore *s, CampaignRow *row, const StoreCommit *x) {
    StoreAnswer answer = STORE_FINE;
    if (x->events_size)
        answer = contents_add_chunk(s, row, CHUNK_EVENTS, x->events, x->events_size);
    if (answer == STORE_FINE && x->states_size)
        answer = contents_add_chunk(s, row, CHUNK_STATES, x->states, x->states_size);
    for (size_t k = 0; answer == STORE_FINE && k < x->ntexts; k++)
        answer = contents_add_text(s, row, &x->text[k]);
    for (size_t k = 0; answer == STORE_FINE && k < x->noccurrences; k++)
        answer = contents_add_occurrences(s, row, &x->occurrences[k]);
    if (answer == STORE_FINE) answer = contents_set_counters(s, row, true, x);
    if (answer == STORE_FINE) answer = contents_set_counters(s, row, false, x);
    return answer;
}

/* Whether the worker still holds the task, in this pass. */
static StoreAnswer task_is_held(CampaignStore *s, const CampaignRow *row, const StoreCommit *x,
                                TaskRow *t, Arena *arena) {
    if (row->pass != x->task.pass || row->status != CAMPAIGN_RUNNING) return STORE_NONE;
    StoreAnswer answer = task_read(s, arena, t, "id = ? /*pg:FOR UPDATE*/", x->task.id, 0);
    if (answer != STORE_FINE) return answer;
    return t->fence == x->task.fence && t->holder == x->worker && t->state == STATE_OPEN
               ? STORE_FINE
               : STORE_NONE;
}

StoreAnswer campaign_store_commit(CampaignStore *s, const StoreCommit *x) {
    Arena *arena = arena_new();
    CampaignRow row;
    TaskRow t;
    uint64_t contradictions = 0;
    StoreAnswer answer = row_begin(s, arena, &row);
    if (answer == STORE_FINE) {
        answer = task_is_held(s, &row, x, &t, arena);
        if (answer == STORE_FINE)
            answer = contents_decisions(s, x->decided, x->context, &contradictions);
        if (answer == STORE_FINE && contradictions) answer = STORE_NONE;
        if (answer == STORE_FINE) answer = commit_task(s, &row, x, &t, arena);
        if (answer == STORE_FINE) answer = commit_contents(s, &row, x);
        bool wakes = x->nchildren || x->end != TASK_GOES_ON;
        answer = answer == STORE_FINE ? row_commit(s, &row, wakes) : row_rollback(s, answer);
        /* Numbers of chunks ascend in the order of commits, and all before ours were read. */
        if (answer == STORE_FINE) s->read = row.next - 1;
    }
    arena_free(arena);
    return answer;
}

/* The counters of a worker are written by its commits alone, and have their number. */
StoreAnswer campaign_store_committed(CampaignStore *s, const StoreCommit *x, bool *happened) {
    if (!sql_query(s->sql,
                   "SELECT numbers FROM counters WHERE campaign = ? AND of_pass = 0 AND worker = ?",
                   "ii", s->id, x->worker))
        return store_failed(s);
    size_t n = 0;
    const void *numbers = sql_next(s->sql) ? sql_bytes(s->sql, 0, &n) : "";
    *happened = n == x->of_all_size && n && !memcmp(numbers, x->of_all, n);
    return sql_end(s->sql) ? STORE_FINE : store_failed(s);
}

StoreAnswer campaign_store_publish(CampaignStore *s, const StoreCommit *x) {
    Arena *arena = arena_new();
    CampaignRow row;
    uint64_t contradictions = 0;
    StoreAnswer answer = row_begin(s, arena, &row);
    if (answer == STORE_FINE) {
        if (row.pass != x->task.pass || row.status != CAMPAIGN_RUNNING) answer = STORE_NONE;
        if (answer == STORE_FINE)
            answer = contents_decisions(s, x->decided, x->context, &contradictions);
        if (answer == STORE_FINE && contradictions) answer = STORE_NONE;
        if (answer == STORE_FINE)
            answer = contents_add_chunk(s, &row, CHUNK_STATES, x->states, x->states_size);
        answer = answer == STORE_FINE ? row_commit(s, &row, false) : row_rollback(s, answer);
        if (answer == STORE_FINE) s->read = row.next - 1;
    }
    arena_free(arena);
    return answer;
}
