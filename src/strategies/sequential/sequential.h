/*
 * sequential.h — the parts of the strategy that explores sequentialized programs: the exploration
 * of pairs of threads (sequential.c), the log of a failing run of the sequential program
 * (sequential_log.c), and its replay in the program itself (sequential_guide.c).
 */
#ifndef HEDDLE_STRATEGIES_SEQUENTIAL_SEQUENTIAL_H
#define HEDDLE_STRATEGIES_SEQUENTIAL_SEQUENTIAL_H

#include "explore/internal.h"
#include "heddle/heddle_seq_order.h"

/* An event of one of the two threads; its index in the plan is its place in the order. */
typedef struct PlannedEvent {
    bool writer;
    uint32_t kind; /* HEDDLE_SEQ_… */
    uint64_t size;
    uint64_t
        address; /* in the program itself, of a global variable or what is in it; 0: not known */
    const char *file; /* place in the source; the strings are the plan's */
    uint32_t line, column;
    bool glued;
    bool continued; /* a non-local read: more bytes of the write that the event before it reads */
    int32_t source; /* of a non-local read: index of the write in the plan; -1 */
    size_t step,
        last; /* set by the guide: the steps at which it happened; SIZE_MAX: none of its own */
} PlannedEvent;

enum { PLAN_THREADS = 16 };

/* A failing run of the sequential program, as a plan for the program itself. */
typedef struct Plan {
    /* Threads have numbers in the order of their creation; main has 0. */
    unsigned failing; /* the thread that fails */
    bool begun; /* there is a pair; else it fails on its way to its end, before there is one */
    unsigned reader, writer;
    /* By number of thread: 1: it runs to its end once it was created; 2: once it is joined; 3: once
     * main has come to its end. */
    uint8_t before[PLAN_THREADS];
    /* By number: which thread created it, and how many that one had created then. */
    uint8_t parent[PLAN_THREADS], ordinal[PLAN_THREADS];
    uint32_t coupled; /* non-local reads */
    VEC(PlannedEvent) events;
    Model *model; /* of the program's inputs */
    Arena *arena;
} Plan;

void plan_clear(Plan *p);
/* The name of a thread, by its number. The caller frees it. */
char *plan_name(const Plan *p, unsigned number);
/* The names of the reader and the writer in a run of the sequential program; NULL where they have
 * not both begun there. The caller frees them. */
void plan_pair_names(const Machine *m, char *names[2]);
/* The number of the thread that fails in the sequential program; -1: it is the writer, for which
 * there is no plan. */
int plan_thread(const Run *failing);
/* Whether it is the writer that fails, on the way to where it holds no lock after all that is
 * wanted of it: what the reader would do while it has not got there is not explored then. */
bool plan_loses(const Run *failing);
/* Reads what the runtime of the sequential program logged up to the failure. `f` has the inputs.
 * False if there is no plan. */
bool plan_read(Plan *p, const Campaign *c, const Run *failing, const Finding *f);

/* A step of a run of the program itself. */
typedef struct GuidedStep {
    int32_t thread;
    uint32_t outcome;
    uint8_t kind, size;
    uint64_t object, extent; /* extent: of memory, in bytes */
    int32_t created;         /* the slot of the thread that it creates */
    size_t place;            /* in the schedule of the second run; SIZE_MAX: it has none there */
} GuidedStep;

typedef struct Guide {
    Campaign *c;
    Run *scout; /* the first run, in which all memory is visible; NULL: not yet needed */
    VEC(GuidedStep) steps;
    VEC(int32_t) children; /* threads other than main, in order of creation: slots */
    VEC(int32_t) slots;    /* by slot of the first run: the slot in the second run */
    bool failed;           /* the thread has failed as planned */
    uint32_t failed_at;    /* the place of the failure */
    int32_t failing;       /* its slot */
    const char *kind;
    bool spurious; /* waits wake spuriously where they can; else they are notified */
    bool late;     /* but for the next one, whose time will be over */
    bool slept;    /* a thread that the plan wakes had to wait for that */
    /* The plan being reported. */
    Plan *plan;
    bool told;
} Guide;

void guide_free(Guide *g);
/* Carries out a plan in the program itself: first with all memory visible, to locate its events,
 * then with only shared memory visible, where the finding is reported. Returns whether it was. */
bool guide_follow(Guide *g, Plan *p, const char *kind);

#endif
