/*
 * impact.h — what a change of a program can influence, and what can influence what it changed.
 */
#ifndef HEDDLE_IMPACT_IMPACT_H
#define HEDDLE_IMPACT_IMPACT_H

#include "impact/match/match.h"

/* Per instruction of NEW one byte, 1 or 0; the slots behind an instruction have 0. */
typedef struct Impact {
    uint32_t ninsns;
    uint8_t *changed;    /* modified or added, or reads a global that begins with another value */
    uint8_t *forward;    /* changed, or may be affected by what changed */
    uint8_t *backward;   /* may affect what changed, itself included */
    uint8_t *influences; /* may influence something in `forward`: of a reordering of two operations,
                            or the other side of a branch, nothing in `forward` sees anything where
                            both are not */
    bool everything; /* the order of synchronisation is changed or affected, or nobody can judge:
                        all is in all three sets */
    uint32_t nchanged, nimpacted,
        total; /* instructions of the program's own code: in `changed`, in `forward`, all */
} Impact;

/*
 * Guo, Kusano and Wang, Conc-iSE: Incremental Symbolic Execution of Concurrent Software, algorithm
 * 3: the dependences of what was added or modified in NEW, and of what was deleted or modified in
 * OLD, the latter carried over to NEW. Where nothing changed all sets are empty. What is not
 * followed: see dependence.h; above all, a run of OLD that an access out of bounds or the like
 * ended early was no run of what comes behind: that OLD was found to have no faults of this kind is
 * taken for granted. The caller frees with impact_free. NULL where it was given up since `stop`
 * (may be NULL) asked for that.
 */
Impact *impact_of(const Program *old, const Program *new, const Match *m, const Stop *stop);
void impact_free(Impact *i);

#endif
