/* campaign_files.c — the files of the program under test. See campaign_store.h. */
#include "store/campaigns/campaign_rows.h"

StoreAnswer campaign_store_files(CampaignStore *s,
                                 bool (*visit)(void *context, const void *bytes, size_t size),
                                 void *context) {
    bool fine = true;
    int64_t id = 0;
    /* One after the other, as all of them together may be large. */
    for (bool there = true; fine && there; id++) {
        if (!sql_query(s->sql,
                       "SELECT id, bytes, seal FROM campaign_files WHERE campaign = ? AND id = ?",
                       "ii", s->id, id))
            return store_failed(s);
        there = sql_next(s->sql);
        if (there) {
            size_t size;
            const void *bytes = sql_bytes(s->sql, 1, &size);
            fine = sql_number(s->sql, 0) == id &&
                   file_seal(s, id, bytes, size) == (uint64_t)sql_number(s->sql, 2) &&
                   visit(context, bytes, size);
        }
        if (!sql_end(s->sql)) return store_failed(s);
    }
    return fine ? STORE_FINE : store_damaged(s, "a file of the program was changed");
}
