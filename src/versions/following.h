/*
 * following.h — what follows a state that is not explored again, seen from the path that led there: which
 * events of the path are before an operation that follows, and whether what it goes on to touch was touched
 * by other threads without an order.
 */
#ifndef HEDDLE_VERSIONS_FOLLOWING_H
#define HEDDLE_VERSIONS_FOLLOWING_H

#include "check/races.h"
#include "versions/summaries.h"

Action following_action(const Following *f);
/* The events of the path that come before an operation for its thread's sake or that of operations it
 * follows: clock[slot] events of each thread; MAX_THREADS entries. */
void following_clock(const Summaries *s, const History *h, const FootprintEntry *e, uint32_t *clock);
/* Whether something in a footprint touches memory that another thread touched on the path, one of them
 * writing, and nothing orders the two: then what follows here may be a race that it was not elsewhere. */
bool following_races(const Summaries *s, const History *h, const Races *r, const Footprint *f);

#endif
