/*
 * following.h — operations that follow a state which is not explored again, related to the path
 * that led there: which events of the path come before a following operation, and whether its
 * accesses race with accesses on the path.
 */
#ifndef HEDDLE_VERSIONS_FOLLOWING_H
#define HEDDLE_VERSIONS_FOLLOWING_H

#include "check/races.h"
#include "versions/summaries/summaries.h"

Action following_action(const Following *f);
/* The events of the path that come before an operation for its thread's sake or that of operations
 * it follows: clock[slot] events of each thread; MAX_THREADS entries. */
void following_clock(const Summaries *s, const History *h, const FootprintEntry *e,
                     uint32_t *clock);
/* Whether an access in a footprint and an unordered access of another thread on the path touch the
 * same memory, one of them writing. Then a race may follow here that did not follow where the
 * footprint was computed. */
bool following_races(const Summaries *s, const History *h, const Races *r, const Footprint *f);

#endif
