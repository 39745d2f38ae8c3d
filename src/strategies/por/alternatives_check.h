/*
 * alternatives_check.h — what holds of the tree of an exploration: of D along the path, and of alternatives.
 */
#ifndef HEDDLE_STRATEGIES_POR_ALTERNATIVES_CHECK_H
#define HEDDLE_STRATEGIES_POR_ALTERNATIVES_CHECK_H

#include "strategies/por/alternatives.h"

/* D and the nodes along the path, whose last event was executed at node `n` and is about to be passed
 * (tree_move_down). Only where base_invariants is set, as below. */
void alternatives_check_avoided(const AlternativeTree *t, size_t n);
/* An alternative at a node of the path. */
void alternatives_check(const AlternativeTree *t, size_t node, const Alternative *a);
/* One that is new at a node, while the path goes on behind it. */
void alternatives_check_kept(const AlternativeTree *t, size_t node, const Alternative *a);
/* The tip is where nothing may be left to avoid: at the end of an alternative that excludes all of D, or of a
 * maximal configuration. */
void alternatives_check_excluded(const AlternativeTree *t);

#endif
