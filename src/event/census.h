/*
 * census.h — counts the distinct events that an exploration has met, in total and by kind. It
 * counts their names, and from a million on a sample of the names, since statistics must cost
 * little memory and time.
 *
 * The sample has the names that begin with `level` zero bits. Names are hashes, so each stands for
 * 2^level names. The level grows only when the sample no longer fits, so it does not depend on the
 * order of the names (adaptive sampling, Flajolet 1990). With 2^19 to 2^20 names the error is below
 * 0.5 % in nearly all cases.
 */
#ifndef HEDDLE_EVENT_CENSUS_H
#define HEDDLE_EVENT_CENSUS_H

#include "base/tables/hash_set.h"
#include "os/operations.h"

typedef struct Census {
    HashSet names;
    bool exact;     /* never a sample */
    unsigned level; /* 0: all names are there */
    /* New names wait in a queue, so that their places in memory are prefetched before they are
     * added. */
    uint64_t waiting[32];
    unsigned nwaiting;
    uint64_t by_kind[OPERATION_KINDS]; /* of the sample */
    bool journals;                     /* names that are new are listed in `fresh`, too */
    VEC(uint64_t) fresh;
} Census;

/* A name is kept with its kind in the low bits. */
#define CENSUS_KIND_MASK 63
_Static_assert(OPERATION_KINDS <= CENSUS_KIND_MASK, "kinds fit the low bits of names");

void census_clear(Census *c);
void census_free(Census *c);
/* Adds the names of the queue. */
void census_flush(Census *c);

/* Counts an event that was met, perhaps not for the first time. */
static inline void census_add(Census *c, uint64_t event_name, unsigned kind) {
    uint64_t name = (event_name & ~(uint64_t)CENSUS_KIND_MASK) | kind;
    if (c->level && name >> (64 - c->level)) return;
    c->waiting[c->nwaiting++] = name;
    if (c->names.data) __builtin_prefetch(&c->names.data[hash_set_slot(&c->names, name)]);
    if (c->nwaiting == ARRAY_LEN(c->waiting)) census_flush(c);
}

/* Distinct events so far: exact as long as the level is 0. */
uint64_t census_total(Census *c);
uint64_t census_of_kind(Census *c, unsigned kind);
/* Adds a name as it stands in `fresh`. */
void census_add_fresh(Census *c, uint64_t name);
/* Counts what only other censuses of the same exploration saw, too. */
void census_merge(Census *c, Census *const *others, unsigned n);

#endif
