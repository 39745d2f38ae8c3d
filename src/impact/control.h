/*
 * control.h — which decisions say whether a block of a function is executed, and which loops may
 * not end.
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
 * Control dependence as of Ferrante, Ottenstein and Warren (The Program Dependence Graph and Its
 * Use in Optimization, section 3.1) over postdominators with one exit behind all ends. Blocks for
 * which `may_stop` (NULL: none) holds have a way to the exit, too; ways into `failing` blocks
 * (NULL: none) from others count as none. Blocks that lead to no end lead to the exit.
 */
Control *control_of(const Flow *f, const bool *may_stop, const bool *failing);
/*
 * Blocks from which control comes to a failure in any case: they end with one, or with a call of a
 * function that `fails` (per function), or all of their ways lead there. What is behind a branch of
 * which one side fails does not depend on it: a run in which a thread failed is not gone on with.
 */
void control_failing(const Flow *f, const bool *fails, bool *out);
void control_free(Control *c);

/*
 * Per block: whether it goes back to the beginning of a loop that cannot be seen to end. A loop is
 * seen to end where, whenever it begins or goes back, a number in a register that each round moves
 * by a constant is compared with one that the loop does not change, and that comparison leaves the
 * loop.
 */
void control_endless(const Flow *f, bool *out);

#endif
