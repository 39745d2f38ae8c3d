/*
 * campaign_store.h — a database of campaigns, each the exploration of one program with one set of
 * options, by any number of workers. Every change is one transaction.
 *
 * Nothing that is read is trusted: each row has a seal, a hash of its contents, and each campaign
 * has the sum of the seals of its rows. A row that was changed or removed is found out when it is
 * read, at the latest when the campaign is verified at its end.
 */
#ifndef HEDDLE_STORE_CAMPAIGNS_CAMPAIGN_STORE_H
#define HEDDLE_STORE_CAMPAIGNS_CAMPAIGN_STORE_H

#include "base/base.h"

typedef struct CampaignStore CampaignStore;

typedef enum StoreAnswer {
    STORE_FINE,
    STORE_NONE, /* there is none, or it belongs to others; nothing was changed */
    STORE_AWAY, /* the database cannot be used for now; the transaction may or may not have
                   happened if its commit was under way */
    STORE_BAD   /* it is damaged, or cannot be used at all: see campaign_store_error */
} StoreAnswer;

typedef enum CampaignStatus {
    CAMPAIGN_RUNNING,
    CAMPAIGN_CLOSING, /* everything was explored; what only the end shows is still to be reported */
    CAMPAIGN_FINISHED
} CampaignStatus;

/* A file of the program under test; opaque bytes. */
typedef struct CampaignFile {
    const void *bytes;
    size_t size;
} CampaignFile;

/* What a campaign is made of. Texts are never NULL. */
typedef struct CampaignInfo {
    int64_t id;
    const char *digest;  /* of all that follows but the name and times; unique */
    const char *build;   /* the build of Heddle that may work on it */
    const char *name;    /* for people */
    const char *options; /* opaque text */
    const void *program;
    size_t program_size;
    /* Files to add with it; campaign_store_files reads them. The digest covers them. */
    const CampaignFile *file;
    size_t nfiles;
    int64_t created; /* milliseconds since 1970 */
    CampaignStatus status;
    int64_t pass;
    const void *parameters; /* of the pass; opaque */
    size_t parameters_size;
} CampaignInfo;

/* Opens a database; with `make`, makes the file and the tables if they do not exist. NULL with one
 * line in *error (the caller frees), and STORE_AWAY or STORE_BAD in *answer. */
CampaignStore *campaign_store_open(const char *address, bool make, StoreAnswer *answer,
                                   char **error);
void campaign_store_close(CampaignStore *s);
/* One line on the last answer that was STORE_AWAY or STORE_BAD. */
const char *campaign_store_error(const CampaignStore *s);
/* Connects again after STORE_AWAY. False if the database is still away. */
bool campaign_store_reconnect(CampaignStore *s);
/* As sql_patience: for callers that look at limits and try again. */
void campaign_store_patience(CampaignStore *s, unsigned milliseconds);
/* Waits until something may have changed, at most for this time. */
void campaign_store_wait(CampaignStore *s, unsigned milliseconds);

/* Finds the campaign with this digest (NULL: the newest one) and uses it from now on; the info
 * belongs to the arena. Its program is read only if `program` is set. */
StoreAnswer campaign_store_find(CampaignStore *s, const char *digest, bool program, Arena *arena,
                                CampaignInfo *out);
/* Passes the files of the campaign in use to `visit`, in the order in which they were added, until
 * it finds one impossible (false). */
StoreAnswer campaign_store_files(CampaignStore *s,
                                 bool (*visit)(void *context, const void *bytes, size_t size),
                                 void *context);
/* Uses a campaign whose digest and number are known, with another connection. */
void campaign_store_use(CampaignStore *s, const CampaignStore *same);
/* Adds a campaign with its first task, unless there is one with this digest. */
StoreAnswer campaign_store_add(CampaignStore *s, const CampaignInfo *info);
/* Reads status, pass and parameters of the campaign in use. */
StoreAnswer campaign_store_look(CampaignStore *s, Arena *arena, CampaignInfo *out);
/* The number of campaigns, and their names, newest first. */
StoreAnswer campaign_store_each(CampaignStore *s,
                                void (*visit)(void *context, const CampaignInfo *info),
                                void *context);

