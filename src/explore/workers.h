/*
 * workers.h — several threads explore one program: self-contained subtrees of the exploration are
 * given away as tasks. Not for other rooms.
 *
 * After the alternative J of a node (C, D) was executed, J excludes all of D, so no event is left
 * to avoid. The subtree below C ∪ J is then explored independently, like a program of its own.
 * Alternatives that it finds for nodes above return with the finished task.
 */
#ifndef HEDDLE_EXPLORE_WORKERS_H
#define HEDDLE_EXPLORE_WORKERS_H

#include "run/run.h"
#include <pthread.h>

typedef struct Campaign Campaign;
typedef struct Workers Workers;

/* The order in which queued tasks are taken. */
typedef enum SearchOrder { SEARCH_DFS, SEARCH_BFS, SEARCH_RANDOM, SEARCH_COVERAGE } SearchOrder;
/* The search order of this name; depth first for NULL. */
SearchOrder search_order_named(const char *name);

/* A subtree of the exploration that was given away. */
typedef struct Task {
    VEC(Choice) prefix; /* the path to the root of the subtree */
    uint64_t gain;      /* sides of branches that the run leading here was the first to take */
    uint64_t site;      /* a hash of the place and the outcome at which it leaves that run */
    uint64_t begun;     /* the work of the worker that took it, at that time (campaign_work) */
    uint32_t number;    /* of a task of the ledger (ledger.h), among its parent's */
    bool finished;
    /* Input and results of the task for the strategy; freed with the task by `free_payload`. */
    void *payload;
    void (*free_payload)(void *payload);
} Task;

/* Whether a worker waits for a task. Cheap. */
bool workers_hungry(const Workers *w);
/* Adds a task to the queue. It exists until its giver has taken it back. */
void workers_give(Workers *w, Task *t);
/* Tells that the first run of a task has ended, and what it took (campaign_work). */
void workers_tell_work(Workers *w, const Task *t, uint64_t work);
/* Frees a finished task that its giver has taken back. */
void workers_taken_back(Workers *w, Task *t);
/* Waits until a task is finished and meanwhile does other tasks through `work`. False if everything
 * must stop. */
bool workers_wait(Workers *w, Task *t, void (*work)(void *context, Task *t), void *context);
/* Main loop of a further worker: takes tasks until the exploration is over. */
void workers_serve(Workers *w, void (*work)(void *context, Task *t), void *context);
void workers_finished(Workers *w, Task *t);
bool workers_has_finished(Workers *w, const Task *t);
/* Stops all workers, because everything must stop or because nothing is left to do. */
void workers_stop(Workers *w);

Workers *workers_new(SearchOrder order, uint64_t seed);
/* The search order; SEARCH_DFS if `w` is NULL. */
SearchOrder workers_order(const Workers *w);
void workers_free(Workers *w);
bool workers_stopped(const Workers *w);
/* Totals of all workers for limits and progress: count a run (returns the new total), add events,
 * and read both totals. Events that several workers met count more than once. */
uint64_t workers_tell_trace(Workers *w);
void workers_tell_events(Workers *w, uint64_t more);
void workers_told(Workers *w, uint64_t *traces, uint64_t *events);

#endif
