/* hash_set.c — see hash_set.h. */
#include "base/tables/hash_set.h"
#include <stdlib.h>
#include <sys/mman.h>

/* Members lie far apart, so large sets use large pages. */
static uint64_t *table_new(size_t cap) {
    uint64_t *t = base_reserve(cap * sizeof *t);
    if (cap >= 1u << 18) madvise(t, cap * sizeof *t, MADV_HUGEPAGE);
    return t;
}

static void table_free(uint64_t *t, size_t cap) {
    if (t) base_release(t, cap * sizeof *t);
}

void hash_set_reserve(HashSet *s, size_t more) {
    size_t cap = s->cap ? s->cap : 1024;
    while ((s->len + more) * 2 > cap) cap *= 2;
    if (cap == s->cap) return;
    HashSet n = {table_new(cap), cap, 0};
    for (size_t k = 0; k < s->cap; k++)
        if (s->data[k]) hash_set_insert(&n, s->data[k]);
    table_free(s->data, s->cap);
    *s = n;
}

void hash_set_clear(HashSet *s) {
    if (s->data) memset(s->data, 0, s->cap * sizeof *s->data);
    s->len = 0;
}

void hash_set_free(HashSet *s) {
    table_free(s->data, s->cap);
    *s = (HashSet){0};
}
