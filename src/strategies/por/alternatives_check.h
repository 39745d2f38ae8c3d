/*
 * alternatives_check.h — invariants of the tree of an exploration: of D along the path and of
 * alternatives.
 */
#ifndef HEDDLE_STRATEGIES_POR_ALTERNATIVES_CHECK_H
#define HEDDLE_STRATEGIES_POR_ALTERNATIVES_CHECK_H

#include "strategies/por/alternatives.h"

/* Checks D and the nodes along the path before tree_move_down passes the last event, executed at
 * node `n`. Called only if base_invariants is set, like the functions below. */
void alternatives_check_avoided(const AlternativeTree *t, size_t n);
/* Checks an alternative at a node of the path. */
void alternatives_check(const AlternativeTree *t, size_t node, const Alternative *a);
/* Checks a new alternative at a node after which the path continues. */
void alternatives_check_kept(const AlternativeTree *t, size_t node, const Alternative *a);
/* Checks that no event of D is in force at the tip, which is the end of a full alternative or of a
 * maximal configuration. */
void alternatives_check_excluded(const AlternativeTree *t);

#endif
