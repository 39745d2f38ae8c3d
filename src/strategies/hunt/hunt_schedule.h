/*
 * hunt_schedule.h — chooses the thread and the outcome of each step in a run of a hunt. Runs are of
 * several kinds, each of which finds other bugs early; a kind gets more runs the more new code and
 * new orders of operations its runs show for their work. Not for other rooms.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_SCHEDULE_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_SCHEDULE_H

#include "strategies/basic/pct.h"
#include "run/run.h"
#include "strategies/hunt/hunt_aim.h"
#include "strategies/hunt/hunt_kinds.h"

/* The maximal number of preemptions of a run with few preemptions. */
#define HUNT_PREEMPTIONS 2
/* The numbers of objects, and of pairs of instructions, that are told apart by their hashes. */
#define HUNT_OBJECTS 4096
#define HUNT_ORDERS 65536

/* The operation that came last on an object. */
typedef struct HuntLast {
    uint64_t object;
    uint64_t run; /* by number, so that nothing is cleared between runs */
    uint32_t insn;
    int32_t thread;
} HuntLast;

typedef struct HuntSchedule {
    uint64_t random; /* the state of the generator */
    uint64_t length; /* steps of the longest run so far */
    /* Two counters for each instruction: how often the sides of its branch were tried. They
     * saturate. */
    uint8_t *tried;
    HuntLast *last;  /* HUNT_OBJECTS of them, by the hash of the object */
    uint64_t *known; /* HUNT_ORDERS bits: pairs of operations of two threads on one object, the
                        second next after the first */
    bool chose;      /* some step of some run had an alternative */
    uint64_t runs;
    HuntKinds kinds;
    HuntAim aim;
    uint64_t aims; /* the most operations of one run that directed runs aim at */
    /* Of the current run. */
    HuntKind kind;
    bool plain; /* take the side of a branch that the model satisfies, and the first of other
                   outcomes */
    unsigned most_ready; /* while more threads than this are ready, none creates another one */
    uint64_t most_steps;
    uint64_t shown; /* sides of branches and orders that no run had */
    uint64_t found; /* errors that no run met: for the caller to count */
    Pct pct;
    unsigned npreemptions;
    uint64_t preempt[HUNT_PREEMPTIONS]; /* after these steps the next thread runs */
    uint64_t row;                       /* number of steps that one thread has taken in a row */
    uint64_t aimed;                     /* operations so far that directed runs aim at */
    bool took_aimed;                    /* the last step was one */
    size_t close, ncloses; /* position on the path of one that is close to a change, drawn from
                              this number of them */
    /* HUNT_HOLD, by slot: the number of steps before the operation that was looked at last, plus 1;
     * and whether the thread waits before it. */
    uint32_t looked[MAX_THREADS];
    bool held[MAX_THREADS];
} HuntSchedule;

/* `direction` is where runs are directed to, or NULL. */
void hunt_schedule_init(HuntSchedule *s, const Program *program, uint64_t seed,
                        const Direction *direction);
void hunt_schedule_free(HuntSchedule *s);
void hunt_schedule_begin(HuntSchedule *s);
/* Returns how many steps of the last run the next one, which was begun, should keep. */
size_t hunt_schedule_keeps(HuntSchedule *s);
/* Takes a step. False at the end of the run: nobody can go on. */
bool hunt_schedule_step(HuntSchedule *s, Run *r);
/* Whether the run has as many steps as its kind allows. */
bool hunt_schedule_is_long(const HuntSchedule *s, const Run *r);
/* Ends a run, whether complete or given up, that took `work` (campaign_work). */
void hunt_schedule_end(HuntSchedule *s, const Run *r, uint64_t work);

#endif
