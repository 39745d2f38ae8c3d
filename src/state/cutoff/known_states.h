/*
 * known_states.h — the internals of the known states for cutoff.c. Not for others: cutoff.h has the
 * public part.
 */
#ifndef HEDDLE_STATE_KNOWN_STATES_H
#define HEDDLE_STATE_KNOWN_STATES_H

#include "base/tables/hash_set.h"
#include "base/tables/index.h"
#include "state/cutoff/beyond.h"
#include "state/cutoff/covering.h"
#include "state/cutoff/cutoff.h"
#include <pthread.h>

/* A decision about an event, as it is told to other processes. */
typedef struct KnownDecision {
    uint64_t name;
    bool cut, has_state; /* the state belongs to an event that is no cut-off */
    State state;
} KnownDecision;

/* A state of another version. */
typedef struct EarlierState {
    Fingerprint fingerprint;
    uint32_t beyond; /* the set of functions that are entered behind it */
} EarlierState;

/* The data that all workers of an exploration share. */
struct KnownStates {
    VEC(State) states;
    Index by_fingerprint;      /* the numbers of states */
    VEC(EarlierState) earlier; /* that earlier explorations continued from */
    Index by_earlier;
    Beyond *beyond;    /* NULL: states are not kept for other versions */
    HashSet cut, kept; /* names of decided events: cut-offs, and the others */
    HashSet overruled; /* of those in `cut`, what other processes had decided to be none */
    bool journals;     /* decisions are listed for other processes */
    VEC(KnownDecision) journal;
    Coverings *coverings; /* only with a single worker: expressions belong to a worker */
    uint64_t nearlier;    /* cut-offs by states of `earlier` */
    Contended *contended; /* what of threads' accesses belongs to states */
    bool locking;
    pthread_mutex_t lock;
};

/* The fingerprint of a state that is compared with none: it has the event's name. In another
 * version an event of that name may lead elsewhere. */
static inline Fingerprint known_states_own(uint64_t name) { return (Fingerprint){name, ~name}; }
static inline bool known_states_is_own(Fingerprint f) { return f.b == ~f.a; }

/* Whether an event was decided, and how. The decision is final, since alternatives were built on
 * it. */
static inline bool known_states_is_decided(KnownStates *k, uint64_t name, bool *cut) {
    bool is_cut = hash_set_has(&k->cut, name);
    *cut = is_cut && !(k->overruled.len && hash_set_has(&k->overruled, name));
    return is_cut || hash_set_has(&k->kept, name);
}
/* As known_states_decide, and says why; with the lock held. */
typedef struct KnownReason {
    BeyondKind kind;
    uint32_t number; /* see BeyondKind */
} KnownReason;
bool known_states_judge(KnownStates *k, uint64_t name, const State *state, KnownReason *why);
/* Makes the event with this name a cut-off, whatever is known about its state; with the lock held.
 */
void known_states_cut(KnownStates *k, uint64_t name);
static inline void known_states_lock(KnownStates *k) {
    if (k->locking) pthread_mutex_lock(&k->lock);
}
static inline void known_states_unlock(KnownStates *k) {
    if (k->locking) pthread_mutex_unlock(&k->lock);
}

#endif
