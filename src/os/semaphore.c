/*
 * semaphore.c — semaphores. The engine keeps posts less waits; the initial value comes with each operation,
 * from the object's own memory.
 */
#include "os/objects.h"

static int64_t value_of(const Machine *m, const Operation *o) {
    const SyncObject *x = sync_find(m, OBJECT_SEMAPHORE, o->object, 0);
    return (int64_t)o->object2 + (x ? x->count : 0);
}

bool semaphore_enabled(const Machine *m, const Operation *o) {
    return o->kind != OPERATION_SEM_WAIT || value_of(m, o) > 0;
}

unsigned semaphore_outcomes(const Machine *m, const Operation *o, uint32_t *outcomes) {
    int64_t value = value_of(m, o);
    switch (o->kind) {
    case OPERATION_SEM_POST: outcomes[0] = value < OPERATION_SEM_MAX; break;
    case OPERATION_SEM_VALUE: outcomes[0] = (uint32_t)value; break;
    default: outcomes[0] = value > 0; /* SEM_WAIT, SEM_TRYWAIT */
    }
    return 1;
}

void semaphore_apply(Machine *m, int thread, Action *a) {
    Thread *t = m->threads[thread];
    const Operation *o = &a->op;
    semaphore_outcomes(m, o, &a->outcome);
    if (o->kind == OPERATION_SEM_VALUE) {
        finish(m, t, (int64_t)a->outcome);
        return;
    }
    if (a->outcome) {
        SyncObject *x = sync_at(m, OBJECT_SEMAPHORE, o->object, 0);
        sync_save(m, x);
        int change = o->kind == OPERATION_SEM_POST ? 1 : -1;
        x->count += change;
        state_count(m, OBJECT_SEMAPHORE, o->object, 0, change);
    }
    finish(m, t,
           a->outcome                      ? 0
           : o->kind == OPERATION_SEM_POST ? EOVERFLOW
           : o->type & OPERATION_TIMED     ? ETIMEDOUT
                                           : EAGAIN);
}

bool semaphore_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while a thread waits on it";
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (t && t->status == THREAD_READY && t->pending.kind == OPERATION_SEM_WAIT &&
            t->pending.object == identity && !semaphore_enabled(m, &t->pending))
            return false;
    }
    return true;
}
