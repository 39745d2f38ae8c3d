/*
 * shorten_internal.h — shared by the files that make a schedule short: the search (shorten.c), and
 * whether a run shows the finding (shorten_same.c). Not for others.
 */
#ifndef HEDDLE_REPLAY_SHORTEN_INTERNAL_H
#define HEDDLE_REPLAY_SHORTEN_INTERNAL_H

#include "replay/race_accesses.h"
#include "replay/replay.h"

/* One step of a run, with the data that a candidate repeats. */
typedef struct Step {
    int32_t thread;
    uint32_t index; /* the thread's n-th event */
    uint32_t outcome;
    uint8_t kind;
} Step;
typedef VEC(Step) StepList;

/* A stretch: the thread goes on until it has executed `until` events. */
typedef struct Stretch {
    int32_t thread;
    uint32_t until;
} Stretch;
typedef VEC(Stretch) StretchList;

/* The position of a finding in the run. An access or a failed operation counts as the event of its
 * thread that preceded it, or at which it happened. */
typedef struct Anchor {
    int32_t thread;
    uint32_t index;
} Anchor;

typedef struct Shortener {
    Replay replay;
    const ReplayCallbacks *callbacks;
    Finding *f;
    Run *run;
    bool at_end;  /* only the end of the run shows the finding */
    size_t found; /* length of the path at which it was found; 0: not on this path */
    /* if found: events whose causes the finding needs; the second is the last one */
    Anchor anchor[2];
    unsigned anchors;
    bool race_known;
    uint64_t race_word; /* word of the race that the finding reports */
    RaceAccess first, second;
    Finding *described; /* description of the finding; made if `describing` */
    bool describing;
    StepList best;
    size_t switches; /* of `best` */
    /* `best`, thread after thread; those of a thread begin at `begin`, by slot */
    StepList by_thread;
    uint32_t *begin;
    uint32_t *done; /* by slot: number of events of the current candidate */
    uint64_t limit; /* of effort(), now */
    uint64_t most;  /* of effort(), in all */
    bool stopped;   /* the effort is spent, or the user wants to stop */
} Shortener;

/* --- shorten_same.c --------------------------------------------------------------------------- */

/* Hooks of a run, with the Shortener as context: note where on the path the finding occurs. */
void shorten_on_fault(void *context, Run *r, const Fault *fault);
void shorten_on_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b);
/* Checks for a deadlock or a leak at the end of a run: all events belong to it. */
void shorten_on_end(void *context, Run *r);

#endif
