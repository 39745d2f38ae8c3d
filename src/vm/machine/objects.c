/*
 * objects.c — the states of synchronisation objects, and facts about objects that hold in all runs
 * of a campaign. The operations are in src/os; this file has the table and the few queries of the
 * machine itself.
 */
#include "vm/state/fingerprint.h"
#include "vm/machine/machine.h"
#include <errno.h>
#include <stdlib.h>

/* Objects never move, since the trail refers to their addresses. */
SyncObject *sync_at(Machine *m, unsigned class, uint64_t identity, unsigned part) {
    SyncObject *x = sync_find(m, class, identity, part);
    if (x) return x;
    uint32_t tag = class | part << 8;
    x = arena_alloc(m->arena, sizeof *x);
    *x = (SyncObject){.identity = identity, .tag = tag, .owner = -1};
    index_add(&m->object_index, sync_hash(identity, tag), (uint32_t)m->all_objects.len);
    vec_push(&m->all_objects, x);
    return x;
}

static ObjectNote *note_of(Machine *m, uint64_t identity) {
    for (size_t k = 0; k < m->notes.len; k++)
        if (m->notes.data[k].identity == identity) return &m->notes.data[k];
    ObjectNote n = {.identity = identity};
    vec_push(&m->notes, n);
    return &vec_last(&m->notes);
}

void machine_merge_notes(Machine *m, const Machine *from) {
    for (size_t k = 0; k < from->notes.len; k++) {
        ObjectNote *n = note_of(m, from->notes.data[k].identity);
        n->ordered |= from->notes.data[k].ordered;
        if (!n->mutex) n->mutex = from->notes.data[k].mutex;
    }
}

bool machine_is_ordered(const Machine *m, uint64_t identity) {
    for (size_t k = 0; k < m->notes.len; k++)
        if (m->notes.data[k].identity == identity) return m->notes.data[k].ordered;
    return false;
}

void machine_order(Machine *m, uint64_t identity) {
    ObjectNote *n = note_of(m, identity);
    if (n->ordered) return;
    n->ordered = true;
    if (m->hooks.order) m->hooks.order(m->hooks.context, identity);
}

void machine_waits_with(Machine *m, uint64_t cond, uint64_t mutex) {
    ObjectNote *n = note_of(m, cond);
    if (!n->mutex) n->mutex = mutex;
    if (n->mutex != mutex) machine_order(m, cond);
}

void machine_set_mutex_state(Machine *m, SyncObject *x, uint32_t state) {
    for (unsigned bit = MUTEX_DIED; bit <= MUTEX_TYPED; bit <<= 1) {
        uint64_t key = piece(PIECE_OBJECT + OBJECT_MUTEX, hash_combine(x->identity, bit));
        int now = (state & bit) != 0, before = (x->state & bit) != 0;
        if (now != before)
            fingerprint_add(&m->engine_change,
                            fragment_linear(key, (uint64_t)(int64_t)(now - before)));
    }
    x->state = state;
}

bool machine_mutex_is_nested(const Machine *m, int thread, uint64_t identity) {
    const SyncObject *x = sync_find(m, OBJECT_MUTEX, identity, 0);
    return x && x->owner == thread && x->count > 1;
}

int machine_mutex_consistent(Machine *m, int thread, uint64_t identity) {
    SyncObject *x = sync_find(m, OBJECT_MUTEX, identity, 0);
    if (!x || x->owner != thread || !(x->state & MUTEX_INCONSISTENT)) return EINVAL;
    sync_save(m, x);
    machine_set_mutex_state(m, x, x->state & ~(uint32_t)MUTEX_INCONSISTENT);
    return 0;
}

uint64_t machine_robust_mutex(const Machine *m, int thread) {
    uint64_t first = 0;
    for (size_t k = 0; m->threads[thread]->robust && k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if (x->tag == OBJECT_MUTEX && x->owner == thread && x->state & MUTEX_AS_ROBUST &&
            (!first || x->identity < first))
            first = x->identity;
    }
    return first;
}
