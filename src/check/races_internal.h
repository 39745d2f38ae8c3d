/* races_internal.h — what races.c and visible_races.c share. */
#ifndef HEDDLE_CHECK_RACES_INTERNAL_H
#define HEDDLE_CHECK_RACES_INTERNAL_H

#include "check/handovers.h"

/* Tells a race, with what it follows from. `b` is where the thread of the second access is. */
void races_tell(Races *r, const History *h, const RaceAccess *first, RaceAccess *second,
                const Standpoint *b, const RaceListener *listener);
/* Adds a handover after a race was told whose second access reads what the first one wrote, if
 * others may follow from it. */
void races_hand_over(Races *r, Machine *m, const RaceAccess *first, const RaceAccess *second,
                     const RaceListener *listener);
/* Makes room for further accesses of the path. Returns the place of the last one. */
uint32_t races_next(Races *r, Machine *m, uint32_t more);
/* Where on the path a visible access with this hash was checked last, to be read and set. Other
 * accesses may share the place, and undoing does not reset it: whoever reads it has to look. */
size_t *races_checked(Races *r, uint64_t access);

#endif
