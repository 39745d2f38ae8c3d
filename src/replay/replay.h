/*
 * replay.h — one run that executes a finding again from its inputs and schedule: for who wants to
 * look at it while it happens, or go on with it. Who only wants to know what comes out calls
 * campaign_replay.
 */
#ifndef HEDDLE_REPLAY_REPLAY_H
#define HEDDLE_REPLAY_REPLAY_H

#include "explore/internal.h"

typedef struct Replay {
    const Finding *test; /* kept by the caller */
    ReplayResult *result;
    const ReplayCallbacks *callbacks; /* may be NULL */
    bool want_race, across;
    /* Is shown what happens, with `watcher_context`, before it is decided whether it is the
     * finding; each may be NULL. `race` gets both accesses, the earlier one first; `ended` that the
     * schedule is at its end. */
    void (*saw_fault)(void *context, Run *r, const Fault *fault);
    void (*saw_race)(void *context, Run *r, const RaceAccess *first, const RaceAccess *second);
    void (*saw_end)(void *context, Run *r);
    void *watcher_context;
    struct CountedLoops *loops; /* NULL until they are needed */
    Run *run;
    ExprPool *pool;
    GivenInput *given;
    VisibleRange *visible;
} Replay;

/* Sets `p->run` up at the initial state. `p` has `test`, `callbacks` and its watcher; the rest is
 * zero. */
void replay_begin(Replay *p, const Program *program, const CampaignOptions *options);
/* Executes the schedule, and tells in `p->result` what came of it. */
void replay_follow(Replay *p);
/* The number of the thread with this name; -1: there is none yet. */
int replay_slot(const Replay *p, const char *name);
/* Where the thread `slot` went round a loop several times at once after step `k` of the schedule,
 * it does again. False, told, where there is none. */
bool replay_go_round(Replay *p, size_t k, int slot);
/* Puts the run back to the initial state. */
void replay_again(Replay *p);
/* Frees all but `p->result`, which goes to the caller (replay_result_free). */
ReplayResult *replay_end(Replay *p);

#endif
