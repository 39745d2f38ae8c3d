/*
 * once.c — one-time initialisation: who comes first runs the routine, whoever comes while it runs waits,
 * later ones pass. A routine that comes back to its own control waits for itself for ever.
 */
#include "os/class.h"

static bool enabled(Machine *m, int thread, const Operation *o) {
    (void)thread;
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    return o->kind == OPERATION_ONCE_DONE || !x || x->owner < 0;
}

static unsigned outcomes_now(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
    (void)thread;
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    outcomes[0] = o->kind == OPERATION_ONCE && (!x || !x->count);
    return 1;
}

static bool apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    (void)wanted;
    outcomes_now(m, thread, &a->op, &a->outcome);
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
    return true;
}

static unsigned waits_for(const Machine *m, const Operation *o, int thread, int *threads) {
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    (void)thread;
    if (o->kind != OPERATION_ONCE || !x || x->owner < 0) return 0;
    threads[0] = x->owner;
    return 1;
}

static bool dominates(const Action *a) { return a->op.kind == OPERATION_ONCE_DONE || a->outcome; }
static bool dependent(const Action *a, const Action *b) { return dominates(a) || dominates(b); }

static unsigned synchronises(const Action *a) {
    if (a->op.kind == OPERATION_ONCE_DONE) return SYNC_RELEASES | SYNC_PASSES;
    return a->outcome ? SYNC_PASSES : SYNC_ACQUIRES;
}

static unsigned after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    bool running = false, done = false;
    outcomes[0] = a->outcome;
    if (a->op.kind == OPERATION_ONCE_DONE) return 1;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object) continue;
        if (y->op.kind == OPERATION_ONCE && y->outcome) running = true;
        if (y->op.kind == OPERATION_ONCE_DONE) running = false, done = true;
    }
    outcomes[0] = !done;
    return !running;
}

static char *blocked_text(const Machine *m, int thread, const char *object, const char *holders) {
    (void)m, (void)thread;
    return *holders ? xasprintf("blocked: waits for %s, whose routine is run by %s", object, holders) : NULL;
}

static Fingerprint object_sum(const Machine *m, const SyncObject *x) {
    (void)m;
    Fingerprint none = {0, 0};
    return x->owner >= 0 ? value_sum(OBJECT_ONCE, x->identity, 0, (uint64_t)x->owner + 1)
           : x->count    ? value_sum(OBJECT_ONCE, x->identity, 0, 0)
                         : none;
}

const ObjectClassRow once_class = {
    .object_sum = object_sum,
    .name = "once control",
    .enabled = enabled,
    .outcomes = outcomes_now,
    .apply = apply,
    .waits_for = waits_for,
    .dependent = dependent,
    .dominates = dominates,
    .synchronises = synchronises,
    .after = after,
    .keys = simple_keys,
    .component = simple_component,
    .blocked_text = blocked_text,
};
