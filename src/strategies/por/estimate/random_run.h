/*
 * random_run.h — a random maximal run with its weight: the inverse of its chance.
 *
 * Each enabled thread in turn takes its next step, or sleeps until another thread does something
 * that depends on the step. So each configuration is met in one way only, which makes the chance of
 * the run that of its configuration. A run in which all threads sleep has the weight 0. What the
 * chances of the choices are decides how much weights differ, not what they mean on average. They
 * are learned from the runs before: who else still comes to the object?
 */
#ifndef HEDDLE_STRATEGIES_POR_ESTIMATE_RANDOM_RUN_H
#define HEDDLE_STRATEGIES_POR_ESTIMATE_RANDOM_RUN_H

#include "run/run.h"

/* What a thread does on an object, by one kind of operation with one outcome. */
typedef struct ObjectUse {
    Action sample;
    uint32_t done;        /* in this run */
    double total;         /* in all complete runs */
    VEC(double) possible; /* the same, by thread: how many of them could have come before the last
                             event of that thread on the object */
} ObjectUse;

typedef struct ObjectUses {
    VEC(ObjectUse) use;
    VEC(double) slept, woken; /* by thread: how often it slept on the object, and was woken */
} ObjectUses;

/* A thread that may sleep before its next step. */
typedef struct Sleep {
    bool asleep;
    Action before;
    uint32_t object; /* UINT32_MAX: none */
} Sleep;

typedef struct RandomRuns {
    Run *run;
    uint64_t random;
    double complete; /* number of complete runs */
    double log_weight;
    VEC(ObjectUses) objects; /* by their numbers in the history */
    VEC(Sleep) sleep;        /* by thread */
    size_t longest;          /* a run is given up beyond this length */
} RandomRuns;

/* RANDOM_LEARNT: one of the first runs, which choose among all threads alike and have no weight. */
typedef enum RandomEnd { RANDOM_COMPLETE, RANDOM_ASLEEP, RANDOM_LEARNT, RANDOM_GIVEN_UP } RandomEnd;

/* Makes a run from the initial state. Its weight is exp(log_weight) if it is complete. */
RandomEnd random_run(RandomRuns *r);
void random_runs_free(RandomRuns *r);

#endif
