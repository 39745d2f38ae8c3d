/*
 * alternatives.h — the tree of an unfolding-based exploration (Por-SE, section 3.7): its nodes along the path
 * at hand, the events D to be avoided at each (the field's sleep set, but of events), and the alternatives J
 * found there.
 *
 * A node is a configuration C with its D; its left child executes an event e, its right child explores what
 * avoids D and e, if an alternative exists: events J that together with C form a configuration and exclude
 * every event of D. Here the tree is walked depth first, so a node is a position of the path and the right
 * child takes its place.
 */
#ifndef HEDDLE_STRATEGIES_POR_ALTERNATIVES_H
#define HEDDLE_STRATEGIES_POR_ALTERNATIVES_H

#include "event/extension.h"
#include "run/run.h"
#include "explore/watch.h"

typedef struct Task Task;

/* Events in an order in which they can be executed, the new one (not yet on any path) last. */
typedef struct Alternative {
    Event **events; /* owned, with a reference each */
    uint32_t len;
    bool partial;       /* may leave events of D possible: tried none the less (k-partial alternatives) */
    Task *task;         /* the subtree below it was given away; chosen next at its node */
    uint64_t signature; /* of the set of events */
} Alternative;

typedef struct AlternativeNode {
    VEC(Alternative) alternatives;
    uint32_t sleeping; /* events of D at this node that nothing on the path before it excludes */
    uint32_t killed;   /* of them, how many the event executed here excludes */
} AlternativeNode;

/* An event of D: in force from the node where it was explored up to the node whose event excludes it. */
typedef struct Sleeper {
    Event *event;
    uint32_t from;
    uint32_t until; /* UINT32_MAX: still in force at the tip */
} Sleeper;

typedef struct AlternativeTree {
    Run *run;
    Solver *solver;
    Watch *watch;
    Scratch *scratch;
    VEC(AlternativeNode) nodes; /* by path position; one more than the path has events */
    VEC(Sleeper) sleepers;      /* by ascending `from` */
    uint32_t awake;             /* sleepers still in force at the tip */
    uint32_t degree; /* how many events of D an alternative must exclude (k); UINT32_MAX: all (optimal) */
} AlternativeTree;

void tree_free(AlternativeTree *t);
/* A node for the tip of the path. */
void tree_push(AlternativeTree *t);
/* The path has an event at node `n`: what that leaves possible of D and of the alternatives is the next
 * node's. */
void tree_move_down(AlternativeTree *t, size_t n);
/* Nodes from `at` on go, with their alternatives and sleepers. */
void tree_drop(AlternativeTree *t, size_t at);
/* The event executed at node `at`, the tip now, was undone: what it excluded of D is in force again. */
void tree_move_up(AlternativeTree *t, size_t at);
/* `e` (whose reference the tree takes over) is avoided from node `at` on, the tip. */
void tree_avoid(AlternativeTree *t, Event *e, size_t at);
/* Whether the pending operation of a thread at the tip is to be avoided with this outcome. */
bool tree_avoids(const AlternativeTree *t, int thread, uint32_t outcome);
/* Whether a sleeper is in force at a node. */
static inline bool sleeper_at(const Sleeper *s, size_t node) { return s->from <= node && s->until >= node; }

/* Keeps the alternatives that a conflicting extension of the path gives: its causes outside of C, and where
 * an event of D is not yet excluded the causes of some event of the path that excludes that one, every choice
 * giving an alternative. */
void tree_offer(AlternativeTree *t, const Extension *x);
/* Keeps one at a node, unless it is known there. Takes references of its own. */
void tree_keep(AlternativeTree *t, size_t node, Event **events, uint32_t len, bool partial);
/* The alternative to try next at a node, or NULL: what was given away; else the one whose new event is of the
 * thread with the lowest number, the order in which representatives of states are the smallest (adequate.h).
 * `except`: an event that will be in D by then; then only full alternatives count, which leave nothing to
 * avoid (NULL: no such event). */
Alternative *tree_best(AlternativeTree *t, size_t node, const Event *except);
/* Takes it from its node; the caller owns what it returns. */
Alternative tree_take(AlternativeTree *t, size_t node, Alternative *best);
void alternative_free(AlternativeTree *t, Alternative *a);

#endif
