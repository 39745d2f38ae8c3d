/*
 * prefix.h — the explored part of an unfolding: events that stay, with their causes, and its possible
 * extensions (Kähkönen, Saarikivi, Heljanko, "Using Unfoldings in Automated Testing of Multithreaded
 * Programs", ASE 2012).
 *
 * The events of a thread are a tree by program order; an event knows the newest event of each thread among
 * its causes, itself included, so that its local configuration is the union of one path of each tree. A
 * possible extension is a pending operation of a thread after one of its events p, after a configuration that
 * is the union of [p] and of the local configurations of events, of other threads, that the operation is
 * dependent with. These are found by walking down the trees of threads from the configuration at hand: where
 * an event conflicts with it, so does all that follows from that event. Each extension is found once its
 * newest event was included.
 *
 * An event that was executed is known; it is included once its turn has come, after its causes. Where events
 * are cut off, some that are known never are. Including an event is two steps: it is linked into the trees,
 * and its extensions are searched for, among those that were linked before. So several can be linked at once,
 * and be searched for in any order and at the same time: what is found is the same.
 *
 * Several threads: whatever changes the prefix, one of them does at a time. Names may be looked for
 * meanwhile, and searches and questions about given events go on in copies of the structure with a scratch
 * and a context of their own (prefix_view), unless an event is linked, or the number of threads grows: see
 * prefix_would_grow.
 *
 * In a contextual prefix all causes are strong ones, and configurations are those of contextual.h.
 *
 * What is known here of data is nothing: whether the branches of a configuration can go their ways together,
 * executing it tells.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_PREFIX_H
#define HEDDLE_STRATEGIES_UNFOLD_PREFIX_H

#include "base/scratch.h"
#include "event/history.h"

typedef uint32_t PrefixId; /* 0: none */
/* Numbers are literals of clauses as well. The room for all of them is address space only. */
#define PREFIX_MAX_EVENTS ((size_t)INT32_MAX)

/* What a thread touched after an event, before its next one: each content is kept once. */
typedef struct PrefixLog {
    uint64_t reads, writes; /* its words as sets of hashes */
    uint32_t n;
    LogEntry entry[];
} PrefixLog;

typedef struct PrefixEvent {
    uint64_t name;
    const Action *action;          /* each content is kept once */
    const Operation *pending;      /* of its thread after the event; kind NONE: it has ended or stopped */
    const PrefixLog *log;          /* NULL: nothing */
    PrefixId *last;                /* by thread: the newest of the causes, itself included; nlast of them */
    uint32_t followed;             /* the branches that follow it, as a set of hashes */
    uint32_t place;                /* a hash of where in the program its thread is after it */
    PrefixId previous;             /* in its thread */
    PrefixId first_child, sibling; /* those that follow it in its thread; see prefix_first_child */
    uint32_t depth;                /* action->index */
    uint16_t nlast;
    bool stopped, looping; /* its thread went no further after it; since it repeats its state */
    uint32_t turn;         /* which one it was of those that were linked; 0: it is not */
} PrefixEvent;

/* The events that follow one event in its thread (0: begin it) and have one event as their newest cause in
 * another thread; a list, linked by that thread. */
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
    bool alone; /* nobody looks names up while others add some */
    VEC(PrefixBranch) branches;
    Index by_cause; /* the numbers of branches */
    VEC(const Action *) actions;
    VEC(const PrefixLog *) logs;
    Index by_action, by_log;
    Arena *arena;
    VEC(PrefixId) linked;        /* by turn */
    VEC(PrefixId) notifications; /* of them */
    uint32_t nthreads;
    bool contextual;  /* as the histories are that it is made of */
    Scratch *scratch; /* the caller's */
    void *context;
    void (*found)(void *context, const PossibleExtension *x);
    /* An event that is being included and one of another thread that was included before: their local
     * configurations are one together, in which each is the newest of its thread. */
    void (*met)(void *context, PrefixId id, PrefixId other);
    bool (*stopped)(void *context); /* polled often: true ends a search, which is then not complete */
} Prefix;

