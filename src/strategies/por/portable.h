/*
 * portable.h — events that are passed from one worker to another. They lie outside of any pool, and
 * until they are imported, the worker of origin owns what they refer to.
 */
#ifndef HEDDLE_STRATEGIES_POR_PORTABLE_H
#define HEDDLE_STRATEGIES_POR_PORTABLE_H

#include "event/history.h"

typedef struct PortableEvent {
    Action action;
    uint64_t name;
    uint32_t nclock;
    uint32_t clock[];
} PortableEvent;

/* A copy that the caller frees with free. */
PortableEvent *portable_event(const Event *e);
/* Imports an event into the pool of the history, with one reference for the caller, and its
 * expressions into the pool of the machine. */
Event *portable_import(History *h, Machine *m, const PortableEvent *p);

#endif
