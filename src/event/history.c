/* history.c — see history.h. */
#include "event/history.h"
#include "event/strong_causes.h"
#include "event/happens_before.h"
#include "event/history_check.h"
#include <assert.h>
#include <stdlib.h>

void history_init(History *h) {
    static _Atomic uint64_t histories;
    memset(h, 0, sizeof *h);
    h->pushes = ++histories << 44;
}

/* Freed events are kept for reuse by the size of their clocks: multiples of four up to FINE_CLASSES
 * classes, then powers of two. */
#define FINE_CLASSES 64
static unsigned clock_size_class(uint32_t nclock, uint32_t *room) {
    unsigned c = (nclock + 3) / 4;
    *room = c * 4;
    if (c < FINE_CLASSES) return c;
    unsigned log = 32 - (unsigned)__builtin_clz(nclock - 1);
    *room = 1u << log;
    return FINE_CLASSES + log - 8;
}

static Event *event_new(History *h, uint32_t nclock) {
    uint32_t room, entries = nclock << h->contextual; /* of one clock or two */
    unsigned c = clock_size_class(entries, &room);
    assert(c < EVENT_CLASSES && entries <= room);
    Event *e = h->pool.free_by_size[c];
    if (e)
        h->pool.free_by_size[c] = (Event *)(uintptr_t)e->name;
    else {
        e = xmalloc(sizeof(Event) + room * sizeof(uint32_t));
    }
    e->refs = 1;
    e->size_class = (uint8_t)c;
    e->nclock = nclock;
    e->symbols = NULL;
    e->hb = NULL;
    e->rounds = 0;
    e->time = (KnownTime){0, 0, 0};
    e->freed = e->freed_owners = 0;
    e->took_over = 0;
    e->cutoff = false;
    return e;
}

void event_unref(History *h, Event *e) {
    if (!e || --e->refs) return;
    unsigned c = e->size_class;
    free(e->symbols);
    happens_before_free(e->hb);
    e->name = (uint64_t)(uintptr_t)h->pool.free_by_size[c];
    h->pool.free_by_size[c] = e;
}

void history_clear(History *h) {
    while (h->path.len) event_unref(h, history_pop(h));
    h->stands_for.len = 0;
    for (size_t k = 0; k < h->objects.len; k++) {
        h->objects.data[k].positions.len = h->objects.data[k].changes.len = 0;
        h->objects.data[k].counts.len = 0;
        h->objects.data[k].words.len = 0;
        h->objects.data[k].stored = 0;
    }
    census_clear(&h->census);
}

void history_trim(History *h) {
    for (unsigned c = 0; c < EVENT_CLASSES; c++) {
        for (Event *e = h->pool.free_by_size[c], *next; e; e = next) {
            next = (Event *)(uintptr_t)e->name;
            free(e);
        }
        h->pool.free_by_size[c] = NULL;
    }
}

void history_free(History *h) {
    history_clear(h);
    history_trim(h);
    for (size_t k = 0; k < h->objects.len; k++) {
        vec_free(&h->objects.data[k].positions);
        vec_free(&h->objects.data[k].changes);
        vec_free(&h->objects.data[k].counts);
        vec_free(&h->objects.data[k].words);
    }
    for (size_t k = 0; k < h->own.len; k++) vec_free(&h->own.data[k]);
    vec_free(&h->objects);
    vec_free(&h->own);
    vec_free(&h->stands_for);
    vec_free(&h->path);
    index_free(&h->by_key);
    census_free(&h->census);
    memset(h, 0, sizeof *h);
}

static uint64_t action_hash(const Action *a) {
    uint64_t x = (uint64_t)a->thread << 48 ^ (uint64_t)a->op.kind << 40 ^
                 (uint64_t)a->op.size << 32 ^ a->outcome;
    x = hash_combine(x, a->op.object);
    x = hash_combine(x, a->op.detail + a->index * 0x100000001ull);
    if (a->op.condition) x = hash_combine(x, operation_content(&a->op));
    return x;
}

uint64_t event_name(const Action *a, uint64_t past, uint64_t others) {
    uint64_t name = action_hash(a);
    if (past) name = hash_combine(name, past);
    return hash_combine(name, others) | 1;
}

void history_time(const History *h, const Machine *m, Event *e) {
    const Thread *t = m->threads[e->action.thread];
    e->time = (KnownTime){t->time, t->passed, t->passes};
    for (uint32_t u = 0; u < e->nclock; u++) {
        bool own = u == (uint32_t)e->action.thread;
        uint32_t last = event_strong_clock(h, e, u) - own;
        if (!last) continue;
        const KnownTime *x = &history_own(h, u, last)->time;
        e->time.time = MAX(e->time.time, x->time);
        e->time.passed |= x->passed;
        e->time.passes = MAX(e->time.passes, x->passes);
    }
}

