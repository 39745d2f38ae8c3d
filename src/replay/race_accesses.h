/*
 * race_accesses.h — how the two threads of a race reached their accesses: calls and locks held.
 */
#ifndef HEDDLE_REPLAY_RACE_ACCESSES_H
#define HEDDLE_REPLAY_RACE_ACCESSES_H

#include "explore/internal.h"

/* One of the two accesses. `steps` is the number of its thread's steps in the schedule before it
 * (or including it, if the access is a step). */
typedef struct RaceSide {
    RaceAccess access;
    uint32_t steps;
} RaceSide;

/* Executes a race again with the raced bytes visible, so that threads stop before accessing them.
 * Notes the threads' calls and locks in `f->access` (of the second access) and `f->other_access`.
 * Accesses in atomic sections cannot be observed that way and stay unknown. */
void race_accesses_describe(const Program *program, const CampaignOptions *options, Finding *f,
                            const RaceSide *first, const RaceSide *second,
                            const ReplayCallbacks *limits);

#endif
