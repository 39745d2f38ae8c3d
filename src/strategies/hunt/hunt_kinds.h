/*
 * hunt_kinds.h — the kinds of runs of a hunt, and which one is next: a bandit that is rewarded for
 * what is new. Each kind keeps a share, since what showed nothing so far may show something later.
 * Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_KINDS_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_KINDS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum HuntKind {
    HUNT_SMALL,       /* small inputs, sides of branches that no run took, no failures */
    HUNT_FEW,         /* few preemptions */
    HUNT_PCT,         /* random priorities */
    HUNT_TURNS,       /* each thread one operation, in turn: breadth first */
    HUNT_FEW_THREADS, /* random priorities, few threads that are ready at once */
    HUNT_SHORT,       /* random priorities, few steps */
    HUNT_KINDS,
    /* Only where runs are directed, see hunt_aim.h. */
    HUNT_NEAR = HUNT_KINDS, /* few preemptions, at operations that are aimed at; sides of branches
                               that lead to the change */
    HUNT_DROP,              /* random priorities, which fall at operations that are aimed at */
    HUNT_HOLD, /* threads wait before operations that are aimed at, until others come there */
    HUNT_ALL_KINDS
} HuntKind;

/* What is known of one kind. */
typedef struct HuntKindRecord {
    uint64_t runs;
    double total; /* work of all its runs */
    double shown; /* what its runs showed that was new, recent ones counting most */
    double work;  /* of the same runs */
} HuntKindRecord;

typedef struct HuntKinds {
    HuntKindRecord kind[HUNT_ALL_KINDS];
    bool directed; /* there are all kinds, and those of directed runs come first */
    double work;   /* of all runs */
} HuntKinds;

/* Returns the kind of the next run: each once at first, then one that has less than its least share
 * of the work, else the one whose runs show most for their work. */
HuntKind hunt_kinds_next(const HuntKinds *k);
/* Adds a run that showed `shown` new things for `work`. */
void hunt_kinds_add(HuntKinds *k, HuntKind kind, uint64_t shown, uint64_t work);

#endif
