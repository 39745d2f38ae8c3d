/*
 * por.h — what the files of the strategy `por` share. Not for others.
 */
#ifndef HEDDLE_STRATEGIES_POR_POR_H
#define HEDDLE_STRATEGIES_POR_POR_H

#include "strategies/por/alternatives.h"
#include "strategies/por/portable.h"
#include "strategies/por/estimate/probe.h"
#include "explore/internal.h"

/* A new event that excludes an event of D, and the nodes at which that event of D was in force. */
typedef struct Trigger {
    uint32_t from, until;
    const Event *event;
} Trigger;

typedef struct PortableAlternative {
    uint32_t node; /* path position */
    uint32_t len;
    PortableEvent **events;
    bool partial;
} PortableAlternative;

typedef struct PortableSleeper {
    PortableEvent *event;
    uint32_t from;
} PortableSleeper;

/* The payload of a task, whose prefix is C, then J. */
typedef struct PorTask {
    uint32_t node;                  /* position at which C ends */
    VEC(PortableSleeper) sleepers;  /* D of all nodes up to `node`, by ascending `from` */
    VEC(PortableAlternative) found; /* for nodes above the subtree */
} PorTask;

typedef struct Por {
    Campaign *c;
    Run *run;
    Machine *m;
    History *h;
    Scratch *scratch;
    AlternativeTree tree;
    Extensions extensions;
    Alternative guide; /* the alternative being executed */
    uint32_t guide_at;
    Task *guide_task; /* the subtree that the guide leads to was given away */
    bool guide_again; /* and was explored already */
    /* The old events to examine again; see find_triggered. */
    VEC(Trigger) triggers;
    bool *triggered; /* by node, from `low` to `fresh` */
    size_t low;
    uint64_t low_objects; /* objects of the events at those nodes, by number modulo 64 */
    size_t fresh; /* path positions from here on are new since the last maximal configuration */
    /* Positions below belong to the worker that gave the task away: alternatives there are only
     * collected. */
    size_t base;
    const PorTask *task;   /* the task being explored; NULL: the whole tree */
    const Task *first_run; /* the same until its first run has ended */
    Probes *probes;        /* NULL: no estimate is made here */
    uint32_t next_sleeper; /* the next sleeper of the task to come into force */
} Por;

/* Extends the run to a maximal configuration, or along the guide to the end of a subtree that was
 * given away. False if events of D block it (a redundant run). */
bool por_extend(Por *p);
/* Handles a maximal configuration: notifies the campaign, finds alternatives and gives subtrees
 * away. False if the exploration must stop. */
bool por_arrive(Por *p);
/* Backtracks to the last node, from `base` on, that has an alternative to try, and makes it the
 * guide. False if there is none: then the subtree is explored. */
bool por_back_up(Por *p);
/* por_ledger.c: explores tasks of the ledger until the pass is over. */
void por_explore_ledger(Campaign *c);

/* Sets up the strategy for the campaign's run; `scratch` belongs to the caller. */
void por_init(Por *p, Campaign *c, Scratch *scratch);
void por_close(Por *p);
/* Explores everything below the node that the path ends in. */
void por_explore_subtree(Por *p);
/* Explores a task of another worker while this one, the context, waits. The path is somewhere else
 * behind it. */
void por_work_meanwhile(void *por, Task *t);
/* Executes one event at the tip. False if it is infeasible. */
bool por_advance(Por *p, int thread, uint32_t outcome);
/* Executes an event that was on the path of some worker before; it counts as replayed. */
bool por_advance_again(Por *p, int thread, uint32_t outcome);

/* por_tasks.c: gives away the subtree of an alternative of the highest possible node, or with `all`
 * one of each node. `gain` is the number of sides of branches that the last run covered first. */
void por_give_away(Por *p, bool all, uint64_t gain);
/* Takes back the task of an alternative whose subtree was given away. The path is at its end.
 * Meanwhile the worker does other tasks. */
void por_take_back(Por *p, Task *t);
/* Keeps an alternative that another worker found for a node of the path. */
void por_keep_portable(Por *p, const PortableAlternative *f);
/* Adds one that was at the node when the state of the exploration was written. */
Alternative *por_restore_portable(Por *p, const PortableAlternative *f);
/* Checks an alternative whose subtree is given away. Only if base_invariants is set. */
void por_check_given(const Por *p, size_t at, const Alternative *a);
/* On the way to the subtree of a task, adds its sleepers of node `n` to D. */
void por_wake_sleepers(Por *p, size_t n);

#endif
