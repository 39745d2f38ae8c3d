/*
 * touched.h — what a thread touched last in each word of memory, and when: the part of happens-before that a
 * state needs. An access that long lies back can still race with one to come, if nothing that hands on has
 * come from behind it. So where races are judged by happens-before, two states are the same only if the same
 * accesses are known to the same threads and objects.
 */
#ifndef HEDDLE_EVENT_TOUCHED_H
#define HEDDLE_EVENT_TOUCHED_H

#include "event/happens_before.h"
#include "event/history.h"

/* What a thread touched up to the end of a slice: `before`, and the log of the slice behind an event with
 * these clocks. Where the slice adds nothing it is `before` itself. One reference for the caller. */
TouchedWords *touched_after(TouchedWords *before, const Machine *m, const HappensBefore *b,
                            const LogEntry *log, size_t n);
void touched_unref(TouchedWords *t);
/* Adds to the fingerprint of the state after the causal history of `e` which accesses in it are known to
 * whom. False where there are too many. */
bool touched_add(History *h, const Machine *m, const Event *e, Fingerprint *f);
/* Whether a thread touched nothing new between two of its events, the older one first, and handed on nothing
 * since the older. */
bool touched_nothing_new(const Event *older, const Event *newer);

#endif
