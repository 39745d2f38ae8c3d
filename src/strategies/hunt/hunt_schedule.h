/*
 * hunt_schedule.h — which thread goes on in a run of a hunt, and with which outcome. Runs are of three kinds
 * in turn, each of which finds other things early: small inputs and no failures, few preemptions, random
 * priorities (pct.h). Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_SCHEDULE_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_SCHEDULE_H

#include "strategies/basic/pct.h"
#include "run/run.h"

/* Most preemptions of a run that has few. */
#define HUNT_PREEMPTIONS 2

typedef enum HuntKind { HUNT_SMALL, HUNT_FEW, HUNT_PCT, HUNT_KINDS } HuntKind;

typedef struct HuntSchedule {
    uint64_t random; /* the state of the generator */
    uint64_t length; /* steps of the longest run so far */
    /* Two counters for each instruction: how often the sides of a branch there were tried. They stop at the
     * largest number. */
    uint8_t *tried;
    bool chose; /* some step of some run could have been another one */
    /* Of the run at hand. */
    HuntKind kind;
    bool plain; /* of branches the side that the model satisfies, of other outcomes the first */
    Pct pct;
    unsigned npreemptions;
    uint64_t preempt[HUNT_PREEMPTIONS]; /* after these steps the next thread goes on */
    uint64_t row;                       /* steps that one thread has taken in a row */
} HuntSchedule;

void hunt_schedule_init(HuntSchedule *s, const Program *program, uint64_t seed);
void hunt_schedule_free(HuntSchedule *s);
/* Begins the run with this number, from 0. */
void hunt_schedule_begin(HuntSchedule *s, uint64_t number);
/* Takes a step. False where the run is at its end. */
bool hunt_schedule_step(HuntSchedule *s, Run *r);
/* The run came to its end, or was given up. */
void hunt_schedule_end(HuntSchedule *s, const Run *r);

#endif
