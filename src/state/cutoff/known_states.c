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
    hash_set_clear(&k->overruled);
    k->journal.len = 0;
    if (k->coverings) coverings_clear(k->coverings);
    if (k->beyond) beyond_clear(k->beyond);
    contended_begin(k->contended);
}

void known_states_free(KnownStates *k) {
    if (!k) return;
    vec_free(&k->states);
    index_free(&k->by_fingerprint);
    vec_free(&k->earlier);
    index_free(&k->by_earlier);
    beyond_free(k->beyond);
    hash_set_free(&k->cut);
    hash_set_free(&k->kept);
    hash_set_free(&k->overruled);
    vec_free(&k->journal);
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

uint64_t known_states_cutoffs(KnownStates *k) {
    return known_states_read(k, &k->cut.len) - known_states_read(k, &k->overruled.len);
}
uint64_t known_states_count(KnownStates *k) { return known_states_read(k, &k->states.len); }

void known_states_keep(KnownStates *k) { k->beyond = beyond_new(); }

void known_states_spare(KnownStates *k) {
    known_states_lock(k);
    if (k->beyond) beyond_give_up(k->beyond);
    known_states_unlock(k);
}

Beyond *known_states_beyond(KnownStates *k) { return k->beyond; }

static uint32_t find_earlier(const KnownStates *k, Fingerprint f) {
    return index_find(&k->by_earlier, f.a, n, fingerprint_same(k->earlier.data[n].fingerprint, f));
}

void known_states_earlier(KnownStates *k, Fingerprint f, uint32_t beyond) {
    if (find_earlier(k, f) != INDEX_NONE) return;
    index_add(&k->by_earlier, f.a, (uint32_t)k->earlier.len);
    vec_push(&k->earlier, ((EarlierState){f, beyond}));
}

void known_states_forget_earlier(KnownStates *k) {
    k->earlier.len = 0;
    index_clear(&k->by_earlier);
    k->nearlier = 0;
}

uint64_t known_states_cut_earlier(KnownStates *k) { return k->nearlier; }

void known_states_each(const KnownStates *k,
                       void (*visit)(void *context, Fingerprint f, uint32_t beyond),
                       void *context) {
    for (size_t n = 0; n < k->states.len; n++)
        if (!known_states_is_own(k->states.data[n].fingerprint))
            visit(context, k->states.data[n].fingerprint, beyond_of_state(k->beyond, (uint32_t)n));
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

static void add_to_journal(KnownStates *k, uint64_t name, bool cut, const State *state) {
    if (!k->journals) return;
    KnownDecision d = {.name = name, .cut = cut, .has_state = state != NULL};
    if (state) d.state = *state;
    vec_push(&k->journal, d);
}

/* Makes the smaller configuration the representative of its state. Returns the state's number. */
static uint32_t known_states_add(KnownStates *k, const State *new) {
    uint64_t hash = new->fingerprint.a;
    uint32_t number = index_find(&k->by_fingerprint, hash, n,
                                 fingerprint_same(k->states.data[n].fingerprint, new->fingerprint));
    if (number == INDEX_NONE) {
        number = (uint32_t)k->states.len;
        index_add(&k->by_fingerprint, hash, number);
        vec_push(&k->states, *new);
    } else if (state_smaller(new, &k->states.data[number]))
        k->states.data[number] = *new;
    return number;
}

static bool known_states_insert(KnownStates *k, uint64_t name, const State *new, KnownReason *why) {
    invariant(!hash_set_has(&k->kept, name) && !hash_set_has(&k->cut, name));
    uint64_t hash = new->fingerprint.a;
    uint32_t number = index_find(&k->by_fingerprint, hash, n,
                                 fingerprint_same(k->states.data[n].fingerprint, new->fingerprint));
    State *s = number == INDEX_NONE ? NULL : &k->states.data[number];
    if (unlikely(base_invariants)) check_known_states(k, s, new);
    uint32_t earlier = k->earlier.len ? find_earlier(k, new->fingerprint) : INDEX_NONE;
    if (earlier != INDEX_NONE) {
        k->nearlier++;
        hash_set_add(&k->cut, name);
        *why = (KnownReason){BEYOND_CUT_EARLIER, k->earlier.data[earlier].beyond};
        return true;
    }
    if (s && state_smaller(s, new)) {
        hash_set_add(&k->cut, name);
        add_to_journal(k, name, true, NULL);
        *why = (KnownReason){BEYOND_CUT, number};
        return true;
    }
    hash_set_add(&k->kept, name);
    *why = (KnownReason){BEYOND_KEPT, known_states_add(k, new)};
    add_to_journal(k, name, false, new);
    return false;
}

bool known_states_judge(KnownStates *k, uint64_t name, const State *state, KnownReason *why) {
    bool cut;
    why->kind = BEYOND_UNDECIDED;
    return known_states_is_decided(k, name, &cut) ? cut : known_states_insert(k, name, state, why);
}

bool known_states_decide(KnownStates *k, uint64_t name, const State *state) {
    KnownReason why;
    known_states_lock(k);
    bool cut = known_states_judge(k, name, state, &why);
    known_states_unlock(k);
    return cut;
}

void known_states_cut(KnownStates *k, uint64_t name) {
    if (hash_set_add(&k->cut, name)) add_to_journal(k, name, true, NULL);
}

/* --- other processes -------------------------------------------------------------------------- */

void known_states_use_journal(KnownStates *k) { k->journals = true; }

static void put_decision(Wire *out, const KnownDecision *d) {
    const State *s = &d->state;
    wire_put_64(out, d->name);
    wire_put_8(out, (uint8_t)(d->cut | d->has_state << 1));
    if (!d->has_state) return;
    const uint64_t all[] = {s->fingerprint.a,
                            s->fingerprint.b,
                            s->size.events,
                            s->size.weights.lengths,
                            s->size.weights.inversions,
                            s->size.weights.orders,
                            s->size.numbers,
                            s->progress};
    wire_put(out, all, sizeof all);
}

static KnownDecision get_decision(WireReader *r) {
    KnownDecision d = {.name = wire_get_64(r)};
    State *s = &d.state;
    uint8_t flags = wire_get_8(r);
    d.cut = flags & 1;
    d.has_state = flags >> 1 & 1;
    if (!d.name || flags > 3 || (d.cut && d.has_state)) r->wrong = true;
    if (!d.has_state) return d;
    uint64_t *const all[] = {&s->fingerprint.a,
                             &s->fingerprint.b,
                             &s->size.events,
                             &s->size.weights.lengths,
                             &s->size.weights.inversions,
                             &s->size.weights.orders,
                             &s->size.numbers,
                             &s->progress};
    for (size_t j = 0; j < ARRAY_LEN(all); j++) *all[j] = wire_get_64(r);
    return d;
}

void known_states_put_journal(KnownStates *k, Wire *out) {
    for (size_t n = 0; n < k->journal.len; n++) put_decision(out, &k->journal.data[n]);
}

void known_states_end_journal(KnownStates *k) { k->journal.len = 0; }

/* Takes over a decision of another process. Returns whether it contradicts ours. */
static bool take_decision(KnownStates *k, const KnownDecision *d) {
    bool cut, decided = known_states_is_decided(k, d->name, &cut);
    if (d->has_state) known_states_add(k, &d->state);
    if (k->beyond) beyond_give_up(k->beyond);
    if (decided && cut == d->cut) return false;
    if (d->cut)
        hash_set_add(&k->cut, d->name);
    else if (decided)
        hash_set_add(&k->overruled, d->name);
    else
        hash_set_add(&k->kept, d->name);
    return decided;
}

/* Drops the decisions that others took before. */
static void shorten_journal(KnownStates *k, const HashSet *others) {
    size_t left = 0;
    for (size_t n = 0; n < k->journal.len; n++)
        if (!hash_set_has(others, k->journal.data[n].name))
            k->journal.data[left++] = k->journal.data[n];
    k->journal.len = left;
}

uint64_t known_states_take(KnownStates *k, WireReader *r) {
    HashSet names = {0};
    uint64_t contradictions = 0;
    if (k->locking) pthread_mutex_lock(&k->lock);
    while (!r->wrong && r->at < r->end) {
        KnownDecision d = get_decision(r);
        if (r->wrong) break;
        contradictions += take_decision(k, &d);
        hash_set_add(&names, d.name);
    }
    if (k->journal.len) shorten_journal(k, &names);
    if (k->locking) pthread_mutex_unlock(&k->lock);
    hash_set_free(&names);
    return contradictions;
}
