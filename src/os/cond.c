/*
 * cond.c — condition variables. A wait is two operations: WAIT releases the mutex and sleeps; WAKE
 * takes the mutex again, once the thread was notified. Between them a timed wait has the operation
 * TIMEOUT pending. It is enabled as long as the thread is not notified, and a notification turns it
 * into WAKE. So the pending operations tell which threads wait, and the object itself needs no
 * state.
 *
 * A spurious wake-up is decided at the beginning of the wait. The thread then never counts as
 * waiting, and takes the mutex again at some time. No effect of a notification on it is lost, since
 * that is in the run in which it sleeps. That run still ends in a deadlock if nobody wakes it.
 */
#include "os/class.h"
#include "vm/system/interrupt.h"

static bool cond_is_waiting(const Machine *m, int thread, uint64_t cond) {
    const Thread *t = m->threads[thread];
    if (!t || t->status != THREAD_READY || t->pending.object != cond) return false;
    return t->pending.kind == OPERATION_TIMEOUT ||
           (t->pending.kind == OPERATION_WAKE && t->notified_by < 0);
}

static bool cond_enabled(Machine *m, int thread, const Operation *o) {
    return o->kind != OPERATION_WAKE ||
           (m->threads[thread]->notified_by >= 0 && operation_mutex_owner(m, o->mutex) < 0);
}

/* Whether a thread already waits on the condition variable with another mutex. */
static bool waits_otherwise_now(const Machine *m, const Operation *o) {
    for (uint32_t k = 0; k < m->nslots; k++)
        if (cond_is_waiting(m, (int)k, o->object) && m->threads[k]->pending.mutex != o->mutex)
            return true;
    return false;
}

/* Lists the outcomes of a wait that is not misused. */
static unsigned wait_outcomes(const Operation *o, bool lost, uint32_t *outcomes) {
    outcomes[0] = lost ? WAIT_LOST : 0;
    outcomes[1] = outcomes[0] | WAIT_SPURIOUS;
    return o->flags & OPERATION_SPURIOUS ? 2 : 1;
}

static unsigned cond_outcomes_now(const Machine *m, int thread, const Operation *o,
                                  uint32_t *outcomes) {
    unsigned n = 0;
    outcomes[0] = 0;
    if (o->kind == OPERATION_WAIT) {
        if (operation_mutex_owner(m, o->mutex) == thread && !waits_otherwise_now(m, o))
            return wait_outcomes(o, mutex_is_inconsistent(m, o->mutex), outcomes);
        outcomes[0] = WAIT_MISUSED;
        return 1;
    }
    if (o->kind != OPERATION_SIGNAL && o->kind != OPERATION_BROADCAST) return 1;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (cond_is_waiting(m, (int)k, o->object)) outcomes[n++] = k + 1;
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
    t->pending.notifier = by;
    t->pending.notifier_step = t->notified_step;
}

/* Wakes a thread that was not notified. */
static void wake_alone(Machine *m, int thread, uint64_t cond) {
    notify(m, thread, thread);
    /* Done as by a signal that wakes the thread; the wake-up takes it back. */
    fingerprint_add(&m->engine_change, fragment(piece(PIECE_NOTIFIED, (uint64_t)thread), cond));
}

/* Notes that threads that woke without a notification might have been notified. */
static void note_missed(Machine *m, uint64_t cond) {
    for (uint32_t k = 0; k < m->nslots; k++) {
        Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || t->awake_on != cond || t->missed) continue;
        trail_save(m->memory, t, THREAD_SAVED);
        t->missed = true;
    }
}

