/* census.c — see census.h. */
#include "event/census.h"
#include <stdlib.h>

#define SAMPLE_MOST (1u << 20)

void census_clear(Census *c) {
    Census before = *c;
    hash_set_clear(&before.names);
    *c = (Census){.names = before.names, .exact = before.exact, .journals = before.journals};
    memcpy(&c->fresh, &before.fresh, sizeof c->fresh);
    c->fresh.len = 0;
}

void census_free(Census *c) {
    hash_set_free(&c->names);
    vec_free(&c->fresh);
}

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

static void insert(Census *c, uint64_t name) {
    if (c->level && name >> (64 - c->level)) return;
    if (hash_set_add(&c->names, name)) {
        c->by_kind[name & CENSUS_KIND_MASK]++;
        if (c->journals) vec_push(&c->fresh, name);
    }
    while (c->names.len > SAMPLE_MOST && !c->exact) raise_level(c, c->level + 1);
}

void census_flush(Census *c) {
    for (unsigned k = 0; k < c->nwaiting; k++) insert(c, c->waiting[k]);
    c->nwaiting = 0;
}

void census_add_fresh(Census *c, uint64_t name) {
    if (name && (name & CENSUS_KIND_MASK) < OPERATION_KINDS) insert(c, name);
}

uint64_t census_total(Census *c) {
    census_flush(c);
    return (uint64_t)c->names.len << c->level;
}

uint64_t census_of_kind(Census *c, unsigned kind) {
    census_flush(c);
    return c->by_kind[kind] << c->level;
}

void census_merge(Census *c, Census *const *others, unsigned n) {
    census_flush(c);
    for (unsigned k = 0; k < n; k++) {
        census_flush(others[k]);
        raise_level(c, others[k]->level);
        for (size_t i = 0; i < others[k]->names.cap; i++)
            if (others[k]->names.data[i]) insert(c, others[k]->names.data[i]);
    }
}
