/*
 * choices.h — choices that need not be made again in a changed program: the reversal of two operations, or
 * the other side of a branch, where nothing that they influence is affected by the change (after Guo et al.,
 * Conc-iSE, section 3.3, where the choice itself must not be affected; docs/proofs/versions.md says why that
 * is not enough).
 */
#ifndef HEDDLE_VERSIONS_CHOICES_H
#define HEDDLE_VERSIONS_CHOICES_H

#include "base/hash_set.h"
#include "event/extension.h"
#include "versions/following.h"
#include "explore/internal.h"

/* Memory that what is affected by the change and another thread touch has to be visible, also where other
 * operations order the two: their order may be left out. Is told each slice; makes visible what it is about.
 */
void choices_slice(Campaign *c, const Event *e, const LogEntry *log, size_t n);
void choices_free(struct Shared *s);
/* Whether the run, which is at its end, shows what it can of the choices on its path: each thread has ended,
 * none was stopped or blocked. Always true by the paper's rules. */
bool choices_settled(const Campaign *c, const Run *r);
/* The same where all runs of an exploration are judged together, and what follows a cut-off is seen
 * elsewhere: whether the run shows that choices must not be left out. */
bool choices_refused(const Campaign *c, Run *r, RunEnd end);
/* Whether the reversal that an extension of such a run is, or its other side of a branch, can be left out. It
 * orders other operations, too: not where one before it and one behind it are dependent, and both count.
 * `follows` is what is known to follow the end of the run, with the table that it refers to (NULL: nothing
 * does). */
bool choices_reversal(const Campaign *c, const Run *r, const Extension *x, const Footprint *follows,
                      const Summaries *table);
/* The same of the other side of a branch by the thread, which is before it. */
bool choices_side(const Campaign *c, const Machine *m, int thread);

#endif
