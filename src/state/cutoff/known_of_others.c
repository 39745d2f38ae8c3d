/* known_of_others.c — see known_of_others.h. */
#include "state/cutoff/known_of_others.h"
#include "os/operations.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include <stdlib.h>

#define WHOLE_WORD 255u
#define MOST_OPEN 64

/* What is known in a causal history. */
typedef struct KnownOfOthers {
    const History *h;
    const Machine *m;
    const Event *e;
    uint64_t least; /* all who go on know of this time: nobody learns of an earlier one */
    /* Events in whose slices blocks were freed of which the owners do not know yet. */
    const Event *open[MOST_OPEN];
    uint32_t nopen;
    Fingerprint *f;
} KnownOfOthers;

/* The last event of a thread in the causal history, or NULL. */
static const Event *last_of(const KnownOfOthers *k, uint32_t thread) {
    uint32_t n = event_clock(k->e, thread);
    return !n                                        ? NULL
           : thread == (uint32_t)k->e->action.thread ? k->e
                                                     : history_own(k->h, thread, n);
}

static bool is_at_end(const Event *last) {
    return last->action.op.kind == OPERATION_EXIT || last->action.op.kind == OPERATION_PROCESS_EXIT;
}

/* Whether a history that ends with `y` has the frees of the slice of `freeing`: that is, the event
 * of its thread behind them. */
static bool knows(const Event *y, const Event *freeing) {
    return event_clock(y, (uint32_t)freeing->action.thread) > freeing->action.index;
}

/* Adds what who comes upon `y` learns: its time, and frees. */
static void add_known(const KnownOfOthers *k, uint64_t who, const Event *y) {
    if (k->m->time_spreads && y->time.time > k->least)
        fingerprint_add(k->f,
                        fragment(piece(PIECE_TIME, who | 1), thread_time_known(k->m, &y->time)));
    uint64_t frees = 0;
    for (uint32_t n = 0; n < k->nopen; n++)
        if (knows(y, k->open[n])) frees += hash_mix(k->open[n]->freed);
    if (frees) fingerprint_add(k->f, fragment(piece(PIECE_FREED, who | 1), frees));
}

/* --- threads ---------------------------------------------------------------------------------- */

/* Whether a thread was created that has not started: it has the time of its creation. */
static bool is_to_start(const KnownOfOthers *k, const Event *creation) {
    const Event *last = last_of(k, (uint32_t)creation->action.op.target);
    return !last || last->position < creation->position;
}

static uint64_t least_known(const KnownOfOthers *k) {
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

static void add_threads_known(const KnownOfOthers *k) {
    for (uint32_t u = 0; u < k->e->nclock; u++) {
        const Event *last = last_of(k, u);
        if (last && !is_at_end(last)) add_known(k, hash_mix(u), last);
    }
}

/* --- objects ---------------------------------------------------------------------------------- */

/* Whether a broadcast may have woken a thread that has not gone on since: that will be dependent
 * with this broadcast, and with no other one. */
static bool may_wake(const KnownOfOthers *k, const Event *y) {
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
static uint64_t dependence_id(const KnownOfOthers *k, const Event *y, uint32_t newest) {
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
static void add_object_known(const KnownOfOthers *k, const ObjectTrace *o, Dependences *met) {
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
        if (is_new(met, dependence)) add_known(k, hash_combine(o->key, dependence), y);
        if (memory && op->kind != OPERATION_LOAD) stored |= bytes;
        if (operation_dominates(&y->action) || op->kind == OPERATION_SECTION ||
            stored == WHOLE_WORD)
            return;
    }
}

/* --- frees ------------------------------------------------------------------------------------ */

/* Whether a thread took over its blocks since it knows of the frees. */
static bool took_over(const KnownOfOthers *k, const Event *last, const Event *freeing) {
    for (const Event *x = last; x && knows(x, freeing); x = history_before(k->h, x))
        if (x->took_over) return true;
    return false;
}

/* Whether the owner of a block still has to learn of a free. What it knows and has not acted on is
 * added. After its end its parent counts, whose children to come may get its blocks. */
static bool is_open(const KnownOfOthers *k, uint32_t owner, const Event *freeing) {
    const Event *last = last_of(k, owner);
    const Thread *t = k->m->threads[owner];
    if (last && is_at_end(last)) {
        if (!t || t->parent < 0) return false;
        last = last_of(k, (uint32_t)t->parent);
        if (last && is_at_end(last)) return false;
    }
    if (!last || !knows(last, freeing)) return true;
    if (!took_over(k, last, freeing))
        fingerprint_add(k->f, fragment(piece(PIECE_FREED, hash_mix(~(uint64_t)owner) | 1),
                                       hash_mix(freeing->freed)));
    return false;
}

/* Finds the frees of which owners do not know. False: too many. */
static bool find_open(KnownOfOthers *k, const Event *const *freeing, size_t n) {
    for (size_t j = 0; j < n; j++) {
        bool open = false;
        if (!event_precedes(freeing[j], k->e)) continue;
        for (uint32_t u = 0; u < k->e->nclock; u++)
            if (freeing[j]->freed_owners >> (u & 63) & 1) open |= is_open(k, u, freeing[j]);
        if (!open) continue;
        if (k->nopen == MOST_OPEN) return false;
        k->open[k->nopen++] = freeing[j];
    }
    return true;
}

bool known_of_others_add(const History *h, const Machine *m, const Event *e,
                         const Event *const *freeing, size_t n, Fingerprint *f) {
    KnownOfOthers k = {.h = h, .m = m, .e = e, .f = f};
    if (m->frees_spread && !find_open(&k, freeing, n)) return false;
    if (!m->time_spreads && !k.nopen) return true;
    Dependences met = {0};
    k.least = m->time_spreads ? least_known(&k) : 0;
    add_threads_known(&k);
    for (size_t j = 0; j < h->objects.len; j++) add_object_known(&k, &h->objects.data[j], &met);
    vec_free(&met);
    return true;
}
