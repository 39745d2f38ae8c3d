/*
 * once.c — one-time initialisation: who comes first runs the routine, whoever comes while it runs waits,
 * later ones pass. A routine that comes back to its own control waits for itself for ever.
 */
#include "os/objects.h"

bool once_enabled(const Machine *m, const Operation *o) {
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    return o->kind == OPERATION_ONCE_DONE || !x || x->owner < 0;
}

unsigned once_outcomes(const Machine *m, const Operation *o, uint32_t *outcomes) {
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    outcomes[0] = o->kind == OPERATION_ONCE && (!x || !x->count);
    return 1;
}

void once_apply(Machine *m, int thread, Action *a) {
    once_outcomes(m, &a->op, &a->outcome);
    if (a->outcome || a->op.kind == OPERATION_ONCE_DONE) {
        SyncObject *x = sync_at(m, OBJECT_ONCE, a->op.object, 0);
        sync_save(m, x);
        x->owner = a->outcome ? thread : -1;
        x->count = !a->outcome;
        uint64_t runs = (uint64_t)thread + 1;
        state_set(m, OBJECT_ONCE, a->op.object, 0, runs, !a->outcome);
        if (!a->outcome) state_set(m, OBJECT_ONCE, a->op.object, 0, 0, false);
    }
    finish(m, m->threads[thread], a->outcome);
}

int operation_once_runner(const Machine *m, uint64_t identity) {
    const SyncObject *x = sync_find(m, OBJECT_ONCE, identity, 0);
    return x ? x->owner : -1;
}
