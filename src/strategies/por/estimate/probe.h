/*
 * probe.h — random runs beside the exploration, from which it is estimated how much of it is done
 * (Knuth, Estimating the efficiency of backtrack programs, 1975). docs/proofs/estimate.md proves
 * that the weights of random runs are right.
 *
 * They have a machine and a solver of their own, so that the exploration is the same without them.
 * They take a part of the time, not of the work: what they show is told as an estimate only.
 */
#ifndef HEDDLE_STRATEGIES_POR_ESTIMATE_PROBE_H
#define HEDDLE_STRATEGIES_POR_ESTIMATE_PROBE_H

#include "explore/internal.h"
#include "strategies/por/alternatives.h"

typedef struct Probes Probes;

/* For one pass. NULL if it cannot be estimated with these options. */
Probes *probes_new(Campaign *c);
void probes_free(Probes *p);
/* Makes random runs if they are due, and updates the estimate among the statistics. The path of the
 * tree is a maximal configuration that was explored. `whole`: the tree is that of the whole
 * exploration, not of a subtree that another worker gave away. */
void probes_when_due(Probes *p, const AlternativeTree *tree, bool whole);

#endif
