/*
 * why_internal.h — shared by the files that look for reasons: the search for single changes
 * (why.c), runs that follow a plan (why_run.c), orders of events (why_order.c), and two changes at
 * once (why_pairs.c). Not for others.
 */
#ifndef HEDDLE_REPLAY_WHY_INTERNAL_H
#define HEDDLE_REPLAY_WHY_INTERNAL_H

#include "replay/replay.h"
#include "replay/why.h"

/* Longer runs are not looked at: the relation between all of their events would take too much. */
#define WHY_MOST_EVENTS 20000

typedef struct WhyEvent {
    int slot;
    Action action;
    uint32_t *clock; /* by slot: events of that thread that are this one or before it */
    bool blocked;    /* not executed: a blocked thread waits to do it */
} WhyEvent;

/* The events of a run and a little behind its end. */
typedef struct WhyRun {
    VEC(WhyEvent) events;
    size_t nexecuted; /* the others are blocked */
} WhyRun;

/* One thing that a run of its own should do next. */
typedef struct PlanStep {
    int slot;
    uint32_t outcome;
    uint8_t kind;
    size_t next_owed; /* number of the thread's next one that was not possible in time */
} PlanStep;

/* What a run of its own should do. */
typedef struct WhyPlan {
    VEC(PlanStep) steps;
    size_t marked; /* the step that has to be possible, SIZE_MAX: none */
} WhyPlan;

typedef enum WhyOutcome {
    WHY_PASSES,
    WHY_FAILS,     /* an error, a deadlock, or no end */
    WHY_IMPOSSIBLE /* the marked step was not possible */
} WhyOutcome;

/* A change that was tried alone and did not help. */
typedef struct WhyTried {
    WhyChange change;
    size_t steps; /* of its run before that failed */
} WhyTried;

/* The steps of a plan whose threads were blocked when it was their turn: by slot the numbers of the
 * first and the last one, from 1; 0: there is none. Such a thread goes on as soon as it can, so
 * that one that is delayed by the change does not come behind everything else. */
typedef struct WhyOwed {
    size_t first[MAX_THREADS], last[MAX_THREADS];
} WhyOwed;

typedef struct WhySearch {
    Replay replay;
    Why *why;
    WhyRun run;           /* of the finding */
    VEC(WhyTried) failed; /* orders and inputs that were changed alone */
    bool met_error;       /* in the run that is under way */
    WhyOwed *owed;        /* nothing between two runs */
    double until;
    const WhyLimits *limits;
} WhySearch;

/* --- why_run.c -------------------------------------------------------------------------------- */

/* A hook of the runs, with the WhySearch as context. */
void why_saw_fault(void *context, Run *r, const Fault *fault);
/* Whether the time or the work is spent, or the user wants to stop. */
bool why_is_over(const WhySearch *s);
/* Notes the events of a run at its end and a little behind, and what blocked threads wait to do. */
void why_note_run(WhyRun *to, Run *r);
void why_run_free(WhyRun *run);
/* Executes a plan from the beginning. */
WhyOutcome why_follow_plan(WhySearch *s, WhyPlan *plan);

#define WHY_MOST_VALUES 5
/* Stores the other values that input `k` is tried with. Returns their number. */
unsigned why_input_values(const WhySearch *s, size_t k, uint64_t *values);
/* Gives input `k` another value, NULL: its own, from the next run on. */
void why_give_input(WhySearch *s, size_t k, const uint64_t *value);

/* --- why_order.c ------------------------------------------------------------------------------ */

/* Returns the lock that gave way at an unlock `a`: the section of the mutex as a whole is what
 * comes before. Else `a`. */
size_t why_section(const WhyRun *run, size_t a);
/* Whether `b` directly depends on `a` of another thread, and may come before it as far as its own
 * thread goes. */
bool why_is_reversible(const WhyRun *run, size_t a, size_t b);
/* Whether both are operations on one object. */
bool why_same_object(const WhyEvent *x, const WhyEvent *y);
void why_plan_same(WhyPlan *plan, const WhyRun *run);
/* Plans the run again with `b` before `a` and its section. */
void why_plan_reversed(WhyPlan *plan, const WhyRun *run, size_t a, size_t b);

/* --- why_pairs.c ------------------------------------------------------------------------------ */

/* Looks for two changes that only together make the finding go away. */
void why_try_pairs(WhySearch *s);

#endif
