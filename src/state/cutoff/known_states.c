/*
 * known_states.c — the states that an exploration knows, shared by its workers. Each has one
 * representative, the smallest configuration by the adequate order. The decision whether an event
 * is a cut-off is final.
 */
#include "state/cutoff/known_states.h"
#include <stdlib.h>

KnownStates *known_states_new(bool locking) {
    KnownStates *k = xcalloc(1, sizeof *k);
    k->locking = locking;
    k->contended = contended_new(locking);
    if (!locking) k->coverings = coverings_new();
    pthread_mutex_init(&k->lock, NULL);
    return k;
}

void known_states_clear(KnownStates *k) {
    k->states.len = 0;
    index_clear(&k->by_fingerprint);
    hash_set_clear(&k->cut);
    hash_set_clear(&k->kept);
    if (k->coverings) coverings_clear(k->coverings);
    contended_begin(k->contended);
}

void known_states_free(KnownStates *k) {
    if (!k) return;
    vec_free(&k->states);
    index_free(&k->by_fingerprint);
    hash_set_free(&k->earlier);
    hash_set_free(&k->cut);
    hash_set_free(&k->kept);
    coverings_free(k->coverings);
    contended_free(k->contended);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

void known_states_compare_explorations(KnownStates *k) { contended_all(k->contended); }

/* Read while other workers decide. */
static uint64_t known_states_read(KnownStates *k, const size_t *len) {
    if (k->locking) pthread_mutex_lock(&k->lock);
    uint64_t n = *len;
    if (k->locking) pthread_mutex_unlock(&k->lock);
    return n;
}

uint64_t known_states_cutoffs(KnownStates *k) { return known_states_read(k, &k->cut.len); }
uint64_t known_states_count(KnownStates *k) { return known_states_read(k, &k->states.len); }

static uint64_t earlier_hash(Fingerprint f) { return hash_combine(f.a, f.b) | 1; }

void known_states_earlier(KnownStates *k, Fingerprint f) {
    hash_set_add(&k->earlier, earlier_hash(f));
}

void known_states_forget_earlier(KnownStates *k) {
    hash_set_clear(&k->earlier);
    k->nearlier = 0;
}

uint64_t known_states_cut_earlier(KnownStates *k) { return k->nearlier; }

void known_states_each(const KnownStates *k, void (*visit)(void *context, Fingerprint f),
                       void *context) {
    for (size_t n = 0; n < k->states.len; n++) visit(context, k->states.data[n].fingerprint);
}

static bool state_smaller(const State *x, const State *y) {
    if (x->progress != y->progress) return x->progress < y->progress;
    return adequate_smaller(&x->size, &y->size);
}

/* Invariant: each state has one representative, and no event is both a cut-off and not. The order
 * is asymmetric: no two configurations are smaller than each other. */
static void check_known_states(const KnownStates *k, const State *s, const State *new) {
    invariant(k->by_fingerprint.len == k->states.len);
    invariant(!s || fingerprint_same(s->fingerprint, new->fingerprint));
    invariant(!state_smaller(new, new));
    invariant(!s || !state_smaller(s, new) || !state_smaller(new, s));
}

static bool known_states_insert(KnownStates *k, uint64_t name, const State *new) {
    invariant(!hash_set_has(&k->kept, name) && !hash_set_has(&k->cut, name));
    uint64_t hash = new->fingerprint.a;
    uint32_t number = index_find(&k->by_fingerprint, hash, n,
                                 fingerprint_same(k->states.data[n].fingerprint, new->fingerprint));
    State *s = number == INDEX_NONE ? NULL : &k->states.data[number];
    if (unlikely(base_invariants)) check_known_states(k, s, new);
    if (k->earlier.len && hash_set_has(&k->earlier, earlier_hash(new->fingerprint))) {
        k->nearlier++;
        hash_set_add(&k->cut, name);
        return true;
    }
    if (s && state_smaller(s, new)) {
        hash_set_add(&k->cut, name);
        return true;
    }
    hash_set_add(&k->kept, name);
    if (!s) {
        index_add(&k->by_fingerprint, hash, (uint32_t)k->states.len);
        vec_push(&k->states, *new);
    } else if (state_smaller(new, s))
        *s = *new;
    return false;
}

bool known_states_decide(KnownStates *k, uint64_t name, const State *state) {
    bool cut;
    if (k->locking) pthread_mutex_lock(&k->lock);
    cut = known_states_is_decided(k, name, &cut) ? cut : known_states_insert(k, name, state);
    if (k->locking) pthread_mutex_unlock(&k->lock);
    return cut;
}

/* Makes the event with this name a cut-off, whatever is known about its state. */
void known_states_cut(KnownStates *k, uint64_t name) {
    if (k->locking) pthread_mutex_lock(&k->lock);
    hash_set_add(&k->cut, name);
    if (k->locking) pthread_mutex_unlock(&k->lock);
}
