/*
 * mutex.c — mutexes (normal, recursive, error-checking, robust) and spin locks, which are mutexes
 * under another name.
 *
 * An unlock by a thread that does not own a normal mutex is a mistake, and does what it does in
 * libc: the mutex becomes free. So who owns a normal mutex does not follow from a thread's own past
 * alone. An unlock is always enabled, and dependent with all that is done to its mutex; its outcome
 * is computed anew where it comes earlier or later.
 *
 * The flags in `state` of a robust mutex change as follows. Its owner ends: DIED. The next thread
 * that locks it learns this and holds it INCONSISTENT. An unlock in that state makes it LOST for
 * ever.
 */
#include "os/class.h"

int operation_mutex_owner(const Machine *m, uint64_t identity) {
    const SyncObject *x = sync_find(m, OBJECT_MUTEX, identity, 0);
    return x ? x->owner : -1;
}

static bool mutex_enabled(Machine *m, int thread, const Operation *o) {
    if (o->kind != OPERATION_LOCK) return true;
    int owner = operation_mutex_owner(m, o->object);
    return owner < 0 || (owner == thread && (o->flags & MUTEX_KIND));
}

static bool is_lost(const SyncObject *x) { return x && x->state & MUTEX_LOST; }

/* The outcome of an unlock by a thread that does not own the mutex; `typed`: its owner locked it as
 * something else than a normal one. */
static uint32_t unlock_outcome_of_another(const Operation *o, int owner, bool typed) {
    bool stays = owner < 0 || typed || o->flags & (MUTEX_KIND | MUTEX_ROBUST | MUTEX_STOPS);
    return stays ? 0 : UNLOCK_TAKES_AWAY;
}

static unsigned mutex_outcomes_now(const Machine *m, int thread, const Operation *o,
                                   uint32_t *outcomes) {
    const SyncObject *x = sync_find(m, OBJECT_MUTEX, o->object, 0);
    int owner = x ? x->owner : -1;
    outcomes[0] = 0;
    switch (o->kind) {
    case OPERATION_LOCK: outcomes[0] = owner < 0 && !is_lost(x); break;
    case OPERATION_TRYLOCK:
        outcomes[0] = (owner < 0 && !is_lost(x)) ||
                      (owner == thread && (o->flags & MUTEX_KIND) == MUTEX_RECURSIVE);
        break;
    case OPERATION_UNLOCK:
        if (!x) break;
        if (owner != thread)
            outcomes[0] = unlock_outcome_of_another(o, owner, x->state & MUTEX_TYPED);
        else if (x->count == 1)
            outcomes[0] = x->state & MUTEX_INCONSISTENT ? 2 : 1;
        break;
    default: outcomes[0] = 1; /* ABANDON */
    }
    return 1;
}

/* Takes a free mutex, or takes it once more for its owner. Returns the result for the program. */
static int acquire(Machine *m, int thread, SyncObject *x, unsigned type, uint32_t depth) {
    Thread *t = m->threads[thread];
    sync_save(m, x);
    if (x->owner < 0) {
        x->owner = thread;
        if (type & MUTEX_ROBUST)
            t->robust++;
        else
            t->owned++;
    }
    if (type & (MUTEX_KIND | MUTEX_ROBUST))
        machine_set_mutex_state(
            m, x, x->state | MUTEX_TYPED | (type & MUTEX_ROBUST ? MUTEX_AS_ROBUST : 0));
    x->count += (int32_t)depth;
    state_count(m, OBJECT_MUTEX, x->identity, (uint64_t)thread, depth);
    if (!(x->state & MUTEX_DIED)) return 0;
    machine_set_mutex_state(m, x, x->state ^ (MUTEX_DIED | MUTEX_INCONSISTENT));
    return EOWNERDEAD;
}

/* Releases a mutex; `left`: its owner ends. True if nobody can ever take it again. */
static bool mutex_release(Machine *m, SyncObject *x, bool left) {
    Thread *t = m->threads[x->owner];
    if (x->state & MUTEX_AS_ROBUST)
        t->robust--;
    else
        t->owned--;
    if (x->state || left)
        machine_set_mutex_state(m, x,
                                left                            ? MUTEX_DIED
                                : x->state & MUTEX_INCONSISTENT ? MUTEX_LOST
                                                                : 0);
    state_count(m, OBJECT_MUTEX, x->identity, (uint64_t)x->owner, -(int64_t)x->count);
    x->owner = -1;
    x->count = 0;
    return x->state == MUTEX_LOST;
}

/* Counts among the parts of a mutex, beside those of owners. */
#define ROBBED(owner) ((1ull << 32) + (uint64_t)(owner))

/* Frees a mutex that another thread owns. That is independent of the owner's end and of joins. So a
 * part of the mutex keeps that the owner lost it: its name is not given again (holds_something in
 * slots.c), whichever came first. */
