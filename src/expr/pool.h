/*
 * pool.h — shared by the files of this room: the pool, the raw node constructor and small bit
 * helpers. Not for other rooms.
 */
#ifndef HEDDLE_EXPR_POOL_H
#define HEDDLE_EXPR_POOL_H

#include "base/tables/index.h"
#include "expr/expr.h"
#include <assert.h>

/* Values of expressions under one model, by expression id; valid if stamp[id] == generation. */
typedef struct EvalMemo {
    Model *model;
    bool used;
    uint32_t generation;
    size_t cap;
    u128 *value;
    uint32_t *stamp;
} EvalMemo;

/* The place of the 256 values of an expression in `vectors`, valid in one round (bytes.h). */
typedef struct VectorPlace {
    uint32_t round, at;
} VectorPlace;

struct ExprPool {
    Arena *arena;
    bool simplify;
    bool merging;                /* set during an attempt to merge two parts of a concatenation */
    unsigned fuel;               /* rewriting steps left for the current construction */
    VEC(const Expr *) nodes;     /* by id */
    VEC(const Expr *) negations; /* by id of an expression of width 1; NULL: not yet built */
    Index node_index;
    VEC(const ExprTable *) tables; /* by id */
    Index table_index;
    VEC(const Input *) inputs; /* by id */
    Index input_index;         /* by name */
    EvalMemo main, trial;
    uint64_t evaluations;
    uint64_t nodes_evaluated;    /* by all of them */
    VEC(const Expr *) stack;     /* scratch of the iterative walks */
    const ExprSupport **support; /* by expression id; NULL: not yet computed */
    size_t support_cap;
    const ExprInputs **inputs_of; /* the same */
    size_t inputs_cap;
    uint32_t *visited; /* by expression id, for expr_reads */
    size_t visited_cap;
    uint32_t visit;
    VEC(uint64_t) vectors;
    VEC(VectorPlace) vector_of; /* by expression id */
    uint32_t vector_round;
};

/* Stands for several bytes in Expr.only. */
extern const Expr expr_several;

/* Builds the node itself, hash-consed and unsimplified; `b` and `c` are NULL if the operation has
 * fewer operands. */
const Expr *expr_node(ExprPool *p, ExprOp op, unsigned width, const Expr *a, const Expr *b,
                      const Expr *c);
const Expr *expr_node_extract(ExprPool *p, const Expr *a, unsigned offset, unsigned width);
const Expr *expr_node_table(ExprPool *p, const Expr *index, const ExprTable *table);
const Expr *expr_node_const(ExprPool *p, unsigned width, u128 value);
const ExprTable *expr_intern_table(ExprPool *p, const Expr *const *bytes, uint32_t len);
void expr_memo_free(EvalMemo *memo);
/* Adds a floating-point constant as the shortest text that means it. */
void expr_put_float(StrBuf *out, const Expr *e);

static inline u128 bits_ones(unsigned w) { return w >= 128 ? ~(u128)0 : ((u128)1 << w) - 1; }
static inline u128 bits_sign(unsigned w) { return (u128)1 << (w - 1); }
static inline i128 bits_signed(u128 v, unsigned w) { return (i128)(v << (128 - w)) >> (128 - w); }
/* v >> n, 0 from n = 128 on. */
static inline u128 bits_shr(u128 v, unsigned n) { return n >= 128 ? 0 : v >> n; }

#endif
