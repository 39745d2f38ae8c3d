/*
 * barrier.c — barriers. Waiting at one is two operations: ARRIVE, which never blocks, and LEAVE, which blocks
 * until the generation is full. Which participant is the serial thread is chosen once: by the LEAVE of the
 * participant with the lowest number, which the others wait for.
 *
 * While every arrival of a generation causally follows the end of the generation before it, arrivals commute.
 * An arrival that finds otherwise has the barrier treated as ordered from then on: its arrivals are pairwise
 * dependent.
 */
#include "os/objects.h"

/* The fingerprint knows how many have arrived since the last generation that was left, in which generation
 * (odd or even: there are never more than two) each is that has not left, and who was let go. */
enum { PART_ARRIVED = 0, PART_GENERATION = 1000, PART_LET_GO = 2000 };

/* Whether the thread has arrived in this generation and not yet been let go. */
static bool is_participant(const Machine *m, int thread, const Operation *leave) {
    const Thread *t = m->threads[thread];
    return t && t->status == THREAD_READY && t->pending.kind == OPERATION_LEAVE &&
           t->pending.object == leave->object && t->pending.step == leave->step && t->notified_by < 0;
}

/* The participants as outcomes where the thread is to choose; 0 where it is not. */
static unsigned choices(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
    unsigned n = 0;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (is_participant(m, (int)k, o)) outcomes[n++] = k + 1;
    return n == o->object2 && outcomes[0] == (uint32_t)thread + 1 ? n : 0;
}

bool barrier_enabled(const Machine *m, int thread, const Operation *o) {
    uint32_t outcomes[MAX_OUTCOMES];
    if (o->kind == OPERATION_ARRIVE || m->threads[thread]->notified_by >= 0) return true;
    const SyncObject *x = sync_find(m, OBJECT_BARRIER, o->object, 0);
    if (!x || (uint64_t)x->count < ((uint64_t)o->step + 1) * o->object2) return false;
    return choices(m, thread, o, outcomes) > 0;
}

unsigned barrier_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
    outcomes[0] = 0;
    if (o->kind == OPERATION_ARRIVE || m->threads[thread]->notified_by >= 0) return 1;
    unsigned n = choices(m, thread, o, outcomes);
    return n ? n : 1;
}

/* Whether the thread's own history explains that the generation before this one is over. */
static bool is_explained(Machine *m, int thread, const SyncObject *x, uint32_t generation) {
    if (!generation) return true;
    PathEntry left = {NULL, x->owner, x->step};
    return x->state == generation &&
           (!m->hooks.causal || m->hooks.causal(m->hooks.context, m, thread, &left));
}

static void arrive(Machine *m, int thread, Thread *t, Action *a) {
    SyncObject *x = sync_at(m, OBJECT_BARRIER, a->op.object, 0);
    a->op.step = (uint32_t)x->count / (uint32_t)a->op.object2;
    if (!a->op.weak && !is_explained(m, thread, x, a->op.step)) machine_order(m, a->op.object);
    sync_save(m, x);
    x->count++;
    state_count(m, OBJECT_BARRIER, a->op.object, PART_ARRIVED, 1);
    state_set(m, OBJECT_BARRIER, a->op.object, PART_GENERATION + (uint64_t)thread, a->op.step & 1, false);
    t->pending = a->op;
    t->pending.kind = OPERATION_LEAVE;
    t->notified_by = -1;
}

/* The serial thread is kept with each participant: 1 in notified_step. */
static void leave(Machine *m, int thread, Thread *t, Action *a, uint32_t outcome) {
    if (t->notified_by < 0) {
        uint32_t outcomes[MAX_OUTCOMES];
        unsigned n = choices(m, thread, &a->op, outcomes);
        a->outcome = outcomes[0];
        for (unsigned k = 0; k < n; k++)
            if (outcomes[k] == outcome) a->outcome = outcome;
        for (unsigned k = 0; k < n; k++) {
            Thread *other = m->threads[outcomes[k] - 1];
            if (other != t) trail_save(m->memory, other, THREAD_SAVED);
            other->notified_by = thread;
            other->notified_step = outcomes[k] == a->outcome;
            state_set(m, OBJECT_BARRIER, a->op.object, PART_LET_GO + outcomes[k] - 1, other->notified_step,
                      false);
        }
        state_count(m, OBJECT_BARRIER, a->op.object, PART_ARRIVED, -(int64_t)a->op.object2);
        SyncObject *x = sync_at(m, OBJECT_BARRIER, a->op.object, 0);
        sync_save(m, x);
        x->owner = thread;
        x->step = t->steps;
        x->state++;
    }
    state_set(m, OBJECT_BARRIER, a->op.object, PART_LET_GO + (uint64_t)thread, t->notified_step, true);
    state_set(m, OBJECT_BARRIER, a->op.object, PART_GENERATION + (uint64_t)thread, a->op.step & 1, true);
    t->notified_by = -1;
    finish(m, t, t->notified_step ? -1 /* PTHREAD_BARRIER_SERIAL_THREAD */ : 0);
}

void barrier_apply(Machine *m, int thread, Action *a, uint32_t outcome, bool *run) {
    Thread *t = m->threads[thread];
    if (a->op.kind == OPERATION_ARRIVE) {
        arrive(m, thread, t, a);
        *run = false;
    } else
        leave(m, thread, t, a, outcome);
}

bool barrier_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while a thread waits at it";
    /* Those whose generation is full no longer wait. */
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.kind != OPERATION_LEAVE ||
            t->pending.object != identity)
            continue;
        const SyncObject *x = sync_find(m, OBJECT_BARRIER, identity, 0);
        if ((uint64_t)x->count < ((uint64_t)t->pending.step + 1) * t->pending.object2) return false;
    }
    return true;
}
