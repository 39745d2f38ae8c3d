/*
 * race_groups.h — groups of findings with one cause. Races are findings of their own, one for each
 * pair of places, but one bug to a reader where they are on one variable, or where one access (a
 * copy of the object) races with several parts of one object. So are uses of one object after its
 * end, behind one place where it ended.
 */
#ifndef HEDDLE_FINDING_RACE_GROUPS_H
#define HEDDLE_FINDING_RACE_GROUPS_H

#include "finding/finding.h"

typedef struct RaceGroup {
    /* the variable of all members, or the object whose parts they are on; NULL: it has no name, and
     * the group is one finding */
    const char *variable;
    bool parts;                     /* they are on different parts of the object */
    bool uses;                      /* they are no races, but uses of the object after its end */
    VEC(size_t) members;            /* indices in the list of findings, ascending */
    uint64_t occurrences;           /* sum over all members */
    VEC(const Finding *) following; /* races that follow from members; they are no findings */
} RaceGroup;
typedef VEC(RaceGroup) RaceGroups;

/* Whether two findings have one cause. */
bool findings_have_one_cause(const Finding *a, const Finding *b);
/* Whether a finding can have its cause in common with others. */
bool finding_has_group(const Finding *f);
/* Groups these findings of a list, in the order of the first of each group. Freed with
 * race_groups_free; the findings must outlive the groups. */
void race_groups_make(Finding *const *findings, size_t n, RaceGroups *out);
/* Adds races that follow from those of the list of findings to their groups. */
void race_groups_add_following(RaceGroups *groups, Finding *const *findings,
                               Finding *const *following, size_t n);
void race_groups_free(RaceGroups *groups);

#endif
