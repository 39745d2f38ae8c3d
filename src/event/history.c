/* history.c — see history.h. */
#include "event/history.h"
#include <stdlib.h>

void history_init(History *h) { memset(h, 0, sizeof *h); }

static unsigned size_class(uint32_t nclock) { return MIN((nclock + 3) / 4, 63); }

static Event *event_new(History *h, uint32_t nclock) {
    unsigned c = size_class(nclock);
    Event *e = h->pool.free_by_size[c];
    if (e)
        h->pool.free_by_size[c] = (Event *)(uintptr_t)e->name;
    else {
        size_t size = sizeof(Event) + MAX(c * 4, nclock) * sizeof(uint32_t);
        e = xmalloc(size);
        h->pool.bytes += size;
    }
    h->pool.live++;
    e->refs = 1;
    e->nclock = nclock;
    return e;
}

void event_unref(History *h, Event *e) {
    if (!e || --e->refs) return;
    unsigned c = size_class(e->nclock);
    e->name = (uint64_t)(uintptr_t)h->pool.free_by_size[c];
    h->pool.free_by_size[c] = e;
    h->pool.live--;
}

void history_clear(History *h) {
    while (h->path.len) event_unref(h, history_pop(h));
    if (h->names) memset(h->names, 0, h->names_cap * sizeof *h->names);
    h->names_len = 0;
    h->memory_events = 0;
}

void history_free(History *h) {
    history_clear(h);
    for (unsigned c = 0; c < 64; c++)
        for (Event *e = h->pool.free_by_size[c], *next; e; e = next) {
            next = (Event *)(uintptr_t)e->name;
            free(e);
        }
    vec_free(&h->path);
    vec_free(&h->last);
    vec_free(&h->previous);
    free(h->names);
    memset(h, 0, sizeof *h);
}

static uint64_t action_hash(const Action *a) {
    uint64_t x = (uint64_t)a->thread << 48 ^ (uint64_t)a->op.kind << 40 ^ (uint64_t)a->op.size << 32 ^ a->outcome;
    x = hash_combine(x, a->op.object);
    x = hash_combine(x, a->op.object2 + a->index * 0x100000001ull);
    if (a->op.condition) x = hash_combine(x, a->op.condition->hash);
    return x;
}

Event *history_make(History *h, const Action *a, const uint32_t *clock, uint64_t name) {
    Event *e = event_new(h, h->nthreads);
    e->action = *a;
    e->name = name;
    memcpy(e->clock, clock, h->nthreads * sizeof *clock);
    e->clock[a->thread] = a->index;
    return e;
}

Event *history_event(History *h, const Action *a) {
    uint32_t needed = MAX((uint32_t)a->thread + 1, h->nthreads);
    if (a->op.target >= 0 && a->op.kind != OPERATION_PROCESS_EXIT) needed = MAX(needed, (uint32_t)a->op.target + 1);
    h->nthreads = needed;
    while (h->last.len < needed) vec_push(&h->last, NULL);
    Event *e = event_new(h, needed);
    e->action = *a;
    const Event *own = h->last.data[a->thread];
    uint64_t name = action_hash(a);
    if (own) {
        memcpy(e->clock, own->clock, own->nclock * sizeof(uint32_t));
        memset(e->clock + own->nclock, 0, (needed - own->nclock) * sizeof(uint32_t));
        name = hash_combine(name, own->name);
    } else
        memset(e->clock, 0, needed * sizeof(uint32_t));
    uint64_t others = 0;
    unsigned kind = a->op.kind;
    if (kind != OPERATION_BRANCH && kind != OPERATION_PROCESS_EXIT && kind != OPERATION_EXIT && kind != OPERATION_CREATE) {
        /* From the newest backwards: what is already a cause is skipped, so only immediate predecessors are met. */
        for (size_t k = h->path.len; k-- > 0;) {
            const Event *y = h->path.data[k];
            if (y->action.index <= e->clock[y->action.thread] || !operation_dependent(&y->action, a)) continue;
            for (uint32_t t = 0; t < y->nclock; t++)
                if (y->clock[t] > e->clock[t]) e->clock[t] = y->clock[t];
            others += hash_mix(y->name);
        }
    }
    e->clock[a->thread] = a->index;
    e->name = hash_combine(name, others) | 1;
    return e;
}

static bool names_add(History *h, uint64_t name) {
    if ((h->names_len + 1) * 2 > h->names_cap) {
        size_t old_cap = h->names_cap;
        uint64_t *old = h->names;
        h->names_cap = old_cap ? old_cap * 2 : 4096;
        h->names = xcalloc(h->names_cap, sizeof *h->names);
        for (size_t k = 0; k < old_cap; k++)
            if (old[k]) {
                size_t i = hash_mix(old[k]) & (h->names_cap - 1);
                while (h->names[i]) i = (i + 1) & (h->names_cap - 1);
                h->names[i] = old[k];
            }
        free(old);
    }
    for (size_t i = hash_mix(name) & (h->names_cap - 1);; i = (i + 1) & (h->names_cap - 1)) {
        if (!h->names[i]) {
            h->names[i] = name;
            h->names_len++;
            return true;
        }
        if (h->names[i] == name) return false;
    }
}

void history_push(History *h, Event *e) {
    e->position = (uint32_t)h->path.len;
    vec_push(&h->path, e);
    vec_push(&h->previous, h->last.data[e->action.thread]);
    h->last.data[e->action.thread] = e;
    if (names_add(h, e->name)) {
        unsigned k = e->action.op.kind;
        if (k == OPERATION_LOAD || k == OPERATION_STORE || k == OPERATION_RMW) h->memory_events++;
    }
}

Event *history_pop(History *h) {
    Event *e = vec_pop(&h->path);
    h->last.data[e->action.thread] = vec_pop(&h->previous);
    return e;
}

bool events_conflict(const Event *a, const Event *b) {
    if (a->action.thread == b->action.thread) return true;
    return operation_dependent(&a->action, &b->action);
}
