/*
 * reads.h — the input bytes that constraints read, each with a value: the contents of a model of
 * them.
 */
#ifndef HEDDLE_SOLVER_READS_H
#define HEDDLE_SOLVER_READS_H

#include "solver/domains.h"

typedef struct Reads {
    const Expr **read;
    size_t len, cap;
    uint8_t *byte;
} Reads;

/* Lists the bytes that these constraints read, ordered by input and index; all values are zero.
 * reads_free frees them. */
void reads_of(ExprPool *pool, ExprList constraints, Reads *r);
void reads_free(Reads *r);
/* Sets their values from a model. */
void reads_from(Reads *r, const Model *m);
/* Returns a new model equal to `base` except for the given bytes; reads of one input must be
 * adjacent. */
Model *reads_overlay(const Model *base, const Expr *const *reads, size_t n, const uint8_t *byte);
/* Whether a term consists of bytes of inputs side by side; adds their number to *n. */
bool reads_are_word(const Expr *e, size_t *n);
/* Gives the bytes of such a term the value of the word. `read` has them all. */
void reads_set_word(const Expr *e, uint64_t value, const Expr *const *read, uint8_t *byte);

#endif
