/*
 * choices.h — choices that can be pruned in a changed program: the reversal of two operations, or
 * the other side of a branch, if they influence nothing that the change affects (after Guo et al.,
 * Conc-iSE, section 3.3, where only the choice itself must not be affected; docs/proofs/versions.md
 * shows why that is not enough).
 */
#ifndef HEDDLE_VERSIONS_CHOICES_H
#define HEDDLE_VERSIONS_CHOICES_H

#include "base/tables/hash_set.h"
#include "event/extension.h"
#include "versions/following.h"
#include "explore/internal.h"

/* Receives each slice. Memory touched by code that the change affects and by another thread must be
 * visible, even if other operations order the two accesses, since that order may be pruned. Makes
 * this memory visible. */
void choices_slice(Campaign *c, const Event *e, const LogEntry *log, size_t n);
void choices_free(struct Choices *s);
/* Whether the run, which is at its end, shows the effects of the choices on its path: each thread
 * has ended, none was stopped or blocked. Always true by the rules of the paper. */
bool choices_settled(const Campaign *c, const Run *r);
/* For strategies that judge all runs of an exploration together, and where other runs show what
 * follows a cut-off: whether the pass has to begin again without pruning, as the run shows that no
 * choice may be pruned and one was. If none was, it goes on, and none will be; nor after a number
 * of runs in which none was. */
bool choices_refused(Campaign *c, Run *r, RunEnd end);
/* Whether the reversal that an extension of such a run is, or its other side of a branch, can be
 * left out. It orders other operations, too: not where one before it and one behind it are
 * dependent, and both count. `follows` is what is known to follow the end of the run, with the
 * table that it refers to (NULL: nothing does). */
bool choices_reversal(const Campaign *c, const Run *r, const Extension *x, const Footprint *follows,
                      const Summaries *table);
/* For the same strategies: whether that reversal is left out. False where none will be any more. */
bool choices_leave_out(Campaign *c, const Run *r, const Extension *x);
/* Whether the other side of a branch before which the thread stands can be pruned. */
bool choices_side(const Campaign *c, const Machine *m, int thread);

#endif
