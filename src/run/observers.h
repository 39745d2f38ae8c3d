/*
 * observers.h — observers of runs, which find mistakes of the engine itself in builds with
 * invariants. A run does not know what its observers do.
 */
#ifndef HEDDLE_RUN_OBSERVERS_H
#define HEDDLE_RUN_OBSERVERS_H

#include "run/run.h"

/* Each function may be NULL. */
typedef struct RunObserver {
    /* Called at the beginning of a pass: the run is at the initial state. */
    void (*started)(Run *r);
    /* Called after a thread executed its slice after `a`, unless the thread was in a piece of a
     * system call. Changes since `mark` and the log of its accesses are still available. */
    void (*executed)(Run *r, const Action *a, TrailMark mark);
    /* Called before that after every slice, also within a section: `e` is the newest event, and
     * `since` the thread's newest one that is no branch and no part of a section (NULL: none). */
    void (*accessed)(Run *r, const Event *e, const Event *since);
    /* Called once it is decided whether the newest event is a cut-off, with the fingerprint of the
     * state after its causal history. */
    void (*decided)(Run *r, Fingerprint f);
    void (*freed)(Run *r);
} RunObserver;

/* The observers of this build, NULL-terminated; defined in src/audit/observers.c. */
extern const RunObserver *const run_observers[];

#endif
