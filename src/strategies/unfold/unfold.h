/*
 * unfold.h — the parts of an exploration that covers events (unfold.c): the targets of runs, what
 * workers share and how they access it (unfold_workers.c), and, with cut-offs, the order in which
 * events are decided (unfold_order.c).
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_UNFOLD_H
#define HEDDLE_STRATEGIES_UNFOLD_UNFOLD_H

#include "base/tables/hash_set.h"
#include "state/cutoff/adequate.h"
#include "strategies/unfold/prefix.h"
#include "explore/internal.h"

/* A configuration to execute, and the event to reach after it. */
typedef struct Target {
    PrefixId *last; /* by thread; nlast of them */
    uint32_t nlast;
    uint64_t name;  /* of the event; 0: none, the configuration itself is the target */
    Choice choice;  /* thread -1: none */
    bool promising; /* the run that found it was the first to take some side of a branch */
} Target;
typedef VEC(Target) TargetList;

/* Targets that one run may reach as well. */
typedef struct TargetOffers {
    TargetList targets;
    size_t looked_at;
} TargetOffers;

typedef struct Order Order;
typedef struct Unfold Unfold;

/* Independent parts of work: work(u, context, k) for each k below n. One worker preferably does
 * parts with adjacent numbers. */
typedef struct Parts {
    void (*work)(Unfold *u, void *context, size_t k);
    void *context;
    size_t n, next; /* the parts before `next` were taken */
} Parts;

/* The data that all workers of an exploration share. It is read and changed with the lock held
 * (unfold_enter). Exceptions: names and given events of the prefix may be read without the lock,
 * see prefix.h, and the first worker needs none while it has given out nothing. */
typedef struct Explored {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool alone;       /* there is one worker, so no lock is needed */
    unsigned holders; /* workers that have joined or may still join */
    bool over;        /* there will be no more work */
    bool open;        /* targets may be taken and, without cut-offs, events linked */
    unsigned waiting; /* number of workers without work */
    unsigned busy;    /* number of workers with work */
    unsigned searching,
        growing; /* of them, those that search the prefix, and those that wait until none does */
    size_t searched; /* of prefix.linked, those before it were taken to search for extensions */
    Parts parts;
    VEC(Unfold *) workers; /* workers that have joined */
    size_t ntargets;       /* of all workers */
    Prefix prefix;
    HashSet paired; /* pairs of accesses that had a target of their own */
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
    PrefixId expected;  /* the known event that is being executed again; 0: unknown */
    PrefixId since; /* events from this one on may belong to the current run; 0: there is none */
    TargetList targets; /* of this worker; other workers take targets that it has not reached */
    size_t first;       /* the targets before it were taken */
    uint64_t covered;   /* sides of branches covered before the current run */
    double extending;   /* seconds spent on possible extensions */
    uint64_t searched;  /* steps of searches of the prefix */
};

/* Takes the lock: shared data may be read and changed. */
static inline void unfold_enter(Unfold *u) {
    if (!u->all->alone) pthread_mutex_lock(&u->all->lock);
}
static inline void unfold_leave(Unfold *u) {
    if (!u->all->alone) pthread_mutex_unlock(&u->all->lock);
}
/* With the lock held, updates u->view, the prefix with the worker's own scratch. */
static inline const Prefix *unfold_look(Unfold *u) {
    u->view = prefix_view(&u->all->prefix, &u->scratch, u);
    return &u->view;
}

/* --- unfold.c --------------------------------------------------------------------------------- */

/* A target with a copy of `last`, of n threads. */
Target target_make(const Unfold *u, const PrefixId *last, uint32_t n, uint64_t name, Choice choice);
/* A copy of a target that has a copy of `last`, t->nlast entries, as its own. */
Target target_copy(const Target *t, const PrefixId *last);
void target_free(Target *t);
/* Implements Prefix.found with the worker as its context: an unknown event becomes a target. */
void unfold_found(void *context, const PossibleExtension *x);
/* Adds the newest event of the path to the prefix and returns its number. */
PrefixId unfold_note(Unfold *u);
/* Lists the events of a configuration in an order in which they can be executed, as far as possible
 * the order of the current path. The order does not change during their execution. Returns their
 * number; `out` has room. */
size_t unfold_list(const Unfold *u, const Prefix *p, const PrefixId *last, PrefixId *out);
/* Implements Campaign.slice with the worker as the context. */
void unfold_on_slice(void *context, const Event *e, const LogEntry *log, size_t n);
/* Goes to the configuration of a target and executes the event to reach. False if that is
 * impossible. */