static void mutex_take_away(Machine *m, SyncObject *x) {
    int owner = x->owner;
    trail_save(m->memory, m->threads[owner], THREAD_SAVED);
    sync_save(m, x);
    mutex_release(m, x, false);
    SyncObject *part = sync_at(m, OBJECT_MUTEX, x->identity, (unsigned)owner + 1);
    if (!part->count) {
        sync_save(m, part);
        part->count = 1;
        state_count(m, OBJECT_MUTEX, x->identity, ROBBED(owner), 1);
    }
    machine_order(m, x->identity);
}

/* An unlock by a thread that does not own the mutex. */
static void unlock_of_another(Machine *m, Thread *t, const Operation *o, SyncObject *x,
                              uint32_t outcome) {
    Mistake none = {.effect = "behind the unlock of a mutex that is not locked: it did nothing"},
            taken = {.effect =
                         "behind the unlock of a mutex that another thread holds: it became free"};
    const char *text = "%s is unlocked by a thread that does not own it";
    if (o->flags & (MUTEX_KIND | MUTEX_ROBUST))
        finish(m, t, EPERM);
    else if (x->owner < 0) {
        if (misuse_goes_on(m, t, o, none, "%s is unlocked, but it is not locked")) finish(m, t, 0);
    } else if (outcome != UNLOCK_TAKES_AWAY)
        misuse(m, t, o, text);
    else if (misuse_goes_on(m, t, o, taken, text)) {
        mutex_take_away(m, x);
        finish(m, t, 0);
    }
}

static bool mutex_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    (void)wanted;
    const Operation *o = &a->op;
    SyncObject *x = sync_at(m, OBJECT_MUTEX, o->object, 0);
    unsigned kind = o->flags & MUTEX_KIND;
    mutex_outcomes_now(m, thread, o, &a->outcome);
    switch (o->kind) {
    case OPERATION_LOCK:
        if (is_lost(x))
            finish(m, t, ENOTRECOVERABLE);
        else if (x->owner == thread && kind == MUTEX_ERROR_CHECKING)
            finish(m, t, EDEADLK);
        else
            finish(m, t, acquire(m, thread, x, o->flags, 1));
        break;
    case OPERATION_TRYLOCK:
        if (a->outcome)
            finish(m, t, acquire(m, thread, x, o->flags, 1));
        else if (is_lost(x))
            finish(m, t, ENOTRECOVERABLE);
        else if (!(o->flags & OPERATION_TIMED))
            finish(m, t, EBUSY);
        else
            finish(m, t, x->owner == thread && kind == MUTEX_ERROR_CHECKING ? EDEADLK : ETIMEDOUT);
        break;
    case OPERATION_UNLOCK:
        if (x->owner != thread) {
            unlock_of_another(m, t, o, x, a->outcome);
            break;
        }
        sync_save(m, x);
        x->count--;
        state_count(m, OBJECT_MUTEX, x->identity, (uint64_t)thread, -1);
        if (a->outcome) mutex_release(m, x, false);
        finish(m, t, 0);
        break;
    default: /* ABANDON: the thread goes on ending */ sync_save(m, x); mutex_release(m, x, true);
    }
    return true;
}

bool mutex_release_all(Machine *m, int thread, uint64_t mutex, uint32_t *depth, bool *lost) {
    SyncObject *x = sync_at(m, OBJECT_MUTEX, mutex, 0);
    if (x->owner != thread) return false;
    sync_save(m, x);
    *depth = (uint32_t)x->count;
    *lost = mutex_release(m, x, false);
    return true;
}

int mutex_acquire_again(Machine *m, int thread, uint64_t mutex, unsigned type, uint32_t depth) {
    SyncObject *x = sync_at(m, OBJECT_MUTEX, mutex, 0);
    return is_lost(x) ? ENOTRECOVERABLE : acquire(m, thread, x, type, depth);
}

bool mutex_is_inconsistent(const Machine *m, uint64_t mutex) {
    const SyncObject *x = sync_find(m, OBJECT_MUTEX, mutex, 0);
    return x && x->state & MUTEX_INCONSISTENT;
}

static bool mutex_destroy(Machine *m, uint64_t identity, const char **why) {
    *why = "%s is destroyed while it is locked";
    return operation_mutex_owner(m, identity) < 0;
}

static unsigned mutex_waits_for(const Machine *m, const Operation *o, int thread, int *threads) {
    (void)thread;
    if (o->kind != OPERATION_LOCK) return 0;
    threads[0] = operation_mutex_owner(m, o->object);
    return threads[0] >= 0;
}

/* --- actions that happened -------------------------------------------------------------------- */

static bool mutex_dominates(const Action *a) {
    return a->op.kind != OPERATION_TRYLOCK || a->outcome;
}

/* A failed lock acquires nothing: the news that a mutex is lost came from an unlock. */
static unsigned mutex_synchronises(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_LOCK: return SYNC_ACQUIRES | SYNC_PASSES;
    case OPERATION_TRYLOCK: return a->outcome ? SYNC_ACQUIRES | SYNC_PASSES : 0;
    case OPERATION_UNLOCK: return a->outcome ? SYNC_RELEASES | SYNC_PASSES : SYNC_PASSES;
    case OPERATION_ABANDON: return SYNC_RELEASES | SYNC_PASSES;
    default: return SYNC_PASSES; /* DESTROY */
    }
}

