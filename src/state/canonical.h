/*
 * canonical.h — hashes of expressions up to a renaming of inputs: two states that differ only in which inputs
 * their values came from continue alike. Inputs are numbered as they are met, so whoever asks has to come
 * with the expressions in an order that does not depend on names.
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
/* The same with all inputs that have no number yet alike; nothing is numbered. */
uint64_t canonical_shape(Canonical *c, const Expr *e);
/* The number of an input; 0: it has none. */
uint64_t canonical_number(const Canonical *c, const Input *input);
bool canonical_is_numbered(const Canonical *c, const Input *input);
/* Whether more work was asked for than pays: the hashes since `begin` are then to be thrown away. */
bool canonical_is_overdone(const Canonical *c);

#endif
