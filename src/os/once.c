/*
 * once.c — one-time initialisation. The first thread runs the routine, threads that come meanwhile
 * wait, later ones pass. A routine that returns to its own control waits for itself for ever. Where
 * a thread ends within the routine, the next one runs it again.
 */
#include "os/class.h"

static bool once_enabled(Machine *m, int thread, const Operation *o) {
    (void)thread;
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    return o->kind == OPERATION_ONCE_DONE || !x || x->owner < 0;
}

static unsigned once_outcomes_now(const Machine *m, int thread, const Operation *o,
                                  uint32_t *outcomes) {
    (void)thread;
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    outcomes[0] = o->kind == OPERATION_ONCE && (!x || !x->count);
    return 1;
}

static bool once_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    (void)wanted;
    once_outcomes_now(m, thread, &a->op, &a->outcome);
    if (a->outcome || a->op.kind == OPERATION_ONCE_DONE) {
        SyncObject *x = sync_at(m, OBJECT_ONCE, a->op.object, 0);
        sync_save(m, x);
        x->owner = a->outcome ? thread : -1;
        x->count = !a->outcome && !a->op.given_up;
        uint64_t runs = (uint64_t)thread + 1;
        state_set(m, OBJECT_ONCE, a->op.object, 0, runs, !a->outcome);
        if (x->count) state_set(m, OBJECT_ONCE, a->op.object, 0, 0, false);
    }
    finish(m, m->threads[thread], a->outcome);
    return true;
}

static unsigned once_waits_for(const Machine *m, const Operation *o, int thread, int *threads) {
    const SyncObject *x = sync_find(m, OBJECT_ONCE, o->object, 0);
    (void)thread;
    if (o->kind != OPERATION_ONCE || !x || x->owner < 0) return 0;
    threads[0] = x->owner;
    return 1;
}

static bool once_dominates(const Action *a) {
    return a->op.kind == OPERATION_ONCE_DONE || a->outcome;
}
static bool once_dependent(const Action *a, const Action *b) {
    return once_dominates(a) || once_dominates(b);
}

static unsigned once_synchronises(const Action *a) {
    if (a->op.kind == OPERATION_ONCE_DONE) return SYNC_RELEASES | SYNC_PASSES;
    return a->outcome ? SYNC_PASSES : SYNC_ACQUIRES;
}

static unsigned once_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    bool running = false, done = false;
    outcomes[0] = a->outcome;
    if (a->op.kind == OPERATION_ONCE_DONE) return 1;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object) continue;
        if (y->op.kind == OPERATION_ONCE && y->outcome) running = true;
        if (y->op.kind == OPERATION_ONCE_DONE) running = false, done = !y->op.given_up;
    }
    outcomes[0] = !done;
    return !running;
}

static char *once_blocked_text(const Machine *m, int thread, const char *object,
                               const char *holders) {
    (void)m, (void)thread;
    return *holders
               ? xasprintf("blocked: waits for %s, whose routine is run by %s", object, holders)
               : NULL;
}

static Fingerprint once_object_sum(const Machine *m, const SyncObject *x) {
    (void)m;
    Fingerprint none = {0, 0};
    return x->owner >= 0 ? value_sum(OBJECT_ONCE, x->identity, 0, (uint64_t)x->owner + 1)
           : x->count    ? value_sum(OBJECT_ONCE, x->identity, 0, 0)
                         : none;
}

const ObjectClassRow once_class = {
    .object_sum = once_object_sum,
    .name = "once control",
    .enabled = once_enabled,
    .outcomes = once_outcomes_now,
    .apply = once_apply,
    .waits_for = once_waits_for,
    .dependent = once_dependent,
    .dominates = once_dominates,
    .synchronises = once_synchronises,
    .after = once_after,
    .keys = simple_keys,
    .component = simple_component,
    .blocked_text = once_blocked_text,
};
