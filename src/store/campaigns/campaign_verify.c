/*
 * campaign_verify.c — whether everything that was written is there, and nothing else: the seals of
 * the rows, which are computed again, have the sums that the campaign's row has.
 */
#include "store/campaigns/campaign_rows.h"
#include <stdlib.h>

/* Adds the seals of one table, computed from its rows. */
static bool add_seals(CampaignStore *s, const char *query, uint64_t (*seal)(CampaignStore *s),
                      uint64_t *sum) {
    if (!sql_query(s->sql, query, "i", s->id)) return false;
    while (sql_next(s->sql)) *sum += seal(s);
    return sql_end(s->sql);
}

static uint64_t seal_of_task(CampaignStore *s) {
    TaskRow t = {.id = sql_number(s->sql, 0),
                 .parent = sql_number(s->sql, 1),
                 .number = sql_number(s->sql, 2),
                 .state = sql_number(s->sql, 3),
                 .waits = sql_number(s->sql, 4),
                 .part = sql_real(s->sql, 5),
                 .share = sql_real(s->sql, 6)};
    t.bytes = sql_bytes(s->sql, 7, &t.size);
    return task_seal(s, &t);
}

static uint64_t seal_of_chunk(CampaignStore *s) {
    size_t n;
    const void *bytes = sql_bytes(s->sql, 2, &n);
    return chunk_seal(s, sql_number(s->sql, 0), sql_number(s->sql, 1), bytes, n);
}

static uint64_t seal_of_text(CampaignStore *s) {
    return text_seal(s, sql_number(s->sql, 0), sql_text(s->sql, 1));
}

static uint64_t seal_of_counters(CampaignStore *s) {
    size_t n, m;
    const void *numbers = sql_bytes(s->sql, 2, &n), *cover = sql_bytes(s->sql, 3, &m);
    return counters_seal(s, sql_number(s->sql, 0), sql_number(s->sql, 1), numbers, n, cover, m);
}

static uint64_t seal_of_finding(CampaignStore *s) {
    const char *key = sql_text(s->sql, 1);
    vec_push(&s->keys, hash_combine(hash_string(key ? key : ""), (uint64_t)sql_number(s->sql, 2)));
    return finding_seal(s, sql_number(s->sql, 0), sql_text(s->sql, 1), sql_number(s->sql, 2),
                        sql_number(s->sql, 3), sql_text(s->sql, 4));
}

static uint64_t seal_of_file(CampaignStore *s) {
    size_t n;
    const void *bytes = sql_bytes(s->sql, 1, &n);
    return file_seal(s, sql_number(s->sql, 0), bytes, n);
}

static uint64_t seal_of_thread(CampaignStore *s) {
    return thread_seal(s, sql_number(s->sql, 0), sql_text(s->sql, 1));
}

/* Whether the indexes of a database in a file have what the tables have. A row may be there and not
 * be found. Servers look after theirs. */
static StoreAnswer verify_indexes(CampaignStore *s) {
    if (s->server) return STORE_FINE;
    if (!sql_query(s->sql, "PRAGMA integrity_check(1)", "")) return store_failed(s);
    bool fine = sql_next(s->sql) && !strcmp(sql_text(s->sql, 0), "ok");
    if (!sql_end(s->sql)) return store_failed(s);
    return fine ? STORE_FINE : store_damaged(s, "an index does not fit its table");
}

static int compare_keys(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Whether a finding has two rows: then the index by which the first was looked for is damaged. */
static bool is_twice(CampaignStore *s) {
    bool twice = false;
    if (s->keys.len) qsort(s->keys.data, s->keys.len, sizeof *s->keys.data, compare_keys);
    for (size_t k = 1; k < s->keys.len; k++) twice |= s->keys.data[k] == s->keys.data[k - 1];
    return twice;
}

/* Within the transaction that locked the row. */
static StoreAnswer verify_row(CampaignStore *s, const CampaignRow *row) {
    static const struct {
        const char *query;
        uint64_t (*seal)(CampaignStore *s);
        bool of_pass;
    } tables[] = {
        {"SELECT id, parent, number, state, waits, part, share, bytes FROM tasks"
         " WHERE campaign = ?",
         seal_of_task, true},
        {"SELECT id, kind, bytes FROM chunks WHERE campaign = ?", seal_of_chunk, true},
        {"SELECT kind, text FROM texts WHERE campaign = ?", seal_of_text, true},
        {"SELECT of_pass, worker, numbers, cover FROM counters WHERE of_pass = 1 AND campaign = ?",
         seal_of_counters, true},
        {"SELECT of_pass, worker, numbers, cover FROM counters WHERE of_pass = 0 AND campaign = ?",
         seal_of_counters, false},
        {"SELECT id, key, held, occurrences, test FROM campaign_findings WHERE campaign = ?",
         seal_of_finding, false},
        {"SELECT slot, name FROM threads WHERE campaign = ?", seal_of_thread, false},
        {"SELECT id, bytes FROM campaign_files WHERE campaign = ?", seal_of_file, false},
    };
    uint64_t sums[2] = {0, 0};
    s->keys.len = 0;
    for (size_t k = 0; k < ARRAY_LEN(tables); k++)
        if (!add_seals(s, tables[k].query, tables[k].seal, &sums[tables[k].of_pass]))
            return store_failed(s);
    if (is_twice(s)) return store_damaged(s, "a finding is there twice");
    StoreAnswer answer = verify_indexes(s);
    if (answer != STORE_FINE) return answer;
    return sums[1] == row->of_pass && sums[0] == row->of_all
               ? STORE_FINE
               : store_damaged(s, "something of the campaign is missing or was changed");
}

StoreAnswer campaign_store_verify(CampaignStore *s) {
    Arena *arena = arena_new();
    CampaignRow row;
    StoreAnswer answer = row_begin(s, arena, &row);
    if (answer == STORE_FINE) answer = row_rollback(s, verify_row(s, &row));
    arena_free(arena);
    return answer;
}

StoreAnswer campaign_store_finish(CampaignStore *s) {
    Arena *arena = arena_new();
    CampaignRow row;
    StoreAnswer answer = row_begin(s, arena, &row);
    if (answer == STORE_FINE && row.status != CAMPAIGN_CLOSING) {
        answer = row_rollback(s, row.status == CAMPAIGN_FINISHED ? STORE_FINE : STORE_NONE);
    } else if (answer == STORE_FINE) {
        answer = verify_row(s, &row);
        row.status = CAMPAIGN_FINISHED;
        answer = answer == STORE_FINE ? row_commit(s, &row, true) : row_rollback(s, answer);
    }
    arena_free(arena);
    return answer;
}
