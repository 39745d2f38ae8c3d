/*
 * shorten_internal.h — what the files share that make a schedule short: the search at hand
 * (shorten.c), and whether a run shows the finding that it is for (shorten_same.c). Not for others.
 */
#ifndef HEDDLE_REPLAY_SHORTEN_INTERNAL_H
#define HEDDLE_REPLAY_SHORTEN_INTERNAL_H

#include "replay/race_accesses.h"
#include "replay/replay.h"

/* One step of a run, as far as a candidate repeats it. */
typedef struct Step {
    int32_t thread;
    uint32_t index; /* the thread's n-th event */
    uint32_t outcome;
    uint8_t kind;
} Step;
typedef VEC(Step) StepList;

/* A thread goes on until it has done so many events. */
typedef struct Stretch {
    int32_t thread;
    uint32_t until;
} Stretch;
typedef VEC(Stretch) StretchList;

/* What was found, in terms of the run. An access or a failed operation counts as the event of its
 * thread that came before it, or at which it happened. */
typedef struct Anchor {
    int32_t thread;
    uint32_t index;
} Anchor;

typedef struct Shortener {
    Replay replay;
    const ReplayCallbacks *callbacks;
    Finding *f;
    Run *run;
    bool at_end;      /* only the end of the run shows the finding */
    size_t found;     /* length of the path at which it was found; 0: not on this path */
    Anchor anchor[2]; /* then: whose causes the finding needs; the second is what came last */
    unsigned anchors;
    bool race_known;
    uint64_t race_word; /* where the race was that the finding tells of */
    RaceAccess first, second;
    Finding *described; /* wanted: what is found is written down here */
    bool describing;
    StepList best;
    size_t switches;    /* of `best` */
    StepList by_thread; /* the same, thread after thread; a thread's begin at `begin`, by slot */
    uint32_t *begin;
    uint32_t *done; /* by slot: events of the candidate at hand */
    uint64_t limit; /* of effort() */
    bool stopped;   /* it is spent, or the user wants no more */
} Shortener;

/* --- shorten_same.c --------------------------------------------------------------------------- */

/* Hooks of a run, with the Shortener as context: note where on the path the finding occurs. */
void shorten_on_fault(void *context, Run *r, const Fault *fault);
void shorten_on_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b);
/* The end of a run shows a deadlock, or a leak: all that was done belongs to it. */
void shorten_on_end(void *context, Run *r);

#endif
