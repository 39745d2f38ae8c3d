/*
 * hunt_schedule.h — chooses the thread and the outcome of each step in a run of a hunt. Runs are of
 * three kinds in turn, each of which finds other bugs early: small inputs and no failures, few
 * preemptions, random priorities (pct.h). Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_SCHEDULE_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_SCHEDULE_H

#include "strategies/basic/pct.h"
#include "run/run.h"

/* The maximal number of preemptions of a run with few preemptions. */
#define HUNT_PREEMPTIONS 2

typedef enum HuntKind { HUNT_SMALL, HUNT_FEW, HUNT_PCT, HUNT_KINDS } HuntKind;

typedef struct HuntSchedule {
    uint64_t random; /* the state of the generator */
    uint64_t length; /* steps of the longest run so far */
    /* Two counters for each instruction: how often the sides of its branch were tried. They
     * saturate. */
    uint8_t *tried;
    bool chose; /* some step of some run had an alternative */
    /* Of the current run. */
    HuntKind kind;
    bool plain; /* take the side of a branch that the model satisfies, and the first of other
                   outcomes */
    Pct pct;
    unsigned npreemptions;
    uint64_t preempt[HUNT_PREEMPTIONS]; /* after these steps the next thread runs */
    uint64_t row;                       /* number of steps that one thread has taken in a row */
} HuntSchedule;

void hunt_schedule_init(HuntSchedule *s, const Program *program, uint64_t seed);
void hunt_schedule_free(HuntSchedule *s);
/* Begins the run with this number, from 0. */
void hunt_schedule_begin(HuntSchedule *s, uint64_t number);
/* Takes a step. False at the end of the run. */
bool hunt_schedule_step(HuntSchedule *s, Run *r);
/* Ends a run, whether complete or given up. */
void hunt_schedule_end(HuntSchedule *s, const Run *r);

#endif
