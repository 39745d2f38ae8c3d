/*
 * touched.h — what a thread touched last in each word of memory, and when: the part of
 * happens-before that a state needs. An access that long lies back can still race with one to come,
 * if nothing that hands on has come from behind it. So where races are judged by happens-before,
 * two states are the same only if the same accesses are known to the same threads and objects.
 */
#ifndef HEDDLE_EVENT_TOUCHED_H
#define HEDDLE_EVENT_TOUCHED_H

#include "event/accesses/contended.h"
#include "event/happens_before.h"
#include "event/history.h"

/* Sets b->touched: which contended words a thread touched up to the end of the slice behind `e`, an
 * event with the clocks `b`: `before`, and what the thread's log adds. Where that is nothing it is
 * `before` itself. True where a word is contended now that was not. */
bool touched_record(TouchedWords *before, const Machine *m, const Event *e, HappensBefore *b,
                    Contended *c);
void touched_unref(TouchedWords *t);
/* Room that is used again from one call to the next. */
typedef struct TouchedRoom TouchedRoom;
void touched_room_free(TouchedRoom *r);
/* Events in whose slices threads freed blocks of others that do not know of it yet. */
#define MOST_OPEN 64
typedef struct OpenFrees {
    const Event *event[MOST_OPEN];
    uint32_t n;
} OpenFrees;
/* Adds to the fingerprint of the state after the causal history of `e` which accesses in it are
 * known to whom, where somebody may race with them, and who knows of which open frees where they
 * are known by happens-before (Machine.frees_by_order). *room is NULL at first. False where there
 * are too many. */
bool touched_add(History *h, const Machine *m, const Event *e, const OpenFrees *open,
                 TouchedRoom **room, Fingerprint *f);
/* Whether a thread touched nothing new between two of its events, the older one first, and handed
 * on nothing since the older. */
bool touched_nothing_new(const Event *older, const Event *newer);

#endif
