/*
 * barrier.c — barriers. Waiting at a barrier is two operations: ARRIVE, which never blocks, and
 * LEAVE, which blocks until the generation is full. The serial thread is chosen once, by the LEAVE
 * of the participant with the lowest number, for which the others wait.
 *
 * Arrivals commute as long as every arrival of a generation causally follows the end of the
 * generation before it. An arrival that finds otherwise makes the barrier ordered: from then on its
 * arrivals are pairwise dependent.
 */
#include "os/class.h"

/* Parts of the fingerprint: the number of arrivals since the last generation that was left; the
 * generation of each thread that has not left; the threads that were let go. The generation is odd
 * or even, since there are never more than two. */
enum { PART_ARRIVED = 0, PART_GENERATION = 1000, PART_LET_GO = 2000 };

/* Whether the thread has arrived in this generation and was not yet let go. */
static bool is_participant(const Machine *m, int thread, const Operation *leave) {
    const Thread *t = m->threads[thread];
    return t && t->status == THREAD_READY && t->pending.kind == OPERATION_LEAVE &&
           t->pending.object == leave->object && t->pending.generation == leave->generation &&
           t->notified_by < 0;
}

/* Returns the number of participants, as outcomes, if the thread is to choose among them; else
 * 0. */
static unsigned choices(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
    unsigned n = 0;
    outcomes[0] = 0;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (is_participant(m, (int)k, o)) outcomes[n++] = k + 1;
    return n == o->participants && outcomes[0] == (uint32_t)thread + 1 ? n : 0;
}

static bool barrier_enabled(Machine *m, int thread, const Operation *o) {
    uint32_t outcomes[MAX_OUTCOMES];
    if (o->kind == OPERATION_ARRIVE || m->threads[thread]->notified_by >= 0) return true;
    const SyncObject *x = sync_find(m, OBJECT_BARRIER, o->object, 0);
    if (!x || (uint64_t)x->count < ((uint64_t)o->generation + 1) * o->participants) return false;
    return choices(m, thread, o, outcomes) > 0;
}

static unsigned barrier_outcomes_now(const Machine *m, int thread, const Operation *o,
                                     uint32_t *outcomes) {
    outcomes[0] = 0;
    if (o->kind == OPERATION_ARRIVE || m->threads[thread]->notified_by >= 0) return 1;
    unsigned n = choices(m, thread, o, outcomes);
    return n ? n : 1;
}

/* Whether the thread's own history contains the end of the generation before this one. */
static bool is_explained(Machine *m, int thread, const SyncObject *x, uint32_t generation) {
    if (!generation) return true;
    PathConstraint left = {.thread = x->owner, .step = x->step};
    return x->state == generation &&
           (!m->hooks.follows || m->hooks.follows(m->hooks.context, thread, &left));
}

static void barrier_arrive(Machine *m, int thread, Thread *t, Action *a) {
    SyncObject *x = sync_at(m, OBJECT_BARRIER, a->op.object, 0);
    a->op.generation = (uint32_t)x->count / (uint32_t)a->op.participants;
    if (!a->op.ordered && !is_explained(m, thread, x, a->op.generation))
        machine_order(m, a->op.object);
    sync_save(m, x);
    x->count++;
    state_count(m, OBJECT_BARRIER, a->op.object, PART_ARRIVED, 1);
    state_set(m, OBJECT_BARRIER, a->op.object, PART_GENERATION + (uint64_t)thread,
              a->op.generation & 1, false);
    t->pending = a->op;
    t->pending.kind = OPERATION_LEAVE;
    t->notified_by = -1;
}

/* Each participant keeps whether it is the serial thread: 1 in notified_step. */
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
            state_set(m, OBJECT_BARRIER, a->op.object, PART_LET_GO + outcomes[k] - 1,
                      other->notified_step, false);
        }
        state_count(m, OBJECT_BARRIER, a->op.object, PART_ARRIVED, -(int64_t)a->op.participants);
        SyncObject *x = sync_at(m, OBJECT_BARRIER, a->op.object, 0);
        sync_save(m, x);
        if (!a->op.ordered) { /* in an ordered barrier this is not used, and generations need not
                                 end in order */
            x->owner = thread;
            x->step = t->steps;
        }
        x->state++;
    }
    state_set(m, OBJECT_BARRIER, a->op.object, PART_LET_GO + (uint64_t)thread, t->notified_step,
              true);
    state_set(m, OBJECT_BARRIER, a->op.object, PART_GENERATION + (uint64_t)thread,
              a->op.generation & 1, true);
    t->notified_by = -1;
    finish(m, t, t->notified_step ? -1 /* PTHREAD_BARRIER_SERIAL_THREAD */ : 0);
}

static bool barrier_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    if (a->op.kind == OPERATION_ARRIVE) {
        barrier_arrive(m, thread, t, a);
        return false;
    }
    leave(m, thread, t, a, wanted);
    return true;
}

static bool barrier_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while a thread waits at it";
    /* A thread whose generation is full does not wait any more. */
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.kind != OPERATION_LEAVE ||
            t->pending.object != identity)
            continue;
        const SyncObject *x = sync_find(m, OBJECT_BARRIER, identity, 0);
        if ((uint64_t)x->count < ((uint64_t)t->pending.generation + 1) * t->pending.participants)
            return false;
    }
    return true;
}