void prefix_init(Prefix *p, Scratch *scratch);
void prefix_free(Prefix *p);
/* The prefix as another thread sees it, until an event is linked or the number of threads grows. */
Prefix prefix_view(const Prefix *p, Scratch *scratch, void *context);
static inline const PrefixEvent *prefix_event(const Prefix *p, PrefixId id) { return &p->events.data[id]; }
/* The event with this name; 0 where it is not there (or is just being added by another thread). */
PrefixId prefix_find(const Prefix *p, uint64_t name);
/* Makes `e`, an event of the path of a history, known; `ids` are the numbers of the events before it there,
 * by position. The machine is in the state after it. It is not included yet. */
PrefixId prefix_add(Prefix *p, const History *h, const Event *e, const PrefixId *ids, const Machine *m);
/* Whether prefix_add has to make room for more threads: nobody may be searching then. */
static inline bool prefix_would_grow(const Prefix *p, const Event *e) { return e->nclock > p->nthreads; }
/* Keeps what the thread of an event touched after it, before the event is included. */
void prefix_keep_log(Prefix *p, PrefixId id, const LogEntry *log, size_t n);
/* Links event `id`, whose causes are linked. Nobody may be searching. */
void prefix_link(Prefix *p, PrefixId id);
/* Tells the possible extensions that need `id` and otherwise events that were linked before it, perhaps more
 * than once, and whom it met. What it follows in its thread was executed as far as it can be. */
void prefix_search(Prefix *p, PrefixId id);
/* Whether the first event of the operation that is pending after `id` has to be executed to be known: what
 * its outcome is its thread's past says, or nothing of other threads matters to it. */
bool prefix_needs_next(const Prefix *p, PrefixId id);
/* Whether an event is never part of a configuration that is looked at, although it is known: it is a cut-off,
 * or follows one. */
static inline bool prefix_is_cut(const Prefix *p, PrefixId id) { return !p->events.data[id].turn; }
/* The newest of the events that follow one in its thread; 0: none. */
static inline PrefixId prefix_first_child(const PrefixEvent *e) {
    return __atomic_load_n(&e->first_child, __ATOMIC_ACQUIRE);
}
/* The newest event of a thread among the causes of an event, itself included; 0: none. */
static inline PrefixId prefix_last(const PrefixEvent *e, uint32_t thread) {
    return thread < e->nlast ? e->last[thread] : 0;
}
/* A branch as an element of PrefixEvent.followed. */
static inline uint32_t prefix_branch_bit(uint32_t other, PrefixId cause) {
    return 1u << ((cause + 1 + (uint64_t)other * 0x51ed27) * 0x9e3779b97f4a7c15ull >> 59);
}
/* Where the next event of a branch of `e`, linked by a thread, is noted. */
static inline PrefixId *prefix_next(const PrefixEvent *e, uint32_t thread) {
    return &e->last[e->nlast + thread];
}
/* How many events of its thread there are up to an event; none up to 0. */
static inline uint32_t prefix_depth(const Prefix *p, PrefixId id) { return p->events.data[id].depth; }
/* How many events of a thread are among the causes of an event, itself included. */
static inline uint32_t prefix_known(const Prefix *p, const PrefixEvent *e, uint32_t thread) {
    return prefix_depth(p, prefix_last(e, thread));
}
/* The branch of events of `thread` that follow `previous`, with this newest cause in thread `other`; NULL
 * where there is none. */
PrefixBranch *prefix_branch(const Prefix *p, PrefixId previous, uint32_t thread, uint32_t other,
                            PrefixId cause);
/* The newest events of `n` threads as a configuration of all threads, in p->scratch. */
PrefixId *prefix_spread(const Prefix *p, const PrefixId *last, uint32_t n);
/* Whether an event is one of those up to the newest of `n` threads. */
bool prefix_has(const Prefix *p, const PrefixId *last, uint32_t n, PrefixId id);
/* The event that created the thread that `id` starts; 0: it starts none that was created. */
PrefixId prefix_creation(const Prefix *p, PrefixId id);
/* Adds the local configuration of `id` to a configuration (`last`, prefix->nthreads entries). False where
 * they conflict: `last` is then undefined. */
bool prefix_join(const Prefix *p, PrefixId *last, PrefixId id);
/* The events of a configuration in an order of causality, in which they can be executed unless the prefix is
 * contextual (then see contextual_list); returns how many. `out` has room. */
size_t prefix_list(const Prefix *p, const PrefixId *last, PrefixId *out);
/* What the prefix takes, in bytes. */
uint64_t prefix_bytes(const Prefix *p);
/* How many events a configuration has. */
size_t prefix_size(const Prefix *p, const PrefixId *last);

#endif
