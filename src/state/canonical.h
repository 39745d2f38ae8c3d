/*
 * canonical.h — hashes of expressions up to a renaming of inputs: two states that differ only in
 * the inputs from which their values came have the same continuations. Inputs are numbered as they
 * are met, so the caller must pass expressions in an order that does not depend on names.
 */
#ifndef HEDDLE_STATE_CANONICAL_H
#define HEDDLE_STATE_CANONICAL_H

#include "expr/expr.h"

typedef struct Canonical Canonical;

Canonical *canonical_new(void);
void canonical_free(Canonical *c);

/* Forgets all numbers. */
void canonical_begin(Canonical *c);
/* The hash of an expression; inputs met for the first time get the next numbers. */
uint64_t canonical_hash(Canonical *c, const Expr *e);
/* The hash of an expression in which all inputs without a number are equal; numbers no inputs. */
uint64_t canonical_shape(Canonical *c, const Expr *e);
/* The number of an input; 0: it has none. */
uint64_t canonical_number(const Canonical *c, const Input *input);
bool canonical_is_numbered(const Canonical *c, const Input *input);
/* Whether the work exceeded its limit; then the hashes since canonical_begin must be discarded. */
bool canonical_is_overdone(const Canonical *c);

#endif
