/*
 * known_states.h — the states that an exploration knows, as cut-offs (cutoff.c) look at them. Not for others:
 * cutoff.h has what is public of them.
 */
#ifndef HEDDLE_STATE_KNOWN_STATES_H
#define HEDDLE_STATE_KNOWN_STATES_H

#include "base/hash_set.h"
#include "base/index.h"
#include "state/covering.h"
#include "state/cutoff.h"
#include <pthread.h>

/* What all workers of an exploration share. */
struct KnownStates {
    VEC(State) states;
    Index by_fingerprint; /* the numbers of states */
    HashSet earlier;      /* states that earlier explorations went on from, by a hash */
    HashSet cut, kept;    /* names of events decided about: cut-offs, and the others */
    Coverings *coverings; /* of one worker alone: expressions belong to a worker */
    uint64_t nearlier;    /* cut-offs by these */
    Contended *contended; /* what of threads' accesses belongs to states */
    bool locking;
    pthread_mutex_t lock;
};

/* Whether an event was decided about, and how: what it is it stays, since alternatives were built on it. */
static inline bool known_states_is_decided(KnownStates *k, uint64_t name, bool *cut) {
    *cut = hash_set_has(&k->cut, name);
    return *cut || hash_set_has(&k->kept, name);
}
/* The event with this name is a cut-off, whatever is known of its state. */
void known_states_cut(KnownStates *k, uint64_t name);

#endif
