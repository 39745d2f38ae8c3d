/*
 * history.h — events and the configuration of the current run: actions with their histories, vector
 * clocks for causality, and canonical names.
 *
 * An event is (action, causal history); its name is a hash of the action and the names of its
 * immediate predecessors, so it does not depend on the order in which concurrent events were
 * executed (Por-SE, section 3.5). The history is the path from the root of the exploration to here:
 * a linearisation of a configuration.
 */
#ifndef HEDDLE_EVENT_HISTORY_H
#define HEDDLE_EVENT_HISTORY_H

#include "base/tables/index.h"
#include "event/census.h"
#include "os/operations.h"

/* The objects that an action touches, as numbers; those of a query are what it may depend on. */
typedef struct Objects {
    uint8_t n;
    bool everything; /* the action may depend on any event */
    uint32_t id[OPERATION_KEYS];
} Objects;

/* The numbers modulo 64 as a set: disjoint sets have no object in common. */
static inline uint64_t objects_mask(const Objects *o) {
    uint64_t mask = 0;
    for (unsigned k = 0; k < o->n; k++) mask |= 1ull << (o->id[k] & 63);
    return mask;
}

/* Expressions in the state; see state/event_symbols.h. */
typedef struct EventSymbols EventSymbols;

/* Sums over the events of one thread up to here, by which configurations are compared; see
 * adequate.h. */
typedef struct EventWeights {
    uint64_t lengths, inversions, orders;
} EventWeights;

typedef struct Event {
    uint32_t refs;
    uint32_t position; /* in the path, while on it */
    Action action;
    uint64_t name;
    Objects touched, related;
    /* For cut-offs: the thread's changes of the state up to here, and with where it is now; see
     * cutoff.h. */
    Fingerprint changes, state;
    KnownTime time; /* the latest of its thread and its causes */
    /* Of its slice, as in the machine: blocks of others that its thread freed, and whose they are.
     */
    uint64_t freed, freed_owners;
    uint64_t open;          /* hash of its accesses since its last event that is no branch */
    uint32_t nopen, opened; /* how many of them cutoff.c keeps; those that came with this event */
    EventWeights weights;   /* see adequate.h */
    /* What its thread did: operations but branches, and instructions that asked something about
     * inputs, whether the answer was open or not. It grows alike in configurations whose states are
     * alike but for what is assumed about inputs, where one may have more branches than the
     * other. */
    uint32_t progress;
    uint32_t rounds; /* of a counted loop that its thread did at once after it, see counted.h */
    EventSymbols *symbols;    /* owned; NULL: none */
    struct HappensBefore *hb; /* owned; NULL: races are judged by the order of exploration */
    /* The newest event of its thread, up to it, in which blocks of the thread that others freed
     * went to the thread's own lists: its index; 0: none. */
    uint32_t took_over;
    uint64_t pushed; /* number of the push that brought it to the path, of those of all histories:
                        while it is there, what is below it on the path is the same */
    bool cutoff; /* the state after its causal history was reached before: nothing follows it in its
                    thread */
    uint8_t size_class; /* by which its memory is kept for others */
    uint32_t nclock;
    uint32_t clock[]; /* by thread: how many of its events are causes; its own: action.index. In a
                         contextual history nclock more: how many are strong causes, see
                         event_strong_clock */
} Event;

static inline uint32_t event_clock(const Event *e, uint32_t thread) {
    return thread < e->nclock ? e->clock[thread] : 0;
}
/* Whether x is e or a cause of e. */
static inline bool event_precedes(const Event *x, const Event *e) {
    return event_clock(e, (uint32_t)x->action.thread) >= x->action.index;
}

#define EVENT_CLASSES 80
typedef struct EventPool {
    Event *free_by_size[EVENT_CLASSES]; /* linked through `name` */
} EventPool;

/* Path positions of the events that touch one object, ascending. */
typedef struct ObjectTrace {
    uint64_t key;
    VEC(uint32_t)
    counts; /* as a component of the order of configurations, see adequate.c: per thread, two
               kinds */
    VEC(uint32_t) positions;
    VEC(uint32_t)
    changes; /* of these, all but loads: where a word is looked at often, loads need not be */
    /* An object of the emulated kernel: its state word before each event. (After the last event on
     * an object another one can be made at its address, so this is not the word after the event
     * before.) */
    VEC(uint32_t) words;
    uint64_t changed; /* another number whenever an event came or went (History.pushes) */
    uint32_t stored;  /* of a word: no bytes but these were stored to */
} ObjectTrace;

