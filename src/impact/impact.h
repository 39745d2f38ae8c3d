/*
 * impact.h — the parts of a program that a change can influence, and those that can influence the
 * change.
 */
#ifndef HEDDLE_IMPACT_IMPACT_H
#define HEDDLE_IMPACT_IMPACT_H

#include "impact/match/match.h"

/* Sets of instructions of NEW: one byte each, 1 or 0; the slots behind an instruction have 0. */
typedef struct Impact {
    uint32_t ninsns;
    uint8_t *changed;  /* modified or added, or reads a global whose initial value changed */
    uint8_t *forward;  /* changed, or may be affected by a change */
    uint8_t *backward; /* may affect a change, changes included */
    /* may influence something in `forward`; if two operations are not both in it, nothing in
     * `forward` depends on their order or on the other side of a branch */
    uint8_t *influences;
    /* the same where races are looked for: also what decides whether a write is executed that may
     * race with a write in `forward` */
    uint8_t *influences_races;
    /* the order of synchronisation is changed or affected, or unknown: everything is in the sets */
    bool everything;
    uint32_t nchanged, nimpacted,
        total; /* instructions of the program's own code: in `changed`, in `forward`, all */
} Impact;

/*
 * Computes the impact of a change by algorithm 3 of Guo, Kusano and Wang, Conc-iSE: Incremental
 * Symbolic Execution of Concurrent Software. It takes the dependences of code added or modified in
 * NEW, and of code deleted or modified in OLD, the latter carried over to NEW. Without a change all
 * sets are empty. See dependence.h for dependences that are not included. Above all, OLD is assumed
 * to have had no faults, such as accesses out of bounds, that end a run early. The caller frees it
 * with impact_free. NULL if `stop` (may be NULL) asked to give up.
 */
Impact *impact_of(const Program *old, const Program *new, const Match *m, const Stop *stop);
void impact_free(Impact *i);
/* Whether the change itself shows that everything may be affected: something that orders threads
 * changed. Then `everything` holds in the impact, which takes an analysis of both programs. */
bool impact_is_everything(const Match *m);
/* Whether the program has contexts (ucontext.h). Where they go on, no call shows, and what is kept
 * of suspended functions are numbers of this version. */
bool impact_has_contexts(const Program *p);
/* Whether choices can be pruned by what the change influences. Where everything is influenced, no
 * choice could be, and exploring by it would only make more memory visible. */
bool impact_spares(const Impact *i);

#endif
