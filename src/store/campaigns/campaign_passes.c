/* campaign_passes.c — one pass of a campaign takes the place of another. See campaign_store.h. */
#include "store/campaigns/campaign_rows.h"

/* Removes what belongs to the pass, and begins another one. */
static StoreAnswer change_pass(CampaignStore *s, CampaignRow *row, const NextPass *x) {
    static const char *const drops[] = {"DELETE FROM tasks WHERE campaign = ?",
                                        "DELETE FROM chunks WHERE campaign = ?",
                                        "DELETE FROM texts WHERE campaign = ?",
                                        "DELETE FROM counters WHERE campaign = ? AND of_pass = 1"};
    bool fine = true;
    for (size_t k = 0; fine && k < ARRAY_LEN(drops); k++)
        fine = sql_run(s->sql, drops[k], "i", s->id);
    row->pass++;
    row->status = CAMPAIGN_RUNNING;
    row->of_pass = 0;
    row->parameters = x->parameters;
    row->parameters_size = x->size;
    fine = fine && row_add_first_task(s, row);
    if (!fine) return store_failed(s);
    return contents_forget_occurrences(s, row);
}

StoreAnswer campaign_store_next_pass(CampaignStore *s, const NextPass *x) {
    Arena *arena = arena_new();
    CampaignRow row;
    StoreAnswer answer = row_begin(s, arena, &row);
    if (answer == STORE_FINE) {
        bool passes = row.pass == x->pass && row.status != CAMPAIGN_FINISHED;
        answer = passes ? change_pass(s, &row, x) : STORE_NONE;
        answer = answer == STORE_FINE ? row_commit(s, &row, true) : row_rollback(s, answer);
    }
    arena_free(arena);
    return answer;
}
