/*
 * exclusions.h — events of different threads that exclude each other as clauses: two that are
 * dependent and of which neither is a cause of the other are in no configuration together, but for
 * a load and a write of a contextual prefix.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_EXCLUSIONS_H
#define HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_EXCLUSIONS_H

#include "strategies/unfold/prefix.h"
#include "solver/sat.h"

/* States which of the events up to these (by thread; with each its causes) exclude each other;
 * their variables are their numbers. False where none do: they are a configuration, if no cycle
 * keeps them from being one (strategies/unfold/maximal/cycles.h). */
bool exclusions_of(const Prefix *p, const PrefixId *last, Sat *sat);
/* States the immediate exclusions that most programs are made of: of operations on one mutex,
 * variable, read-write lock, semaphore or once control that come after the same operation on it.
 * What excludes each other otherwise may have immediate exclusions of such events among the causes,
 * or is left to the above. */
void exclusions_common(const Prefix *p, Sat *sat);

#endif
