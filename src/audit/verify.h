/*
 * verify.h — a check of the fingerprints on which cut-offs rest, for developers. The build option
 * verify_fingerprints checks all of them, which is slow; builds with invariants check a sample. For
 * each event that is decided, the state after its causal history alone is computed a second time,
 * by executing that history on another machine. It is kept as a whole, as text. Two texts with one
 * fingerprint are an error of the engine. Two fingerprints with one text are a missed cut-off.
 *
 * State that no text contains cannot be detected by comparing texts. So from each state that is
 * taken for a known one, the same schedule is executed for some events. It is compared step by step
 * with the continuation of the first: which thread goes on, the pending operations of all threads,
 * the threads that have ended. A difference is hidden state.
 *
 * Registers that count as dead are overwritten on the second machine. So the results of liveness.c
 * are checked as well: if a dead register is read, events or texts differ.
 */
#ifndef HEDDLE_AUDIT_VERIFY_H
#define HEDDLE_AUDIT_VERIFY_H

#include "run/observers.h"

/* Reports errors on stderr; the process then ends with exit status 4. */
extern const RunObserver verify_observer;

#endif
