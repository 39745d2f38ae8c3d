/*
 * scenario_check.h — what holds of a scenario: of its events, and of what its loads read.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_SCENARIO_CHECK_H
#define HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_SCENARIO_CHECK_H

#include "strategies/interference/scenario/scenario.h"

/* Once its events are numbered. Only where base_invariants is set, as below. */
void scenario_check_events(const Scenario *s, const Forest *f);
/* Once it is known where each load reads from, and nothing is ambiguous. */
void scenario_check_sources(const Scenario *s, const Forest *f);

#endif
