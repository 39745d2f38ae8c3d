/*
 * strategy.h — the strategies, one row each: what the command line offers, what a campaign needs to know of
 * one, and the function that explores. To add one, write its file and put its row into strategy.c.
 */
#ifndef HEDDLE_EXPLORE_STRATEGY_H
#define HEDDLE_EXPLORE_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Campaign Campaign;

/* Short runs beside an exploration, for what is easy to find (strategies/hunt/hunt.h). */
typedef struct Hunt Hunt;
struct CampaignStats;
typedef struct HuntOps {
    /* Beside this campaign. It sets up nothing until it is due for the first time. */
    Hunt *(*new)(Campaign *c);
    void (*free)(Hunt *h);
    /* Runs where it is due, as long as its share of the work allows. Where nothing is due it is cheap. */
    void (*when_due)(Hunt *h);
    /* Gives up all memory and ends for good. Not while it runs. */
    void (*end)(Hunt *h);
    /* Writes what it did into the statistics. */
    void (*count)(const Hunt *h, struct CampaignStats *s);
} HuntOps;

typedef struct Strategy {
    const char *name;
    const char *help; /* half a line, for --help and the manual */
    /* Explores the campaign's run, which is at the initial state, as one pass: tells each complete run with
     * campaign_leaf, and returns once everything is explored or campaign_stop says so. */
    void (*explore)(Campaign *c);
    /* A further worker takes part until the exploration is over; NULL: the strategy works with one. */
    void (*serve)(Campaign *c);
    bool uses_cutoffs;       /* looks for cut-offs where these are wanted, and explores nothing after one */
    bool takes_alternatives; /* --alternatives: how many events one must exclude */
    bool takes_bound;        /* --bound: most interferences or couplings */
    bool takes_guidance;     /* --guidance */
    bool leaves_out;         /* choices that a change does not depend on (choices.h) */
    bool continues;          /* its cut-offs may be states of earlier explorations (earlier.h) */
    bool summarises;         /* can leave out what summaries cover (pruner.h) */
    bool search_orders;      /* others than depth-first can be wanted */
    bool subtrees;           /* subtrees are given away, to others or for later, and steps kept to go there */
    bool events_only;        /* meets every event, but not every maximal configuration */
    bool contextual;         /* events are those of the contextual unfolding */
    bool elsewhere;          /* explores another program made of this one: this one's code is not covered */
    bool all_written;        /* memory that was never written counts as written */
    const HuntOps *hunts;    /* what may be hunted beside it; NULL: nothing */
    bool one_pass;           /* does not begin again where more turns out to be visible */
    bool exhaustive;         /* returns only after everything was explored, where nothing stops it */
} Strategy;

extern const Strategy por_strategy, dpor_strategy, unfold_strategy, contextual_strategy,
    interference_strategy, sequential_strategy, dfs_strategy, random_strategy;
/* One run, which is no exploration: none of those offered. */
extern const Strategy single_strategy;

/* All of them; the first is the default. */
extern const Strategy *const strategies[];
extern const size_t strategies_count;
/* NULL: there is none of that name. */
const Strategy *strategy_named(const char *name);
/* The names, NULL-terminated. */
const char *const *strategy_names(void);

#endif
