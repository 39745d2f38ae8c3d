/*
 * outcome.h — explores a program in one of many ways, collects what that gives, and compares it.
 */
#ifndef HEDDLE_ORACLE_OUTCOME_H
#define HEDDLE_ORACLE_OUTCOME_H

#include "explore/campaign.h"
#include "explore/strategy.h"
#include "impact/direction.h"
#include "impact/impact.h"
#include "lists.h"

typedef struct Outcome {
    bool complete, too_large;
    bool all_output; /* which is part of what has to agree */
    bool limited;    /* more time-outs were possible than allowed */
    CampaignStats stats;
    Hashes states;   /* as the engine hashes them */
    Hashes locals;   /* where threads stand */
    uint64_t pass;   /* in this pass */
    Hashes concrete; /* (input values, state), see observe */
    Hashes finals;   /* states, of all values that the inputs can have together */
    Hashes ended;    /* states in which all threads came to their end */
    Texts findings, outputs;
    char *error;
    /* For `observe`. */
    unsigned sites;
    bool cut;    /* explored with cut-offs */
    bool hunted; /* with runs beside it */
    bool kernel; /* the program is about objects of the emulated kernel */
    bool alike;  /* see Place */
    bool unread; /* the program has variables that no state has */
    int fixed;   /* the combination of input values that is compiled in, or -1 */
} Outcome;
void outcome_free(Outcome *o);

/* How many combinations of values so many inputs have, and the value of one of them in a combination. */
unsigned combinations(unsigned sites);
unsigned site_value(unsigned combination, unsigned site);

/* How an exploration goes about it. None of it may change what is found. */
typedef struct Variant {
    const char *name;
    const Strategy *strategy;
    bool cutoffs;
    unsigned alternatives; /* 0: optimal */
    const char *search;
    unsigned jobs;
    bool contextual; /* events are counted as those of the contextual unfolding */
    bool summaries;  /* what they cover is left out: findings are the same, nothing else has to be */
    bool symmetry;   /* threads that nothing tells apart stand for each other */
    bool hunt;       /* runs beside it look for the same findings */
    bool bounded;    /* ends after as many runs as brute force may have */
} Variant;
extern const Variant brute_force, brute_contextual, exact, exact_bounded;

/* The settings that a strategy has, by number; and how many there are. */
unsigned settings_of(const Strategy *s);
Variant setting(const Strategy *s, unsigned number);
/* Strategies that are compared with brute force: those that explore everything. */
bool is_compared(const Strategy *s);
/* What a report calls it; the caller frees. */
char *variant_name(const Variant *v);

/* Where all programs run. */
typedef struct Place {
    char *input;   /* the standard input */
    uint64_t most; /* interleavings; programs with more are too large */
    const SystemOptions *system;
    bool alike;           /* which thread ended how makes no difference */
    uint64_t watch_after; /* see CampaignOptions */
    bool all_wake;        /* all waits on condition variables may wake spuriously */
    bool unwritten;       /* what depends on memory that was never written is told */
    double seconds;       /* a limit of time; 0: the usual ones */
} Place;

/* Which variables there are whose values are part of final states, as `concrete` has them. */
uint64_t told_variables(const Program *p);
/* `o` says the sites and the fixed combination of input values before; the outcome is in it then. */
void explore(const Program *p, const Place *place, Interleave mode, const Variant *how, Outcome *o);
/* What is known of another version of the program, for its exploration. */
typedef struct Pruning {
    bool states;                /* of it end threads, see PruneSettings */
    bool coarse;                /* what follows states is noted coarsely */
    const Impact *impact;       /* of the change; NULL: its influences are not asked for */
    const Direction *direction; /* of the change: what is tried first; NULL: nothing is */
    const ExploreStore *store;
    const VisibleRange *visible;
    size_t nvisible;
} Pruning;
/* The same with that; also returns the campaign's result, to be freed by the caller. */
CampaignResult *explore_pruned(const Program *p, const Place *place, Interleave mode, const Variant *how,
                               const Pruning *pruning, Outcome *o);
/* What is the same for everything that is executed there. */
CampaignOptions options_at(const Place *place);
/* What findings are compared by: races by variable, since which two accesses of it meet first depends on the
 * order of exploration. The caller frees. */
char *finding_text(const Finding *f);
/* The same where threads are alike: without the join in which their creator waits. The caller frees. */
char *alike_text(const Finding *f);

/* The findings that are wanted, one in each line; the caller frees. */
char *findings_that(const Outcome *o, bool (*wanted)(const char *finding));

/* NULL where two outcomes agree, or what differs (the caller frees); findings of races only count where
 * `races`. */
char *compare(const char *left, const Outcome *a, const char *right, const Outcome *b, bool races);

/* The same of where threads stand on the way. */
char *compare_locals(const Outcome *all, const Outcome *other);

/* The same where not all final states are met: findings, and how many events there are, as far as it was to
 * find them. */
char *compare_events(const Outcome *all, const Outcome *other, const Variant *how);

#endif
