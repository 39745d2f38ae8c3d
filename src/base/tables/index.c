/* index.c — see index.h. */
#include "base/tables/index.h"
#include <stdlib.h>

#define LEAST_SLOTS 64

void index_grow(Index *x) {
    Index n = {.cap = x->cap ? x->cap * 2 : LEAST_SLOTS, .len = x->len};
    n.slots = xcalloc(n.cap, sizeof *n.slots);
    for (size_t k = 0; k < x->cap; k++) {
        if (!x->slots[k]) continue;
        size_t i = (x->slots[k] >> 32) & (n.cap - 1);
        while (n.slots[i]) i = (i + 1) & (n.cap - 1);
        n.slots[i] = x->slots[k];
    }
    free(x->slots);
    *x = n;
}

void index_clear(Index *x) {
    if (x->cap) memset(x->slots, 0, x->cap * sizeof *x->slots);
    x->len = 0;
}

void index_free(Index *x) {
    free(x->slots);
    *x = (Index){0};
}