static void wait(Machine *m, int thread, Thread *t, Action *a, uint32_t wanted) {
    const Operation o = a->op;
    bool lost, spurious = wanted & WAIT_SPURIOUS && o.flags & OPERATION_SPURIOUS;
    a->outcome = WAIT_MISUSED;
    if (waits_otherwise_now(m, &o)) {
        misuse(m, t, &o,
               "a wait on %s with another mutex than that of a thread already waiting on it");
        return;
    }
    if (!mutex_release_all(m, thread, o.mutex, &t->waited_count, &lost)) {
        machine_fault(m, t, "api", "waits on a condition variable without holding the mutex");
        return;
    }
    a->outcome = (lost ? WAIT_LOST : 0) | (spurious ? WAIT_SPURIOUS : 0);
    t->notified_by = -1;
    t->pending = o;
    t->pending.kind = o.flags & OPERATION_ALONE ? OPERATION_TIMEOUT : OPERATION_WAKE;
    t->pending.notifier = -1;
    state_set(m, OBJECT_COND, o.object, (uint64_t)thread, t->waited_count, false);
    if (!spurious) return;
    t->pending.flags =
        o.flags & (uint8_t)~(OPERATION_TIMED | OPERATION_ALONE); /* the time is not over */
    wake_alone(m, thread, o.object);
}

static bool cond_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    const Operation o = a->op;
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = cond_outcomes_now(m, thread, &o, outcomes);
    switch (o.kind) {
    case OPERATION_WAIT: wait(m, thread, t, a, wanted); return false;
    case OPERATION_TIMEOUT:
        wake_alone(m, thread, o.object);
        /* If the program sends signals, a signal woke the thread. So it looks for one before it
         * takes the mutex. */
        return m->look && interrupt_wait(m, t);
    case OPERATION_WAKE: {
        state_set(m, OBJECT_COND, o.object, (uint64_t)thread, t->waited_count, true);
        bool alone = interrupt_shows_alone(m, t);
        int result =
            mutex_acquire_again(m, thread, o.mutex, o.flags, t->waited_count ? t->waited_count : 1);
        /* In a real run a signal may have woken it before its time. */
        bool timed_out = t->notified_by == thread && o.flags & OPERATION_TIMED &&
                         (!m->system->real || m->now >= t->deadline);
        t->notified_by = -1;
        finish(m, t, result ? result : timed_out ? ETIMEDOUT : alone ? EINTR : 0);
        break;
    }
    case OPERATION_SIGNAL:
        a->outcome = outcomes[0];
        for (unsigned k = 0; k < n; k++)
            if (outcomes[k] == wanted) a->outcome = wanted;
        if (a->outcome) notify(m, (int)a->outcome - 1, thread);
        note_missed(m, o.object);
        finish(m, t, 0);
        break;
    default: /* BROADCAST */
        a->outcome = outcomes[0];
        for (uint32_t k = 0; k < m->nslots; k++)
            if (cond_is_waiting(m, (int)k, o.object)) notify(m, (int)k, thread);
        note_missed(m, o.object);
        finish(m, t, 0);
    }
    return true;
}

static bool cond_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while a thread waits on it";
    for (uint32_t k = 0; k < m->nslots; k++)
        if (cond_is_waiting(m, (int)k, identity)) return false;
    return true;
}

static unsigned cond_waits_for(const Machine *m, const Operation *o, int thread, int *threads) {
    if (o->kind != OPERATION_WAKE || m->threads[thread]->notified_by < 0) return 0;
    threads[0] = operation_mutex_owner(m, o->mutex);
    return threads[0] >= 0;
}

/* --- actions that happened -------------------------------------------------------------------- */

/* The argument is in docs/proofs/objects.md. `a` is made the action of the lower kind. */
static bool cond_dependent(const Action *a, const Action *b) {
    if (a->op.kind > b->op.kind) {
        const Action *x = a;
        a = b;
        b = x;
    }
    unsigned y = b->op.kind;
    if (a->op.kind == OPERATION_WAKE) /* only with the notification that woke the thread */
        return (y == OPERATION_SIGNAL || y == OPERATION_BROADCAST) && a->op.notifier == b->thread &&
               a->op.notifier_step == b->index;
    if (y == OPERATION_WAKE) return false;
    bool ordered = a->op.ordered || b->op.ordered || y == OPERATION_DESTROY;
    /* No notification is for a thread that wakes spuriously. */
    if (!ordered && a->op.kind == OPERATION_WAIT && a->outcome & WAIT_SPURIOUS) return false;
    if (ordered || y == OPERATION_BROADCAST) {
        /* Two notifications that wake no thread commute. */
        return a->op.kind < OPERATION_SIGNAL || y == OPERATION_DESTROY || a->outcome || b->outcome;
    }
    if (y != OPERATION_SIGNAL) return false; /* waits and time-outs do not depend on each other */
    if (a->op.kind == OPERATION_SIGNAL) return a->outcome || b->outcome;
    /* A time-out takes a choice away from every concurrent signal, also from one that wakes another
     * thread. */
    return a->op.kind == OPERATION_TIMEOUT || !b->outcome || (int)b->outcome - 1 == a->thread;
}

