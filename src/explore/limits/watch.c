/* watch.c — see watch.h. */
#include "explore/limits/watch.h"
#include <stdlib.h>
#include <time.h>

/* The interval between two looks, and the number of looks per tick. */
#define LOOK_NS 10000000
#define LOOKS_A_TICK 5

static void watch_look(Watch *w) {
    if (watch_over(w)) return;
    if (w->asked && w->asked(w->context))
        w->reason = "interrupted";
    else if (w->deadline > 0 && time_wall() > w->deadline)
        w->reason = "time";
    else
        return;
    atomic_store_explicit(&w->over, true, memory_order_release);
}

static void *watch_loop(void *context) {
    Watch *w = context;
    pthread_mutex_lock(&w->lock);
    for (unsigned looks = 1; !w->ending; looks++) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += LOOK_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&w->ended, &w->lock, &until);
        watch_look(w);
        bool end_queries =
            watch_over(w); /* at every look: a new query may have begun since the last */
        if (looks % LOOKS_A_TICK == 0) {
            atomic_fetch_add_explicit(&w->ticks, 1, memory_order_relaxed);
            /* Workers check the memory limit themselves, but not while they wait for the solver. */
            end_queries |= w->max_memory && memory_resident() > w->max_memory + w->max_memory / 4;
        }
        for (size_t k = 0; end_queries && k < w->solvers.len; k++)
            solver_interrupt(w->solvers.data[k]);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void watch_start(Watch *w) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->ended, &attr);
    pthread_condattr_destroy(&attr);
    watch_look(w);
    if (pthread_create(&w->thread, NULL, watch_loop, w))
        base_fatal("cannot create a thread that watches the time");
}

void watch_stop(Watch *w, const char *reason) {
    pthread_mutex_lock(&w->lock);
    if (!watch_over(w)) w->reason = reason;
    atomic_store_explicit(&w->over, true, memory_order_release);
    pthread_mutex_unlock(&w->lock);
}

void watch_add(Watch *w, Solver *s) {
    pthread_mutex_lock(&w->lock);
    vec_push(&w->solvers, s);
    pthread_mutex_unlock(&w->lock);
}

void watch_remove(Watch *w, Solver *s) {
    pthread_mutex_lock(&w->lock);
    for (size_t k = 0; k < w->solvers.len; k++)
        if (w->solvers.data[k] == s) {
            w->solvers.data[k] = vec_last(&w->solvers);
            w->solvers.len--;
            break;
        }
    pthread_mutex_unlock(&w->lock);
}

void watch_end(Watch *w) {
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->ended);
    pthread_mutex_destroy(&w->lock);
    vec_free(&w->solvers);
}
