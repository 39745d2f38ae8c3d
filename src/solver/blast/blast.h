/*
 * blast.h — expressions as circuits ("bit-blasting"). Each expression is translated once and kept
 * by its id until blast_close.
 *
 * A large table whose bytes are no constants is lazy: its byte is any byte at first, and what a
 * place holds is added when a solution is wrong about it (blast_refine). So a solution is one only
 * if the constraints hold when they are evaluated; that there is none is true at once.
 */
#ifndef HEDDLE_SOLVER_BLAST_BLAST_H
#define HEDDLE_SOLVER_BLAST_BLAST_H

#include "expr/expr.h"
#include "solver/blast/gates.h"

typedef struct LazyTable {
    const Expr *e;
    int outside;      /* the index is behind the end */
    uint32_t refined; /* places that were added */
} LazyTable;

/* The translation of an expression. */
typedef struct BlastNode {
    uint32_t at;   /* 1 + place of its lowest bit in `wires`; 0: not translated */
    uint32_t made; /* Gates.made for it alone, without its operands, in any instance so far */
    uint32_t seen; /* by which walk of blast_size */
} BlastNode;

typedef struct Blast {
    ExprPool *pool;
    Gates gates;
    BlastNode *node; /* by expression id */
    size_t node_cap;
    uint32_t walks;
    uint64_t remade; /* the part of Gates.made for what an earlier instance had; the caller may
                        reset it */
    VEC(int) wires;
    VEC(uint32_t) done; /* ids of what is translated */
    VEC(LazyTable) lazy;
    VEC(const Expr *) stack; /* scratch */
} Blast;

/* Begins with an empty instance; `stop` as in sat_new. */
void blast_open(Blast *b, bool (*stop)(void *context), void *context);
/* Frees the instance and forgets all translations. */
void blast_close(Blast *b);
/* Forgets what earlier instances made, once this one is closed. */
void blast_forget(Blast *b);
void blast_free(Blast *b);
/* Translates `e` and all below it; false if `stop` says so meanwhile. */
bool blast_translate(Blast *b, const Expr *e, bool (*stop)(void *context), void *context);
/* Adds what the last solution was wrong about; *more is false if that is nothing. False if `stop`
 * says so meanwhile. */
bool blast_refine(Blast *b, bool (*stop)(void *context), void *context, bool *more);
/* The size of the circuits of translated expressions, those that they share counted once. What was
 * added to lazy tables is not counted. */
uint64_t blast_size(Blast *b, const Expr *const *e, size_t n);
static inline bool blast_has(const Blast *b, const Expr *e) {
    return e->id < b->node_cap && b->node[e->id].at;
}
/* The wires of a translated expression, the lowest bit first; valid until the next translation. */
static inline const int *blast_wires(const Blast *b, const Expr *e) {
    invariant(blast_has(b, e));
    return b->wires.data + b->node[e->id].at - 1;
}

#endif
