/*
 * ends.h — the ends of a prefix: events after which a thread may stay for ever, with what it holds
 * and waits for there. If no thread can wait for ever, because no thread keeps what it waits for,
 * the ends show that before any configuration is searched for
 * (strategies/unfold/maximal/maximal.h).
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_ENDS_H
#define HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_ENDS_H

#include "strategies/unfold/prefix.h"

typedef enum EndKind {
    END_BLOCKED, /* its pending operation may have to wait for other threads */
    END_LATE,    /* a system call that may have timed out as often as is explored */
    END_OVER,    /* the thread has ended; its slot may be used again */
    END_STOPPED, /* by something that is wrong, or a limit */
    END_LOOPING, /* it repeats its state */
    END_EXITING, /* it is about to end the process */
    END_CUT,     /* it goes on, and what it does next may be a cut-off */
} EndKind;

/* What a thread holds or has added; see operation_hold_change. */
typedef struct Hold {
    uint64_t key;
    int32_t times; /* not 0 */
} Hold;

/* An event that may be the newest of its thread in a maximal configuration. */
typedef struct End {
    PrefixId id;
    EndKind kind;
    bool circles; /* it may be part of a circle of threads that wait for each other */
    bool cut;     /* a successor in its thread is a cut-off: there the thread may also go on */
    bool rounds;  /* … and be where threads come back to without the help of others */
    size_t held;  /* where what its thread holds begins, see Ends.held */
    uint32_t nheld;
    uint32_t nwaits; /* what it waits for, where that is held by threads */
    HoldWait waits[HOLD_WAITS];
} End;

typedef struct Ends {
    VEC(End) list; /* ascending by event */
    VEC(Hold) held;
    bool blocked, circles, looping,
        rounds; /* there are ends that are blocked, that circle, that loop, that go round */
} Ends;

/* Finds the ends of a prefix. Those left out cannot be the newest of their thread once nothing can
 * go on. */
void ends_find(Ends *ends, const Prefix *p);
void ends_free(Ends *ends);
/* What a thread holds at an end: nheld of them. */
static inline const Hold *ends_held(const Ends *ends, const End *e) {
    return ends->held.data + e->held;
}
/* How often it holds what has this key. */
static inline int32_t ends_times(const Ends *ends, const End *e, uint64_t key) {
    for (uint32_t k = 0; k < e->nheld; k++)
        if (ends_held(ends, e)[k].key == key) return ends_held(ends, e)[k].times;
    return 0;
}
/* Whether a thread at this end will not end any more. */
static inline bool end_goes_nowhere(const End *e) { return e->kind != END_OVER; }

#endif
