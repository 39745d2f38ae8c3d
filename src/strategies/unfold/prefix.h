/*
 * prefix.h — the explored part of an unfolding: its events with their causes, which are never
 * removed, and its possible extensions (Kähkönen, Saarikivi, Heljanko, "Using Unfoldings in
 * Automated Testing of Multithreaded Programs", ASE 2012).
 *
 * The events of a thread are a tree by program order. An event stores the newest event of each
 * thread among its causes, itself included, so its local configuration is the union of one path of
 * each tree. A possible extension is a pending operation of a thread after one of its events p and
 * after a configuration. This configuration is the union of [p] and the local configurations of
 * events of other threads that are dependent with the operation. Extensions are found by walking
 * down the trees of threads from a configuration: if an event conflicts with it, so do all
 * successors of the event. Each extension is found once its newest event is included.
 *
 * An executed event is known; it is included when its turn has come, after its causes. With
 * cut-offs, some known events are never included. An event is included in two steps: it is linked
 * into the trees, and its extensions are searched for among the events that were linked before. So
 * several events can be linked at once and searched for in any order and in parallel, with the same
 * result.
 *
 * Several threads: only one thread at a time changes the prefix. Meanwhile others may look up
 * names. They may also search and query given events in copies of the structure with their own
 * scratch and context (prefix_view), except while an event is linked or the number of threads
 * grows: see prefix_would_grow.
 *
 * In a contextual prefix all causes are strong causes, and configurations are those of
 * contextual.h.
 *
 * The prefix knows nothing about data: only execution shows whether the branches of a configuration
 * are feasible together.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_PREFIX_H
#define HEDDLE_STRATEGIES_UNFOLD_PREFIX_H

#include "base/scratch.h"
#include "event/history.h"

typedef uint32_t PrefixId; /* 0: none */
/* Numbers of events are also literals of clauses. Room for all of them is only reserved address
 * space. */
#define PREFIX_MAX_EVENTS ((size_t)INT32_MAX)

/* The accesses of a thread after an event and before its next one; equal contents are kept once. */
typedef struct PrefixLog {
    uint64_t reads, writes; /* its words as sets of hashes */
    uint32_t n;
    LogEntry entry[];
} PrefixLog;

typedef struct PrefixEvent {
    uint64_t name;
    const Action *action; /* equal contents are kept once */
    const Operation
        *pending;         /* of its thread after the event; kind NONE: it has ended or stopped */
    const PrefixLog *log; /* NULL: no accesses */
    PrefixId *last;       /* by thread: the newest cause, itself included; nlast entries */
    uint64_t followed;    /* the branches that follow it, as a set of hashes */
    uint32_t place;       /* hash of the place of its thread after it */
    uint64_t touches;     /* operation_footprint of its action */
    uint64_t touched;     /* the union of those of its thread up to it */
    uint64_t state;       /* hash of what its thread adds to the state after it; with cut-offs */
    PrefixId previous;    /* in its thread */
    PrefixId first_child, sibling; /* its successors in its thread; see prefix_first_child */
    uint32_t depth;                /* action->index */
    uint16_t nlast;
    bool stopped, looping; /* its thread stopped after it; because the thread repeats its state */
    uint32_t turn;         /* its number among the linked events; 0: not linked */
} PrefixEvent;

/* A list of the events that follow one event in its thread (0: its first events) and have the same
 * newest cause in another thread; the list is linked by that thread. */
typedef struct PrefixBranch {
    PrefixId previous, cause; /* 0: none */
    uint16_t thread, other;
    PrefixId first, newest;
} PrefixBranch;

/* A possible extension. */
typedef struct PossibleExtension {
    const Action *action;
    uint64_t name;        /* the canonical name of the event */
    const PrefixId *last; /* by thread: the configuration that it follows */
} PossibleExtension;

/* The numbers of events by name; see prefix.c. */
typedef struct PrefixNames PrefixNames;

typedef struct Prefix {
    VEC(PrefixEvent) events; /* by number, at places that stay; the first is none */
    PrefixNames *names;
    bool alone; /* no thread looks up names while another one adds some */
    VEC(PrefixBranch) branches;
    Index by_cause; /* the numbers of branches */
    VEC(const Action *) actions;
    VEC(const PrefixLog *) logs;
    Index by_action, by_log;
    Arena *arena;
    VEC(PrefixId) linked;        /* by turn */
    VEC(PrefixId) notifications; /* the linked notifications */
    uint32_t nthreads;
    bool contextual;  /* as in the histories that it is made from */
    Scratch *scratch; /* owned by the caller */
    void *context;
    void (*found)(void *context, const PossibleExtension *x);
    /* Called for an event that is being included and an earlier one of another thread if the union
     * of their local configurations is a configuration in which each is the newest of its
     * thread. */
    void (*met)(void *context, PrefixId id, PrefixId other);
    bool (*stopped)(
        void *context); /* polled often: true ends a search, which is then not complete */
} Prefix;

