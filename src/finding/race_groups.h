/*
 * race_groups.h — races on one variable belong together: they are findings of their own, one for
 * each pair of places, and to who reads of them one bug.
 */
#ifndef HEDDLE_FINDING_RACE_GROUPS_H
#define HEDDLE_FINDING_RACE_GROUPS_H

#include "finding/finding.h"

typedef struct RaceGroup {
    const char
        *variable; /* a finding's; NULL: what raced has no name, and the group is one finding */
    VEC(size_t) members;  /* positions in the list of findings, ascending */
    uint64_t occurrences; /* of all */
} RaceGroup;
typedef VEC(RaceGroup) RaceGroups;

/* Sorts the races of a list of findings, in the order of the first of each group. Freed with
 * race_groups_free; the findings must stay. */
void race_groups_make(Finding *const *findings, size_t n, RaceGroups *out);
void race_groups_free(RaceGroups *groups);

#endif
