/*
 * strong_causes.h — which of two actions is a strong cause of the other, and which only comes
 * before it: the relations that names of events rest on in a contextual history
 * (strategies/unfold/contextual.h).
 */
#ifndef HEDDLE_EVENT_STRONG_CAUSES_H
#define HEDDLE_EVENT_STRONG_CAUSES_H

#include "os/operations.h"

/* Of two dependent actions: whether `r` before `w` is no cause of it, but loads what `w` writes. */
static inline bool contextual_loads(const Action *r, const Action *w) {
    return r->op.kind == OPERATION_LOAD && operation_on_memory(&w->op);
}

/* Whether an event, of another thread and earlier, is a strong cause of one of `a`. */
static inline bool contextual_cause(const Action *y, const Action *a) {
    return operation_dependent(y, a) && !contextual_loads(y, a);
}

/* Whether there is an asymmetric conflict from `r` to `w` unless that is a strong cause of `r`. */
static inline bool contextual_reads(const Action *r, const Action *w) {
    return contextual_loads(r, w) && operation_dependent(r, w);
}

/* Of two dependent actions, neither a strong cause of the other: whether they can both happen. */
static inline bool contextual_together(const Action *x, const Action *y) {
    return contextual_loads(x, y) || contextual_loads(y, x);
}

#endif
