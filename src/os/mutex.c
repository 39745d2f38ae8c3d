/*
 * mutex.c — mutexes (normal, recursive, error-checking, robust) and spin locks, which are mutexes of another
 * name.
 *
 * A robust mutex goes through the flags of `state`: its owner ends (DIED); who locks it next is told so and
 * holds it INCONSISTENT; unlocked in that state it is LOST for ever.
 */
#include "os/objects.h"

int operation_mutex_owner(const Machine *m, uint64_t identity) {
    const SyncObject *x = sync_find(m, OBJECT_MUTEX, identity, 0);
    return x ? x->owner : -1;
}

bool mutex_enabled(const Machine *m, int thread, const Operation *o) {
    if (o->kind != OPERATION_LOCK) return true;
    int owner = operation_mutex_owner(m, o->object);
    return owner < 0 || (owner == thread && (o->type & MUTEX_KIND));
}

static bool is_lost(const SyncObject *x) { return x && x->state & MUTEX_LOST; }

unsigned mutex_outcomes(const Machine *m, int thread, const Operation *o, uint32_t *outcomes) {
    const SyncObject *x = sync_find(m, OBJECT_MUTEX, o->object, 0);
    int owner = x ? x->owner : -1;
    outcomes[0] = 0;
    switch (o->kind) {
    case OPERATION_LOCK: outcomes[0] = owner < 0 && !is_lost(x); break;
    case OPERATION_TRYLOCK:
        outcomes[0] = (owner < 0 && !is_lost(x)) || (owner == thread && (o->type & MUTEX_KIND) == 1);
        break;
    case OPERATION_UNLOCK:
        if (owner == thread && x->count == 1) outcomes[0] = x->state & MUTEX_INCONSISTENT ? 2 : 1;
        break;
    default: outcomes[0] = 1; /* ABANDON */
    }
    return 1;
}

/* Takes a free mutex, or once more one that the thread owns; the result for the program. */
static int acquire(Machine *m, int thread, SyncObject *x, unsigned type, uint32_t depth) {
    Thread *t = m->threads[thread];
    sync_save(m, x);
    if (x->owner < 0) {
        x->owner = thread;
        if (type & MUTEX_ROBUST) {
            t->robust++;
            x->state |= MUTEX_AS_ROBUST;
        } else
            t->owned++;
    }
    x->count += (int32_t)depth;
    state_count(m, OBJECT_MUTEX, x->identity, (uint64_t)thread, depth);
    if (!(x->state & MUTEX_DIED)) return 0;
    machine_set_mutex_state(m, x, x->state ^ (MUTEX_DIED | MUTEX_INCONSISTENT));
    return EOWNERDEAD;
}

/* `left`: the owner ends. True where nobody can ever take it again. */
static bool release(Machine *m, SyncObject *x, bool left) {
    Thread *t = m->threads[x->owner];
    if (x->state & MUTEX_AS_ROBUST)
        t->robust--;
    else
        t->owned--;
    if (x->state || left)
        machine_set_mutex_state(m, x, left ? MUTEX_DIED : x->state & MUTEX_INCONSISTENT ? MUTEX_LOST : 0);
    state_count(m, OBJECT_MUTEX, x->identity, (uint64_t)x->owner, -(int64_t)x->count);
    x->owner = -1;
    x->count = 0;
    return x->state == MUTEX_LOST;
}

void mutex_apply(Machine *m, int thread, Action *a) {
    Thread *t = m->threads[thread];
    const Operation *o = &a->op;
    SyncObject *x = sync_at(m, OBJECT_MUTEX, o->object, 0);
    unsigned kind = o->type & MUTEX_KIND;
    mutex_outcomes(m, thread, o, &a->outcome);
    switch (o->kind) {
    case OPERATION_LOCK:
        if (is_lost(x))
            finish(m, t, ENOTRECOVERABLE);
        else if (x->owner == thread && kind == 2)
            finish(m, t, EDEADLK);
        else
            finish(m, t, acquire(m, thread, x, o->type, 1));
        break;
    case OPERATION_TRYLOCK:
        if (a->outcome)
            finish(m, t, acquire(m, thread, x, o->type, 1));
        else if (is_lost(x))
            finish(m, t, ENOTRECOVERABLE);
        else if (!(o->type & OPERATION_TIMED))
            finish(m, t, EBUSY);
        else
            finish(m, t, x->owner == thread && kind == 2 ? EDEADLK : ETIMEDOUT);
        break;
    case OPERATION_UNLOCK:
        if (x->owner != thread) {
            if (kind || o->type & MUTEX_ROBUST)
                finish(m, t, EPERM);
            else
                misuse(m, t, o,
                       x->owner < 0 ? "%s is unlocked, but it is not locked"
                                    : "%s is unlocked by a thread that does not own it");
            break;
        }
        sync_save(m, x);
        x->count--;
        state_count(m, OBJECT_MUTEX, x->identity, (uint64_t)thread, -1);
        if (a->outcome) release(m, x, false);
        finish(m, t, 0);
        break;
    default: /* ABANDON: the thread goes on ending */ sync_save(m, x); release(m, x, true);
    }
}

bool mutex_release_all(Machine *m, int thread, uint64_t mutex, uint32_t *depth, bool *lost) {
    SyncObject *x = sync_at(m, OBJECT_MUTEX, mutex, 0);
    if (x->owner != thread) return false;
    sync_save(m, x);
    *depth = (uint32_t)x->count;
    *lost = release(m, x, false);
    return true;
}

int mutex_acquire_again(Machine *m, int thread, uint64_t mutex, unsigned type, uint32_t depth) {
    SyncObject *x = sync_at(m, OBJECT_MUTEX, mutex, 0);
    return is_lost(x) ? ENOTRECOVERABLE : acquire(m, thread, x, type, depth);
}

bool mutex_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while it is locked";
    return operation_mutex_owner(m, identity) < 0;
}