bool unfold_go_to(Unfold *u, const Target *t);
/* Extends the run to a maximal configuration and counts it. False if the solver cannot decide a
 * branch. */
bool unfold_extend(Unfold *u);
/* Goes to a target, joins others that are compatible, and extends the run to a maximal
 * configuration. False if the target cannot be reached. */
bool unfold_execute(Unfold *u, const Target *t);
/* Whether the pending operation of a thread would be the event with this name. */
bool unfold_names(Unfold *u, Choice c, uint64_t name);
/* Takes a step and adds its event to the prefix. False if it is infeasible. */
bool unfold_step(Unfold *u, int thread, uint32_t outcome);
/* The events of a target's configuration in an order in which they can be executed, in
 * u->scratch. */
const PrefixId *unfold_configuration(Unfold *u, const Target *t, size_t *len);
/* Undoes the path but for its first n events. */
void unfold_go_back(Unfold *u, size_t n);
/* Goes to the configuration of a target, executes the pending operation of a thread, which is
 * always enabled, and extends the run. Does not return whether that was possible. */
void unfold_execute_next(Unfold *u, const Target *t, int thread);

/* --- unfold_compatible.c ---------------------------------------------------------------------- */

/* Executes those targets that come next and are compatible with the path, in turn: a run reaches
 * several targets. They stay where they wait for their turn. */
void unfold_join(Unfold *u);
/* With the lock held, offers a target to a run; it is copied. False if no more are wanted. */
bool unfold_offer(Unfold *u, TargetOffers *to, const Target *t);

/* --- unfold_ends.c, unfold_races.c ------------------------------------------------------------ */

/* Runs configurations that end in a deadlock or a hang until all of them were reported. False if
 * runs met new events, which must be covered first. */
bool unfold_meet_ends(Unfold *u);
/* Implements Prefix.met with the worker as its context: adds a target for two concurrent events if
 * the accesses of their threads after them may race. */
void unfold_met(void *context, PrefixId id, PrefixId other);
/* Adds targets for accesses that are ordered only by chance in runs. Returns whether there are
 * any. */
bool unfold_meet_unordered(Unfold *u);

/* --- unfold_workers.c ------------------------------------------------------------------------- */

/* Begins an exploration in the first worker and lets the other workers of the campaign join. */
void unfold_begin(Unfold *u, Campaign *c);
/* Ends an exploration: the other workers leave and all data is freed. Adds the statistics. */
void unfold_end(Unfold *u, CampaignStats *s);
/* Main function of a further worker until the exploration is over. */
void unfold_serve(Campaign *c);
/* Adds a target for any worker and takes it over. */
void unfold_push(Unfold *u, const Target *t);
/* With the lock held, waits until no worker searches the prefix, so that it can grow to more
 * threads. */
void unfold_await_growth(Unfold *u);
/* Called by the first worker; all workers take part. Searches for extensions of linked events and
 * does all other work until none is left and no worker is busy, or everything must stop. Even then
 * no worker still does parts. */
void unfold_drain(Unfold *u);
/* With the lock held, offers a run the targets of its worker, the newest first. */
void unfold_offer_own(Unfold *u, TargetOffers *to);
/* Like unfold_drain, and also executes targets, links events (without cut-offs), and does the
 * resulting work. */
void unfold_execute_targets(Unfold *u);
/* Like unfold_drain, for parts. */
void unfold_share(Unfold *u, const Parts *parts);

/* --- unfold_order.c --------------------------------------------------------------------------- */

Order *order_new(void);
void order_free(Order *o);
/* Lets a worker join or leave. */
void order_join(Unfold *u);
void order_leave(Unfold *u);
/* With the lock held, notes an event that was executed for the first time, with its weights. */
void order_note(Unfold *u, PrefixId id, const EventWeights *weights);
/* Applies decisions made since the path was executed to its events. */
void order_refresh(Unfold *u);
/* Adds an event of `a` after a configuration and takes over the target. */
void order_want(Unfold *u, const Action *a, const Target *t);
/* Whether all events of a target's configuration are included. */
bool order_includes(const Unfold *u, const Target *t);
/* With the lock held, offers a run targets, the smallest first. */
void order_offer(Unfold *u, TargetOffers *to);
/* Decides about events, the smallest first, until none is left. */
void order_explore(Unfold *u);

#endif