/* --- tasks ------------------------------------------------------------------------------------ */

typedef struct StoredTask {
    int64_t id;
    int64_t fence; /* of this lease: only who has it can commit */
    int64_t pass;
    double part; /* estimate: its part of the whole tree */
    const void *state;
    size_t size;
} StoredTask;

/* Takes a task of the pass for a worker, for `lease` milliseconds. STORE_NONE: there is none, or
 * the pass is over; then *open and *held say how many tasks wait, and how many others hold. */
StoreAnswer campaign_store_take(CampaignStore *s, int64_t pass, int64_t worker, int64_t lease,
                                Arena *arena, StoredTask *out, uint64_t *held);
/* Gives a task back as it is. */
StoreAnswer campaign_store_leave(CampaignStore *s, const StoredTask *t, int64_t worker);
/* Reads what a child of the task found. STORE_NONE: it is not done. */
StoreAnswer campaign_store_child(CampaignStore *s, const StoredTask *t, uint32_t number,
                                 Arena *arena, const void **found, size_t *size);

typedef enum ChunkKind { CHUNK_EVENTS, CHUNK_STATES } ChunkKind;
typedef enum TextKind {
    TEXT_ASSUMPTION,
    TEXT_INCOMPLETE,
    TEXT_BOUND,
    TEXT_WARNING,
    TEXT_FACT, /* about the program's objects; opaque */
    TEXT_KINDS
} TextKind;

typedef struct NewTask {
    uint32_t number;
    double part;
    const void *state;
    size_t size;
} NewTask;
typedef struct NewText {
    TextKind kind;
    const char *text;
} NewText;
typedef struct NewOccurrences {
    const char *key;
    uint64_t more;
} NewOccurrences;

typedef enum TaskEnd { TASK_GOES_ON, TASK_WAITS, TASK_DONE } TaskEnd;

/* The contents of one commit. */
typedef struct StoreCommit {
    StoredTask task;
    int64_t worker, lease;
    TaskEnd end;
    uint32_t waits_for;
    double share; /* estimate: the explored part of the task */
    const void *state;
    size_t size;
    const NewTask *child;
    size_t nchildren;
    const uint32_t *taken;
    size_t ntaken;
    const void *events, *states; /* chunks; empty: none */
    size_t events_size, states_size;
    const NewText *text;
    size_t ntexts;
    const NewOccurrences *occurrences;
    size_t noccurrences;
    /* Counters of this worker in this pass, and in all passes so far, which differ from those of
     * each other commit; and what it covered. */
    const void *of_pass, *of_all, *cover;
    size_t of_pass_size, of_all_size, cover_size;
    /* Called with what other workers decided since the last call, before anything is written; a
     * number other than 0 ends the commit with STORE_NONE. */
    uint64_t (*decided)(void *context, const void *states, size_t size);
    void *context;
} StoreCommit;

/* STORE_NONE: nothing was changed, since the task belongs to others, the pass is over, or `decided`
 * ended it. */
StoreAnswer campaign_store_commit(CampaignStore *s, const StoreCommit *x);
/* After STORE_AWAY: whether that commit happened. */
StoreAnswer campaign_store_committed(CampaignStore *s, const StoreCommit *x, bool *happened);
/* Adds a chunk of decisions alone, after a commit that `decided` ended. */
StoreAnswer campaign_store_publish(CampaignStore *s, const StoreCommit *x);
/* Reads the decisions of others since the last call, or since the last one with `all`. */
StoreAnswer campaign_store_decisions(CampaignStore *s, int64_t pass, bool all,
                                     uint64_t (*decided)(void *context, const void *states,
                                                         size_t size),
                                     void *context, uint64_t *contradictions);

