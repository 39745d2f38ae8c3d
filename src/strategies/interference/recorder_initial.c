/* recorder_initial.c — see recorder_initial.h. */
#include "strategies/interference/recorder_initial.h"

static uint64_t initial_hash(NodeId first, uint64_t address) {
    return hash_combine(first, address);
}

const Expr *recorder_initial(const Recorder *r, NodeId first, uint64_t address) {
    uint32_t k =
        index_find(&r->initial_at, initial_hash(first, address), n,
                   r->initial.data[n].address == address && r->initial.data[n].first == first);
    return k == INDEX_NONE ? NULL : r->initial.data[k].value;
}

int64_t recorder_last_write(Recorder *r, const Objects *related, uint64_t address, size_t limit) {
    History *h = &r->run->history;
    Related all;
    history_related(h, related, limit, true, &all);
    size_t at;
    while (related_next(&all, &at)) {
        const Operation *o = &h->path.data[at]->action.op;
        if (operation_on_memory(o) && o->kind != OPERATION_LOAD &&
            address - o->object < operation_extent(o))
            return (int64_t)at;
    }
    return -1;
}

void recorder_note_initial(Recorder *r, const Operation *o, const Objects *related) {
    const Machine *m = r->run->machine;
    for (uint64_t a = o->object; a < o->object + o->size; a++) {
        if (recorder_initial(r, r->first, a) ||
            recorder_last_write(r, related, a, r->run->history.path.len) >= 0)
            continue;
        if (!memory_is_valid(m->memory, a, 1)) continue;
        const Expr *e = m->memory->symbolic_bytes ? memory_symbolic(m->memory, a) : NULL;
        InitialByte b = {a, r->first, e ? e : expr_const(m->pool, 8, m->memory->base[a])};
        index_add(&r->initial_at, initial_hash(r->first, a), (uint32_t)r->initial.len);
        vec_push(&r->initial, b);
    }
}
