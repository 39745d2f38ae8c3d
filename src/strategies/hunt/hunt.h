/*
 * hunt.h — hunting: short runs beside a systematic exploration that find what is easy to find early. A
 * strategy beside which something may be hunted says so in its row.
 *
 * A hunt has a machine, expressions and a solver of its own, so that the path of the exploration stays as it
 * is. It takes a share of the work so far, which is counted in instructions, steps and queries, never in
 * seconds. What it finds is told like any finding; what it does not reach says nothing, and nothing of what
 * it meets counts for the exploration: no limit, no assumption, no visible memory.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_H

#include "explore/internal.h"

extern const HuntOps hunt_ops;

#endif
