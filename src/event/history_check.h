/*
 * history_check.h — what holds of an event of the path and of its causes: that these are a
 * configuration, and that the path is a linearisation of it.
 */
#ifndef HEDDLE_EVENT_HISTORY_CHECK_H
#define HEDDLE_EVENT_HISTORY_CHECK_H

#include "event/history.h"

/* Checks `e`, which is about to be put at the end of the path (whose events are all there), or is
 * just taken off it. Only where base_invariants is set. */
void history_check_end(const History *h, const Event *e);
/* Checks the causes of `e`, an event that is not on the path, after what `removed` leaves of it. */
void history_check_without(const History *h, const Event *e, const Removed *removed);

#endif
