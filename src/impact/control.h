/*
 * control.h — control dependence: the decisions that a block of a function depends on, and loops
 * that may not end.
 */
#ifndef HEDDLE_IMPACT_CONTROL_H
#define HEDDLE_IMPACT_CONTROL_H

#include "impact/flow.h"

/* Block `of` decides, by its edge number `edge` (in the order of its successors). */
typedef struct ControlParent {
    uint32_t of, edge;
} ControlParent;

/* The parents of block b are parent[at[b] … at[b + 1] - 1]. */
typedef struct Control {
    uint32_t *at;
    ControlParent *parent;
} Control;

/*
 * Computes control dependence as in Ferrante, Ottenstein and Warren (The Program Dependence Graph
 * and Its Use in Optimization, section 3.1) over postdominators with one exit behind all ends.
 * Blocks for which `may_stop` (NULL: none) holds also have a path to the exit. Edges into `failing`
 * blocks (NULL: none) from others are ignored. Blocks that lead to no end lead to the exit.
 */
Control *control_of(const Flow *f, const bool *may_stop, const bool *failing);
/*
 * Finds the blocks that inevitably fail: they end with a failure, or with a call of a function that
 * `fails` (per function), or all of their successors fail. Code behind a branch with one failing
 * side does not depend on the branch: a run in which a thread failed is not continued.
 */
void control_failing(const Flow *f, const bool *fails, bool *out);
void control_free(Control *c);

/*
 * Computes per block whether it jumps back to the beginning of a loop that may not end. A loop is
 * known to end if each round, at its beginning or end, makes a comparison that leaves it. One side
 * of the comparison is a number in a register that each round changes by a constant, the other one
 * is not changed by the loop.
 */
void control_endless(const Flow *f, bool *out);

#endif
