/*
 * portable.h — events that travel from one worker to another: outside any pool, with what they refer to still
 * owned by where they come from until they are imported.
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
/* An event of this history's pool, one reference for the caller; expressions are taken over into the
 * machine's pool. */
Event *portable_import(History *h, Machine *m, const PortableEvent *p);

#endif
