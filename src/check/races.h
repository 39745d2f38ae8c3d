/*
 * races.h — accesses that no happens-before order separates: that of the exploration, or where the
 * program's synchronisation is weaker, that of C11 (event/happens_before.h). Every word of memory
 * that the threads touch between their visible operations has a cell with its last accesses; an
 * access that conflicts with an unordered one is told. Cells change through the trail of the
 * machine's memory, so they follow every undo.
 */
#ifndef HEDDLE_CHECK_RACES_H
#define HEDDLE_CHECK_RACES_H

#include "event/happens_before.h"
#include "event/history.h"

typedef struct RaceAccess {
    uint64_t word, words; /* the first one, and how many */
    uint8_t mask;         /* bytes of the word; where there are several, all of them */
    bool write, vague;
    bool enforced; /* of the second: events order the two, and so every run that has both; but
                      neither happens before the other by the rules of C11 */
    int32_t thread;
    uint32_t index; /* visible operations of the thread before it */
    uint32_t loc;
    uint32_t epoch; /* of the thread; 0: races are judged by the order of exploration */
} RaceAccess;

typedef struct Races Races;

Races *races_new(void);
void races_free(Races *r);
void races_clear(Races *r);

/* Is told each conflicting unordered pair, the earlier recorded access first. */
typedef struct RaceListener {
    void (*told)(void *context, const RaceAccess *first, const RaceAccess *second);
    void *context;
} RaceListener;

/* Checks and records what `thread` touched in the slice after event `e` (its log), and empties the
 * log. `since` and `before` are the thread's two last events that are no branches (NULL: none):
 * branches order nothing, and a replay has none, so accesses on both sides of one count as made
 * together. */
void races_check(Races *r, Machine *m, const Event *e, const Event *since, const Event *before,
                 const RaceListener *listener);
/* An access that a thread may come to do: words from `word` on, of one word only some bytes, after
 * events of other threads as its clock says (by slot). */
typedef struct RaceQuery {
    uint64_t word, words;
    uint8_t reads, writes; /* masks; of several words 0 or 255 */
    int32_t thread;
    const uint32_t *clock;
} RaceQuery;
/* Whether an access so far conflicts with it and is not ordered with it. */
bool races_unordered(const Races *r, const RaceQuery *q);
/* Visible accesses order each other as events; yet where nothing else does and one is not atomic,
 * they race: tells those of `e`, the newest event of the path, with older ones. */
void races_check_visible(History *h, const Event *e, const RaceListener *listener);

#endif
