/*
 * census.h — how many distinct events an exploration has met, in all and of each kind: by their names, and
 * from a million on by a sample of them, since what only counts must cost neither memory nor time.
 *
 * The sample is the names that begin with `level` zero bits. Names are hashes, so each stands for 2^level of
 * them; and since the level grows only when the sample does not fit any more, it is the same in whatever
 * order names come (adaptive sampling, Flajolet 1990). With 2^19 to 2^20 names the figure is within 0.5 % in
 * nearly all cases.
 */
#ifndef HEDDLE_EVENT_CENSUS_H
#define HEDDLE_EVENT_CENSUS_H

#include "base/hash_set.h"
#include "os/operations.h"

typedef struct Census {
    HashSet names;
    bool exact;     /* never a sample */
    unsigned level; /* 0: all names are there */
    /* New names wait in a queue, so that the memory they go to is there when they are put in. */
    uint64_t waiting[32];
    unsigned nwaiting;
    uint64_t by_kind[OPERATION_KINDS]; /* of the sample */
} Census;

/* A name is kept with its kind in the low bits. */
#define CENSUS_KIND_MASK 63
_Static_assert(OPERATION_KINDS <= CENSUS_KIND_MASK, "kinds fit the low bits of names");

void census_clear(Census *c);
void census_free(Census *c);
/* Puts in what waits. */
void census_flush(Census *c);

/* An event with this name was met, perhaps not for the first time. */
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
/* Counts what only other censuses of the same exploration saw, too. */
void census_merge(Census *c, Census *const *others, unsigned n);

#endif
