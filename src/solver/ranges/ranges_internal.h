/* ranges_internal.h — shared by the files of ranges.h. Not for other folders. */
#ifndef HEDDLE_SOLVER_RANGES_RANGES_INTERNAL_H
#define HEDDLE_SOLVER_RANGES_RANGES_INTERNAL_H

#include "solver/ranges/known.h"
#include "solver/ranges/ranges.h"

/* What is known of an expression in one query. */
typedef struct RangeNode {
    uint32_t query, pass; /* of `fact`; of `value` */
    uint32_t at;          /* of a byte: its place in the list, in query `query` */
    Known fact;           /* what constraints leave to it */
    Known value;
} RangeNode;

struct Ranges {
    ExprPool *pool;
    RangeNode *node; /* by expression id */
    size_t node_cap;
    uint32_t query, pass;
    unsigned work; /* nodes that may still be visited */
    unsigned size; /* nodes that were visited in one round of the last propagation */
    bool changed, impossible;
    ByteValues *left;
    uint32_t *vector_of; /* by expression id: 1 + place of its values by byte; 0: not computed */
    size_t vector_cap;
    VEC(uint64_t) vectors; /* BYTE_VALUES values each */
    VEC(uint32_t) vectored;
};

/* What an expression of at most 64 bits can be. */
Known ranges_of(Ranges *r, const Expr *e, unsigned depth);
/* Notes that the value of `e` is in `want`, for it and what it is made of. */
void ranges_narrow(Ranges *r, const Expr *e, Known want, unsigned depth);

#endif
