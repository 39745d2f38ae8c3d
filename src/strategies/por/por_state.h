/*
 * por_state.h — where the exploration of a subtree stands, as bytes for another process: the path,
 * D along it, and the alternatives of its nodes. Not for others than por.
 */
#ifndef HEDDLE_STRATEGIES_POR_POR_STATE_H
#define HEDDLE_STRATEGIES_POR_POR_STATE_H

#include "explore/ledger.h"
#include "strategies/por/por.h"

/* What follows where the path ends. */
typedef enum PorNext {
    POR_EXTENDS,   /* extend the run to a maximal configuration */
    POR_BACKS_UP,  /* backtrack to the next alternative */
    POR_TAKES_BACK /* take back what the child found whose subtree the path leads to; backtrack */
} PorNext;

#define POR_NO_CHILD UINT32_MAX

typedef struct StoredAlternative {
    PortableAlternative of;
    uint32_t child; /* its subtree was given away; POR_NO_CHILD: it was not */
} StoredAlternative;

typedef struct PorState {
    ChoiceList path;
    PorTask task;                        /* its sleepers; `node` is where new events begin */
    VEC(StoredAlternative) alternatives; /* by ascending node */
    uint32_t base;                       /* nodes below it are the parent's */
    bool all_known;                      /* no event of the path is new */
    PorNext next;
    uint32_t waits_for, nchildren;
} PorState;

/* Appends the state of the exploration, which stands at the end of its path. */
void por_state_put(const Por *p, PorNext next, uint32_t waits_for, uint32_t nchildren, Wire *out);
/* The same for a subtree that was just given away and not begun. */
void por_state_put_task(const Por *p, size_t at, const Alternative *a, Wire *out);
/* Reads a state for the worker's machine. False if the bytes are none; then *s is empty. */
bool por_state_get(WireReader *r, const Por *p, PorState *s);
void por_state_free(PorState *s);

/* Appends the alternatives of the nodes below `base`, for the task that they belong to. */
void por_found_put(const Por *p, Wire *out);
/* Keeps such alternatives at the nodes of the path. False if the bytes are wrong. */
bool por_found_keep(Por *p, WireReader *r);

#endif
