/*
 * portable.h — events that are passed from one worker to another. They lie outside of any pool, and
 * until they are imported, the worker of origin owns what they refer to.
 */
#ifndef HEDDLE_STRATEGIES_POR_PORTABLE_H
#define HEDDLE_STRATEGIES_POR_PORTABLE_H

#include "event/history.h"
#include "expr/expr_bytes.h"

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

/* Writes an event for another process; the expressions that it refers to go to `expressions`. */
void portable_put(Wire *out, ExprWriter *expressions, const Event *e);
/* Reads it. NULL if it is none, or of a thread without a slot; the reader is wrong then. The caller
 * frees it with free. */
PortableEvent *portable_get(WireReader *r, Machine *m, const ExprList *expressions);

#endif
