/* index.c — see index.h. */
#include "base/index.h"
#include <stdlib.h>

#define LEAST_SLOTS 64

static void put(Index *x, uint64_t slot) {
    size_t i = (slot >> 32) & (x->cap - 1);
    while (x->slots[i]) i = (i + 1) & (x->cap - 1);
    x->slots[i] = slot;
}

static void grow(Index *x) {
    Index n = {.cap = x->cap ? x->cap * 2 : LEAST_SLOTS, .len = x->len};
    n.slots = xcalloc(n.cap, sizeof *n.slots);
    for (size_t i = 0; i < x->cap; i++)
        if (x->slots[i]) put(&n, x->slots[i]);
    free(x->slots);
    *x = n;
}

void index_add(Index *x, uint64_t hash, uint32_t number) {
    invariant(number != INDEX_NONE);
    if ((x->len + 1) * 8 > x->cap * 5) grow(x);
    put(x, (uint64_t)index_tag(hash) << 32 | (number + 1));
    x->len++;
}

void index_clear(Index *x) {
    if (x->cap) memset(x->slots, 0, x->cap * sizeof *x->slots);
    x->len = 0;
}

void index_free(Index *x) {
    free(x->slots);
    *x = (Index){0};
}
