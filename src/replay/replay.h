/*
 * replay.h — one run that executes a finding again from its inputs and schedule, for callers that
 * observe the run or continue it. Callers that only need the result use campaign_replay.
 */
#ifndef HEDDLE_REPLAY_REPLAY_H
#define HEDDLE_REPLAY_REPLAY_H

#include "explore/internal.h"

typedef struct Replay {
    const Finding *test; /* kept by the caller */
    ReplayResult *result;
    const ReplayCallbacks *callbacks; /* may be NULL */
    bool want_race, across;
    bool satisfied;  /* what is wanted occurred (ReplayCallbacks.wanted) */
    bool symbolic;   /* values show how they came from the inputs (MachineOptions.given_symbolic) */
    bool other_code; /* of the same sources: objects on stacks may be at other addresses */
    /* Callbacks, with `watcher_context`, called before the replay decides whether a fault or race
     * is the finding; each may be NULL. `saw_race` gets both accesses, the earlier one first.
     * `saw_end` is called at the end of the schedule. */
    void (*saw_fault)(void *context, Run *r, const Fault *fault);
    void (*saw_race)(void *context, Run *r, const RaceAccess *first, const RaceAccess *second);
    void (*saw_end)(void *context, Run *r);
    /* Called before and after each step of the schedule with the slot of its thread. */
    void (*before_step)(void *context, Run *r, int slot);
    void (*after_step)(void *context, Run *r, int slot);
    void *watcher_context;
    struct CountedLoops *loops; /* NULL until they are needed */
    Run *run;
    ExprPool *pool;
    GivenInput *given;
    VisibleRange *visible;
} Replay;

/* Sets `p->run` up in the initial state. `p` has `test`, `callbacks` and its watcher; the rest is
 * zero. */
void replay_begin(Replay *p, const Program *program, const CampaignOptions *options);
/* Executes the schedule, and notes the outcome in `p->result`. */
void replay_follow(Replay *p);
/* Executes step `k` of the schedule, which comes next: the operation, the slice behind it, and the
 * rounds of a loop that it stands for. False, with the divergence in `p->result`, if it is not
 * possible. */
bool replay_take(Replay *p, size_t k);
/* Returns the slot of the thread with this name, or -1 if it does not exist yet. */
int replay_slot(const Replay *p, const char *name);
/* Repeats the rounds of a loop that the thread `slot` made at once after step `k` of the schedule.
 * False, with a report, if the thread is in no such loop. */
bool replay_go_round(Replay *p, size_t k, int slot);
/* Returns the run to the initial state. */
void replay_again(Replay *p);
/* Frees everything but `p->result`, which is returned to the caller (replay_result_free). */
ReplayResult *replay_end(Replay *p);

#endif
