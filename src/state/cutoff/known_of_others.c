/* known_times.c — see known_times.h. */
#include "state/cutoff/known_times.h"
#include "os/operations.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include <stdlib.h>

#define WHOLE_WORD 255u

/* What is known in a causal history. */
typedef struct KnownTimes {
    const History *h;
    const Machine *m;
    const Event *e;
    uint64_t least; /* all who go on know of this time: nobody learns of an earlier one */
    Fingerprint *f;
} KnownTimes;

/* The last event of a thread in the causal history, or NULL. */
static const Event *last_of(const KnownTimes *k, uint32_t thread) {
    uint32_t n = event_clock(k->e, thread);
    return !n                                        ? NULL
           : thread == (uint32_t)k->e->action.thread ? k->e
                                                     : history_own(k->h, thread, n);
}

static bool is_at_end(const Event *last) {
    return last->action.op.kind == OPERATION_EXIT || last->action.op.kind == OPERATION_PROCESS_EXIT;
}

static void add_known(const KnownTimes *k, uint64_t who, const KnownTime *time) {
    if (time->time > k->least)
        fingerprint_add(k->f, fragment(piece(PIECE_TIME, who | 1), thread_time_known(k->m, time)));
}

/* --- threads ---------------------------------------------------------------------------------- */

/* Whether a thread was created that has not started: it has the time of its creation. */
static bool is_to_start(const KnownTimes *k, const Event *creation) {
    const Event *last = last_of(k, (uint32_t)creation->action.op.target);
    return !last || last->position < creation->position;
}

static uint64_t least_known(const KnownTimes *k) {
    uint64_t least = UINT64_MAX;
    for (uint32_t u = 0; u < k->e->nclock; u++) {
        const Event *last = last_of(k, u);
        if (last && !is_at_end(last)) least = MIN(least, last->time.time);
    }
    for (size_t n = 0; n < k->h->objects.len; n++) {
        const ObjectTrace *o = &k->h->objects.data[n];
        for (size_t j = operation_key_kind(o->key) == KEY_THREAD ? o->positions.len : 0; j-- > 0;) {
            const Event *y = k->h->path.data[o->positions.data[j]];
            if (y->action.op.kind == OPERATION_CREATE && event_precedes(y, k->e) &&
                is_to_start(k, y))
                least = MIN(least, y->time.time);
        }
    }
    return least;
}

static void add_threads_known(const KnownTimes *k) {
    for (uint32_t u = 0; u < k->e->nclock; u++) {
        const Event *last = last_of(k, u);
        if (last && !is_at_end(last)) add_known(k, hash_mix(u), &last->time);
    }
}

/* --- objects ---------------------------------------------------------------------------------- */

/* Whether a broadcast may have woken a thread that has not gone on since: that will be dependent
 * with this broadcast, and with no other one. */
static bool may_wake(const KnownTimes *k, const Event *y) {
    bool may = false;
    for (uint32_t u = 0; u < k->e->nclock && y->action.op.kind == OPERATION_BROADCAST; u++) {
        const Event *last = last_of(k, u);
        may |= last && operation_sleeps(&last->action) && last->position < y->position &&
               last->action.op.object == y->action.op.object;
    }
    return may;
}

/* What decides which operations to come are dependent with `y`: two with the same are dependent
 * with the same ones. Generations of a barrier count from its newest one. */
static uint64_t dependence_id(const KnownTimes *k, const Event *y, uint32_t newest) {
    const Operation *o = &y->action.op;
    uint64_t x = hash_combine((uint64_t)y->action.thread << 32 | y->action.outcome,
                              (uint64_t)o->kind << 32 | (uint64_t)o->size << 24 |
                                  (uint64_t)o->flags << 16 | (uint64_t)o->order << 8);
    x = hash_combine(hash_combine(x, o->object), o->detail);
    x = hash_combine(x, (uint32_t)o->target);
    if (o->kind == OPERATION_KERNEL) x = hash_combine(x, o->call->hash);
    if (o->kind == OPERATION_ARRIVE || o->kind == OPERATION_LEAVE)
        x = hash_combine(x, newest - o->generation);
    /* What a section touched is told by its name alone. */
    bool alone = o->kind == OPERATION_SECTION || operation_is_within(o) || may_wake(k, y);
    return alone ? hash_combine(x, y->name) : x;
}

typedef VEC(uint64_t) Dependences;

static bool is_new(Dependences *met, uint64_t dependence) {
    for (size_t k = 0; k < met->len; k++)
        if (met->data[k] == dependence) return false;
    vec_push(met, dependence);
    return true;
}

/* The events on an object, the newest first, up to one that is a cause of all that come: those
 * before it are its causes. Of a thread's events that are dependent with the same operations the
 * newest has the latest time. */
static void add_object_known(const KnownTimes *k, const ObjectTrace *o, Dependences *met) {
    bool word = operation_key_kind(o->key) == KEY_WORD;
    uint32_t newest = 0, stored = 0;
    met->len = 0;
    for (size_t j = o->positions.len; j-- > 0;) {
        const Event *y = k->h->path.data[o->positions.data[j]];
        const Operation *op = &y->action.op;
        if (!event_precedes(y, k->e)) continue;
        bool memory = word && operation_on_memory(op);
        uint32_t bytes =
            memory ? operation_bytes_of_word(op, operation_key_word(o->key)) : WHOLE_WORD;
        if (memory && !(bytes & ~stored)) continue;
        if ((op->kind == OPERATION_ARRIVE || op->kind == OPERATION_LEAVE) && !newest)
            newest = op->generation;
        uint64_t dependence = dependence_id(k, y, newest);
        if (is_new(met, dependence)) add_known(k, hash_combine(o->key, dependence), &y->time);
        if (memory && op->kind != OPERATION_LOAD) stored |= bytes;
        if (operation_dominates(&y->action) || op->kind == OPERATION_SECTION ||
            stored == WHOLE_WORD)
            return;
    }
}

void known_times_add(const History *h, const Machine *m, const Event *e, Fingerprint *f) {
    if (!m->time_spreads) return;
    KnownTimes k = {.h = h, .m = m, .e = e, .f = f};
    Dependences met = {0};
    k.least = least_known(&k);
    add_threads_known(&k);
    for (size_t n = 0; n < h->objects.len; n++) add_object_known(&k, &h->objects.data[n], &met);
    vec_free(&met);
}
