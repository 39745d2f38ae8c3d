/*
 * internal.h — the campaign as strategies see it. Not for other rooms.
 */
#ifndef HEDDLE_EXPLORE_INTERNAL_H
#define HEDDLE_EXPLORE_INTERNAL_H

#include "explore/campaign.h"
#include "run/run.h"
#include "explore/strategy.h"
#include "explore/watch.h"
#include "explore/workers.h"
#include "run/describe.h"

/* A race that was told, by the places of its accesses. */
typedef struct SeenRace {
    uint32_t low, high;
    char *key;      /* of the finding; NULL: not yet told */
    uint64_t again; /* how often it occurred after that */
} SeenRace;

struct Campaign {
    Campaign *root;     /* of several workers, the one that tells; else itself */
    Workers *workers;   /* NULL: this one works alone */
    Watch *watch;       /* of the root, for all */
    unsigned ticks;     /* of it, that were seen */
    KnownStates *known; /* NULL: no cut-offs */
    const Program *program;
    const CampaignOptions *options;
    const Strategy *strategy;
    const CampaignCallbacks *callbacks;
    CampaignResult *result;
    ExprPool *pool;
    Solver *solver;
    Run *run;
    Symmetry *symmetry; /* NULL: no thread stands for another one */
    Hunt *hunt;         /* beside the exploration; NULL: nothing is hunted, or by another worker */
    bool hunting;       /* this is the campaign of a hunt */
    /* What a strategy wants to know of the slices of its runs, with `slice_context`; NULL: nothing. */
    void (*slice)(void *context, const Event *e, const LogEntry *log, size_t n);
    void *slice_context;
    /* What a strategy knows of a finding besides what the run shows, with `describe_context`; NULL:
     * nothing. */
    void (*describe)(void *context, Finding *f);
    void *describe_context;
    /* Where runs meet events that turn out to lie behind cut-offs: those that count. Else it is empty, and
     * all do that were met. */
    Census decided;
    VEC(VisibleRange) visible; /* the set S */
    /* Races on objects of the emulated kernel often come of one on its tables, and not again once that is
     * visible. */
    VEC(VisibleRange) deferred; /* such races of this pass */
    bool tables;                /* there was one on a table */
    bool grown;                 /* S grew in this run */
    bool weak;                  /* races are judged by happens-before: some synchronisation is weak */
    struct Shared *shared;      /* see choices.c; of the root */
    bool refused;               /* a run shows that no choices must be left out */
    bool restart;               /* S grew and the run has ended: the pass is to be abandoned */
    bool halt;                  /* a limit was reached, or the first bug found, or interrupted */
    uint64_t standby_most;      /* bytes that states on standby may take in all workers together */
    uint32_t nesting;           /* subtrees being explored while others wait */
    CampaignStats elsewhere;    /* what was done in programs that were made of this one: counted with it */
    uint64_t covered;           /* sides of branches, when last looked at */
    uint64_t events_told;       /* to the other workers */
    double started, last_progress;
    uint64_t random;
    VEC(Finding *) found; /* distinct, whether told or suppressed */
    VEC(char *) keys;
    VEC(SeenRace) seen_races;
#define REPORTED_RACE 1ull  /* stands for every race */
    VEC(uint64_t) reported; /* hashes of the keys of findings that occurred, each time; emptied by who asks */
    VEC(Finding *) held;    /* deadlocks beside cut-offs; of the root */
};

/* A run is maximal: counts it, looks for a deadlock, tells oracles, checks limits. */
void campaign_leaf(Campaign *c);
/* A run was blocked by the sleep set of its node. */
static inline void campaign_redundant(Campaign *c) { c->result->stats.redundant++; }
/* A reason why the exploration is not complete; told once. */
void campaign_incomplete(Campaign *c, const char *text);
/* What a strategy explored all of, where that is bounded by intent: no limit, and not everything either. */
void campaign_bounded(Campaign *c, const char *text);
/* Whether to stop exploring now (limits, restart). Cheap; call at every step. */
bool campaign_stop(Campaign *c);
uint64_t campaign_random(Campaign *c);

/* Ends the campaign: the reason of the first call is told. */
void campaign_halt(Campaign *c, const char *reason);
/* limits.c: brings the statistics up to date. */
void campaign_refresh(Campaign *c);
/* Shows that a run beside the exploration is under way, not too often. */
void campaign_tell_hunting(Campaign *c);
/* Gives states on standby what the limit leaves. False where it is reached even without all that can be had
 * again. */
bool campaign_within_memory(Campaign *c);

/* findings.c: tells a finding, which the campaign owns from then on, once it was executed again. */
void campaign_report(Campaign *c, Finding *f);
/* At the end: deadlocks that were met beside cut-offs, if no other turned out to be the whole of them. */
void campaign_report_held(Campaign *c);
/* What a maximal run shows; returns whether it ended in an error. */
bool campaign_check_end(Campaign *c, RunEnd end);
void campaign_check_leaks(Campaign *c);
/* Hooks of the run, which has the campaign as its context. */
void campaign_fault(void *context, Run *r, const Fault *fault);
void campaign_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b);
/* race_findings.c: whether accesses at these two places were told to race. */
bool campaign_told_race(const Campaign *c, uint32_t loc, uint32_t other);
/* These bytes are visible from the next pass on. */
void campaign_show(Campaign *c, uint64_t start, uint64_t end);
/* What is visible, as a number: what was kept of one pass is of use in those with the same. */
uint64_t campaign_visible_hash(const Campaign *c);
/* Adds how often races occurred that were told before to their findings. */
void campaign_count_races(Campaign *c);

/* How exploration and replay set up the machine. */
MachineOptions campaign_machine_options(const CampaignOptions *o);

#endif
