/*
 * observers.h — what looks at runs while they go on, to find mistakes of the engine itself: in builds with
 * invariants. A run does not know what they do.
 */
#ifndef HEDDLE_RUN_OBSERVERS_H
#define HEDDLE_RUN_OBSERVERS_H

#include "run/run.h"

/* Each function may be NULL. */
typedef struct RunObserver {
    /* A pass begins: the run is at the initial state. */
    void (*started)(Run *r);
    /* A thread that was in no piece of a system call executed up to its next operation, after `a`; what was
     * changed since `mark` can still be seen, and the log of its accesses, too. */
    void (*executed)(Run *r, const Action *a, TrailMark mark);
    /* The newest event was decided about, with this fingerprint of the state after its causal history. */
    void (*decided)(Run *r, Fingerprint f);
    void (*freed)(Run *r);
} RunObserver;

/* Those of this build; NULL is the last. In src/audit/observers.c. */
extern const RunObserver *const run_observers[];

#endif
