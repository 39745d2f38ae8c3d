/*
 * beyond.h — on which code the result of exploring from a state rests: the functions that are
 * entered in what follows it, in some order of the threads. In a version of the program in which
 * none of these changed, the same follows the same state (docs/proofs/versions.md, "States").
 *
 * What follows the state after the causal history of an event e is what the maximal configurations
 * that contain e have besides that history. It is collected along the paths: below e in the tree of
 * runs, and from the events of other threads that were on the path before e and are not its causes.
 * Behind a cut-off follows what follows the state that it leads to. That gives inequations between
 * sets of functions, which are solved when the exploration is over.
 */
#ifndef HEDDLE_STATE_CUTOFF_BEYOND_H
#define HEDDLE_STATE_CUTOFF_BEYOND_H

#include "base/tables/number_sets.h"
#include "event/history.h"
#include "vm/machine/entered.h"

typedef struct Beyond Beyond; /* what all workers found */

/* An event of a path. */
typedef struct BeyondNode {
    uint32_t follows; /* the unknown set: what is entered below it in the tree */
    uint32_t own;     /* another: what its thread enters, with it and below */
    uint32_t event;
    bool created; /* a thread was created before, or by it */
} BeyondNode;

/* The path of one worker, event by event. */
typedef struct BeyondPath {
    VEC(BeyondNode) nodes;
} BeyondPath;

/* What was decided about an event. */
typedef enum BeyondKind {
    BEYOND_UNDECIDED,
    BEYOND_KEPT,         /* the exploration goes on from its state, of this number */
    BEYOND_CUT,          /* a cut-off by the known state of this number */
    BEYOND_CUT_EARLIER,  /* by a state behind which the functions of this set are entered */
    BEYOND_CUT_OTHERWISE /* for another reason: what follows was explored somewhere */
} BeyondKind;

Beyond *beyond_new(void);
void beyond_free(Beyond *b);
/* Forgets everything but sets: a pass begins. */
void beyond_clear(Beyond *b);

/* All of the following for several workers under one lock. */

/* Puts the newest event of the path, which was just executed, on the worker's path; `entered`: by
 * it and the slice behind it. */
void beyond_push(Beyond *b, BeyondPath *path, const History *h, const Event *e,
                 const Entered *entered);
/* Puts an event there that reenters the path, with what was decided about it. */
void beyond_push_again(Beyond *b, BeyondPath *path, const History *h, const Event *e);
void beyond_pop(BeyondPath *path);
/* Notes what was decided about the newest event of the path: the number of a state or of a set. */
void beyond_decided(Beyond *b, const BeyondPath *path, const History *h, const Event *e,
                    BeyondKind kind, uint32_t number);
/* Notes that it was decided before. */
void beyond_decided_before(Beyond *b, const BeyondPath *path, const History *h, const Event *e);
/* Some decisions are not known: sets are only those of all that is entered, and of all that is
 * entered once there are threads. */
void beyond_give_up(Beyond *b);

/* Determines the set of each state; the exploration is over. */
void beyond_solve(Beyond *b);
/* Returns the set of a kept state. */
uint32_t beyond_of_state(const Beyond *b, uint32_t state);
/* Returns the set of these functions, known by their numbers in the program. */
uint32_t beyond_set(Beyond *b, const uint32_t *functions, size_t n);
/* The sets; their members are positions in a list of functions of the program. */
const NumberSets *beyond_sets(const Beyond *b);
uint32_t beyond_function(const Beyond *b, uint32_t member);
uint32_t beyond_nfunctions(const Beyond *b);

#endif
