/*
 * rwlock.c — read-write locks. Readers are preferred: a waiting writer keeps no reader out. The
 * lock counts its readers. For each thread a part of the lock counts how often that thread holds it
 * for reading.
 */
#include "os/class.h"

typedef struct RwState {
    int writer; /* -1: none */
    int readers;
    int own; /* read locks of the thread */
} RwState;

static RwState state_of(const Machine *m, int thread, uint64_t identity) {
    const SyncObject *x = sync_find(m, OBJECT_RWLOCK, identity, 0),
                     *own = sync_find(m, OBJECT_RWLOCK, identity, (unsigned)thread + 1);
    return (RwState){x ? x->owner : -1, x ? x->count : 0, own ? own->count : 0};
}

static bool rwlock_enabled(Machine *m, int thread, const Operation *o) {
    if (o->kind != OPERATION_RDLOCK && o->kind != OPERATION_WRLOCK) return true;
    RwState s = state_of(m, thread, o->object);
    if (s.writer >= 0) return s.writer == thread; /* an error, reported at once */
    return o->kind == OPERATION_RDLOCK || !s.readers;
}

static unsigned rwlock_outcomes_now(const Machine *m, int thread, const Operation *o,
                                    uint32_t *outcomes) {
    RwState s = state_of(m, thread, o->object);
    switch (o->kind) {
    case OPERATION_RDLOCK:
    case OPERATION_TRYRDLOCK: outcomes[0] = s.writer < 0; break;
    case OPERATION_WRLOCK:
    case OPERATION_TRYWRLOCK: outcomes[0] = s.writer < 0 && !s.readers; break;
    default: outcomes[0] = s.writer == thread ? 1 : s.own ? 2 : 0; /* RWUNLOCK */
    }
    return 1;
}

static void count_reader(Machine *m, int thread, uint64_t identity, int change) {
    SyncObject *all = sync_at(m, OBJECT_RWLOCK, identity, 0),
               *own = sync_at(m, OBJECT_RWLOCK, identity, (unsigned)thread + 1);
    sync_save(m, all);
    sync_save(m, own);
    all->count += change;
    own->count += change;
    state_count(m, OBJECT_RWLOCK, identity, (uint64_t)thread + 1, change);
}

static void set_writer(Machine *m, uint64_t identity, int writer) {
    SyncObject *x = sync_at(m, OBJECT_RWLOCK, identity, 0);
    sync_save(m, x);
    state_count(m, OBJECT_RWLOCK, identity, 1000 + (uint64_t)(writer >= 0 ? writer : x->owner),
                writer >= 0 ? 1 : -1);
    x->owner = writer;
}

static bool rwlock_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    (void)wanted;
    const Operation *o = &a->op;
    bool self = state_of(m, thread, o->object).writer == thread;
    rwlock_outcomes_now(m, thread, o, &a->outcome);
    switch (o->kind) {
    case OPERATION_RDLOCK:
    case OPERATION_TRYRDLOCK:
        if (a->outcome) count_reader(m, thread, o->object, 1);
        break;
    case OPERATION_WRLOCK:
    case OPERATION_TRYWRLOCK:
        if (a->outcome) set_writer(m, o->object, thread);
        break;
    default: /* RWUNLOCK */
        if (!a->outcome && !(o->flags & RWLOCK_GATE)) {
            misuse(m, t, o,
                   "%s is unlocked by a thread that holds it neither for reading nor for writing");
            return true;
        }
        if (a->outcome == 1)
            set_writer(m, o->object, -1);
        else if (a->outcome == 2)
            count_reader(m, thread, o->object, -1);
        finish(m, t, a->outcome == 1 ? HEDDLE_WROTE : 0);
        return true;
    }
    bool try = o->kind == OPERATION_TRYRDLOCK || o->kind == OPERATION_TRYWRLOCK;
    finish(m, t,
           a->outcome                      ? 0
           : !try                          ? EDEADLK
           : !(o->flags & OPERATION_TIMED) ? EBUSY
           : self                          ? EDEADLK
                                           : ETIMEDOUT);
    return true;
}

static bool rwlock_destroy(Machine *m, uint64_t identity, const char **why) {
    RwState s = state_of(m, 0, identity);
    *why = "%s is destroyed while it is locked";
    return s.writer < 0 && !s.readers;
}

