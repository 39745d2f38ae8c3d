/*
 * semaphore.c — semaphores. The engine keeps posts less waits. The initial value comes with each
 * operation, from the object's own memory. If it is an input that may have many values, only the
 * fact is known that it is neither small nor near the largest value.
 */
#include "os/class.h"

static int64_t semaphore_value(const Machine *m, const Operation *o) {
    const SyncObject *x = sync_find(m, OBJECT_SEMAPHORE, o->object, 0);
    return (int64_t)o->initial + (x ? x->count : 0);
}

/* Whether the value can grow. */
static bool has_room(const Operation *o, int64_t value) {
    return o->initial == OPERATION_SEM_MANY || value < OPERATION_SEM_MAX;
}

/* Whether the size of an initial value that is an input matters now. */
static bool is_beyond_input(const Operation *o, int64_t value) {
    int64_t taken = (int64_t)o->initial - value;
    return o->initial == OPERATION_SEM_MANY &&
           (taken >= OPERATION_SEM_FEW || -taken >= OPERATION_SEM_FEW);
}

static bool semaphore_enabled(Machine *m, int thread, const Operation *o) {
    (void)thread;
    return o->kind != OPERATION_SEM_WAIT || semaphore_value(m, o) > 0;
}

static unsigned semaphore_outcomes_now(const Machine *m, int thread, const Operation *o,
                                       uint32_t *outcomes) {
    (void)thread;
    int64_t value = semaphore_value(m, o);
    switch (o->kind) {
    case OPERATION_SEM_POST: outcomes[0] = has_room(o, value); break;
    case OPERATION_SEM_VALUE: outcomes[0] = (uint32_t)value; break;
    default: outcomes[0] = value > 0; /* SEM_WAIT, SEM_TRYWAIT */
    }
    return 1;
}

static bool semaphore_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    (void)wanted;
    const Operation *o = &a->op;
    semaphore_outcomes_now(m, thread, o, &a->outcome);
    if (o->kind == OPERATION_SEM_VALUE) {
        finish(m, t, (int64_t)a->outcome);
        return true;
    }
    if (a->outcome) {
        SyncObject *x = sync_at(m, OBJECT_SEMAPHORE, o->object, 0);
        sync_save(m, x);
        int change = o->kind == OPERATION_SEM_POST ? 1 : -1;
        x->count += change;
        state_count(m, OBJECT_SEMAPHORE, o->object, 0, change);
        if (is_beyond_input(o, semaphore_value(m, o))) {
            machine_limit(m, t,
                          "a thread was stopped at a semaphore whose initial value is an input, "
                          "where more was "
                          "taken or given than is looked at");
            return true;
        }
    }
    finish(m, t,
           a->outcome                      ? 0
           : o->kind == OPERATION_SEM_POST ? EOVERFLOW
           : o->flags & OPERATION_TIMED    ? ETIMEDOUT
                                           : EAGAIN);
    return true;
}

static bool semaphore_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while a thread waits on it";
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (t && t->status == THREAD_READY && t->pending.kind == OPERATION_SEM_WAIT &&
            t->pending.object == identity && semaphore_value(m, &t->pending) <= 0)
            return false;
    }
    return true;
}

/* --- actions that happened -------------------------------------------------------------------- */

static Effect semaphore_effect(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_SEM_POST: {
        bool never_full = a->op.initial < OPERATION_SEM_NEAR || a->op.initial == OPERATION_SEM_MANY;
        return never_full ? EFFECT_COMMUTES : EFFECT_OTHER;
    }
    case OPERATION_SEM_TRYWAIT: return a->outcome ? EFFECT_OTHER : EFFECT_NONE;
    case OPERATION_SEM_VALUE: return EFFECT_NONE;
    default: return EFFECT_OTHER;
    }
}

static bool semaphore_dependent(const Action *a, const Action *b) {
    return effects_dependent(semaphore_effect(a), semaphore_effect(b));
}

static bool semaphore_dominates(const Action *a) { return semaphore_effect(a) == EFFECT_OTHER; }

/* A waiter acquires from all earlier posts, since nobody can tell which of them let it go on. */
static unsigned semaphore_synchronises(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_SEM_POST: return a->outcome ? SYNC_RELEASES | SYNC_PASSES : 0;
    case OPERATION_SEM_WAIT:
    case OPERATION_SEM_TRYWAIT: return a->outcome ? SYNC_ACQUIRES | SYNC_PASSES : 0;
    case OPERATION_SEM_VALUE: return 0;
    default: return SYNC_PASSES; /* DESTROY */
    }
}

static unsigned semaphore_after(Action *a, const Action *const *past, size_t n,
                                uint32_t *outcomes) {
    int64_t value = (int64_t)a->op.initial;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object || !y->outcome) continue;
        if (y->op.kind == OPERATION_SEM_POST) value++;
        if (y->op.kind == OPERATION_SEM_WAIT || y->op.kind == OPERATION_SEM_TRYWAIT) value--;
    }
    switch (a->op.kind) {
    case OPERATION_SEM_POST: outcomes[0] = has_room(&a->op, value); return 1;
    case OPERATION_SEM_VALUE: outcomes[0] = (uint32_t)value; return 1;
    case OPERATION_SEM_TRYWAIT: outcomes[0] = value > 0; return 1;
    default: outcomes[0] = 1; return value > 0;
    }
}

static char *semaphore_blocked_text(const Machine *m, int thread, const char *object,
                                    const char *holders) {
    (void)holders;
    if (m->threads[thread]->pending.kind != OPERATION_SEM_WAIT) return NULL;
    return xasprintf("blocked: waits for %s and nobody posts it", object);
}

static Fingerprint semaphore_object_sum(const Machine *m, const SyncObject *x) {
    (void)m;
    return counter_sum(OBJECT_SEMAPHORE, x->identity, 0, x->count);
}

const ObjectClassRow semaphore_class = {
    .object_sum = semaphore_object_sum,
    .name = "semaphore",
    .enabled = semaphore_enabled,
    .outcomes = semaphore_outcomes_now,
    .apply = semaphore_apply,
    .destroy = semaphore_destroy,
    .dependent = semaphore_dependent,
    .dominates = semaphore_dominates,
    .synchronises = semaphore_synchronises,
    .after = semaphore_after,
    .keys = simple_keys,
    .component = simple_component,
    .blocked_text = semaphore_blocked_text,
};