typedef struct NextPass {
    int64_t pass; /* the one before it */
    const void *parameters;
    size_t size;
} NextPass;

/* Makes the next pass unless the pass is another one: tasks, counters, texts and chunks of the old
 * one go, and findings have occurred 0 times. */
StoreAnswer campaign_store_next_pass(CampaignStore *s, const NextPass *x);

/* --- contents --------------------------------------------------------------------------------- */

typedef struct CampaignFinding {
    int64_t id;      /* ascending */
    const char *key; /* findings with the same key are the same bug */
    bool held; /* a deadlock beside a cut-off: reported at the end, unless another covers it */
    uint64_t occurrences;
    const char *test; /* the text of its test */
} CampaignFinding;

/* Adds a finding unless it is there. */
StoreAnswer campaign_store_add_finding(CampaignStore *s, const CampaignFinding *f);
/* Passes the findings with a number above *last to `visit` and moves *last on. */
StoreAnswer campaign_store_findings(CampaignStore *s, int64_t *last,
                                    void (*visit)(void *context, const CampaignFinding *f),
                                    void *context);
StoreAnswer campaign_store_has_finding(CampaignStore *s, const char *key, bool *has);
/* Adds the name of a thread unless it is there, and passes all names to `visit` by slot. `name`
 * NULL: adds none. */
StoreAnswer campaign_store_threads(CampaignStore *s, const char *name,
                                   void (*visit)(void *context, const char *name), void *context);

typedef struct CampaignVisitor {
    void *context;
    void (*text)(void *context, TextKind kind, const char *text);
    void (*counters)(void *context, bool of_pass, const void *numbers, size_t size,
                     const void *cover, size_t cover_size);
    void (*events)(void *context, const void *names, size_t size);
    void (*states)(void *context, const void *decisions, size_t size);
    /* Estimates for the tree: the explored part of all. */
    void (*share)(void *context, double explored);
} CampaignVisitor;

/* Passes the results of the pass so far to the visitor; its functions may be NULL. */
StoreAnswer campaign_store_results(CampaignStore *s, const CampaignVisitor *v);

/* Verifies the sums of all seals. STORE_BAD: something is missing or was changed. */
StoreAnswer campaign_store_verify(CampaignStore *s);
/* Ends a campaign whose status is CAMPAIGN_CLOSING, after it was verified. */
StoreAnswer campaign_store_finish(CampaignStore *s);

/* --- workers ---------------------------------------------------------------------------------- */

typedef struct CampaignWorker {
    int64_t id;
    const char *host, *process; /* unique as long as the machine runs; empty: unknown */
    const char *name;           /* of the machine, for people */
    int64_t seen;               /* how long ago, in milliseconds */
    int64_t task;               /* 0: it waits for one */
    int64_t traces;             /* in its slices so far */
    int64_t began;              /* how long ago, in milliseconds */
} CampaignWorker;

/* Adds or updates a worker, as seen now. */
StoreAnswer campaign_store_worker(CampaignStore *s, const CampaignWorker *w);
/* The same, and renews its lease of the task in one transaction, if it still holds that. */
StoreAnswer campaign_store_renew(CampaignStore *s, const CampaignWorker *w, const StoredTask *t,
                                 int64_t lease);
StoreAnswer campaign_store_remove_worker(CampaignStore *s, int64_t id);
StoreAnswer campaign_store_workers(CampaignStore *s,
                                   void (*visit)(void *context, const CampaignWorker *w),
                                   void *context);
/* How many workers wait, and how many tasks are free and held. */
StoreAnswer campaign_store_demand(CampaignStore *s, uint64_t *hungry, uint64_t *open,
                                  uint64_t *held, uint64_t *waiting);
/* Frees the tasks of workers on the same machine whose process is gone, as `is_gone` says. */
StoreAnswer campaign_store_bury(CampaignStore *s, const char *host,
                                bool (*is_gone)(const char *process), uint64_t *freed);

#endif
