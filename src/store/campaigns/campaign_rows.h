/* campaign_rows.h — shared by the files of store/campaigns. Not for others. */
#ifndef HEDDLE_STORE_CAMPAIGNS_CAMPAIGN_ROWS_H
#define HEDDLE_STORE_CAMPAIGNS_CAMPAIGN_ROWS_H

#include "store/campaigns/campaign_store.h"
#include "store/sql/sql.h"

struct CampaignStore {
    Sql *sql;
    bool server;        /* it is a database on a server */
    char *address;      /* without a password, for messages */
    int64_t id;         /* of the campaign in use */
    uint64_t key;       /* a hash of its digest: seals of another campaign do not fit */
    int64_t read;       /* the last chunk of decisions that was read */
    VEC(uint64_t) keys; /* scratch: hashes of the keys of findings */
    char *error;
};

/* The changing part of a campaign's row. */
typedef struct CampaignRow {
    int64_t status, pass, next;
    uint64_t constant;        /* a hash of the constant part */
    uint64_t of_pass, of_all; /* sums of the seals of rows that belong to the pass, and of others */
    const void *parameters;
    size_t parameters_size;
} CampaignRow;

/* States of a task. */
enum { STATE_OPEN, STATE_WAITING, STATE_DONE };

/* Returns STORE_AWAY or STORE_BAD for the last failure of `sql`. */
StoreAnswer store_failed(CampaignStore *s);
/* Returns STORE_BAD: the database has something that no Heddle wrote. */
StoreAnswer store_damaged(CampaignStore *s, const char *what);

/* Begins a transaction and locks the row of the campaign, which belongs to the arena. */
StoreAnswer row_begin(CampaignStore *s, Arena *arena, CampaignRow *row);
/* Writes the row and ends the transaction. */
StoreAnswer row_commit(CampaignStore *s, CampaignRow *row, bool wakes);
/* Ends it without a change; returns `answer`. */
StoreAnswer row_rollback(CampaignStore *s, StoreAnswer answer);
/* Reads the row without a lock. */
StoreAnswer row_read(CampaignStore *s, bool locks, Arena *arena, CampaignRow *row);

/* Adds the task from which a pass begins. */
bool row_add_first_task(CampaignStore *s, CampaignRow *row);

/* A seal: a hash of values, by the letters of `types` as in sql_run. */
uint64_t row_seal(const CampaignStore *s, const char *types, ...);

typedef struct TaskRow {
    int64_t id, parent, number, state, waits;
    double part, share;
    const void *bytes;
    size_t size;
    uint64_t seal;
    int64_t fence, holder, commits;
} TaskRow;

/* Reads the task for which a condition with one or two numbers holds. STORE_NONE: there is none. */
StoreAnswer task_read(CampaignStore *s, Arena *arena, TaskRow *t, const char *condition,
                      int64_t first, int64_t second);
uint64_t task_seal(const CampaignStore *s, const TaskRow *t);

/* campaign_contents.c: the seals of its rows. */
uint64_t chunk_seal(const CampaignStore *s, int64_t id, int64_t kind, const void *bytes,
                    size_t size);
uint64_t text_seal(const CampaignStore *s, int64_t kind, const char *text);
uint64_t finding_seal(const CampaignStore *s, int64_t id, const char *key, int64_t held,
                      int64_t occurrences, const char *test);
uint64_t thread_seal(const CampaignStore *s, int64_t slot, const char *name);
uint64_t counters_seal(const CampaignStore *s, int64_t of_pass, int64_t worker, const void *numbers,
                       size_t size, const void *cover, size_t cover_size);

/* The seal of a file of the program. */
uint64_t file_seal(const CampaignStore *s, int64_t id, const void *bytes, size_t size);

/* campaign_contents.c: parts of a commit, within its transaction. */
StoreAnswer contents_add_chunk(CampaignStore *s, CampaignRow *row, ChunkKind kind,
                               const void *bytes, size_t size);
StoreAnswer contents_add_text(CampaignStore *s, CampaignRow *row, const NewText *t);
StoreAnswer contents_add_occurrences(CampaignStore *s, CampaignRow *row, const NewOccurrences *o);
/* Sets those of all findings to 0. */
StoreAnswer contents_forget_occurrences(CampaignStore *s, CampaignRow *row);
StoreAnswer contents_set_counters(CampaignStore *s, CampaignRow *row, bool of_pass,
                                  const StoreCommit *x);
/* Reads the decisions of others since the last call. */
StoreAnswer contents_decisions(CampaignStore *s,
                               uint64_t (*decided)(void *context, const void *states, size_t size),
                               void *context, uint64_t *contradictions);

#endif