void prefix_init(Prefix *p, Scratch *scratch);
void prefix_free(Prefix *p);
/* The prefix as another thread sees it, until an event is linked or the number of threads grows. */
Prefix prefix_view(const Prefix *p, Scratch *scratch, void *context);
static inline const PrefixEvent *prefix_event(const Prefix *p, PrefixId id) {
    return &p->events.data[id];
}
/* The event with this name; 0 if there is none, or if another thread is just adding it. */
PrefixId prefix_find(const Prefix *p, uint64_t name);
/* Adds `e`, an event of the path of a history, as known but not included. `ids` are the numbers of
 * the events before it on the path, by position. The machine is in the state after `e`. */
PrefixId prefix_add(Prefix *p, const History *h, const Event *e, const PrefixId *ids,
                    const Machine *m);
/* Whether prefix_add must make room for more threads; then no search may be active. */
static inline bool prefix_would_grow(const Prefix *p, const Event *e) {
    return e->nclock > p->nthreads;
}
/* Stores the accesses of a thread after an event, before the event is included. */
void prefix_keep_log(Prefix *p, PrefixId id, const LogEntry *log, size_t n);
/* Links event `id`, whose causes are linked. No search may be active. */
void prefix_link(Prefix *p, PrefixId id);
/* Calls `found`, possibly more than once, for each possible extension that needs `id` and otherwise
 * only events linked before it, and `met` for the events that `id` meets. The successors of the
 * event before `id` in its thread were executed as far as possible. */
void prefix_search(Prefix *p, PrefixId id);
/* Whether the operation pending after `id` must be executed for its first event to be known: its
 * outcome is determined by the past of its thread, or other threads do not matter to it. */
bool prefix_needs_next(const Prefix *p, PrefixId id);
/* Whether a known event is not linked: it is a cut-off or follows one, so no configuration
 * considered has it. */
static inline bool prefix_is_cut(const Prefix *p, PrefixId id) { return !p->events.data[id].turn; }
/* The newest successor of an event in its thread; 0: none. */
static inline PrefixId prefix_first_child(const PrefixEvent *e) {
    return __atomic_load_n(&e->first_child, __ATOMIC_ACQUIRE);
}
/* The newest event of a thread among the causes of an event, itself included; 0: none. */
static inline PrefixId prefix_last(const PrefixEvent *e, uint32_t thread) {
    return thread < e->nlast ? e->last[thread] : 0;
}
/* A branch as an element of PrefixEvent.followed. */
static inline uint64_t prefix_branch_bit(uint32_t other, PrefixId cause) {
    return 1ull << ((cause + 1 + (uint64_t)other * 0x51ed27) * 0x9e3779b97f4a7c15ull >> 58);
}
/* The link to the next event of a branch of `e`, linked by a thread. */
static inline PrefixId *prefix_next(const PrefixEvent *e, uint32_t thread) {
    return &e->last[e->nlast + thread];
}
/* The number of events of its thread up to an event; 0 for event 0. */
static inline uint32_t prefix_depth(const Prefix *p, PrefixId id) {
    return p->events.data[id].depth;
}
/* The number of events of a thread among the causes of an event, itself included. */
static inline uint32_t prefix_known(const Prefix *p, const PrefixEvent *e, uint32_t thread) {
    return prefix_depth(p, prefix_last(e, thread));
}
/* The branch of events of `thread` that follow `previous` and have this newest cause in thread
 * `other`; NULL if there is none. */
PrefixBranch *prefix_branch(const Prefix *p, PrefixId previous, uint32_t thread, uint32_t other,
                            PrefixId cause);
/* The n-th event of its thread on the tree path to `id`. */
static inline PrefixId prefix_ancestor(const Prefix *p, PrefixId id, uint32_t n) {
    while (prefix_depth(p, id) > n) id = p->events.data[id].previous;
    return id;
}
/* The newest events of `n` threads as a configuration of all threads, in p->scratch. */
static inline PrefixId *prefix_spread(const Prefix *p, const PrefixId *last, uint32_t n) {
    PrefixId *all = scratch_take(p->scratch, p->nthreads * sizeof *all);
    memcpy(all, last, n * sizeof *all);
    memset(all + n, 0, (p->nthreads - n) * sizeof *all);
    return all;
}
/* Whether an event is among the events up to the newest of `n` threads. */
static inline bool prefix_has(const Prefix *p, const PrefixId *last, uint32_t n, PrefixId id) {
    const Action *a = prefix_event(p, id)->action;
    return (uint32_t)a->thread < n && prefix_ancestor(p, last[a->thread], a->index) == id;
}
/* The event that created the thread that `id` starts; 0: `id` starts no created thread. */
PrefixId prefix_creation(const Prefix *p, PrefixId id);
/* Adds the local configuration of `id` to a configuration (`last`, prefix->nthreads entries). False
 * if they conflict; then `last` is undefined. */
bool prefix_join(const Prefix *p, PrefixId *last, PrefixId id);
/* Lists the events of a configuration in causal order; returns their number. They can be executed
 * in this order unless the prefix is contextual (then see contextual_list). `out` has room. */
size_t prefix_list(const Prefix *p, const PrefixId *last, PrefixId *out);
/* The size of the prefix in bytes. */
uint64_t prefix_bytes(const Prefix *p);
/* The number of events of a configuration. */
size_t prefix_size(const Prefix *p, const PrefixId *last);

#endif
