/*
 * why.h — why a finding occurs: the orders of operations without which it does not. Each order of
 * two dependent operations of two threads is reversed in a run of its own, which otherwise stays as
 * near to the run of the finding as it can. Where that run ends well, the order is a reason. So is
 * another value of an input. Where no such change alone helps, two of them are made at once.
 */
#ifndef HEDDLE_REPLAY_WHY_H
#define HEDDLE_REPLAY_WHY_H

#include "explore/campaign.h"

/* An order: `later` came after `earlier`; the other way round the program ends well. */
typedef struct WhyOrder {
    size_t earlier, later; /* numbers in Why.steps */
} WhyOrder;

/* Two operations of one thread on an object, between which another thread's came. Were the two one,
 * the order that fails could not be. */
typedef struct WhyWindow {
    size_t order;         /* index in Why.orders */
    size_t first, second; /* of one thread */
    size_t between;       /* of another one */
} WhyWindow;

/* An input without whose value the program ends well, in the order of the finding. */
typedef struct WhyInput {
    size_t input;   /* index in the finding's inputs */
    uint64_t value; /* with which it does */
} WhyInput;

/* A change of the run: an order that is reversed, or another value of an input. */
typedef struct WhyChange {
    bool is_input;
    WhyOrder order;
    WhyInput input;
} WhyChange;

/* Two changes with which the program ends well; neither of them suffices. */
typedef struct WhyPair {
    WhyChange first, second;
} WhyPair;

typedef struct Why {
    ScheduleStep *steps; /* of the run, and behind them what blocked threads wait to do */
    size_t nsteps;
    VEC(WhyOrder) orders;
    VEC(WhyWindow) windows;
    VEC(WhyInput) inputs;
    VEC(WhyPair) pairs; /* only if there is no other reason; no two have a change in common */
    size_t tried;       /* orders that were reversed */
    size_t pairs_tried;
    /* All orders, inputs, pairs were tried; else a limit came before. */
    bool complete, inputs_complete, pairs_complete;
} Why;

/* The usual work for pairs: about two seconds. */
#define WHY_PAIR_WORK 500000000

/* How long reasons are looked for. */
typedef struct WhyLimits {
    double seconds;
    uint64_t work;                      /* instructions of all runs; 0: any number */
    uint64_t pair_work;                 /* of the search for two changes (why_pairs.c) */
    bool (*interrupted)(void *context); /* may be NULL */
    void *context;
} WhyLimits;

/* Looks for reasons. NULL with one line in *error (the caller frees) if the test cannot be followed
 * to its end, or is not of that kind. */
Why *why_of_test(const Program *program, const CampaignOptions *options, const Finding *test,
                 const WhyLimits *limits, char **error);
void why_free(Why *w);

#endif
