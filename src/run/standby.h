/*
 * standby.h — states that an exploration has left and will come back to, kept so that coming back needs no
 * execution: for each step of a path the record of memory_undo_keep and its event. They form a tree, whose
 * edges are the choices (thread, outcome). What fills more memory than allowed goes, the least recently
 * useful step first; a step that is gone is executed again, and those after it fit none the less, since
 * execution is deterministic.
 *
 * One for each worker: records hold addresses of its machine.
 */
#ifndef HEDDLE_RUN_STANDBY_H
#define HEDDLE_RUN_STANDBY_H

#include "event/history.h"

typedef struct Standby Standby;

typedef struct StandbyStep {
    Event *event; /* of one that was taken out, the reference is the caller's */
    const void *record;
    size_t size;
    const LogEntry *opened; /* event->opened of them, or NULL */
    void *memory;           /* of one that was taken out: for standby_taken */
} StandbyStep;

Standby *standby_new(void);
void standby_free(Standby *s, History *h);
/* Empties it; room has to be given again. */
void standby_clear(Standby *s, History *h);
/* From now on at most so many bytes (at the beginning: none). Lets go of what is more; returns how many bytes
 * that was. */
uint64_t standby_limit(Standby *s, History *h, uint64_t bytes);
bool standby_has_room(const Standby *s);
uint64_t standby_bytes(const Standby *s);

/* The path of the history has `length` steps left, or fewer. */
void standby_shorten(Standby *s, size_t length);
/* Finds the first `length` steps of the path in the tree; `create`: adds those that are not there. */
void standby_follow(Standby *s, const History *h, size_t length, bool create);
/* Keeps step number `at` of the path, which standby_follow has found. Copies the record and the accesses; the
 * reference to the event is taken over. False where there is no room. */
bool standby_keep(Standby *s, History *h, size_t at, const StandbyStep *step);
/* Takes out the step after the end of the path with this choice; false where it is not kept. */
bool standby_take(Standby *s, const History *h, int thread, uint32_t outcome, StandbyStep *step);
/* The record of a step that was taken out is not needed any more. */
void standby_taken(StandbyStep *step);
/* Drops what is kept of step number `at` of the path and everything after it. */
void standby_drop(Standby *s, History *h, size_t at);

/* How many steps were let go for want of room. */
uint64_t standby_dropped(const Standby *s);

#endif
