/*
 * same_finding.h — whether a finding of the new version is one that the old version has, too. Kind,
 * text and function are the same; among several findings of one text in one function, it is the one
 * to which control comes under the same conditions, whatever its line is.
 */
#ifndef HEDDLE_CLI_DIFF_SAME_FINDING_H
#define HEDDLE_CLI_DIFF_SAME_FINDING_H

#include "finding/finding.h"
#include "impact/match/match.h"

/* Whether `new`, of m->new, is the same as `old`, of m->old. */
bool same_finding(const Match *m, const Finding *old, const Finding *new);
/* What tells a finding apart from all others of its version, of the same text too; freed by the
 * caller. */
char *stored_finding_key(const Finding *f);

#endif
