/*
 * cycles.h — cycles of strong causes and asymmetric conflicts (strategies/unfold/contextual.h) as
 * clauses: sets of events of a contextual prefix that no configuration contains, although no two of
 * them conflict.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_CYCLES_H
#define HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_CYCLES_H

#include "strategies/unfold/prefix.h"
#include "solver/sat.h"

/* Of events, by thread up to these, which have their causes and exclude nothing of each other:
 * states for some sets of loads that lie on a cycle that not all of them are there, short ones
 * where there are any. False where there is no cycle: the events are a configuration. The variables
 * of events are their numbers. */
bool cycles_of(const Prefix *p, const PrefixId *last, Sat *sat);

#endif
