/* symbol_sums.c — see symbol_sums.h. */
#include "state/cutoff/symbol_sums.h"
#include "base/tables/index.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

enum { MOST_SUMS = 1 << 17 };

struct SymbolSums {
    VEC(SymbolSum) list;
    Index index;
};

SymbolSums *symbol_sums_new(void) { return xcalloc(1, sizeof(SymbolSums)); }

void symbol_sums_free(SymbolSums *s) {
    if (!s) return;
    vec_free(&s->list);
    index_free(&s->index);
    free(s);
}

const SymbolSum *symbol_sums_find(const SymbolSums *s, Fingerprint name) {
    uint32_t found =
        index_find(&s->index, hash_mix(name.a), n, fingerprint_same(s->list.data[n].name, name));
    return found == INDEX_NONE ? NULL : &s->list.data[found];
}

void symbol_sums_add(SymbolSums *s, const SymbolSum *sum) {
    if (s->list.len >= MOST_SUMS) {
        s->list.len = 0;
        index_clear(&s->index);
    }
    index_add(&s->index, hash_mix(sum->name.a), (uint32_t)s->list.len);
    vec_push(&s->list, *sum);
}