typedef struct MutexState {
    int owner;
    bool lost, typed;
} MutexState;

static void mutex_state_taken(MutexState *s, const Action *a) {
    s->typed = (s->typed && s->owner >= 0) || a->op.flags & (MUTEX_KIND | MUTEX_ROBUST);
    s->owner = a->thread;
}

static MutexState mutex_state_after(uint64_t mutex, const Action *const *past, size_t n) {
    MutexState s = {.owner = -1};
    for (size_t k = 0; k < n; k++) {
        const Action *a = past[k];
        uint64_t q;
        if (!operation_mutex(&a->op, &q) || q != mutex) continue;
        switch (a->op.kind) {
        case OPERATION_TRYLOCK:
        case OPERATION_LOCK:
            if (a->outcome ||
                (s.owner == a->thread && (a->op.flags & MUTEX_KIND) == MUTEX_RECURSIVE))
                mutex_state_taken(&s, a);
            break;
        case OPERATION_WAKE:
            if (!s.lost) mutex_state_taken(&s, a);
            break;
        case OPERATION_WAIT:
            if (a->outcome != WAIT_MISUSED)
                s = (MutexState){.owner = -1, .lost = s.lost || a->outcome & WAIT_LOST};
            break;
        case OPERATION_UNLOCK:
            if (a->outcome) s = (MutexState){.owner = -1, .lost = a->outcome == 2};
            break;
        case OPERATION_ABANDON: s.owner = -1; break;
        default: break;
        }
    }
    return s;
}

int mutex_owner_after(uint64_t mutex, const Action *const *past, size_t n) {
    return mutex_state_after(mutex, past, n).owner;
}

/* The outcome of an unlock after another past. Who releases a mutex that is not normal, and whether
 * that was the last of several times, follows from the thread's own past, and stays so. A normal
 * one is held once. */
static uint32_t unlock_outcome_after(const Action *a, MutexState s) {
    if (s.owner != a->thread) return unlock_outcome_of_another(&a->op, s.owner, s.typed);
    return a->outcome == UNLOCK_TAKES_AWAY || !(s.typed || a->outcome) ? 1 : a->outcome;
}

static unsigned mutex_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    MutexState s = mutex_state_after(a->op.object, past, n);
    bool own = s.owner == a->thread, free_now = s.owner < 0 && !s.lost;
    outcomes[0] = a->outcome;
    if (a->op.kind == OPERATION_LOCK) {
        if (s.owner >= 0 && !(own && a->op.flags & MUTEX_KIND)) return 0;
        outcomes[0] = free_now;
    } else if (a->op.kind == OPERATION_TRYLOCK)
        outcomes[0] = free_now || (own && (a->op.flags & MUTEX_KIND) == MUTEX_RECURSIVE);
    else if (a->op.kind == OPERATION_UNLOCK)
        outcomes[0] = unlock_outcome_after(a, s);
    return 1;
}

/* --- for histories and cut-offs --------------------------------------------------------------- */

static unsigned mutex_keys(const Action *a, uint64_t *out, unsigned *touched) {
    out[0] = object_key(KEY_MUTEX, a->op.object);
    return *touched = 1;
}

bool mutex_component(const Action *a, uint64_t *key, bool *ordering) {
    uint64_t mutex;
    if (!operation_mutex(&a->op, &mutex)) return false;
    *ordering = mutex_dominates(a);
    *key = hash_combine(mutex, OBJECT_MUTEX);
    return true;
}

/* --- in words --------------------------------------------------------------------------------- */

static char *mutex_text(const Machine *m, const Operation *o) {
    bool spins = o->kind != OPERATION_DESTROY && o->flags & MUTEX_SPIN;
    return object_text(m, spins ? "spin lock" : "mutex", o->object, o->loc);
}

static Fingerprint mutex_object_sum(const Machine *m, const SyncObject *x) {
    (void)m;
    int part = (int)(x->tag >> 8) - 1;
    if (part >= 0) return counter_sum(OBJECT_MUTEX, x->identity, ROBBED(part), x->count);
    Fingerprint sum = counter_sum(OBJECT_MUTEX, x->identity, (uint64_t)x->owner, x->count);
    for (unsigned bit = MUTEX_DIED; bit <= MUTEX_TYPED; bit <<= 1)
        if (x->state & bit) fingerprint_add(&sum, counter_sum(OBJECT_MUTEX, x->identity, bit, 1));
    return sum;
}

const ObjectClassRow mutex_class = {
    .name = "mutex",
    .enabled = mutex_enabled,
    .outcomes = mutex_outcomes_now,
    .apply = mutex_apply,
    .destroy = mutex_destroy,
    .waits_for = mutex_waits_for,
    .dominates = mutex_dominates,
    .synchronises = mutex_synchronises,
    .after = mutex_after,
    .keys = mutex_keys,
    .component = mutex_component,
    .object_text = mutex_text,
    .object_sum = mutex_object_sum,
    .blocked_text = held_text,
};
