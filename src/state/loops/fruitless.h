/*
 * fruitless.h — rounds of waiting loops that did nothing: a thread looked at what it waits for,
 * found that it has to go on waiting, and is where it was before. Whatever can follow can follow
 * without the round, so the round's last event is a cut-off, and the thread waits there as if it
 * were blocked until what it looked at changes: a later look is another event.
 * docs/proofs/waiting-loops.md has the argument.
 */
#ifndef HEDDLE_STATE_LOOPS_FRUITLESS_H
#define HEDDLE_STATE_LOOPS_FRUITLESS_H

#include "event/history.h"

/* Whether `e` (recorded for cut-offs, the newest event of the path) ends such a round. Depends on
 * its causal history alone. */
bool fruitless_ends(const History *h, const Machine *m, const Event *e);
/* Whether `unlock` gives back what `lock`, the event of its thread before it, took, and nobody else
 * noticed: no try of another thread failed meanwhile. Depends on the causal history of `unlock`
 * alone. */
bool fruitless_is_unnoticed(const History *h, const Event *lock, const Event *unlock);

#endif