/* Synchronisation is by the mutex alone, not by notifications. */
static unsigned cond_synchronises(const Action *a) {
    if (a->op.kind == OPERATION_WAIT)
        return a->outcome != WAIT_MISUSED ? SYNC_RELEASES | SYNC_PASSES : SYNC_PASSES;
    return a->op.kind == OPERATION_WAKE ? SYNC_ACQUIRES | SYNC_PASSES : 0;
}

static bool cond_covers(const Action *y, const Action *a) {
    bool halves = y->op.kind == OPERATION_WAIT || y->op.kind == OPERATION_WAKE;
    return halves && operation_class(&a->op) == OBJECT_MUTEX; /* in the list of the mutex, not of
                                                                 the condition variable */
}

/* Lists the threads that wait on the condition variable and were not woken, as outcomes of a
 * signal. */
static unsigned waiters_after(uint64_t cond, const Action *const *past, size_t n, uint32_t *out) {
    unsigned waiting = 0;
    for (size_t k = 0; k < n; k++) {
        const Action *a = past[k];
        if (a->op.object != cond) continue;
        unsigned keep = 0;
        uint32_t gone = 0;
        switch (a->op.kind) {
        case OPERATION_WAIT:
            if (operation_sleeps(a) && waiting < MAX_OUTCOMES)
                out[waiting++] = (uint32_t)a->thread + 1;
            continue;
        case OPERATION_SIGNAL: gone = a->outcome; break;
        case OPERATION_TIMEOUT: gone = (uint32_t)a->thread + 1; break;
        case OPERATION_BROADCAST: waiting = 0; continue;
        default: continue;
        }
        for (unsigned j = 0; j < waiting; j++)
            if (out[j] != gone) out[keep++] = out[j];
        waiting = keep;
    }
    sort_outcomes(out, waiting);
    return waiting;
}

/* Whether a thread waits on the condition variable of `a` with another mutex. */
static bool waits_otherwise(const Action *a, const Action *const *past, size_t n) {
    uint32_t out[MAX_OUTCOMES];
    unsigned waiting = waiters_after(a->op.object, past, n, out);
    for (unsigned j = 0; j < waiting; j++)
        for (size_t k = n; k-- > 0;)
            if (operation_sleeps(past[k]) && past[k]->op.object == a->op.object &&
                past[k]->thread + 1 == (int)out[j]) {
                if (past[k]->op.mutex != a->op.mutex) return true;
                break;
            }
    return false;
}

/* Whether a thread waits on the condition variable and was not woken. */
static bool is_asleep(int thread, uint64_t cond, const Action *const *past, size_t n) {
    uint32_t out[MAX_OUTCOMES];
    unsigned waiting = waiters_after(cond, past, n, out);
    while (waiting && out[waiting - 1] != (uint32_t)thread + 1) waiting--;
    return waiting;
}

/* Whether the notification that woke a thread is in the past, and nothing woke the thread before. A
 * wake-up after its own time-out has the cause in its own past. */
static bool is_notified(const Action *wake, const Action *const *past, size_t n) {
    if (wake->op.notifier == wake->thread) return true;
    for (size_t k = 0; k < n; k++)
        if (past[k]->thread == wake->op.notifier && past[k]->index == wake->op.notifier_step)
            return is_asleep(wake->thread, wake->op.object, past, k);
    return false;
}

