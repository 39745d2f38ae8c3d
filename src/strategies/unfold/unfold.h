/*
 * unfold.h — the parts of an exploration that covers events (unfold.c): what a run is wanted for, what its
 * workers share and how they take it in turns (unfold_workers.c), and, with cut-offs, the order in which
 * events are decided about (unfold_order.c).
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_UNFOLD_H
#define HEDDLE_STRATEGIES_UNFOLD_UNFOLD_H

#include "base/hash_set.h"
#include "state/adequate.h"
#include "strategies/unfold/prefix.h"
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
typedef struct Unfold Unfold;

/* Things to be done that need nothing of each other: work(u, context, k) for each k below n, those with
 * numbers beside each other rather by one worker. */
typedef struct Parts {
    void (*work)(Unfold *u, void *context, size_t k);
    void *context;
    size_t n, next; /* those before it were taken */
} Parts;

/* What all workers of an exploration share. It is read and changed with the lock held (unfold_enter), but
 * that names and given events of the prefix may be looked at without; see prefix.h. The first worker may do
 * as it likes while it has given out nothing. */
typedef struct Explored {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool alone;       /* there is one worker: nobody needs the lock */
    unsigned holders; /* workers who have come or may still come */
    bool over;        /* there will be nothing to do any more */
    bool open;        /* targets may be taken, and without cut-offs events be linked */
    unsigned waiting; /* workers without anything to do */
    unsigned busy;    /* workers that do something */
    unsigned searching,
        growing;     /* of them, those that search the prefix, and those that wait until none does */
    size_t searched; /* of prefix.linked, those before it were taken to search for extensions */
    Parts parts;
    VEC(Unfold *) workers; /* that have come */
    size_t ntargets;       /* of all of them */
    Prefix prefix;
    HashSet paired; /* pairs of accesses that a run of their own was wanted for */
    HashSet wanted; /* names of events that are or were targets */
    Order *order;   /* NULL: without cut-offs */
    SearchOrder search;
    double extending; /* seconds that possible extensions took, of workers that have left */
} Explored;

/* A worker. */
struct Unfold {
    Campaign *c;
    Run *run;
    Explored *all;
    Scratch scratch;
    Prefix view;        /* of the prefix; see unfold_look */
    VEC(PrefixId) path; /* the numbers of the events of the path */
    PrefixId expected;  /* the event that is being executed once more; 0: it is not known which */
    PrefixId since;     /* events from this one on may be of the run at hand; 0: there is none */
    TargetList targets; /* of `all`: others take from here what this one does not get to */
    size_t first;       /* of them, those before it were taken */
    uint64_t covered;   /* sides of branches, before the run at hand */
    double extending;   /* seconds that possible extensions took */
};

/* What is shared may be read and changed. */
static inline void unfold_enter(Unfold *u) {
    if (!u->all->alone) pthread_mutex_lock(&u->all->lock);
}
static inline void unfold_leave(Unfold *u) {
    if (!u->all->alone) pthread_mutex_unlock(&u->all->lock);
}
/* With the lock held: brings u->view up to date, the prefix with the worker's own scratch. */
static inline const Prefix *unfold_look(Unfold *u) {
    u->view = prefix_view(&u->all->prefix, &u->scratch, u);
    return &u->view;
}

/* --- unfold.c ---------------------------------------------------------------------------------------- */

/* A target with a copy of `last`, of n threads. */
Target target_make(const Unfold *u, const PrefixId *last, uint32_t n, uint64_t name, Choice choice);
void target_free(Target *t);
/* As Prefix.found, with the worker as its context: what is not known is wanted. */
void unfold_found(void *context, const PossibleExtension *x);
/* The newest event of the path is known to the prefix from now on; its number. */
PrefixId unfold_note(Unfold *u);
/* The events of a configuration in an order in which they can be executed, as far as possible that of the
 * path at hand: it stays the same while they are executed. Returns how many; `out` has room. */
size_t unfold_list(const Unfold *u, const Prefix *p, const PrefixId *last, PrefixId *out);
/* What the campaign tells the strategy of slices, with the worker as the context. */
void unfold_on_slice(void *context, const Event *e, const LogEntry *log, size_t n);
/* Goes to the configuration of a target and executes what is wanted there. False where that cannot be. */
bool unfold_go_to(Unfold *u, const Target *t);
/* Runs on to a maximal configuration and counts the run. False where the solver cannot tell which way to go
 * on. */
bool unfold_extend(Unfold *u);
/* Executes the configuration of a target, what is wanted after it, and goes on to a maximal
 * configuration. False where that target cannot be reached. */
bool unfold_execute(Unfold *u, const Target *t);
/* The same, but what is executed after the configuration is the pending operation of a thread, one that
 * nothing can keep from going on; whether that could be is not told. */
void unfold_execute_next(Unfold *u, const Target *t, int thread);

/* --- unfold_ends.c, unfold_races.c ------------------------------------------------------------------- */

/* Runs configurations that end in a deadlock or a hang until all that there are were told. False where runs
 * met new events: there is more to be covered first. */
bool unfold_meet_ends(Unfold *u);
/* As Prefix.met, with the worker as its context: wants a run of two events that happen together, if
 * their threads' accesses after them may race. */
void unfold_met(void *context, PrefixId id, PrefixId other);
/* Wants runs of accesses that runs only happen to order. Whether there are any. */
bool unfold_meet_unordered(Unfold *u);

/* --- unfold_workers.c -------------------------------------------------------------------------------- */

/* The first worker: begins an exploration, and invites those of the campaign to take part. */
void unfold_begin(Unfold *u, Campaign *c);
/* It ends: the others leave, and all that was kept goes. Notes what it took. */
void unfold_end(Unfold *u, CampaignStats *s);
/* A further worker takes part until the exploration is over. */
void unfold_serve(Campaign *c);
/* A target for whoever comes to it. Takes it over. */
void unfold_push(Unfold *u, const Target *t);
/* With the lock held: waits until nobody searches the prefix, so that it can get room for more threads. */
void unfold_await_growth(Unfold *u);
/* The first worker, with the others: searches for extensions of what was linked, and does what there is to do
 * until nothing is left and nobody is busy, or everything is to stop; then, too, nobody does parts any
 * more. */
void unfold_drain(Unfold *u);
/* The same, and executes targets, links events without cut-offs, and does what comes of that. */
void unfold_execute_targets(Unfold *u);
/* The same for parts. */
void unfold_share(Unfold *u, const Parts *parts);

/* --- unfold_order.c ---------------------------------------------------------------------------------- */

Order *order_new(void);
void order_free(Order *o);
/* A worker takes part from now on, or no longer. */
void order_join(Unfold *u);
void order_leave(Unfold *u);
/* With the lock held: an event was executed for the first time; its weights. */
void order_note(Unfold *u, PrefixId id, const EventWeights *weights);
/* What was decided since the path was executed holds for its events, too. */
void order_refresh(Unfold *u);
/* An event of `a` is wanted after a configuration; takes the target over. */
void order_want(Unfold *u, const Action *a, const Target *t);
/* Decides about events, the smallest first, until none is left. */
void order_explore(Unfold *u);

#endif
