/*
 * domains.h — answers by trying. A constraint on one input byte is the set of its values that
 * satisfy it, computed once. If the bytes of a query have few values left, all of them are tried.
 * No hash function is too hard for that.
 */
#ifndef HEDDLE_SOLVER_DOMAINS_H
#define HEDDLE_SOLVER_DOMAINS_H

#include "solver/solver.h"

typedef struct Domains Domains;

/* A set of values of a byte, a bit for each. */
typedef struct ByteValues {
    uint64_t bits[4];
} ByteValues;

Domains *domains_new(ExprPool *pool);
void domains_free(Domains *d);
/* Whether a constraint has so many products and quotients that a back end may not end (like a hash
 * function). */
bool domains_hard(Domains *d, const Expr *constraint);
typedef struct ExprList {
    const Expr *const *data;
    size_t len;
} ExprList;

/* How many values are tried: none beyond what constraints on single bytes leave; all if they are
 * few; some thousand. */
typedef enum DomainsEffort { DOMAINS_SETS, DOMAINS_FEW, DOMAINS_MANY } DomainsEffort;

/* Whether the constraints hold together. `read` has the bytes that they read, without repeats. On
 * SAT byte[k] is the value of read.data[k], in the smallest of all solutions in the order of bytes.
 * UNKNOWN if there are too many values to try. */
SolverResult domains_check(Domains *d, ExprList constraints, ExprList read, DomainsEffort effort,
                           uint8_t *byte);

/* Computes what the constraints on single bytes leave to each of them. False if that is nothing for
 * one. */
bool domains_left(Domains *d, ExprList constraints, ExprList read, ByteValues *left);

/* Computes the value of `e` under the first solution in the order of bytes (the last byte counts
 * most); `read` has the bytes of `e`, too. False if no solution is found within some thousand
 * tries. */
bool domains_first(Domains *d, ExprList constraints, ExprList read, const Expr *e, uint64_t *value);

#endif
