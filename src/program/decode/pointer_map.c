/* pointer_map.c — numbers for LLVM's pointers. */
#include "program/front_end/loader.h"
#include <stdlib.h>

static uint32_t ptrmap_place(const PtrMap *m, const void *key) {
    return index_find(&m->index, hash_mix((uintptr_t)key), n, m->items.data[n].key == key);
}

uint64_t ptrmap_get(const PtrMap *m, const void *key) {
    uint32_t n = ptrmap_place(m, key);
    return n == INDEX_NONE ? 0 : m->items.data[n].value;
}

void ptrmap_put(PtrMap *m, const void *key, uint64_t value) {
    uint32_t n = ptrmap_place(m, key);
    if (n != INDEX_NONE) {
        m->items.data[n].value = value;
        return;
    }
    PtrMapItem item = {key, value};
    index_add(&m->index, hash_mix((uintptr_t)key), (uint32_t)m->items.len);
    vec_push(&m->items, item);
}

void ptrmap_clear(PtrMap *m) {
    index_clear(&m->index);
    m->items.len = 0;
}

void ptrmap_free(PtrMap *m) {
    index_free(&m->index);
    vec_free(&m->items);
}
