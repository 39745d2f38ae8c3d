/*
 * por.h — what the files of the strategy `por` share. Not for others.
 */
#ifndef HEDDLE_STRATEGIES_POR_POR_H
#define HEDDLE_STRATEGIES_POR_POR_H

#include "strategies/por/alternatives.h"
#include "explore/internal.h"

/* A new event that excludes an event of D, which was in force at these nodes. */
typedef struct Trigger {
    uint32_t from, until;
    const Event *event;
} Trigger;

typedef struct PorTask PorTask; /* see por_tasks.c */

typedef struct Por {
    Campaign *c;
    Run *run;
    Machine *m;
    History *h;
    Scratch *scratch;
    AlternativeTree tree;
    Extensions extensions;
    Alternative guide; /* being executed */
    uint32_t guide_at;
    Task *guide_task; /* the subtree that the guide leads to was given away */
    bool guide_again; /* and was explored already */
    /* Which old events are worth another look; see find_triggered. */
    VEC(Trigger) triggers;
    bool *triggered; /* by node, from `low` to `fresh` */
    size_t low;
    uint64_t low_objects; /* of the events at those nodes, by number modulo 64 */
    size_t fresh;         /* path positions from here on are new since the last maximal configuration */
    /* Path positions below belong to whoever gave the task away: alternatives there are only collected. */
    size_t base;
    const PorTask *task;   /* NULL: everything */
    uint32_t next_sleeper; /* of the task's, to come into force */
} Por;

/* The strategy at work on the campaign's run; `scratch` is the caller's. */
void por_init(Por *p, Campaign *c, Scratch *scratch);
void por_close(Por *p);
/* Explores everything below the node that the path ends in. */
void por_explore_subtree(Por *p);
/* Executes one event at the tip. False where it is infeasible. */
bool por_advance(Por *p, int thread, uint32_t outcome);
/* The same for an event that was on the path of some worker before. */
bool por_advance_again(Por *p, int thread, uint32_t outcome);

/* por_tasks.c: gives the subtree below an alternative of the highest possible node away; or (`all`) one of
 * each node. `gain` is how much new code the last run executed. */
void por_give_away(Por *p, bool all, uint64_t gain);
/* The path is at the end of an alternative whose subtree was given away: what came of it. */
void por_take_back(Por *p, Task *t);
/* On the way to the subtree of a task: what node `n` avoids. */
void por_wake_sleepers(Por *p, size_t n);
/* A worker that explores what others give away. */
void por_serve(Campaign *c);

#endif