static unsigned rwlock_waits_for(const Machine *m, const Operation *o, int thread, int *threads) {
    unsigned n = 0;
    (void)thread;
    if (o->kind != OPERATION_RDLOCK && o->kind != OPERATION_WRLOCK) return 0;
    const SyncObject *x = sync_find(m, OBJECT_RWLOCK, o->object, 0);
    if (x && x->owner >= 0) threads[n++] = x->owner;
    for (uint32_t k = 0; x && x->count && k < m->nslots; k++) {
        const SyncObject *part = sync_find(m, OBJECT_RWLOCK, o->object, k + 1);
        if (part && part->count) threads[n++] = (int)k;
    }
    return n;
}

/* --- actions that happened -------------------------------------------------------------------- */

static bool is_reading(const Operation *o) {
    return o->kind == OPERATION_RDLOCK || o->kind == OPERATION_TRYRDLOCK;
}

static Effect rwlock_effect(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_RDLOCK:
    case OPERATION_TRYRDLOCK: return a->outcome ? EFFECT_COMMUTES : EFFECT_NONE;
    case OPERATION_WRLOCK:
    case OPERATION_TRYWRLOCK: return a->outcome ? EFFECT_OTHER : EFFECT_NONE;
    case OPERATION_RWUNLOCK: return a->outcome == 2 ? EFFECT_COMMUTES : EFFECT_OTHER;
    default: return EFFECT_OTHER; /* DESTROY */
    }
}

static bool rwlock_dependent(const Action *a, const Action *b) {
    return effects_dependent(rwlock_effect(a), rwlock_effect(b));
}

static bool rwlock_dominates(const Action *a) { return rwlock_effect(a) == EFFECT_OTHER; }

/* Readers acquire nothing from each other: their operations are independent. */
static unsigned rwlock_synchronises(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_RDLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_TRYWRLOCK: return a->outcome ? SYNC_ACQUIRES | SYNC_PASSES : 0;
    case OPERATION_RWUNLOCK:
        return a->outcome == 2 ? SYNC_RELEASES
               : a->outcome    ? SYNC_RELEASES | SYNC_PASSES
                               : SYNC_PASSES;
    default: return SYNC_PASSES; /* DESTROY */
    }
}

static unsigned rwlock_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    int writer = -1, readers = 0;
    outcomes[0] = a->outcome;
    if (a->op.kind == OPERATION_RWUNLOCK) return 1;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object || !y->outcome) continue;
        switch (y->op.kind) {
        case OPERATION_RDLOCK:
        case OPERATION_TRYRDLOCK: readers++; break;
        case OPERATION_WRLOCK:
        case OPERATION_TRYWRLOCK: writer = y->thread; break;
        case OPERATION_RWUNLOCK:
            if (y->outcome == 1)
                writer = -1;
            else
                readers--;
            break;
        default: break;
        }
    }
    bool waits = a->op.kind == OPERATION_RDLOCK || a->op.kind == OPERATION_WRLOCK;
    outcomes[0] = writer < 0 && (is_reading(&a->op) || !readers);
    return outcomes[0] || !waits || writer == a->thread;
}

static int sharing(const Action *a) {
    if (is_reading(&a->op)) return a->outcome != 0;
    return a->op.kind == OPERATION_RWUNLOCK && a->outcome == 2 ? -1 : 0;
}

/* The parts of the threads count the readers. */
static Fingerprint rwlock_object_sum(const Machine *m, const SyncObject *x) {
    (void)m;
    unsigned part = x->tag >> 8;
    if (part) return counter_sum(OBJECT_RWLOCK, x->identity, part, x->count);
    return counter_sum(OBJECT_RWLOCK, x->identity, 1000 + (uint64_t)x->owner, x->owner >= 0);
}

static char *rwlock_text(const Machine *m, const Operation *o) {
    bool gate = o->kind != OPERATION_DESTROY && o->flags & RWLOCK_GATE;
    return object_text(m, gate ? "writers' gate of the read-write lock" : "read-write lock",
                       o->object - (gate ? HEDDLE_GATE_AT : 0), o->loc);
}

const ObjectClassRow rwlock_class = {
    .object_sum = rwlock_object_sum,
    .name = "read-write lock",
    .object_text = rwlock_text,
    .enabled = rwlock_enabled,
    .outcomes = rwlock_outcomes_now,
    .apply = rwlock_apply,
    .destroy = rwlock_destroy,
    .waits_for = rwlock_waits_for,
    .dependent = rwlock_dependent,
    .dominates = rwlock_dominates,
    .synchronises = rwlock_synchronises,
    .after = rwlock_after,
    .sharing = sharing,
    .keys = simple_keys,
    .component = simple_component,
    .blocked_text = held_text,
};