Event *history_make(History *h, const Action *a, const uint32_t *clock, uint64_t name) {
    assert(!h->contextual);
    Event *e = event_new(h, h->nthreads);
    e->action = *a;
    e->name = name;
    e->touched = e->related = (Objects){0};
    memcpy(e->clock, clock, h->nthreads * sizeof *clock);
    e->clock[a->thread] = a->index;
    return e;
}

/* --- objects ---------------------------------------------------------------------------------- */

uint32_t history_number(History *h, uint64_t key) {
    uint32_t number = history_find_number(h, key);
    if (number != INDEX_NONE) return number;
    ObjectTrace o = {.key = key};
    number = (uint32_t)h->objects.len;
    vec_push(&h->objects, o);
    index_add(&h->by_key, hash_mix(key), number);
    return number;
}

void history_objects(History *h, const Action *a, Objects *touched, Objects *related) {
    uint64_t keys[OPERATION_KEYS];
    unsigned first;
    *touched = *related = (Objects){0};
    unsigned n = operation_keys(a, keys, &first, &related->everything);
    if (related->everything) n = first;
    for (unsigned k = 0; k < n; k++) related->id[k] = history_number(h, keys[k]);
    memcpy(touched->id, related->id, first * sizeof touched->id[0]);
    touched->n = (uint8_t)first;
    related->n = related->everything ? 0 : (uint8_t)n;
}

void history_cover(History *h, uint32_t threads) {
    h->nthreads = MAX(h->nthreads, threads);
    EventList none = {0};
    while (h->own.len < h->nthreads) vec_push(&h->own, none);
}

/* A choice of the causes of an event. */
typedef enum Causes { ALL_CAUSES, STRONG_CAUSES } Causes;

/* Adds the causes of an event of `a` to `clock`, which has those of its thread's past; returns what
 * the names of its other immediate predecessors add to its canonical name. The path is walked from
 * the newest event backwards, and what is already a cause is skipped, so only immediate
 * predecessors are met: the path is a linearisation of strong causes as well. */
static ALWAYS_INLINE uint64_t history_find_causes(const History *h, const Action *a,
                                                  uint32_t *clock, const Objects *related,
                                                  const Removed *removed, Causes which) {
    uint64_t others = 0;
    Related r;
    bool foreign = operation_has_foreign_causes(a->op.kind);
    if (foreign) history_related(h, related, h->path.len, a->op.kind == OPERATION_LOAD, &r);
    for (size_t k; foreign && related_next(&r, &k);) {
        const Event *y = h->path.data[k];
        if (removed && removed_has(removed, y)) continue;
        if (y->action.thread == a->thread) {
            if (operation_covers(&y->action, a)) related_close(&r, &y->action, a);
            continue;
        }
        bool cause = which == STRONG_CAUSES ? contextual_cause(&y->action, a)
                                            : operation_dependent(&y->action, a);
        if (!cause) {
            /* A join before the creation of the thread is a cause of the creation. */
            if (a->op.kind == OPERATION_JOIN && y->action.op.kind == OPERATION_CREATE)
                related_close(&r, &y->action, a);
            continue;
        }
        if (y->action.index > clock[y->action.thread]) {
            const uint32_t *theirs = which == STRONG_CAUSES ? y->clock + y->nclock : y->clock;
            for (uint32_t t = 0; t < y->nclock; t++)
                if (theirs[t] > clock[t]) clock[t] = theirs[t];
            others += hash_mix(y->name);
        }
        if (operation_covers(&y->action, a)) related_close(&r, &y->action, a);
    }
    clock[a->thread] = a->index;
    return others;
}

/* Not inlined, since most events do not need it. */
static __attribute__((noinline)) uint64_t find_strong_causes(const History *h, Event *e,
                                                             const Objects *related,
                                                             const Removed *removed) {
    return history_find_causes(h, &e->action, e->clock + e->nclock, related, removed,
                               STRONG_CAUSES);
}

/* Gives `e`, an event with the clocks of its thread's past, its causes and its canonical name: a
 * hash of the action and of the names of its immediate predecessors, in a contextual history its
 * strong ones. */
static void find_history(History *h, Event *e, const Objects *related, const Event *past,
                         const Removed *removed) {
    uint64_t others = history_find_causes(h, &e->action, e->clock, related, removed, ALL_CAUSES);
    if (unlikely(h->contextual)) others = find_strong_causes(h, e, related, removed);
    e->name = event_name(&e->action, past ? past->name : 0, others);
}

