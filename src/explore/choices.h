/*
 * choices.h — choices that need not be made again in a changed program: the reversal of two operations, or
 * the other side of a branch, where nothing that they influence is affected by the change (after Guo et al.,
 * Conc-iSE, section 3.3, where the choice itself must not be affected; docs/strategies.md says why that is
 * not enough).
 */
#ifndef HEDDLE_EXPLORE_CHOICES_H
#define HEDDLE_EXPLORE_CHOICES_H

#include "event/extension.h"
#include "explore/internal.h"

/* Whether the run, which is at its end, shows what it can of the choices on its path: each thread has ended,
 * none was stopped or blocked. Always true by the paper's rules. */
bool choices_settled(const Campaign *c, const Run *r);
/* The same where all runs of an exploration are judged together, and what follows a cut-off is seen
 * elsewhere: whether the run shows that choices must not be left out. */
bool choices_refused(const Campaign *c, Run *r, RunEnd end);
/* Whether the reversal that an extension of such a run is, or its other side of a branch, can be left out. */
bool choices_reversal(const Campaign *c, const Extension *x);
/* The same of the other side of a branch by the thread, which is before it. */
bool choices_side(const Campaign *c, const Machine *m, int thread);

#endif
