/* hash_set.c — see hash_set.h. */
#include "base/hash_set.h"
#include <stdlib.h>

void hash_set_reserve(HashSet *s, size_t more) {
    size_t cap = s->cap ? s->cap : 1024;
    while ((s->len + more) * 2 > cap) cap *= 2;
    if (cap == s->cap) return;
    HashSet n = {xcalloc(cap, sizeof *n.data), cap, 0};
    for (size_t k = 0; k < s->cap; k++)
        if (s->data[k]) hash_set_insert(&n, s->data[k]);
    free(s->data);
    *s = n;
}

void hash_set_clear(HashSet *s) {
    if (s->data) memset(s->data, 0, s->cap * sizeof *s->data);
    s->len = 0;
}

void hash_set_free(HashSet *s) {
    free(s->data);
    *s = (HashSet){0};
}
