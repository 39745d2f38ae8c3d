/*
 * cond.c — condition variables. A wait is two operations: WAIT releases the mutex and sleeps, WAKE, once
 * somebody notified the thread, takes the mutex again. Between them a timed wait (or any, where spurious
 * wake-ups are wanted) has the operation TIMEOUT pending: it is enabled as long as nobody notifies the
 * thread, and a notification turns it into WAKE. So who waits is told by the pending operations, and the
 * object itself needs no state.
 */
#include "os/objects.h"

static bool is_waiting(const Machine *m, int thread, uint64_t cond) {
    const Thread *t = m->threads[thread];
    if (!t || t->status != THREAD_READY || t->pending.object != cond) return false;
    return t->pending.kind == OPERATION_TIMEOUT || (t->pending.kind == OPERATION_WAKE && t->notified_by < 0);
}

bool cond_enabled(const Machine *m, int thread, const Operation *o) {
    return o->kind != OPERATION_WAKE ||
           (m->threads[thread]->notified_by >= 0 && operation_mutex_owner(m, o->object2) < 0);
}

unsigned cond_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
    unsigned n = 0;
    (void)thread;
    outcomes[0] = 0;
    if (o->kind != OPERATION_SIGNAL && o->kind != OPERATION_BROADCAST) return 1;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (is_waiting(m, (int)k, o->object)) outcomes[n++] = k + 1;
    if (o->kind == OPERATION_SIGNAL) return n ? n : 1;
    outcomes[0] = n;
    return 1;
}

static void notify(Machine *m, int who, int by) {
    Thread *t = m->threads[who];
    trail_save(m->memory, t, THREAD_SAVED);
    t->notified_by = by;
    t->notified_step = m->threads[by]->steps;
    t->pending.kind = OPERATION_WAKE;
    t->pending.target = by;
    t->pending.step = t->notified_step;
}

static void wait(Machine *m, int thread, Thread *t, Action *a) {
    const Operation o = a->op;
    bool lost;
    a->outcome = 2;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (is_waiting(m, (int)k, o.object) && m->threads[k]->pending.object2 != o.object2) {
            misuse(m, t, &o, "a wait on %s with another mutex than that of a thread already waiting on it");
            return;
        }
    if (!mutex_release_all(m, thread, o.object2, &t->waited_count, &lost)) {
        machine_fault(m, t, "api", "waits on a condition variable without holding the mutex");
        return;
    }
    a->outcome = lost;
    t->notified_by = -1;
    t->pending = o;
    t->pending.kind = o.type & OPERATION_ALONE ? OPERATION_TIMEOUT : OPERATION_WAKE;
    t->pending.target = -1;
    state_set(m, OBJECT_COND, o.object, (uint64_t)thread, t->waited_count, false);
}

void cond_apply(Machine *m, int thread, Action *a, uint32_t outcome, bool *run) {
    Thread *t = m->threads[thread];
    const Operation o = a->op;
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = cond_outcomes(m, thread, &o, outcomes);
    switch (o.kind) {
    case OPERATION_WAIT:
        wait(m, thread, t, a);
        *run = false;
        break;
    case OPERATION_TIMEOUT:
        notify(m, thread, thread);
        /* As a signal does for the thread that it wakes; the wake-up takes it back. */
        fingerprint_add(&m->engine_change, fragment(piece(PIECE_NOTIFIED, (uint64_t)thread), o.object));
        *run = false;
        break;
    case OPERATION_WAKE: {
        state_set(m, OBJECT_COND, o.object, (uint64_t)thread, t->waited_count, true);
        int result = mutex_acquire_again(m, thread, o.object2, o.type, t->waited_count ? t->waited_count : 1);
        bool timed_out = t->notified_by == thread && o.type & OPERATION_TIMED;
        t->notified_by = -1;
        finish(m, t, result ? result : timed_out ? ETIMEDOUT : 0);
        break;
    }
    case OPERATION_SIGNAL:
        a->outcome = outcomes[0];
        for (unsigned k = 0; k < n; k++)
            if (outcomes[k] == outcome) a->outcome = outcome;
        if (a->outcome) notify(m, (int)a->outcome - 1, thread);
        finish(m, t, 0);
        break;
    default: /* BROADCAST */
        a->outcome = outcomes[0];
        for (uint32_t k = 0; k < m->nslots; k++)
            if (is_waiting(m, (int)k, o.object)) notify(m, (int)k, thread);
        finish(m, t, 0);
    }
}

bool cond_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while a thread waits on it";
    for (uint32_t k = 0; k < m->nslots; k++)
        if (is_waiting(m, (int)k, identity)) return false;
    return true;
}
