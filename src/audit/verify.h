/*
 * verify.h — a check of the fingerprints that cut-offs rest on, for developers: of all of them with
 * the build option verify_fingerprints, which is slow, and of a sample where invariants are
 * checked. For each event that is decided about, the state after its causal history alone is
 * computed a second time, by executing that history on another machine, and kept whole, as text.
 * Two texts with one fingerprint are an error of the engine; two fingerprints with one text are
 * missed chances to cut off.
 *
 * What no text has cannot be missed in one. So from each state that is taken for a known one, the
 * same schedule is executed for some events, and compared step by step with what followed the
 * first: who goes on, what everybody is about to do, who has come to an end. A difference is state
 * that is hidden.
 *
 * Registers that count as dead are overwritten on the second machine, so what liveness.c says is
 * checked as well: where a dead register is read, events or texts come out differently.
 */
#ifndef HEDDLE_AUDIT_VERIFY_H
#define HEDDLE_AUDIT_VERIFY_H

#include "run/observers.h"

/* What is wrong is told on stderr; the process then ends with exit status 4. */
extern const RunObserver verify_observer;

#endif