typedef VEC(Event *) EventList;

typedef struct History {
    EventPool pool;
    VEC(ObjectTrace) objects;
    Index by_key; /* the numbers of objects */
    EventList path;
    VEC(EventList)
    own; /* per thread: its events on the path; the n-th visible operation is number n - 1 */
    uint32_t nthreads; /* slots that clocks cover from now on */
    bool contextual;   /* names are those of the contextual unfolding, see contextual.h; set before
                          anything is recorded */
    Census census;     /* of all events that were ever on the path */
    bool uncounted;    /* events are not counted: they are looked at, and taken back */
    uint64_t pushes;   /* the newest number of a push or a pop, of all histories */
    bool judges;       /* events have clocks of happens-before; set before anything is recorded */
    /* By slot: the thread in whose place it counts where configurations are compared (symmetry.h);
     * -1, and behind the end: it counts for itself. */
    VEC(int32_t) stands_for;
} History;

static inline bool history_is_one_of_many(const History *h, int32_t thread) {
    return (size_t)thread < h->stands_for.len && h->stands_for.data[thread] >= 0;
}
static inline int32_t history_stands_for(const History *h, int32_t thread) {
    return history_is_one_of_many(h, thread) ? h->stands_for.data[thread] : thread;
}

/* How many events of a thread are causes of `e` in the unfolding whose events the names tell apart:
 * the strong causes in a contextual history, else all of them. */
static inline uint32_t event_strong_clock(const History *h, const Event *e, uint32_t thread) {
    return thread < e->nclock ? e->clock[(h->contextual ? e->nclock : 0) + thread] : 0;
}

void history_init(History *h);
void history_free(History *h);
/* The number of the object with this key. */
uint32_t history_number(History *h, uint64_t key);
/* The same of an object that is known; else INDEX_NONE. */
static inline uint32_t history_find_number(const History *h, uint64_t key) {
    return index_find(&h->by_key, hash_mix(key), n, h->objects.data[n].key == key);
}
/* Empties the path and forgets all names. */
void history_clear(History *h);

/* Frees memory that events no longer need. */
void history_trim(History *h);
/* Events of the path that are removed, with all their successors; cut-offs have none and are
 * removed, too. The rest is a configuration. */
typedef struct Removed {
    const Event *const *event;
    unsigned n;
} Removed;
static inline bool removed_has(const Removed *r, const Event *y);

/* The canonical name of an event of `a`: of the name of the event before it in its thread (0:
 * none), and of the sum of hash_mix of the names of its other immediate predecessors. */
uint64_t event_name(const Action *a, uint64_t past, uint64_t others);
/* The event of `a` after the current history, not yet on the path. The caller gets one
 * reference. */
Event *history_event(History *h, const Action *a);
/* The event of `a` after the rest of the history without `removed`. `past` is the newest event of
 * the thread of `a` in the rest (NULL: none), and `related` are the objects that `a` may depend on.
 * Its objects are not looked up. */
Event *history_event_without(History *h, const Action *a, const Objects *related, const Event *past,
                             const Removed *removed);
/* Makes clocks cover at least this number of threads. */
void history_cover(History *h, uint32_t threads);
/* Notes the virtual time of a new event of the path, which its thread knows of from then on. */
void history_time(const History *h, const Machine *m, Event *e);
/* Notes the state words of the objects of a piece of a system call before it happens (`e` not yet
 * on the path). */
void history_kernel_before(History *h, const Machine *m, const Event *e);
/* The state word of a kernel object in what `removed` leaves of the path; what is gone on one
 * object are its last events that change it. */
uint32_t history_kernel_word(History *h, const Machine *m, uint64_t object, const Removed *removed);
/* Puts an event at the end of the path (takes over the reference); counts it if its name is new. */
void history_push(History *h, Event *e);
/* Takes the last event off the path; the reference goes to the caller. */
Event *history_pop(History *h);

