/*
 * hunt_aim.h — at which operations directed runs of a hunt change the thread: those at places close
 * to a change of the program, those on an object that such an operation was on, and those behind
 * which a thread accesses memory that code close to the change accesses in another thread. The
 * latter two are learned from the runs. Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_AIM_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_AIM_H

#include "base/tables/hash_set.h"
#include "impact/direction.h"
#include "run/run.h"

/* The number of words that are told apart by their hashes. */
#define AIM_WORDS 16384

/* A word of memory that code close to the change accessed. */
typedef struct AimWord {
    uint64_t word;
    int32_t thread;
    bool any, written;
} AimWord;

typedef struct HuntAim {
    const Direction *direction; /* NULL: runs are not directed */
    HashSet objects;            /* of operations at close places */
    uint8_t *places;            /* per source place: operations behind which close memory is met */
    AimWord *words;             /* AIM_WORDS of them, by the hash of the word */
} HuntAim;

void hunt_aim_init(HuntAim *a, const Program *program, const Direction *direction);
void hunt_aim_free(HuntAim *a);
/* Whether an operation is at a place close to a change. */
bool hunt_aim_is_close(const HuntAim *a, const Operation *op);
/* Whether an operation is one that directed runs aim at. */
bool hunt_aim_has(const HuntAim *a, const Operation *op);
/* Notes an operation that was carried out. */
void hunt_aim_note(HuntAim *a, const Operation *op);
/* Notes what the slice behind an event accesses. */
void hunt_aim_slice(HuntAim *a, const Event *e, const LogEntry *log, size_t n);
/* Which side of its branch the thread takes first to come closer to the change: 0 or 1, or -1 if it
 * makes no difference or is unknown. */
int hunt_aim_side(const HuntAim *a, const Thread *t);

#endif
