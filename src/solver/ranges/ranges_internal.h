/* ranges_internal.h — shared by the files of ranges.h. Not for other folders. */
#ifndef HEDDLE_SOLVER_RANGES_RANGES_INTERNAL_H
#define HEDDLE_SOLVER_RANGES_RANGES_INTERNAL_H

#include "solver/ranges/known.h"
#include "solver/ranges/ranges.h"

/* What is known of an expression in one query. */
typedef struct RangeNode {
    uint32_t id;   /* of the expression */
    uint32_t pass; /* of `value` */
    uint32_t at;   /* of a byte: its place in the list; NOT_LISTED: it is none */
    Known fact;    /* what constraints leave to it */
    Known value;
} RangeNode;
#define NOT_LISTED UINT32_MAX

struct Ranges {
    ExprPool *pool;
    uint32_t *place; /* by expression id: index in `nodes`, if that one has the id */
    size_t place_cap;
    VEC(RangeNode) nodes; /* of the expressions that this query has visited */
    uint32_t pass;
    unsigned work; /* nodes that may still be visited */
    bool changed, impossible;
    ByteValues *left;
    uint32_t *vector_of; /* by expression id: 1 + place of its values by byte; 0: not computed */
    size_t vector_cap;
    VEC(uint64_t) vectors; /* BYTE_VALUES values each */
    VEC(uint32_t) vectored;
};

/* Returns the node of an expression, a new one if it was not visited; valid until the next one is
 * new. */
RangeNode *ranges_visit(Ranges *r, const Expr *e);
/* What an expression of at most 64 bits can be. */
Known ranges_of(Ranges *r, const Expr *e, unsigned depth);
/* Notes that the value of `e` is in `want`, for it and what it is made of. */
void ranges_narrow(Ranges *r, const Expr *e, Known want, unsigned depth);

#endif