static Event *event_after(History *h, const Action *a, const Event *past) {
    Event *e = event_new(h, h->nthreads);
    e->action = *a;
    uint32_t known = past ? past->nclock : 0;
    if (past) memcpy(e->clock, past->clock, known * sizeof(uint32_t));
    memset(e->clock + known, 0, (e->nclock - known) * sizeof(uint32_t));
    if (unlikely(h->contextual)) {
        uint32_t *strong = e->clock + e->nclock;
        if (past) memcpy(strong, past->clock + known, known * sizeof(uint32_t));
        memset(strong + known, 0, (e->nclock - known) * sizeof(uint32_t));
    }
    return e;
}

Event *history_creation(const History *h, const Machine *m, int thread) {
    int parent = m->threads[thread] ? m->threads[thread]->parent : -1;
    const EventList *own = parent >= 0 && (size_t)parent < h->own.len ? &h->own.data[parent] : NULL;
    for (size_t k = own ? own->len : 0; k-- > 0;) {
        const Operation *o = &own->data[k]->action.op;
        if (o->kind == OPERATION_CREATE && o->target == thread) return own->data[k];
    }
    return NULL;
}

Event *history_event(History *h, const Action *a) {
    uint32_t needed = MAX((uint32_t)a->thread + 1, h->nthreads);
    if (a->op.target >= 0 && a->op.kind != OPERATION_PROCESS_EXIT)
        needed = MAX(needed, (uint32_t)a->op.target + 1);
    history_cover(h, needed);
    const Event *past = history_last(h, (uint32_t)a->thread);
    Event *e = event_after(h, a, past);
    history_objects(h, a, &e->touched, &e->related);
    find_history(h, e, &e->related, past, NULL);
    return e;
}

Event *history_event_without(History *h, const Action *a, const Objects *related, const Event *past,
                             const Removed *removed) {
    Event *e = event_after(h, a, past);
    e->touched = e->related = (Objects){0};
    find_history(h, e, related, past, removed);
    return e;
}

void history_kernel_before(History *h, const Machine *m, const Event *e) {
    for (unsigned k = 0; k < e->touched.n && operation_in_piece(&e->action.op); k++) {
        ObjectTrace *o = &h->objects.data[e->touched.id[k]];
        uint64_t object = operation_kernel_object(o->key);
        uint32_t word = object ? machine_kernel_word(m, object) : 0;
        vec_push(&o->words, word);
    }
}

uint32_t history_kernel_word(History *h, const Machine *m, uint64_t object,
                             const Removed *removed) {
    uint32_t number = history_number(h, operation_kernel_key(object)); /* may move them all */
    const ObjectTrace *o = &h->objects.data[number];
    size_t k = o->positions.len;
    while (k && removed_has(removed, h->path.data[o->positions.data[k - 1]])) k--;
    return k < o->words.len ? o->words.data[k] : machine_kernel_word(m, object);
}

void history_push(History *h, Event *e) {
    invariant(e->action.index == h->own.data[e->action.thread].len + 1);
    if (unlikely(base_invariants)) history_check_end(h, e);
    e->position = (uint32_t)h->path.len;
    e->pushed = ++h->pushes;
    vec_push(&h->path, e);
    vec_push(&h->own.data[e->action.thread], e);
    bool changes = e->action.op.kind != OPERATION_LOAD;
    for (unsigned k = 0; k < e->touched.n; k++) {
        ObjectTrace *o = &h->objects.data[e->touched.id[k]];
        vec_push(&o->positions, e->position);
        o->changed = e->pushed;
        if (!changes) continue;
        vec_push(&o->changes, e->position);
        if (operation_key_kind(o->key) == KEY_WORD && operation_on_memory(&e->action.op))
            o->stored |= operation_bytes_of_word(&e->action.op, operation_key_word(o->key));
    }
    if (!h->uncounted) census_add(&h->census, e->name, e->action.op.kind);
}

Event *history_pop(History *h) {
    Event *e = vec_pop(&h->path);
    invariant(e->position == h->path.len && vec_last(&h->own.data[e->action.thread]) == e);
    bool changes = e->action.op.kind != OPERATION_LOAD;
    for (unsigned k = 0; k < e->touched.n; k++) {
        ObjectTrace *o = &h->objects.data[e->touched.id[k]];
        invariant(vec_last(&o->positions) == e->position);
        invariant(!changes || vec_last(&o->changes) == e->position);
        o->positions.len--;
        o->changes.len -= changes;
        o->changed = ++h->pushes;
    }
    for (unsigned k = 0; k < e->touched.n && operation_in_piece(&e->action.op); k++)
        h->objects.data[e->touched.id[k]].words.len--;
    h->own.data[e->action.thread].len--;
    invariant(e->refs);
    return e;
}
