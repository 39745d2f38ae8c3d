/*
 * watch.h — a thread that checks the clock and asks whether the user wants to stop. So limits take
 * effect at once whatever the workers do: execute a slice, replay a finding, or wait for the
 * solver, which is interrupted. Workers only check one flag.
 */
#ifndef HEDDLE_EXPLORE_WATCH_H
#define HEDDLE_EXPLORE_WATCH_H

#include "solver/solver.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct Watch {
    atomic_bool over;    /* everything must stop */
    atomic_uint ticks;   /* grows several times a second: check memory, show progress */
    const char *reason;  /* why `over` is set: "time", "interrupted" */
    double deadline;     /* on the clock of time_wall; 0: none */
    uint64_t max_memory; /* maximal bytes of the process; a query that goes far beyond is ended. 0:
                            no limit */
    bool (*asked)(void *); /* whether the user wants to stop; may be NULL */
    void *context;
    VEC(Solver *) solvers; /* of the workers */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool ending;
} Watch;

/* Starts the thread; solvers are added before. */
void watch_start(Watch *w);
void watch_end(Watch *w);
/* Makes everything stop for this reason, a constant, unless it stops already. */
void watch_stop(Watch *w, const char *reason);

/* Add or remove a solver while the thread runs; a removed solver is no longer interrupted. */
void watch_add(Watch *w, Solver *s);
void watch_remove(Watch *w, Solver *s);

static inline bool watch_over(Watch *w) {
    return atomic_load_explicit(&w->over, memory_order_acquire);
}
static inline unsigned watch_ticks(Watch *w) {
    return atomic_load_explicit(&w->ticks, memory_order_relaxed);
}

#endif
