/*
 * race_groups.h — groups of races by variable. Races are findings of their own, one for each pair
 * of places, but one bug to a reader.
 */
#ifndef HEDDLE_FINDING_RACE_GROUPS_H
#define HEDDLE_FINDING_RACE_GROUPS_H

#include "finding/finding.h"

typedef struct RaceGroup {
    /* that of a finding; NULL: the variable has no name, and the group is one finding */
    const char *variable;
    VEC(size_t) members;  /* indices in the list of findings, ascending */
    uint64_t occurrences; /* sum over all members */
} RaceGroup;
typedef VEC(RaceGroup) RaceGroups;

/* Groups the races of a list of findings, in the order of the first of each group. Freed with
 * race_groups_free; the findings must outlive the groups. */
void race_groups_make(Finding *const *findings, size_t n, RaceGroups *out);
void race_groups_free(RaceGroups *groups);

#endif
