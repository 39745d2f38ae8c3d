/*
 * same_finding.h — whether the old version has a finding of the new version, too. Kind, text and
 * function must be the same. Among several findings of one text in one function, the conditions
 * under which control reaches them decide, whatever their lines are.
 */
#ifndef HEDDLE_CLI_DIFF_SAME_FINDING_H
#define HEDDLE_CLI_DIFF_SAME_FINDING_H

#include "finding/finding.h"
#include "impact/match/match.h"

/* Whether `new`, a finding of m->new, is the same as `old`, a finding of m->old. */
bool same_finding(const Match *m, const Finding *old, const Finding *new);
/* Returns a text that distinguishes a finding from all others of its version, also from those of
 * the same text; the caller frees it. */
char *stored_finding_key(const Finding *f);

#endif