static unsigned cond_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    outcomes[0] = 0;
    switch (a->op.kind) {
    case OPERATION_WAIT: {
        bool owned = mutex_owner_after(a->op.mutex, past, n) == a->thread;
        bool misused = !owned || (a->op.ordered && waits_otherwise(a, past, n));
        if (!misused) return wait_outcomes(&a->op, a->outcome & WAIT_LOST, outcomes);
        outcomes[0] = WAIT_MISUSED;
        return 1;
    }
    case OPERATION_WAKE:
        if (is_notified(a, past, n)) return mutex_owner_after(a->op.mutex, past, n) < 0;
        if (!(a->op.flags & OPERATION_ALONE)) return 0;
        /* Without the notification, the thread can only time out. */
        a->op.kind = OPERATION_TIMEOUT;
        a->op.notifier = -1;
        return is_asleep(a->thread, a->op.object, past, n);
    case OPERATION_SIGNAL: {
        unsigned waiting = waiters_after(a->op.object, past, n, outcomes);
        if (!waiting) outcomes[waiting++] = 0;
        return waiting;
    }
    case OPERATION_BROADCAST: {
        uint32_t waiting[MAX_OUTCOMES];
        outcomes[0] = waiters_after(a->op.object, past, n, waiting);
        return 1;
    }
    case OPERATION_TIMEOUT:
        outcomes[0] = a->outcome;
        return is_asleep(a->thread, a->op.object, past, n);
    default: outcomes[0] = a->outcome; return 1;
    }
}

/* --- for histories and cut-offs --------------------------------------------------------------- */

static unsigned cond_keys(const Action *a, uint64_t *out, unsigned *touched) {
    unsigned n = 0;
    uint64_t mutex;
    if (operation_mutex(&a->op, &mutex)) out[n++] = object_key(KEY_MUTEX, mutex);
    out[n++] = object_key(KEY_COND, a->op.object);
    return *touched = n;
}

static Fingerprint cond_changes(const Machine *m, const Action *a, const Operation *created) {
    Fingerprint f = {0, 0};
    const Operation *o = &a->op;
    (void)created;
    if (o->kind == OPERATION_WAKE)
        fingerprint_subtract(&f, fragment(piece(PIECE_NOTIFIED, (uint64_t)a->thread), o->object));
    if (o->kind != OPERATION_SIGNAL && o->kind != OPERATION_BROADCAST) return f;
    for (uint32_t k = 0; a->outcome && k < m->nslots; k++) {
        const Thread *w = m->threads[k];
        if (w && w->status == THREAD_READY && w->pending.kind == OPERATION_WAKE &&
            w->notified_by == a->thread && w->notified_step == a->index)
            fingerprint_add(&f, fragment(piece(PIECE_NOTIFIED, k), o->object));
    }
    return f;
}

/* --- in words --------------------------------------------------------------------------------- */

static char *cond_blocked_text(const Machine *m, int thread, const char *object,
                               const char *holders) {
    const Thread *t = m->threads[thread];
    if (t->pending.kind != OPERATION_WAKE) return NULL;
    if (t->notified_by < 0) return xasprintf("blocked: waits on %s and nobody signals it", object);
    return xasprintf("blocked: woken on %s, but the mutex is held by %s", object,
                     *holders ? holders : "another thread");
}

static Fingerprint cond_thread_sum(const Machine *m, const Thread *t) {
    const Operation *o = &t->pending;
    Fingerprint sum = {0, 0};
    (void)m;
    if (t->status != THREAD_READY || (o->kind != OPERATION_WAKE && o->kind != OPERATION_TIMEOUT))
        return sum;
    sum = value_sum(OBJECT_COND, o->object, (uint64_t)t->slot, t->waited_count);
    if (o->kind == OPERATION_WAKE && t->notified_by >= 0)
        fingerprint_add(&sum, fragment(piece(PIECE_NOTIFIED, (uint64_t)t->slot), o->object));
    return sum;
}

const ObjectClassRow cond_class = {
    .thread_sum = cond_thread_sum,
    .name = "condition variable",
    .enabled = cond_enabled,
    .outcomes = cond_outcomes_now,
    .apply = cond_apply,
    .destroy = cond_destroy,
    .waits_for = cond_waits_for,
    .dependent = cond_dependent,
    .synchronises = cond_synchronises,
    .covers = cond_covers,
    .after = cond_after,
    .keys = cond_keys,
    .component = mutex_component,
    .changes = cond_changes,
    .blocked_text = cond_blocked_text,
};
