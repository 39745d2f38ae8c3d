/* keeper_internal.h — shared by the files of a keeper. Not for others. */
#ifndef HEDDLE_CAMPAIGNS_KEEPER_INTERNAL_H
#define HEDDLE_CAMPAIGNS_KEEPER_INTERNAL_H

#include "campaigns/keeper.h"
#include "explore/internal.h"
#include <pthread.h>
#include <stdatomic.h>

/* A thread with a connection of its own: renews the lease, tells that the worker lives, and looks
 * who else works. */
typedef struct Beat {
    CampaignStore *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool running, ending;
    StoredTask task;    /* in hand; id 0: none. Guarded by `lock` */
    atomic_uint wanted; /* tasks that others could use */
    atomic_uint others; /* other workers */
    atomic_ullong traces;
} Beat;

struct Keeper {
    CampaignStore *store;
    const TestBuild *build;
    const CampaignCallbacks *callbacks;
    Ledger ledger;
    Beat beat;
    int64_t worker;
    char *host, *process, *name;
    Campaign *c; /* of the campaign that runs; NULL: not yet */
    int64_t pass;
    bool contradicted; /* decisions of others contradict ours: the slice in hand does not count */
    bool reads_all;    /* the decisions of this pass were not read yet */
    StoredTask task;
    Arena *of_task; /* its state */
    Wire state;
    Wire program_names; /* scratch */
    /* What was committed so far in this pass, and what stood in the statistics then. */
    CampaignStats sum, base;
    uint64_t sequence;         /* of commits */
    VEC(uint64_t) occurrences; /* by number of the finding, at the last commit */
    size_t held_sent;
    size_t texts_sent[TEXT_KINDS];
    double committed_at, began_at, slice_ms;
    Estimate estimate; /* of all workers; share 0: unknown */
    double estimated_at, estimate_seconds;
    bool stopped; /* a limit or a signal has ended the campaign's run, so they no longer count */
    double until; /* while no campaign runs, by time_wall: INFINITY: no limit */
    /* For tests: tasks to give away with each commit even if nobody wants any; or none at all. */
    unsigned splits;
    bool never_splits;
    bool first; /* no slice was committed so far */
    bool closing, finished;
    bool cutoffs, exact_counts; /* as in the options */
    KeeperFailure failure;
    char *error;
    uint64_t lost; /* slices that counted as never begun */
};

/* How long a statement waits for another process, in milliseconds, before limits are looked at. */
#define KEEPER_PATIENCE_MS 400

/* A number of the environment, for tests. */
double keeper_setting(const char *name, double usual);
/* Whether the worker must not go on. */
bool keeper_must_stop(const Keeper *k);
/* Ends the campaign: the bytes of a task are none. */
void keeper_damaged(void *keeper, Campaign *c);
/* The lease of a task, in milliseconds. */
int64_t keeper_lease(void);
/* After STORE_AWAY, the first time at `since` (time_wall): waits until the database can be used
 * again. False if it stays away, or the campaign must stop. */
bool keeper_waits_for_database(Keeper *k, double since);
/* Opens the database, which is waited for like that. NULL with one line in *error. */
CampaignStore *keeper_open(Keeper *k, const char *address, char **error);
/* Ends the campaign because of an answer of the database. */
void keeper_fails(Keeper *k, StoreAnswer answer);

/* Repeats an operation as long as the database is away. */
#define KEEP_TRYING(k, operation)                                                      \
    __extension__({                                                                    \
        StoreAnswer answer_ = (operation);                                             \
        double since_ = answer_ == STORE_AWAY ? time_wall() : 0;                       \
        while (answer_ == STORE_AWAY && keeper_waits_for_database((k), since_))        \
            answer_ = (operation);                                                     \
        if (answer_ == STORE_AWAY || answer_ == STORE_BAD) keeper_fails((k), answer_); \
        answer_;                                                                       \
    })

/* keeper_commit.c */
LedgerAnswer keeper_commit(void *keeper, Campaign *c, const LedgerCommit *x);
/* Makes the pass that follows the one at hand, with what this worker knows. */
void keeper_make_pass(Keeper *k, Campaign *c);
/* Forgets what happened since the last commit. */
void keeper_forget_slice(Keeper *k, Campaign *c);
/* Takes over decisions of other workers. False if the campaign must stop. */
bool keeper_take_decisions(Keeper *k, Campaign *c);
uint64_t keeper_on_decided(void *keeper, const void *states, size_t size);

/* keeper_beat.c */
bool beat_start(Keeper *k, const char *address, char **error);
void beat_end(Keeper *k);
/* Sets the task in hand; id 0: the worker waits for one. */
void beat_holds(Keeper *k, const StoredTask *t);

/* keeper_result.c */
void keeper_end(void *keeper, Campaign *c);
/* Estimates how much all workers have explored, not too often. */
void keeper_update_estimate(Keeper *k);

#endif
