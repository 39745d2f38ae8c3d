/*
 * direction.h — where a changed program changed, for runs that look for new bugs there first: how
 * far control is from a change, and which places are close to one. Both are estimates that take a
 * sweep over the code, unlike impact.h: they order what is tried, and nothing is left out by them.
 */
#ifndef HEDDLE_IMPACT_DIRECTION_H
#define HEDDLE_IMPACT_DIRECTION_H

#include "impact/match/match.h"

#define DIRECTION_FAR UINT32_MAX

typedef struct Direction {
    /* Per instruction of NEW, the number of instructions on the shortest way to a change: through
     * calls, into functions whose address is taken, without what follows a return. DIRECTION_FAR:
     * no way is known. */
    uint32_t *distance;
    /* Per source place of NEW (Program.locs), whether code close to a change is there, or code of a
     * function whose call changed. Place 0, which is unknown, is never close. */
    uint8_t *close;
} Direction;

/* Computes the direction of a change, also of one that only deleted something. NULL if nothing of
 * the program's own code or data changed. The caller frees it with direction_free. */
Direction *direction_of(const Match *m);
void direction_free(Direction *d);

/* The distances behind a conditional branch: side 0 falls through, side 1 jumps. False if the
 * instruction is no such branch. */
bool direction_of_sides(const Direction *d, const Function *f, const Insn *branch,
                        uint32_t sides[2]);

#endif
