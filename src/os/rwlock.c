/*
 * rwlock.c — read-write locks. Readers are preferred: a waiting writer keeps no reader out. The lock counts
 * its readers, and a part of it for each thread counts how often that thread holds it for reading.
 */
#include "os/objects.h"

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

bool rwlock_enabled(const Machine *m, int thread, const Operation *o) {
    if (o->kind != OPERATION_RDLOCK && o->kind != OPERATION_WRLOCK) return true;
    RwState s = state_of(m, thread, o->object);
    if (s.writer >= 0) return s.writer == thread; /* an error, told at once */
    return o->kind == OPERATION_RDLOCK || !s.readers;
}

unsigned rwlock_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
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

void rwlock_apply(Machine *m, int thread, Action *a) {
    Thread *t = m->threads[thread];
    const Operation *o = &a->op;
    bool self = state_of(m, thread, o->object).writer == thread;
    rwlock_outcomes(m, thread, o, &a->outcome);
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
        if (!a->outcome) {
            misuse(m, t, o, "%s is unlocked by a thread that holds it neither for reading nor for writing");
            return;
        }
        if (a->outcome == 1)
            set_writer(m, o->object, -1);
        else
            count_reader(m, thread, o->object, -1);
        finish(m, t, 0);
        return;
    }
    bool try = o->kind == OPERATION_TRYRDLOCK || o->kind == OPERATION_TRYWRLOCK;
    finish(m, t,
           a->outcome                     ? 0
           : !try                         ? EDEADLK
           : !(o->type & OPERATION_TIMED) ? EBUSY
           : self                         ? EDEADLK
                                          : ETIMEDOUT);
}

bool rwlock_destroy(Machine *m, uint64_t identity, const char **why) {
    RwState s = state_of(m, 0, identity);
    *why = "%s is destroyed while it is locked";
    return s.writer < 0 && !s.readers;
}

unsigned operation_rwlock_holders(const Machine *m, uint64_t identity, int *threads) {
    unsigned n = 0;
    const SyncObject *x = sync_find(m, OBJECT_RWLOCK, identity, 0);
    if (x && x->owner >= 0) threads[n++] = x->owner;
    for (uint32_t k = 0; x && x->count && k < m->nslots; k++) {
        const SyncObject *part = sync_find(m, OBJECT_RWLOCK, identity, k + 1);
        if (part && part->count) threads[n++] = (int)k;
    }
    return n;
}
