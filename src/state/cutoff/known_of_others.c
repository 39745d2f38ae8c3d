/* known_of_others.c — see known_of_others.h. */
#include "state/cutoff/known_of_others.h"
#include "os/operations.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include <stdlib.h>

#define WHOLE_WORD 255u
#define MOST_KEPT (1u << 17) /* objects of which it is kept what they hand on */

/* What is known in a causal history. */
typedef struct KnownOfOthers {
    const History *h;
    const Machine *m;
    const Event *e;
    uint64_t least; /* all who go on know of this time: nobody learns of an earlier one */
    OpenFrees *open;
    uint64_t open_key; /* which they are */
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

static Fingerprint time_known(const KnownOfOthers *k, uint64_t who, const Event *y) {
    return fragment(piece(PIECE_TIME, who | 1), thread_time_known(k->m, &y->time));
}

static Fingerprint frees_known(const KnownOfOthers *k, uint64_t who, const Event *y) {
    uint64_t frees = 0;
    for (uint32_t n = 0; n < k->open->n && !k->m->frees_by_order; n++)
        if (knows(y, k->open->event[n])) frees += hash_mix(k->open->event[n]->freed);
    return frees ? fragment(piece(PIECE_FREED, who | 1), frees) : (Fingerprint){0, 0};
}

/* Adds what who comes upon `y` learns: its time, and frees. */
static void add_known(const KnownOfOthers *k, uint64_t who, const Event *y) {
    if (k->m->time_spreads && y->time.time > k->least) fingerprint_add(k->f, time_known(k, who, y));
    fingerprint_add(k->f, frees_known(k, who, y));
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

/* --- what is kept of objects -------------------------------------------------------------------
 */

void known_of_objects_free(KnownOfObjects *known) {
    for (size_t k = 0; k < known->objects.len; k++) vec_free(&known->objects.data[k].events);
    vec_free(&known->objects);
}

/* Notes that an event was looked at, after newer ones of its thread. False: too many threads. */
static bool note_seen(HandedOn *x, const Event *y) {
    for (uint32_t n = 0; n < x->nseen; n++)
        if (x->seen[n].thread == (uint32_t)y->action.thread) return true;
    if (x->nseen == ARRAY_LEN(x->seen)) return false;
    x->seen[x->nseen].thread = (uint32_t)y->action.thread;
    x->seen[x->nseen++].index = y->action.index;
    return true;
}

/* Whether open frees may be known where an object was used last. */
static bool may_tell_frees(const KnownOfOthers *k, const HandedOn *x) {
    return k->open->n && x->newest > k->open->event[0]->position;
}

/* Whether what the object hands on was looked at for a history that had the same of its events. */
static bool is_kept(const KnownOfOthers *k, const ObjectTrace *o, const HandedOn *x) {
    if (x->pushed != k->h->path.data[vec_last(&o->positions)]->pushed ||
        (k->least >= x->least && k->least < x->most) ||
        (may_tell_frees(k, x) && x->open != k->open_key))
        return false;
    for (uint32_t n = 0; n < x->nseen; n++)
        if (event_clock(k->e, x->seen[n].thread) < x->seen[n].index) return false;
    return true;
}

/* Adds what an object hands on by `y`, and keeps it. */
static void keep_known(const KnownOfOthers *k, HandedOn *x, uint64_t who, const Event *y) {
    uint64_t time = y->time.time;
    add_known(k, who, y);
    if (!x) return;
    fingerprint_add(&x->frees, frees_known(k, who, y));
    if (!time || !k->m->time_spreads) return;
    fingerprint_add(&x->times, time_known(k, who, y));
    x->least = MIN(x->least, time);
    x->most = MAX(x->most, time);
}

/* What an event on an object does there. */
typedef struct Use {
    uint32_t bytes; /* of a word; else WHOLE_WORD */
    bool stores;
    bool ends; /* all that come are behind it */
} Use;

static Use use_of(const ObjectTrace *o, const Event *y) {
    const Operation *op = &y->action.op;
    bool memory = operation_key_kind(o->key) == KEY_WORD && operation_on_memory(op);
    Use u = {.bytes = memory ? operation_bytes_of_word(op, operation_key_word(o->key)) : WHOLE_WORD,
             .stores = memory && op->kind != OPERATION_LOAD};
    u.ends = operation_dominates(&y->action) || op->kind == OPERATION_SECTION ||
             (u.stores && u.bytes == WHOLE_WORD);
    return u;
}

/* --- the first events on an object ------------------------------------------------------------ */

/* Takes one more event over. False where which one it is depends on more than itself. */
static bool take_older(const KnownOfOthers *k, const ObjectTrace *o, HandedOn *x) {
    const Event *y = k->h->path.data[o->positions.data[x->older]];
    Use u = use_of(o, y);
    unsigned kind = y->action.op.kind;
    if (kind == OPERATION_ARRIVE || kind == OPERATION_LEAVE || kind == OPERATION_BROADCAST)
        return false;
    uint64_t dependence = dependence_id(k, y, 0);
    size_t n = 0;
    for (size_t j = 0; j < x->events.len && !u.ends; j++) {
        HandedEvent z = x->events.data[j];
        if (u.stores) z.bytes &= (uint8_t)~u.bytes;
        if (z.bytes && z.dependence != dependence) x->events.data[n++] = z;
    }
    x->events.len = n;
    vec_push(&x->events, ((HandedEvent){0}));
    memmove(x->events.data + 1, x->events.data, n * sizeof *x->events.data);
    x->events.data[0] = (HandedEvent){dependence, y->position, (uint8_t)u.bytes};
    x->older++;
    x->older_pushed = y->pushed;
    return true;
}

/* Takes over the events on an object that came before `e`, up to the first that did not. */
static void take_all_older(const KnownOfOthers *k, const ObjectTrace *o, HandedOn *x) {
    const Event *const *path = (const Event *const *)k->h->path.data;
    if (x->older > o->positions.len ||
        (x->older && path[o->positions.data[x->older - 1]]->pushed != x->older_pushed)) {
        /* Nothing before the newest event that is a cause of all that come matters. */
        x->older = (uint32_t)o->positions.len;
        x->events.len = 0;
        while (x->older && !use_of(o, path[o->positions.data[x->older - 1]]).ends) x->older--;
        x->older -= x->older > 0;
    }
    while (x->older < o->positions.len && event_precedes(path[o->positions.data[x->older]], k->e) &&
           take_older(k, o, x)) {}
}

/* Whether `e` has all of these events in its causal history, and how they are seen is known. */
static bool has_older(const KnownOfOthers *k, const HandedOn *x) {
    for (size_t j = 0; j < x->events.len; j++)
        if (!event_precedes(k->h->path.data[x->events.data[j].position], k->e)) return false;
    return x->events.len;
}

/* --- all events on an object ------------------------------------------------------------------ */

/* The events on an object, the newest first, up to one that is a cause of all that come: those
 * before it are its causes. Of a thread's events that are dependent with the same operations the
 * newest has the latest time. With `x` it is kept. */
static void add_object_known(const KnownOfOthers *k, const ObjectTrace *o, Dependences *met,
                             HandedOn *x) {
    uint32_t newest = 0, stored = 0;
    bool keeps = x, short_cut = false, ended = false;
    met->len = 0;
    if (x) {
        take_all_older(k, o, x);
        short_cut = has_older(k, x);
        x->times = x->frees = (Fingerprint){0, 0};
        x->least = UINT64_MAX;
        x->most = x->nseen = 0;
        x->open = k->open_key;
        x->newest = vec_last(&o->positions);
    }
    size_t j = o->positions.len;
    for (; j > (short_cut ? x->older : 0) && !ended; j--) {
        const Event *y = k->h->path.data[o->positions.data[j - 1]];
        const Operation *op = &y->action.op;
        if (!event_precedes(y, k->e)) {
            keeps = false;
            continue;
        }
        Use u = use_of(o, y);
        keeps = keeps && note_seen(x, y) && op->kind != OPERATION_BROADCAST;
        if (!(u.bytes & ~stored)) continue;
        if ((op->kind == OPERATION_ARRIVE || op->kind == OPERATION_LEAVE) && !newest)
            newest = op->generation;
        uint64_t dependence = dependence_id(k, y, newest);
        if (is_new(met, dependence)) keep_known(k, x, hash_combine(o->key, dependence), y);
        if (u.stores) stored |= u.bytes;
        ended = u.ends || stored == WHOLE_WORD;
    }
    for (size_t n = 0; short_cut && !ended && n < x->events.len; n++) {
        HandedEvent z = x->events.data[n];
        const Event *y = k->h->path.data[z.position];
        keeps = keeps && note_seen(x, y);
        if (z.bytes & ~stored && is_new(met, z.dependence))
            keep_known(k, x, hash_combine(o->key, z.dependence), y);
    }
    if (x) x->pushed = keeps ? k->h->path.data[x->newest]->pushed : 0;
}

/* What was kept is what is there: `before` is the fingerprint without it. */
static void check_handed_on(const KnownOfOthers *k, const ObjectTrace *o, Dependences *met,
                            Fingerprint before) {
    KnownOfOthers again = *k;
    again.f = &before;
    add_object_known(&again, o, met, NULL);
    invariant(fingerprint_same(before, *k->f));
}

/* The same of all objects; `known` may have it. */
static void add_objects_known(const KnownOfOthers *k, KnownOfObjects *known) {
    Dependences met = {0};
    const History *h = k->h;
    size_t kept = MIN(h->objects.len, MOST_KEPT);
    if (known->exact != k->m->exact_time)
        for (size_t j = 0; j < known->objects.len; j++) known->objects.data[j].pushed = 0;
    known->exact = k->m->exact_time;
    while (known->objects.len < kept) vec_push(&known->objects, ((HandedOn){.pushed = 0}));
    for (size_t j = 0; j < h->objects.len; j++) {
        const ObjectTrace *o = &h->objects.data[j];
        HandedOn *x = j < kept ? &known->objects.data[j] : NULL;
        if (!o->positions.len) continue;
        if (!x || !is_kept(k, o, x)) {
            add_object_known(k, o, &met, x);
            continue;
        }
        Fingerprint before = *k->f;
        if (k->least < x->least) fingerprint_add(k->f, x->times);
        if (may_tell_frees(k, x)) fingerprint_add(k->f, x->frees);
        if (unlikely(base_invariants)) check_handed_on(k, o, &met, before);
    }
    vec_free(&met);
}

/* --- frees ------------------------------------------------------------------------------------ */

/* Whether a thread with this clock of happens-before knows of the frees. */
static bool free_happened(const OrderClock *clock, const Event *freeing) {
    return order_has(clock, (uint32_t)freeing->action.thread, order_last(freeing->hb)->epoch);
}

/* Whether a thread knows of the frees where its last event is `y`. */
static bool knows_of_frees(const KnownOfOthers *k, const Event *y, const Event *freeing) {
    return knows(y, freeing) &&
           (!k->m->frees_by_order || free_happened(order_last(y->hb)->clock, freeing));
}

/* Whether a thread took over its blocks since it knows of the frees. Fences of the slice came too
 * late for that (happens_before_has). */
static bool took_over(const KnownOfOthers *k, const Event *last, const Event *freeing) {
    if (!last->took_over) return false;
    const Event *y = history_own(k->h, (uint32_t)last->action.thread, last->took_over);
    return knows(y, freeing) &&
           (!k->m->frees_by_order || free_happened(y->hb->stage[0].clock, freeing));
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
    if (!last || !knows_of_frees(k, last, freeing)) return true;
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
        if (k->open->n == MOST_OPEN) return false;
        k->open->event[k->open->n++] = freeing[j];
        k->open_key =
            hash_combine(k->open_key, hash_combine((uint64_t)freeing[j]->action.thread << 32 |
                                                       freeing[j]->action.index,
                                                   freeing[j]->freed));
    }
    return true;
}

bool known_of_others_add(const History *h, const Machine *m, const Event *e,
                         const Event *const *freeing, size_t n, KnownOfObjects *known,
                         OpenFrees *open, Fingerprint *f) {
    KnownOfOthers k = {.h = h, .m = m, .e = e, .open = open, .f = f};
    open->n = 0;
    if (m->frees_spread && !find_open(&k, freeing, n)) return false;
    if (!m->time_spreads && (!open->n || m->frees_by_order)) return true;
    k.least = m->time_spreads ? least_known(&k) : 0;
    add_threads_known(&k);
    add_objects_known(&k, known);
    return true;
}
