/*
 * alternatives.h — the tree of an unfolding-based exploration (Por-SE, section 3.7): its nodes
 * along the current path, the set D of events to avoid at each node (a sleep set of events), and
 * the alternatives J found there.
 *
 * A node is a configuration C with its set D. Its left child executes an event e. Its right child
 * explores the configurations without D and e, if an alternative exists: events J that form a
 * configuration together with C and exclude every event of D. The tree is walked depth first, so a
 * node is a position of the path, and the right child replaces it.
 */
#ifndef HEDDLE_STRATEGIES_POR_ALTERNATIVES_H
#define HEDDLE_STRATEGIES_POR_ALTERNATIVES_H

#include "event/extension.h"
#include "run/run.h"
#include "explore/limits/watch.h"

typedef struct Task Task;

/* Events in an order in which they can be executed; the new event, not yet on any path, is last. */
typedef struct Alternative {
    Event **events; /* owned, with a reference each */
    uint32_t len;
    bool partial; /* a k-partial alternative, which need not exclude all of D but is tried anyway */
    Task *task;   /* the task of its subtree, if given away; then it is chosen next at its node */
    uint64_t signature; /* hash of the set of events */
} Alternative;

typedef struct AlternativeNode {
    VEC(Alternative) alternatives;
    uint32_t
        sleeping;    /* number of events of D in force: no event on the path before excludes them */
    uint32_t killed; /* number of these that the event executed here excludes */
} AlternativeNode;

/* An event of D, in force from the node where it was explored up to the node whose event excludes
 * it. */
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
    uint32_t awake;             /* number of sleepers still in force at the tip */
    const uint8_t *first; /* per source place: alternatives with an operation there are tried first;
                             NULL: none is */
    uint32_t
        degree; /* k: events of D that an alternative must exclude; UINT32_MAX: all (optimal) */
} AlternativeTree;

void tree_free(AlternativeTree *t);
/* Adds a node for the tip of the path. */
void tree_push(AlternativeTree *t);
/* Passes node `n`, where an event was executed: the next node gets the events of D and the
 * alternatives that remain possible. */
void tree_move_down(AlternativeTree *t, size_t n);
/* Drops the nodes from `at` on with their alternatives and sleepers. */
void tree_drop(AlternativeTree *t, size_t at);
/* Undoes tree_move_down at node `at`, now the tip: the events of D that its event excluded are in
 * force again. */
void tree_move_up(AlternativeTree *t, size_t at);
/* Adds `e` to D from node `at`, the tip, on. The tree takes over the reference to `e`. */
void tree_avoid(AlternativeTree *t, Event *e, size_t at);
/* Whether D contains the pending operation of a thread at the tip with this outcome. */
bool tree_avoids(const AlternativeTree *t, int thread, uint32_t outcome);
/* Whether a sleeper is in force at a node. */
static inline bool sleeper_at(const Sleeper *s, size_t node) {
    return s->from <= node && s->until >= node;
}

/* Keeps the alternatives of a conflicting extension of the path. An alternative has the extension
 * with its causes outside of C. For each event of D not excluded by these, it also has an event of
 * the path that excludes it, with its causes. Each choice of such events gives an alternative. */
void tree_offer(AlternativeTree *t, const Extension *x);
/* Keeps an alternative at a node unless it is known there. Takes its own references to the
 * events. */
void tree_keep(AlternativeTree *t, size_t node, Event **events, uint32_t len, bool partial);
/* Adds one that was at the node before: some that the path is compatible with are there, too. */
Alternative *tree_restore(AlternativeTree *t, size_t node, Event **events, uint32_t len,
                          bool partial);
/* The alternative to try next at a node, or NULL. One that was given away comes first, then those
 * whose new event is at a place of `first`, then the one whose new event belongs to the thread with
 * the lowest number. Without such places representatives of states are smallest in this order
 * (adequate.h), so more events are cut-offs. If `except` is an event that will be in D by then,
 * only alternatives that exclude all of D and `except` qualify. */
Alternative *tree_best(AlternativeTree *t, size_t node, const Event *except);
/* Takes an alternative from its node; the caller owns the result. */
Alternative tree_take(AlternativeTree *t, size_t node, Alternative *best);
void alternative_free(AlternativeTree *t, Alternative *a);

#endif
