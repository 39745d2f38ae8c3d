/*
 * race_accesses.h — how the two threads of a race came to their accesses: calls and locks held.
 */
#ifndef HEDDLE_REPLAY_RACE_ACCESSES_H
#define HEDDLE_REPLAY_RACE_ACCESSES_H

#include "explore/internal.h"

/* One of the two: the access, and after how many steps of its thread in the schedule of the finding
 * it comes (at which, where the access is a step). */
typedef struct RaceSide {
    RaceAccess access;
    uint32_t steps;
} RaceSide;

/* Executes a race once more, with what raced visible, so that threads stop before they access it,
 * and notes in `f->access` (of the second) and `f->other_access` where they are then. What cannot
 * be seen that way (accesses in atomic sections) stays unknown. */
void race_accesses_describe(const Program *program, const CampaignOptions *options, Finding *f,
                            const RaceSide *first, const RaceSide *second,
                            const ReplayCallbacks *limits);

#endif
