/*
 * standby.h — keeps states to which the exploration will return, so that returning needs no
 * execution. For each step of a path it keeps the record of memory_undo_keep and the event. The
 * steps form a tree, whose edges are the choices (thread, outcome). If they fill more memory than
 * allowed, the least recently used step is dropped first. A dropped step is executed again; kept
 * steps after it remain valid, since execution is deterministic.
 *
 * Each worker has its own, since records hold addresses of its machine.
 */
#ifndef HEDDLE_RUN_STANDBY_H
#define HEDDLE_RUN_STANDBY_H

#include "event/history.h"

typedef struct Standby Standby;

typedef struct StandbyStep {
    Event *event; /* the reference of a step that was taken out belongs to the caller */
    const void *record;
    size_t size;
    const LogEntry *opened; /* event->opened entries, or NULL */
    void *memory;           /* of a step that was taken out: for standby_taken */
} StandbyStep;

Standby *standby_new(void);
void standby_free(Standby *s, History *h);
/* Drops all steps; standby_limit must be called again. */
void standby_clear(Standby *s, History *h);
/* Limits the size in bytes (initially 0) and drops steps beyond it. Returns the number of bytes
 * freed. */
uint64_t standby_limit(Standby *s, History *h, uint64_t bytes);
bool standby_has_room(const Standby *s);
uint64_t standby_bytes(const Standby *s);

/* Notes that at most `length` steps of the path are left. */
void standby_shorten(Standby *s, size_t length);
/* Finds the first `length` steps of the path in the tree; `create` adds missing ones. */
void standby_follow(Standby *s, const History *h, size_t length, bool create);
/* Keeps step number `at` of the path, which standby_follow has found. Copies the record and the
 * accesses and takes over the reference to the event. False if there is no room. */
bool standby_keep(Standby *s, History *h, size_t at, const StandbyStep *step);
/* Takes out the step with this choice after the end of the path. False if it is not kept. */
bool standby_take(Standby *s, const History *h, int thread, uint32_t outcome, StandbyStep *step);
/* Frees the record of a step that was taken out. */
void standby_taken(StandbyStep *step);
/* Drops step number `at` of the path and everything after it. */
void standby_drop(Standby *s, History *h, size_t at);

/* The number of steps dropped for lack of room. */
uint64_t standby_dropped(const Standby *s);

#endif
