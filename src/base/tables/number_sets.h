/*
 * number_sets.h — sets of small numbers, each kept once: a set is known by its own number, so that
 * comparing two is comparing their numbers, and what two are together is looked up after it was
 * made once. Sets are never removed one by one.
 */
#ifndef HEDDLE_BASE_NUMBER_SETS_H
#define HEDDLE_BASE_NUMBER_SETS_H

#include "base/tables/index.h"

#define NUMBER_SET_EMPTY 0u

typedef struct NumberSet {
    size_t start;  /* in NumberSets.words */
    uint32_t size; /* in words; the last one is not 0 */
} NumberSet;

typedef struct NumberUnion {
    uint32_t a, b, both;
} NumberUnion;

/* Zeroed: there is only the empty set. */
typedef struct NumberSets {
    VEC(uint64_t) words;
    VEC(NumberSet) sets;
    Index by_words;
    VEC(NumberUnion) unions;
    Index by_pair;
} NumberSets;

void number_sets_free(NumberSets *s);
/* Returns the set of these `n` numbers, in any order, some perhaps several times. */
uint32_t number_sets_of(NumberSets *s, const uint32_t *numbers, size_t n);
/* Returns what is in one of two sets, or in both. */
uint32_t number_sets_unite(NumberSets *s, uint32_t a, uint32_t b);
/* Returns the least member of a set that is `from` or larger; UINT32_MAX: there is none. */
uint32_t number_sets_next(const NumberSets *s, uint32_t set, uint32_t from);
/* The number of sets so far. */
static inline uint32_t number_sets_count(const NumberSets *s) {
    return s->sets.len ? (uint32_t)s->sets.len : 1;
}

#endif
