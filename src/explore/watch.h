/*
 * watch.h — a thread that looks at the clock and asks whether the user wants an end, so that limits are kept
 * within a moment whatever the workers are busy with: executing a slice, executing a finding again, or
 * waiting for the solver, which is interrupted. Workers look at one flag.
 */
#ifndef HEDDLE_EXPLORE_WATCH_H
#define HEDDLE_EXPLORE_WATCH_H

#include "solver/solver.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct Watch {
    atomic_bool over;   /* everything is to stop */
    atomic_uint ticks;  /* grows some times a second: look at memory, show progress */
    const char *reason; /* why it is over: "time", "interrupted" */
    double deadline;    /* on the clock of time_wall; 0: none */
    uint64_t
        max_memory; /* bytes that the process may take; a query that goes far beyond it is ended. 0: any */
    bool (*asked)(void *); /* whether the user wants an end; may be NULL */
    void *context;
    VEC(Solver *) solvers; /* of the workers */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool ending;
} Watch;

/* Begins to watch; solvers are added before. */
void watch_start(Watch *w);
void watch_end(Watch *w);

/* While it watches: a solver comes, or goes and is interrupted no more. */
void watch_add(Watch *w, Solver *s);
void watch_remove(Watch *w, Solver *s);

static inline bool watch_over(Watch *w) { return atomic_load_explicit(&w->over, memory_order_acquire); }
static inline unsigned watch_ticks(Watch *w) { return atomic_load_explicit(&w->ticks, memory_order_relaxed); }

#endif
