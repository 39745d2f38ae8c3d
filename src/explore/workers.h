/*
 * workers.h — several threads explore one program: subtrees of the exploration that need nothing from outside
 * are given away as tasks. Not for other rooms.
 *
 * When an alternative J of a node (C, D) was executed, J excludes all of D: nothing is left to avoid, and the
 * subtree below C ∪ J is explored by itself like a program of its own. What it finds out about nodes above
 * (alternatives) goes back with the task when it is finished.
 */
#ifndef HEDDLE_EXPLORE_WORKERS_H
#define HEDDLE_EXPLORE_WORKERS_H

#include "run/run.h"
#include <pthread.h>

typedef struct Campaign Campaign;
typedef struct Workers Workers;

/* Which of the waiting tasks comes next. */
typedef enum SearchOrder { SEARCH_DFS, SEARCH_BFS, SEARCH_RANDOM, SEARCH_COVERAGE } SearchOrder;
/* The one of that name; depth first for NULL. */
SearchOrder search_order_named(const char *name);

/* A part of the exploration that was given away. */
typedef struct Task {
    VEC(Choice) prefix; /* the path that leads to it */
    uint64_t gain;      /* sides of branches that the run which led here was the first to take */
    bool finished;
    /* What the strategy needs to do it and what came of it; freed with the task by `free_payload`. */
    void *payload;
    void (*free_payload)(void *payload);
} Task;

/* Whether a worker waits for something to do. Cheap. */
bool workers_hungry(const Workers *w);
/* Puts a task into the queue. It stays until whoever gave it away has taken it back. */
void workers_give(Workers *w, Task *t);
/* A finished task was taken back, and goes. */
void workers_taken_back(Workers *w, Task *t);
/* Waits until a task is finished, doing others meanwhile through `work`. False where everything is to
 * stop. */
bool workers_wait(Workers *w, Task *t, void (*work)(void *context, Task *t), void *context);
/* A worker without anything else to do: takes tasks until the exploration is over. */
void workers_serve(Workers *w, void (*work)(void *context, Task *t), void *context);
void workers_finished(Workers *w, Task *t);
bool workers_has_finished(Workers *w, const Task *t);
/* Everybody is to stop, or (`over`) there is nothing left to do. */
void workers_stop(Workers *w);

Workers *workers_new(SearchOrder order, uint64_t seed);
/* SEARCH_DFS where there are no workers. */
SearchOrder workers_order(const Workers *w);
void workers_free(Workers *w);
bool workers_stopped(const Workers *w);
/* What all workers together have done, for limits and progress: a run more (returns how many there are now),
 * more events, and how many of each (events that several have met count more than once). */
uint64_t workers_tell_trace(Workers *w);
void workers_tell_events(Workers *w, uint64_t more);
void workers_told(Workers *w, uint64_t *traces, uint64_t *events);
/* Guards what the workers of a campaign share. */
void workers_lock(Workers *w);
void workers_unlock(Workers *w);

#endif
