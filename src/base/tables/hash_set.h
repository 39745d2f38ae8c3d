/*
 * hash_set.h — a set of 64-bit hashes (canonical names): open addressing, grows; members are not
 * removed one by one.
 */
#ifndef HEDDLE_BASE_HASH_SET_H
#define HEDDLE_BASE_HASH_SET_H

#include "base/base.h"

typedef struct HashSet {
    uint64_t *data; /* 0 is empty */
    size_t cap, len;
} HashSet;

/* Makes room for `more` members. */
void hash_set_reserve(HashSet *s, size_t more);
static inline size_t hash_set_slot(const HashSet *s, uint64_t x) {
    return hash_mix(x) & (s->cap - 1);
}
/* Adds x (not 0); false if it is a member already. Room must have been made. */
static inline bool hash_set_insert(HashSet *s, uint64_t x) {
    for (size_t i = hash_set_slot(s, x);; i = (i + 1) & (s->cap - 1)) {
        if (s->data[i] == x) return false;
        if (!s->data[i]) {
            s->data[i] = x;
            s->len++;
            return true;
        }
    }
}
static inline bool hash_set_add(HashSet *s, uint64_t x) {
    if ((s->len + 1) * 2 > s->cap) hash_set_reserve(s, 1);
    return hash_set_insert(s, x);
}
static inline bool hash_set_has(const HashSet *s, uint64_t x) {
    if (!s->cap) return false;
    for (size_t i = hash_set_slot(s, x); s->data[i]; i = (i + 1) & (s->cap - 1))
        if (s->data[i] == x) return true;
    return false;
}
void hash_set_clear(HashSet *s);
void hash_set_free(HashSet *s);

#endif
