/*
 * known_states.h — the internals of the known states for cutoff.c. Not for others: cutoff.h has the
 * public part.
 */
#ifndef HEDDLE_STATE_KNOWN_STATES_H
#define HEDDLE_STATE_KNOWN_STATES_H

#include "base/tables/hash_set.h"
#include "base/tables/index.h"
#include "state/cutoff/covering.h"
#include "state/cutoff/cutoff.h"
#include <pthread.h>

/* The data that all workers of an exploration share. */
struct KnownStates {
    VEC(State) states;
    Index by_fingerprint; /* the numbers of states */
    HashSet earlier;      /* hashes of states that earlier explorations continued from */
    HashSet cut, kept;    /* names of decided events: cut-offs, and the others */
    Coverings *coverings; /* only with a single worker: expressions belong to a worker */
    uint64_t nearlier;    /* cut-offs by states of `earlier` */
    Contended *contended; /* what of threads' accesses belongs to states */
    bool locking;
    pthread_mutex_t lock;
};

/* Whether an event was decided, and how. The decision is final, since alternatives were built on
 * it. */
static inline bool known_states_is_decided(KnownStates *k, uint64_t name, bool *cut) {
    *cut = hash_set_has(&k->cut, name);
    return *cut || hash_set_has(&k->kept, name);
}
/* Makes the event with this name a cut-off, whatever is known about its state. */
void known_states_cut(KnownStates *k, uint64_t name);

#endif