/* --- actions that happened -------------------------------------------------------------------- */

static bool barrier_dependent(const Action *a, const Action *b) {
    unsigned x = a->op.kind, y = b->op.kind;
    if (x == OPERATION_DESTROY || y == OPERATION_DESTROY)
        return x != OPERATION_LEAVE && y != OPERATION_LEAVE;
    if (x == OPERATION_ARRIVE && y == OPERATION_ARRIVE) return a->op.ordered || b->op.ordered;
    if (a->op.generation != b->op.generation) return false;
    return x != y || a->outcome || b->outcome;
}

/* In an unordered barrier, all arrivals of later generations follow the thread that leaves
 * first. */
static bool barrier_covers(const Action *y, const Action *a) {
    return y->op.kind == OPERATION_LEAVE && y->outcome && !y->op.ordered &&
           y->op.generation < a->op.generation;
}

/* The thread that leaves first chooses the serial thread. */
static unsigned barrier_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    uint32_t arrivals = 0, participants = 0;
    bool chosen = false;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object) continue;
        if (y->op.kind == OPERATION_ARRIVE) {
            arrivals++;
            if (y->op.generation == a->op.generation && participants < MAX_OUTCOMES)
                outcomes[participants++] = (uint32_t)y->thread + 1;
        } else if (y->op.kind == OPERATION_LEAVE && y->op.generation == a->op.generation &&
                   y->outcome)
            chosen = true;
    }
    if (a->op.kind == OPERATION_ARRIVE) {
        a->op.generation = arrivals / (uint32_t)a->op.participants;
        outcomes[0] = 0;
        return 1;
    }
    bool first = participants == a->op.participants;
    for (uint32_t k = 0; k < participants; k++) first &= outcomes[k] > (uint32_t)a->thread;
    if (!first) {
        outcomes[0] = 0;
        return chosen;
    }
    sort_outcomes(outcomes, participants);
    return participants;
}

static unsigned barrier_synchronises(const Action *a) {
    if (a->op.kind == OPERATION_ARRIVE) return SYNC_RELEASES | SYNC_PASSES;
    return a->op.kind == OPERATION_LEAVE ? SYNC_ACQUIRES | SYNC_PASSES : SYNC_PASSES;
}

/* --- for histories and cut-offs --------------------------------------------------------------- */

/* The thread that leaves a generation first has all arrivals at it as causes, and is a cause of
 * later arrivals. In an ordered barrier generations overlap, so this does not hold: arrivals have
 * an order of their own, and the first LEAVE has none with arrivals at later generations. A
 * generation cannot be a component either, since equal states may be in different ones. */
static bool barrier_component(const Action *a, uint64_t *key, bool *ordering) {
    *ordering = a->op.ordered || a->op.kind == OPERATION_LEAVE;
    *key = hash_combine(a->op.object, OBJECT_BARRIER);
    return a->op.kind == OPERATION_ARRIVE ||
           (a->op.kind == OPERATION_LEAVE && a->outcome && !a->op.ordered);
}

/* --- in words --------------------------------------------------------------------------------- */

static char *barrier_blocked_text(const Machine *m, int thread, const char *object,
                                  const char *holders) {
    const Operation *o = &m->threads[thread]->pending;
    (void)holders;
    if (o->kind != OPERATION_LEAVE) return NULL;
    return xasprintf("blocked: waits at %s for %u threads to arrive", object,
                     (unsigned)o->participants);
}

/* A barrier counts up for ever. The state is which thread is where in which generation, relative to
 * the last one that was left. */
static void state_text(StrBuf *out, const Machine *m, const SyncObject *x) {
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.kind != OPERATION_LEAVE ||
            t->pending.object != x->identity)
            continue;
        str_addf(out, "barrier %llx thread %s generation %d arrived %lld%s\n",
                 (unsigned long long)x->identity, t->name, (int)(t->pending.generation - x->state),
                 (long long)((int64_t)x->count - (int64_t)(x->state * t->pending.participants)),
                 t->notified_by < 0 ? ""
                 : t->notified_step ? " let go, serial"
                                    : " let go");
    }
}

static Fingerprint barrier_thread_sum(const Machine *m, const Thread *t) {
    const Operation *o = &t->pending;
    uint64_t thread = (uint64_t)t->slot;
    Fingerprint sum = {0, 0};
    (void)m;
    if (t->status != THREAD_READY || o->kind != OPERATION_LEAVE) return sum;
    sum = value_sum(OBJECT_BARRIER, o->object, PART_GENERATION + thread, o->generation & 1);
    fingerprint_add(
        &sum, t->notified_by < 0
                  ? counter_sum(OBJECT_BARRIER, o->object, PART_ARRIVED, 1)
                  : value_sum(OBJECT_BARRIER, o->object, PART_LET_GO + thread, t->notified_step));
    return sum;
}

const ObjectClassRow barrier_class = {
    .thread_sum = barrier_thread_sum,
    .name = "barrier",
    .enabled = barrier_enabled,
    .outcomes = barrier_outcomes_now,
    .apply = barrier_apply,
    .destroy = barrier_destroy,
    .dependent = barrier_dependent,
    .synchronises = barrier_synchronises,
    .covers = barrier_covers,
    .after = barrier_after,
    .keys = simple_keys,
    .component = barrier_component,
    .blocked_text = barrier_blocked_text,
    .state_text = state_text,
};