/* The newest event of a thread on the path, or NULL. */
static inline Event *history_last(const History *h, uint32_t thread) {
    return thread < h->own.len && h->own.data[thread].len ? vec_last(&h->own.data[thread]) : NULL;
}
/* The event of a thread on the path that is its n-th visible operation (from 1); it must be
 * there. */
static inline Event *history_own(const History *h, uint32_t thread, uint32_t n) {
    return h->own.data[thread].data[n - 1];
}
/* The event before an event of the path in its thread, or NULL. */
static inline Event *history_before(const History *h, const Event *e) {
    return e->action.index > 1 ? history_own(h, (uint32_t)e->action.thread, e->action.index - 1)
                               : NULL;
}

/* The event on the path that created a thread; NULL: it is the main thread, or was not created
 * yet. */
Event *history_creation(const History *h, const Machine *m, int thread);

/* The objects that an action touches, and those whose events it may depend on. */
void history_objects(History *h, const Action *a, Objects *touched, Objects *related);

/* Walks the path positions below `limit` whose events may be dependent with an action, newest
 * first: those that touch one of the given objects; with `changes`, but loads, which no load is
 * dependent with. */
typedef struct Related {
    const uint32_t *list[4];
    size_t left[4];
    unsigned lists;
    size_t all; /* for actions that may depend on everything: positions left */
    bool everything;
    int from; /* the list that the last position came from */
} Related;
static inline void history_related(const History *h, const Objects *objects, size_t limit,
                                   bool changes, Related *r) {
    r->lists = 0;
    r->everything = objects->everything;
    r->from = 0;
    r->all = limit;
    for (unsigned k = 0; k < objects->n; k++) {
        const ObjectTrace *o = &h->objects.data[objects->id[k]];
        const uint32_t *all = changes ? o->changes.data : o->positions.data;
        size_t left = changes ? o->changes.len : o->positions.len, below = 0;
        while (left > below && all[left - 1] >= limit) {
            /* A step at the end, then halves. */
            size_t middle = below + (left - 1 - below) / 2;
            if (all[middle] >= limit)
                left = middle;
            else {
                below = middle + 1;
                left--;
            }
        }
        if (!left) continue;
        r->list[r->lists] = all;
        r->left[r->lists++] = left;
    }
}
/* related.c: related_next for several lists, or for all events. */
bool related_next_of_many(Related *r, size_t *position);
/* False at the end. */
static inline bool related_next(Related *r, size_t *position) {
    if (r->lists > 1 || r->everything) return related_next_of_many(r, position);
    if (!r->lists || !r->left[0]) return false;
    r->from = 0;
    *position = r->list[0][--r->left[0]];
    return true;
}
/* The older events of the list that the last position came from are causes of that event `y`; all
 * older ones that action `a` depends on are where y is an atomic section, which depends on all of
 * them itself. */
static inline void related_close(Related *r, const Action *y, const Action *a) {
    if (y->op.kind == OPERATION_SECTION &&
        (a->op.kind == OPERATION_SECTION ||
         (operation_on_memory(&a->op) && !(a->op.flags & MEMORY_OF_KERNEL)))) {
        r->all = 0;
        for (unsigned k = 0; k < r->lists; k++) r->left[k] = 0;
    } else if (!r->everything)
        r->left[r->from] = 0;
}
/* Whether one of the removed events is y or a cause of it. */
static inline bool removed_precedes(const Removed *r, const Event *y) {
    for (unsigned k = 0; k < r->n; k++)
        if (event_precedes(r->event[k], y)) return true;
    return false;
}
static inline bool removed_has(const Removed *r, const Event *y) {
    return removed_precedes(r, y) || y->cutoff;
}

/* An event whose causes are given as a clock of h->nthreads entries (the action's own entry is
 * set). */
Event *history_make(History *h, const Action *a, const uint32_t *clock, uint64_t name);
static inline Event *event_ref(Event *e) {
    e->refs++;
    return e;
}
void event_unref(History *h, Event *e);

/* Whether two events conflict: events of different threads, neither of which precedes the other,
 * that exclude each other; or different events of one thread. */
static inline bool events_conflict(const Event *a, const Event *b) {
    return a->action.thread == b->action.thread || operation_dependent(&a->action, &b->action);
}

#endif
