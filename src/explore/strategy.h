/*
 * strategy.h — the strategies, one row each: what the command line offers, what a campaign needs to
 * know, and the function that explores. To add a strategy, write its file and add its row to
 * strategy.c.
 */
#ifndef HEDDLE_EXPLORE_STRATEGY_H
#define HEDDLE_EXPLORE_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Campaign Campaign;

/* Short runs beside an exploration that find easy bugs early (strategies/hunt/hunt.h). */
typedef struct Hunt Hunt;
struct CampaignStats;
typedef struct HuntOps {
    /* Creates a hunt beside this campaign. It allocates nothing until it is due for the first
     * time. */
    Hunt *(*new)(Campaign *c);
    void (*free)(Hunt *h);
    /* Runs the hunt if it is due, as long as its share of the work allows. Cheap if it is not
     * due. */
    void (*when_due)(Hunt *h);
    /* Frees all memory and ends the hunt for good. Not to be called while it runs. */
    void (*end)(Hunt *h);
    /* Adds the work of the hunt to the statistics. */
    void (*count)(const Hunt *h, struct CampaignStats *s);
} HuntOps;

/* Proves where passes bound the number of threads that no number of them meets a bug:
 * strategies/parametric/any_threads.h. */
typedef enum AnyThreadsEnd {
    ANY_THREADS_PROVED,
    ANY_THREADS_REFUSED,
    ANY_THREADS_LATER
} AnyThreadsEnd;
typedef AnyThreadsEnd AnyThreads(Campaign *c, char **text);

typedef struct Strategy {
    const char *name;
    const char *help; /* half a line, for --help and the manual */
    /* Explores one pass from the initial state of the campaign's run. Calls campaign_leaf for each
     * complete run, and returns once everything is explored or campaign_stop says so. */
    void (*explore)(Campaign *c);
    /* Lets a further worker take part until the exploration is over. NULL: the strategy has one
     * worker. */
    void (*serve)(Campaign *c);
    bool uses_cutoffs;       /* looks for cut-offs on demand, and explores nothing after one */
    bool takes_alternatives; /* --alternatives: number of events that an alternative must exclude */
    bool takes_bound;        /* --bound: maximal number of interferences or couplings */
    bool takes_guidance;     /* --guidance */
    bool leaves_out;         /* prunes choices that a change does not depend on (choices.h) */
    bool continues;          /* its cut-offs may be states of earlier explorations (earlier.h) */
    bool summarises;         /* prunes what summaries cover (pruner.h) */
    bool search_orders;      /* supports other orders than depth-first */
    bool subtrees;      /* gives subtrees away or postpones them, and keeps steps to go there */
    bool events_only;   /* meets every event, but not every maximal configuration */
    bool contextual;    /* events are those of the contextual unfolding */
    bool elsewhere;     /* explores a program made from this one: code of this one is not covered */
    bool watches_steps; /* sets Campaign.stepped */
    bool all_written;   /* memory that was never written counts as written */
    const HuntOps *hunts;    /* the hunt beside it; NULL: none */
    AnyThreads *any_threads; /* NULL: bounds on threads are only deepened */
    bool deepens;            /* where threads are made without end, passes may bound their number */
    bool one_pass;           /* does not restart when S grows */
    bool exhaustive;         /* returns only after everything was explored, unless it is stopped */
    /* Instead of `explore`, where two strategies explore by turns (explore/portfolio/portfolio.h):
     * `first` explores alone where the options mean nothing to `beside`. */
    const struct Strategy *first, *beside;
    /* Looks for bugs beside them, in a part of the hunt's work; its end decides nothing. */
    const struct Strategy *seeks;
} Strategy;

extern const Strategy auto_strategy, por_strategy, dpor_strategy, unfold_strategy,
    contextual_strategy, interference_strategy, sequential_strategy, dfs_strategy, random_strategy;
/* --strategy does not offer these: a single run instead of an exploration, and the two that explore
 * by turns as `interference` (the first of them has its name, too). */
extern const Strategy single_strategy, interference_search_strategy, interference_traces_strategy;

/* All strategies; the first is the default. */
extern const Strategy *const strategies[];
extern const size_t strategies_count;
/* The strategy of this name, or NULL. */
const Strategy *strategy_named(const char *name);
/* The strategy itself; of two that explore by turns, the first, whose options they take. */
const Strategy *strategy_first(const Strategy *s);
/* The names of all strategies, NULL-terminated. */
const char *const *strategy_names(void);

#endif
