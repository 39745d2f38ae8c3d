/* census.c — see census.h. */
#include "event/census.h"

#define SAMPLE_MOST (1u << 20)

void census_clear(Census *c) {
    bool exact = c->exact;
    HashSet names = c->names;
    hash_set_clear(&names);
    *c = (Census){.names = names, .exact = exact};
}

void census_free(Census *c) { hash_set_free(&c->names); }

/* Only names that begin with this many zeros stay. */
static void raise_level(Census *c, unsigned level) {
    if (level <= c->level) return;
    HashSet old = c->names;
    c->names = (HashSet){0};
    c->level = level;
    memset(c->by_kind, 0, sizeof c->by_kind);
    for (size_t i = 0; i < old.cap; i++) {
        uint64_t name = old.data[i];
        if (!name || name >> (64 - level)) continue;
        hash_set_add(&c->names, name);
        c->by_kind[name & CENSUS_KIND_MASK]++;
    }
    hash_set_free(&old);
}

void census_flush(Census *c) {
    hash_set_reserve(&c->names, c->nwaiting);
    for (unsigned k = 0; k < c->nwaiting; k++) {
        uint64_t name = c->waiting[k];
        if (c->level && name >> (64 - c->level)) continue;
        if (hash_set_insert(&c->names, name)) c->by_kind[name & CENSUS_KIND_MASK]++;
    }
    c->nwaiting = 0;
    while (c->names.len > SAMPLE_MOST && !c->exact) raise_level(c, c->level + 1);
}

uint64_t census_total(Census *c) {
    census_flush(c);
    return (c->names.len + c->elsewhere) << c->level;
}

uint64_t census_of_kind(Census *c, unsigned kind) {
    census_flush(c);
    return c->by_kind[kind] << c->level;
}

void census_merge(Census *c, Census *const *others, unsigned n) {
    census_flush(c);
    unsigned level = c->level;
    for (unsigned k = 0; k < n; k++) {
        census_flush(others[k]);
        level = MAX(level, others[k]->level);
    }
    raise_level(c, level);
    for (unsigned k = 0; k < n; k++) {
        raise_level(others[k], level);
        const HashSet *from = &others[k]->names;
        /* Slots are in order of hashes in all: the walks are sequential. */
        for (size_t i = 0; i < from->cap; i++) {
            uint64_t name = from->data[i];
            bool known = !name || hash_set_has(&c->names, name);
            for (unsigned j = 0; j < k && !known; j++) known = hash_set_has(&others[j]->names, name);
            if (known) continue;
            c->elsewhere++;
            c->by_kind[name & CENSUS_KIND_MASK]++;
        }
    }
}
