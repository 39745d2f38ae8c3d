/*
 * unfold.h — the parts of an exploration that covers events (unfold.c): what a run is wanted for, and, with
 * cut-offs, the order in which events are decided about (unfold_order.c).
 */
#ifndef HEDDLE_EXPLORE_UNFOLD_H
#define HEDDLE_EXPLORE_UNFOLD_H

#include "base/hash_set.h"
#include "event/adequate.h"
#include "event/prefix.h"
#include "explore/internal.h"

/* A configuration to be executed, and the event that is wanted after it. */
typedef struct Target {
    PrefixId *last; /* by thread; nlast of them */
    uint32_t nlast;
    uint64_t name;  /* 0: none, the configuration itself is wanted */
    Choice choice;  /* thread -1: none */
    bool promising; /* the run that it was found in took a side of a branch first */
} Target;
typedef VEC(Target) TargetList;

typedef struct Order Order;

typedef struct Unfold {
    Campaign *c;
    Run *run;
    Prefix prefix;
    Scratch scratch;
    VEC(PrefixId) path; /* the numbers of the events of the path */
    TargetList targets;
    size_t first; /* of them, those before it were taken */
    SearchOrder search;
    uint64_t covered;  /* sides of branches, before the run at hand */
    double extending;  /* seconds that possible extensions took */
    HashSet paired;    /* pairs of accesses that a run of their own was wanted for */
    HashSet wanted;    /* names of events that are or were targets */
    PrefixId included; /* events up to this one are; without cut-offs */
    Order *order;      /* NULL: without cut-offs */
} Unfold;

/* A target with a copy of `last`. */
Target target_make(const Unfold *u, const PrefixId *last, uint64_t name, Choice choice);
void target_free(Target *t);
/* The newest event of the path is known to the prefix from now on; its number. */
PrefixId unfold_note(Unfold *u);
/* The events of a configuration in an order in which they can be executed, as far as possible that of the
 * path at hand: it stays the same while they are executed. Returns how many; `out` has room. */
size_t unfold_list(const Unfold *u, const PrefixId *last, PrefixId *out);
/* Goes to the configuration of a target and executes what is wanted there. False where that cannot be. */
bool unfold_go_to(Unfold *u, const Target *t);
/* Runs on to a maximal configuration and counts the run. False where the solver cannot tell which way to go
 * on. */
bool unfold_extend(Unfold *u);
/* Runs configurations that end in a deadlock or a hang until all that there are were told. False where runs
 * met new events: there is more to be covered first. */
bool unfold_meet_ends(Unfold *u);
/* Executes the configuration of a target, what is wanted after it, and goes on to a maximal
 * configuration. False where that target cannot be reached. */
bool unfold_execute(Unfold *u, const Target *t);

/* The same, but what is executed after the configuration is the pending operation of a thread, one that
 * nothing can keep from going on; whether that could be is not told. */
void unfold_execute_next(Unfold *u, const Target *t, int thread);
/* As Prefix.met, with the exploration as its context: wants a run of two events that happen together, if
 * their threads' accesses after them may race. */
void unfold_met(void *context, PrefixId id, PrefixId other);
/* Wants runs of accesses that runs only happen to order. Whether there are any. */
bool unfold_meet_unordered(Unfold *u);
/* Includes an event in the prefix, and takes the time. */
void unfold_include(Unfold *u, PrefixId id);

Order *order_new(Unfold *u);
void order_free(Unfold *u);
/* An event was executed for the first time; its weights. */
void order_note(Unfold *u, PrefixId id, const EventWeights *weights);
/* What was decided since the path was executed holds for its events, too. */
void order_refresh(Unfold *u);
/* An event of `a` is wanted after a configuration; takes the target over. */
void order_want(Unfold *u, const Action *a, const Target *t);
/* Decides about events, the smallest first, until none is left. */
void order_explore(Unfold *u);

#endif
