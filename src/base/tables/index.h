/*
 * index.h — finds things by a 64-bit hash: open addressing from hashes to numbers below 2^32 - 1,
 * usually positions in an array that the caller keeps. The caller decides which things are equal:
 * an index keeps 32 bits of each hash and asks about the things that agree in them. Entries are not
 * removed one by one. A zeroed index is empty.
 */
#ifndef HEDDLE_BASE_INDEX_H
#define HEDDLE_BASE_INDEX_H

#include "base/base.h"

typedef struct Index {
    uint64_t *slots; /* 0: empty; else 32 bits of the hash, below them the number + 1 */
    size_t cap, len; /* `cap` is 0 or a power of two greater than `len` */
} Index;

#define INDEX_NONE UINT32_MAX

/* The part of a hash that is kept. Hashes must be well mixed. */
static inline uint32_t index_tag(uint64_t hash) { return (uint32_t)hash; }

/* Returns the next number at or behind slot *at whose hash agrees with `hash`, and moves *at behind
 * its slot; INDEX_NONE: there is none. */
static inline uint32_t index_next(const Index *x, uint64_t hash, size_t *at) {
    uint32_t tag = index_tag(hash);
    for (size_t i = *at & (x->cap - 1);; i = (i + 1) & (x->cap - 1)) {
        uint64_t slot = x->slots[i];
        if (!slot) return INDEX_NONE;
        if (slot >> 32 == tag) {
            *at = i + 1;
            return (uint32_t)slot - 1;
        }
    }
}

/*
 * Finds the number of the thing with this hash for which the expression `same` holds, or
 * INDEX_NONE. `same` reads the candidate's number as `n`. Example:
 *
 *     uint32_t found = index_find(&index, hash, n, !strcmp(names.data[n], name));
 */
#define index_find(x, hash, n, same)                                             \
    __extension__({                                                              \
        const Index *index_ = (x);                                               \
        uint64_t hash_ = (hash);                                                 \
        size_t at_ = index_tag(hash_);                                           \
        uint32_t n = index_->cap ? index_next(index_, hash_, &at_) : INDEX_NONE; \
        while (n != INDEX_NONE && !(same)) n = index_next(index_, hash_, &at_);  \
        n;                                                                       \
    })

/* Makes room for more numbers. */
void index_grow(Index *x);
/* Adds a number (not INDEX_NONE), without a check whether an equal thing is there already. */
static inline void index_add(Index *x, uint64_t hash, uint32_t number) {
    invariant(number != INDEX_NONE);
    if (unlikely((x->len + 1) * 8 > x->cap * 5)) index_grow(x);
    size_t i = index_tag(hash) & (x->cap - 1);
    while (x->slots[i]) i = (i + 1) & (x->cap - 1);
    x->slots[i] = (uint64_t)index_tag(hash) << 32 | (number + 1);
    x->len++;
}
/* Empties the index and keeps its room. */
void index_clear(Index *x);
void index_free(Index *x);

#endif
