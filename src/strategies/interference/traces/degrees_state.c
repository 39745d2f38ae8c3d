/*
 * degrees_state.c — what the degrees of later events depend on, beside the state of the program. It
 * is what later events can take from: the last events of threads, creations of threads that have
 * not started, the newest stores, and what stateful objects and mutexes are taken from. For each
 * interference of the past counts only in which of these it is, and for each store, which threads
 * know it. Two pasts with equal sums have futures with equal degrees.
 */
#include "strategies/interference/scenario/forest.h"
#include "strategies/interference/traces/degrees.h"
#include "vm/state/fingerprint.h"

/* A store of more bytes makes each state one of its own. */
#define MOST_STORED 4096

/* Kinds of what can be taken from. */
enum { FROM_THREAD = 1, FROM_CREATION, FROM_STORE, FROM_USE, FROM_HOLDER };

static uint64_t name_source(unsigned kind, uint64_t what) {
    return hash_combine(hash_mix(kind), what);
}

/* The event at a position can be taken from, under this name. */
static void add_taken_source(Degrees *d, size_t at, uint64_t name) {
    const uint64_t *set = degrees_set(d, at);
    for (uint32_t w = 0; w < d->words; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            d->members.data[64 * w + (uint32_t)__builtin_ctzll(bits)] += name;
}

/* The same for a store; whose thread's future reads it without an interference makes a
 * difference. */
static void add_store(Degrees *d, const Action *a, size_t at, uint64_t name, Fingerprint *f) {
    add_taken_source(d, at, name);
    for (size_t k = 0; k < d->readers.len; k++) {
        uint32_t known = degrees_clock(d, d->readers.data[k].at)[a->thread];
        if (known >= a->index)
            fingerprint_add(f,
                            fragment(PIECE_DEGREES, hash_combine(name, d->readers.data[k].name)));
    }
}

/* Adds who may read later: threads by their last events, and those that have not started by their
 * creation. */
static void add_readers(Degrees *d, Run *r, const Event *e) {
    d->readers.len = 0;
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        if (!last) continue;
        const Event *x = u == (uint32_t)e->action.thread ? e : history_own(&r->history, u, last);
        DegreesReader reader = {x->position, name_source(FROM_THREAD, u)};
        vec_push(&d->readers, reader);
    }
    for (size_t k = 0; k <= e->position; k++) {
        const Event *x = r->history.path.data[k];
        const Operation *o = &x->action.op;
        if (o->kind != OPERATION_CREATE || !(x == e || event_precedes(x, e))) continue;
        if ((uint32_t)o->target < e->nclock && event_clock(e, (uint32_t)o->target)) continue;
        DegreesReader reader = {k, name_source(FROM_CREATION, (uint64_t)o->target)};
        vec_push(&d->readers, reader);
    }
    for (size_t k = 0; k < d->readers.len; k++)
        add_taken_source(d, d->readers.data[k].at, d->readers.data[k].name);
}

/* The name of the bytes of which a store is the newest; 0: none. False if it has too many. */
static bool name_newest(Degrees *d, const Operation *o, uint64_t *name) {
    uint64_t size = operation_extent(o);
    *name = 0;
    if (size > MOST_STORED) return false;
    for (uint64_t byte = o->object; byte < o->object + size; byte++)
        if (hash_set_add(&d->seen, byte + 1)) *name += name_source(FROM_STORE, byte);
    return true;
}

Fingerprint degrees_state(Degrees *d, Run *r, const Event *e) {
    Fingerprint f = {0, 0}, own = fragment(PIECE_DEGREES, e->name);
    degrees_step(d, r);
    d->members.len = 0;
    for (uint32_t k = 0; k < 64 * d->words; k++) vec_push(&d->members, 0);
    hash_set_clear(&d->seen);
    add_readers(d, r, e);
    for (size_t k = e->position + 1; k-- > 0;) {
        const Event *x = r->history.path.data[k];
        const Operation *o = &x->action.op;
        uint64_t name, mutex;
        if (x != e && !event_precedes(x, e)) continue;
        if (operation_on_memory(o) && o->kind != OPERATION_LOAD) {
            if (!name_newest(d, o, &name)) return own;
            if (name) add_store(d, &x->action, k, name, &f);
        }
        if (forest_is_stateful(o) &&
            hash_set_add(&d->seen, hash_combine(FROM_USE, o->object) | 1ull << 63))
            add_taken_source(d, k, name_source(FROM_USE, o->object));
        if (!operation_mutex(o, &mutex)) continue;
        unsigned change = operation_hold_change(&x->action).change;
        if ((change == HOLD_BEGINS || change == HOLD_ENDS) &&
            hash_set_add(&d->seen, hash_combine(FROM_HOLDER, mutex) | 1ull << 63) &&
            change == HOLD_BEGINS)
            add_taken_source(d, k, name_source(FROM_HOLDER, mutex));
    }
    for (size_t k = 0; k < d->members.len; k++)
        if (d->members.data[k]) fingerprint_add(&f, fragment(PIECE_DEGREES, d->members.data[k]));
    return f;
}
