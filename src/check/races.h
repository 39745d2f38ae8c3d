/*
 * races.h — accesses that no happens-before order separates. The order is that of the exploration
 * or, if the program's synchronisation is weaker, that of C11 (event/happens_before.h). Every word
 * of memory that the threads touch between their visible operations has a cell with its last
 * accesses. An access that conflicts with an unordered one is reported. Cells change through the
 * trail of the machine's memory, so that they follow every undo.
 */
#ifndef HEDDLE_CHECK_RACES_H
#define HEDDLE_CHECK_RACES_H

#include "event/happens_before.h"
#include "event/history.h"

typedef struct RaceAccess {
    uint64_t word, words; /* the first one, and their number */
    uint8_t mask;         /* bytes of the word; for several words all of them */
    bool write, vague;
    /* of the second: events order the two in every run that has both, but neither happens before
     * the other by the rules of C11 */
    bool enforced;
    int32_t thread;
    uint32_t index; /* number of visible operations of the thread before it */
    uint32_t loc;
    uint32_t epoch; /* of the thread; 0: races are judged by the order of the exploration */
    uint32_t when;  /* its place among the accesses of the path; 0: unknown */
    /* Of the second: the number of a race without which the first would happen before it
     * (handovers.h); 0: there is none. */
    uint32_t follows;
} RaceAccess;

typedef struct Races Races;

Races *races_new(void);
void races_free(Races *r);
void races_clear(Races *r);

/* Receives each conflicting unordered pair, the earlier recorded access first. */
typedef struct RaceListener {
    void (*told)(void *context, const RaceAccess *first, const RaceAccess *second);
    /* Returns the number of a race that was told just before, whose second access reads what the
     * first one wrote, if others may follow from it; else 0. NULL: none may. */
    uint32_t (*number)(void *context, const RaceAccess *first, const RaceAccess *second);
    void *context;
} RaceListener;

/* Checks and records the accesses of `thread` in the slice after event `e` (its log), and empties
 * the log. `since` and `before` are the thread's two last events that are no branches (NULL: none).
 * Branches order nothing, and a replay has none, so accesses on both sides of one count as
 * simultaneous. */
void races_check(Races *r, const History *h, Machine *m, const Event *e, const Event *since,
                 const Event *before, const RaceListener *listener);
/* A possible future access of a thread: words from `word` on (for one word, some of its bytes),
 * after events of other threads according to its clock (by slot). */
typedef struct RaceQuery {
    uint64_t word, words;
    uint8_t reads, writes; /* masks; for several words 0 or 255 */
    int32_t thread;
    const uint32_t *clock;
} RaceQuery;
/* Whether an earlier access conflicts with it and is not ordered with it. */
bool races_unordered(const Races *r, const RaceQuery *q);
/* Reports the races of `e`, the newest event of the path, with older visible accesses. Visible
 * accesses order each other as events. They race if nothing else orders them and one is not
 * atomic. */
void races_check_visible(Races *r, History *h, Machine *m, const Event *e,
                         const RaceListener *listener);
/* The place of the newest access of the path. */
uint32_t races_now(const Races *r);

#endif
