/*
 * keeper.h — one worker of a campaign whose tasks are in a database: it takes tasks, commits slices
 * of them, and renews its lease meanwhile. docs/proofs/campaigns.md has the argument.
 */
#ifndef HEDDLE_CAMPAIGNS_KEEPER_H
#define HEDDLE_CAMPAIGNS_KEEPER_H

#include "explore/limits/estimate.h"
#include "explore/campaign.h"
#include "report/test_file/test_file.h"
#include "store/campaigns/campaign_store.h"

typedef struct Keeper Keeper;
struct Ledger;

typedef struct KeeperOptions {
    const char *address;        /* of the database */
    const CampaignStore *store; /* it is open, and uses the campaign */
    const TestBuild *build;     /* for the tests of findings */
    double seconds;             /* that are left to the command; 0: no limit */
    /* The callbacks of who reports what this worker finds, and at the end what all have found; they
     * are called through keeper_callbacks. */
    const CampaignCallbacks *callbacks;
} KeeperOptions;

/* What kept a campaign from its end. */
typedef enum KeeperFailure {
    KEEPER_FINE,
    KEEPER_AWAY,   /* the database stayed away */
    KEEPER_BROKEN, /* it is damaged, or cannot be used */
} KeeperFailure;

/* How long a database may be away, in seconds. */
double keeper_patience(void);

/* NULL with one line in *error (the caller frees). */
Keeper *keeper_new(const KeeperOptions *o, char **error);
void keeper_free(Keeper *k);
/* For CampaignOptions, and the callbacks for campaign_run. */
const struct Ledger *keeper_ledger(Keeper *k);
CampaignCallbacks keeper_callbacks(Keeper *k);

/* After campaign_run: ends the campaign if everything was explored, and replaces statistics,
 * texts and the verdict by those of all workers. `program` is the program explored. */
void keeper_result(Keeper *k, const Program *program, CampaignResult *r);
/* Whether the campaign is finished. */
bool keeper_is_finished(const Keeper *k);
/* What went wrong, with one line in *text (valid as long as the keeper). */
KeeperFailure keeper_failure(const Keeper *k, const char **text);

/* Sums over all workers, for progress and status. */
typedef struct CampaignSums {
    uint64_t traces, events, instructions, queries;
    double seconds; /* of all workers together */
    double share;   /* rough estimate by where the search stands: the explored part */
    bool cutoffs;
    Estimate explored; /* from random runs; unknown with cut-offs */
} CampaignSums;
StoreAnswer keeper_sums(CampaignStore *s, CampaignSums *out);

#endif
