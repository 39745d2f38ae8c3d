/*
 * pruner.h — stateful depth-first exploration: beside the path of a strategy that backtracks (dpor), it keeps
 * what is known of each node, adds a summary (summaries.h) of what was explored below it once that is
 * complete, and recognises nodes that a summary covers.
 */
#ifndef HEDDLE_VERSIONS_PRUNER_H
#define HEDDLE_VERSIONS_PRUNER_H

#include "explore/campaign.h"
#include "run/run.h"
#include "versions/summaries.h"

typedef struct Campaign Campaign;
typedef struct Pruner Pruner;

Pruner *pruner_new(Campaign *c);
void pruner_free(Pruner *p);
/* The run is at the initial state. */
void pruner_begin(Pruner *p);
/* Before a step is tried. */
void pruner_before(Pruner *p, int thread, uint32_t outcome);
/* The step was not possible. */
void pruner_refused(Pruner *p);
/* The step was taken: the new node is at hand. `asleep` sleeps there (copied), so what begins with it is
 * not explored below. Whether a summary covers the node: then nothing of it needs to be explored. */
bool pruner_after(Pruner *p, const SleepSet *asleep);
/* The run ended at the node at hand, at a maximal configuration or because all that is enabled sleeps. */
void pruner_leaf(Pruner *p);
/* All below the node at hand was explored; the run is about to go back from it. */
void pruner_leave(Pruner *p);

/* A choice at the node number `node` of the path was left out for another reason: what was explored below it
 * is not everything. */
void pruner_left_out(Pruner *p, size_t node);
/* The run at hand does not show all of the choices on its path (choices.h), or: what covers its end has such
 * runs. */
void pruner_unsettle(Pruner *p);
bool pruner_unsettled(const Pruner *p);
/* Of a node that is covered: the operations that follow, valid until the next step, by number. */
const Footprint *pruner_follows(const Pruner *p);
const Summaries *pruner_summaries(const Pruner *p);

#endif
