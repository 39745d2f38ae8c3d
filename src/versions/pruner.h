/*
 * pruner.h — stateful depth-first exploration. Beside the path of a strategy that backtracks
 * (dpor), the pruner keeps data of each node. Once everything below a node was explored it adds a
 * summary (summaries.h), and it recognises nodes that a summary covers.
 */
#ifndef HEDDLE_VERSIONS_PRUNER_H
#define HEDDLE_VERSIONS_PRUNER_H

#include "explore/campaign.h"
#include "run/run.h"
#include "versions/summaries/summaries.h"

typedef struct Campaign Campaign;
typedef struct Pruner Pruner;

Pruner *pruner_new(Campaign *c);
void pruner_free(Pruner *p);
/* Begins at the initial state of the run. */
void pruner_begin(Pruner *p);
/* Called before a step is tried. */
void pruner_before(Pruner *p, int thread, uint32_t outcome);
/* Called if the step was infeasible. */
void pruner_refused(Pruner *p);
/* Called after the step, at the new node. `asleep` is the sleep set of the node (copied):
 * executions that begin with its operations are not explored below. Returns whether a summary
 * covers the node, so that it needs no exploration. */
bool pruner_after(Pruner *p, const SleepSet *asleep);
/* Called at the end of a run: at a maximal configuration, or where all enabled operations are
 * asleep. */
void pruner_leaf(Pruner *p);
/* Called once everything below the current node was explored, before the run backtracks from it. */
void pruner_leave(Pruner *p);

/* Called if a choice at node number `node` of the path was pruned for another reason, so that not
 * everything below it was explored. */
void pruner_left_out(Pruner *p, size_t node);
/* Called if the current run, or a run of the summary that covers its end, does not show all choices
 * on its path (choices.h). */
void pruner_unsettle(Pruner *p);
bool pruner_unsettled(const Pruner *p);
/* The operations that follow a covered node, by number; valid until the next step. */
const Footprint *pruner_follows(const Pruner *p);
const Summaries *pruner_summaries(const Pruner *p);

#endif
