/*
 * handovers.h — data that is handed over by a word without synchronisation: a thread writes fields,
 * then sets `ready`; another one sees that and reads the fields. If `ready` were atomic, the fields
 * would not race. So their races follow from the race on that word.
 *
 * A handover is a race of a write and a read that reads what was written. With handovers added to
 * happens-before, a race that follows from one is ordered. Handovers change through the trail of
 * the machine's memory, like the accesses that races are looked for with.
 */
#ifndef HEDDLE_CHECK_HANDOVERS_H
#define HEDDLE_CHECK_HANDOVERS_H

#include "check/races.h"

/* Places of accesses on the path are numbers that grow along it (`when` of RaceAccess). */
typedef struct Handover {
    RaceAccess written, read;
    uint32_t number; /* of the race, from 1 on, as the listener has it */
} Handover;

typedef struct Handovers {
    uint32_t len;
    Handover *at; /* room for MOST_HANDOVERS; NULL: none so far */
} Handovers;

/* Where a thread is: what happened before its next access. */
typedef struct Standpoint {
    int32_t thread;
    const Event *e;          /* the order of exploration counts, up to this event; NULL: nothing */
    const OrderClock *clock; /* if races are judged by happens-before */
} Standpoint;

/* Adds a handover. Beyond a limit they are dropped, and races that follow are races of their own.
 */
void handovers_add(Handovers *l, Arena *arena, Machine *m, const Handover *x);
/* The number of the race that `a`, which does not happen before `b`, would happen before it
 * without; 0: there is none. */
uint32_t handovers_find(const Handovers *l, const History *h, const RaceAccess *a,
                        const Standpoint *b);

#endif
