/*
 * coverability.h — which states any number of threads can reach that are alike but for where they
 * stand: the coverability tree of Karp and Miller ("Parallel Program Schemata", JCSS 1969) over the
 * number of threads that stand at each place.
 *
 * A state is what all threads share, main's own state in it, and how many threads stand in which
 * local state. The steps are given: of main, and of a thread in a local state, each where the
 * shared state is a certain one. Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_PARAMETRIC_COVERABILITY_H
#define HEDDLE_STRATEGIES_PARAMETRIC_COVERABILITY_H

#include "base/base.h"

#define COVERABILITY_NONE                                                  \
    UINT32_MAX /* no local state: the thread has ended, or none is created \
                */
#define COVERABILITY_MAIN (UINT32_MAX - 1) /* in place of a local state: main takes the step */

typedef struct Coverability Coverability;

/* What a thread is about to do where it stands, as far as it matters for what two threads do at
 * once. */
typedef struct Standing {
    uint64_t address; /* of memory that it accesses; 0: it accesses none */
    uint32_t size;
    bool writes, atomic;
    bool alone;         /* it stands within an operation that is indivisible for the others */
    bool reserved;      /* of a shared state: whoever is alone takes the next step, nobody else */
    uint64_t waits_for; /* the mutex that it waits for, or locks; 0: none */
    uint64_t holds[4];  /* mutexes that it holds; 0: none */
} Standing;

Coverability *coverability_new(void);
void coverability_free(Coverability *c);

/* Return the number of a shared, or of a local state, by two hashes of it; a new one if it was not
 * met before. In a shared state `s` is what main is about to do. */
uint32_t coverability_shared(Coverability *c, uint64_t a, uint64_t b, const Standing *s);
uint32_t coverability_local(Coverability *c, uint64_t a, uint64_t b, const Standing *s);

/* Whether the steps of a thread that stands at `local` (or of main) in this shared state are known;
 * else marks them so. */
bool coverability_know(Coverability *c, uint32_t shared, uint32_t local);
/* Adds such a step: to the shared state `next`, where the thread stands at `then`. Of main, `then`
 * is the state of a thread that it creates. */
void coverability_step(Coverability *c, uint32_t shared, uint32_t local, uint32_t next,
                       uint32_t then);

/* Adds memory that such steps access, as one operation with others: an atomic access. */
void coverability_touches(Coverability *c, uint32_t shared, uint32_t local, uint64_t address,
                          uint32_t size, bool writes);

typedef enum CoverabilityEnd {
    COVERABILITY_CLOSED,   /* all reachable states are among those of the tree */
    COVERABILITY_UNKNOWN,  /* a thread stands somewhere in a shared state with unknown steps */
    COVERABILITY_RACE,     /* two threads may access the same memory at once, one of them plainly */
    COVERABILITY_DEADLOCK, /* threads may wait for each other's mutexes */
    COVERABILITY_LARGE     /* more nodes than `most` */
} CoverabilityEnd;

/*
 * Explores from a shared state without threads but main. With `races`, ends where two threads may
 * race. A result CLOSED was checked: each step from each state of the tree leads into one of its
 * states. That alone is what a proof rests on; how the tree was made is not. `stop` (may be NULL)
 * asks to give up, as LARGE.
 */
CoverabilityEnd coverability_explore(Coverability *c, uint32_t shared, bool races, uint32_t most,
                                     bool (*stop)(void *context), void *context);
/* Whether a state of the tree has a thread at `local` in this shared state. */
bool coverability_covers(const Coverability *c, uint32_t shared, uint32_t local);
/* Numbers of shared and local states that states of the tree have, and of its nodes. */
void coverability_count(const Coverability *c, uint32_t *shared, uint32_t *locals, uint32_t *nodes);

#endif
