/*
 * reads.h — the bytes of inputs that constraints read, each with a value: what a model of them is
 * made of.
 */
#ifndef HEDDLE_SOLVER_READS_H
#define HEDDLE_SOLVER_READS_H

#include "solver/domains.h"

typedef struct Reads {
    const Expr **read;
    size_t len, cap;
    uint8_t *byte;
} Reads;

/* The bytes that these constraints read, ordered by input and place; all values are zero. */
void reads_of(ExprPool *pool, ExprList constraints, Reads *r);
void reads_free(Reads *r);
/* Gives them the values that a model has. */
void reads_from(Reads *r, const Model *m);
/* A new model equal to `base` but for the given bytes; reads of one input are together. */
Model *reads_overlay(const Model *base, const Expr *const *reads, size_t n, const uint8_t *byte);

#endif
