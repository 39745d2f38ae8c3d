/*
 * hunt.h — hunting: short runs beside a systematic exploration that find easy bugs early. A
 * strategy that supports hunting says so in its row.
 *
 * A hunt has its own machine, expressions and solver, so that the path of the exploration is
 * unaffected. It takes a share of the work so far, which is counted in instructions, steps and
 * queries, never in seconds. Its findings are reported like others. What it does not reach proves
 * nothing, and what it meets does not count for the exploration: no limit, no assumption, no
 * visible memory.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_H

#include "explore/internal.h"

extern const HuntOps hunt_ops;

#endif
