/*
 * slice.h — the constraints that share input bytes with a query, directly or through others. What
 * they say is independent of all other constraints.
 */
#ifndef HEDDLE_SOLVER_SLICE_H
#define HEDDLE_SOLVER_SLICE_H

#include "expr/expr.h"

typedef struct Slice {
    ExprPool *pool;
    VEC(const Expr *) list;
    /* Scratch memory. */
    VEC(size_t) rest;
    uint64_t *mask; /* by input id: bytes that the slice reaches */
    size_t mask_cap;
    uint32_t *stamp; /* by expression id: equal to `round` in the slice */
    size_t stamp_cap;
    uint32_t round;
} Slice;

void slice_free(Slice *s);
/* Empties the slice. */
void slice_begin(Slice *s);
void slice_add(Slice *s, const Expr *e);
static inline bool slice_has(const Slice *s, uint32_t id) {
    return id < s->stamp_cap && s->stamp[id] == s->round;
}
/* Extends the slice by every one of n constraints that is connected with it, to the fixed point. */
void slice_close(Slice *s, const Expr *const *constraints, size_t n);
/* Sorts the slice by id and returns a hash of it. */
uint64_t slice_order(Slice *s);

#endif
