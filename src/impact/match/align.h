/*
 * align.h — the longest common subsequence of two sequences, to find unchanged parts.
 */
#ifndef HEDDLE_IMPACT_MATCH_ALIGN_H
#define HEDDLE_IMPACT_MATCH_ALIGN_H

#include "base/base.h"

#define ALIGN_NONE UINT32_MAX

/*
 * Computes for each element of `a` (n of them) its counterpart among the m of `b`, an equal one, in
 * ascending order, or ALIGN_NONE. The method is the greedy algorithm in figure 2 of Myers, An O(ND)
 * Difference Algorithm and Its Variations. If more than some thousand elements differ, those
 * between the equal ends have no counterparts.
 */
void align_sequences(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *out);

#endif
