/*
 * align.h — the longest common subsequence of two sequences, for finding what stayed.
 */
#ifndef HEDDLE_IMPACT_MATCH_ALIGN_H
#define HEDDLE_IMPACT_MATCH_ALIGN_H

#include "base/base.h"

#define ALIGN_NONE UINT32_MAX

/*
 * Per element of `a` (n of them) its counterpart among the m of `b`, an equal one, in ascending
 * order, or ALIGN_NONE. Myers, An O(ND) Difference Algorithm and Its Variations (the greedy
 * algorithm of its figure 2). Where more than some thousand differ, what lies between equal ends
 * has no counterparts.
 */
void align_sequences(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *out);

#endif
