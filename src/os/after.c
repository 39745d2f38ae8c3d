/*
 * after.c — what an operation would do after a given past: the same table as operations.c and the files of
 * the objects, read over a list of executed actions instead of a machine's state. Conflicting extensions need
 * it: they ask about configurations that no machine is in at the moment.
 */
#include "os/operations.h"

bool operation_may_block(unsigned kind) {
    switch (kind) {
    case OPERATION_LOCK:
    case OPERATION_WAKE:
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_SEM_WAIT:
    case OPERATION_LEAVE:
    case OPERATION_ONCE:
    case OPERATION_KERNEL:
    case OPERATION_JOIN: return true;
    default: return false;
    }
}

bool operation_settled(unsigned kind) {
    switch (kind) {
    case OPERATION_TRYLOCK:
    case OPERATION_LOCK:
    case OPERATION_WAIT:
    case OPERATION_WAKE:
    case OPERATION_BRANCH:
    case OPERATION_SIGNAL:
    case OPERATION_BROADCAST:
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK:
    case OPERATION_SEM_POST:
    case OPERATION_SEM_WAIT:
    case OPERATION_SEM_TRYWAIT:
    case OPERATION_SEM_VALUE:
    case OPERATION_ARRIVE:
    case OPERATION_LEAVE:
    case OPERATION_ONCE:
    case OPERATION_KERNEL:
    case OPERATION_JOIN: return false;
    default: return true;
    }
}

bool operation_reversible(unsigned kind) {
    switch (kind) {
    case OPERATION_START:
    case OPERATION_CREATE:
    case OPERATION_EXIT:
    case OPERATION_PROCESS_EXIT:
    case OPERATION_LEAVE: /* the participants are its causes, in every history that has it */
    case OPERATION_BRANCH: return false;
    default: return true;
    }
}

bool operation_open(unsigned kind) { return kind == OPERATION_SIGNAL || kind == OPERATION_BROADCAST; }

bool operation_chooses(unsigned kind) {
    return kind == OPERATION_BRANCH || kind == OPERATION_SIGNAL || kind == OPERATION_LEAVE;
}

/* --- mutexes ----------------------------------------------------------------------------------------- */

typedef struct MutexState {
    int owner;
    bool lost;
} MutexState;

static MutexState mutex_after(uint64_t mutex, const Action *const *past, size_t n) {
    MutexState s = {-1, false};
    for (size_t k = 0; k < n; k++) {
        const Action *a = past[k];
        uint64_t q;
        if (!operation_mutex(&a->op, &q) || q != mutex) continue;
        switch (a->op.kind) {
        case OPERATION_TRYLOCK:
        case OPERATION_LOCK:
            if (a->outcome) s.owner = a->thread;
            break;
        case OPERATION_WAKE:
            if (!s.lost) s.owner = a->thread;
            break;
        case OPERATION_WAIT:
            if (a->outcome < 2) s = (MutexState){-1, s.lost || a->outcome};
            break;
        case OPERATION_UNLOCK:
            if (a->outcome) s = (MutexState){-1, a->outcome == 2};
            break;
        case OPERATION_ABANDON: s.owner = -1; break;
        default: break;
        }
    }
    return s;
}

/* --- condition variables ----------------------------------------------------------------------------- */

/* The threads that wait on it, not yet woken, as outcomes of a signal (ascending by slot). */
static unsigned waiters_after(uint64_t cond, const Action *const *past, size_t n, uint32_t *out) {
    unsigned waiting = 0;
    for (size_t k = 0; k < n; k++) {
        const Action *a = past[k];
        if (a->op.object != cond) continue;
        unsigned keep = 0;
        uint32_t gone = 0;
        switch (a->op.kind) {
        case OPERATION_WAIT:
            if (a->outcome < 2 && waiting < MAX_OUTCOMES) out[waiting++] = (uint32_t)a->thread + 1;
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
    for (unsigned i = 1; i < waiting; i++)
        for (unsigned j = i; j && out[j - 1] > out[j]; j--) {
            uint32_t x = out[j];
            out[j] = out[j - 1];
            out[j - 1] = x;
        }
    return waiting;
}

/* Whether a thread waits on the condition variable of `a` with another mutex. */
static bool waits_otherwise(const Action *a, const Action *const *past, size_t n) {
    uint32_t out[MAX_OUTCOMES];
    unsigned waiting = waiters_after(a->op.object, past, n, out);
    for (unsigned j = 0; j < waiting; j++)
        for (size_t k = n; k-- > 0;)
            if (past[k]->op.kind == OPERATION_WAIT && past[k]->op.object == a->op.object &&
                past[k]->thread + 1 == (int)out[j]) {
                if (past[k]->op.object2 != a->op.object2) return true;
                break;
            }
    return false;
}

/* A wake after its own time-out has what woke it in its own past. */
static bool is_notified(const Action *wake, const Action *const *past, size_t n) {
    if (wake->op.target == wake->thread) return true;
    for (size_t k = 0; k < n; k++)
        if (past[k]->thread == wake->op.target && past[k]->index == wake->op.step) return true;
    return false;
}

/* --- read-write locks, semaphores, barriers, initialisations ------------------------------------------ */

static unsigned rwlock_after(const Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    int writer = -1, readers = 0;
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
    bool reads = a->op.kind == OPERATION_RDLOCK || a->op.kind == OPERATION_TRYRDLOCK,
         waits = a->op.kind == OPERATION_RDLOCK || a->op.kind == OPERATION_WRLOCK;
    outcomes[0] = writer < 0 && (reads || !readers);
    return outcomes[0] || !waits || writer == a->thread;
}

static unsigned semaphore_after(const Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    int64_t value = (int64_t)a->op.object2;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object || !y->outcome) continue;
        if (y->op.kind == OPERATION_SEM_POST) value++;
        if (y->op.kind == OPERATION_SEM_WAIT || y->op.kind == OPERATION_SEM_TRYWAIT) value--;
    }
    switch (a->op.kind) {
    case OPERATION_SEM_POST: outcomes[0] = value < OPERATION_SEM_MAX; return 1;
    case OPERATION_SEM_VALUE: outcomes[0] = (uint32_t)value; return 1;
    case OPERATION_SEM_TRYWAIT: outcomes[0] = value > 0; return 1;
    default: outcomes[0] = 1; return value > 0;
    }
}

/* Who leaves first chooses the serial thread. */
static unsigned barrier_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    uint32_t arrivals = 0, participants = 0;
    bool chosen = false;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object) continue;
        if (y->op.kind == OPERATION_ARRIVE) {
            arrivals++;
            if (y->op.step == a->op.step && participants < MAX_OUTCOMES)
                outcomes[participants++] = (uint32_t)y->thread + 1;
        } else if (y->op.kind == OPERATION_LEAVE && y->op.step == a->op.step && y->outcome)
            chosen = true;
    }
    if (a->op.kind == OPERATION_ARRIVE) {
        a->op.step = arrivals / (uint32_t)a->op.object2;
        outcomes[0] = 0;
        return 1;
    }
    bool first = participants == a->op.object2;
    for (uint32_t k = 0; k < participants; k++) first &= outcomes[k] > (uint32_t)a->thread;
    if (!first) {
        outcomes[0] = 0;
        return chosen;
    }
    for (unsigned i = 1; i < participants; i++)
        for (unsigned j = i; j && outcomes[j - 1] > outcomes[j]; j--) {
            uint32_t x = outcomes[j];
            outcomes[j] = outcomes[j - 1];
            outcomes[j - 1] = x;
        }
    return participants;
}

static unsigned once_after(const Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    bool running = false, done = false;
    for (size_t k = 0; k < n; k++) {
        const Action *y = past[k];
        if (y->op.object != a->op.object) continue;
        if (y->op.kind == OPERATION_ONCE && y->outcome) running = true;
        if (y->op.kind == OPERATION_ONCE_DONE) running = false, done = true;
    }
    outcomes[0] = !done;
    return !running;
}

unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    switch (a->op.kind) {
    case OPERATION_BRANCH:
        outcomes[0] = 0;
        outcomes[1] = 1;
        return 2;
    case OPERATION_LOCK: {
        MutexState s = mutex_after(a->op.object, past, n);
        if (s.owner >= 0 && (s.owner != a->thread || !(a->op.type & MUTEX_KIND))) return 0;
        outcomes[0] = s.owner < 0 && !s.lost;
        return 1;
    }
    case OPERATION_TRYLOCK: {
        MutexState s = mutex_after(a->op.object, past, n);
        outcomes[0] = (s.owner < 0 && !s.lost) || (s.owner == a->thread && (a->op.type & MUTEX_KIND) == 1);
        return 1;
    }
    case OPERATION_WAIT:
        outcomes[0] = mutex_after(a->op.object2, past, n).owner != a->thread ||
                              (a->op.weak && waits_otherwise(a, past, n))
                          ? 2
                          : a->outcome & 1;
        return 1;
    case OPERATION_WAKE:
        outcomes[0] = 0;
        if (is_notified(a, past, n)) return mutex_after(a->op.object2, past, n).owner < 0;
        if (!(a->op.type & OPERATION_ALONE)) return 0;
        /* Not notified there, it can only wake by itself. */
        a->op.kind = OPERATION_TIMEOUT;
        a->op.target = -1;
        return 1;
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
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK: return rwlock_after(a, past, n, outcomes);
    case OPERATION_SEM_POST:
    case OPERATION_SEM_WAIT:
    case OPERATION_SEM_TRYWAIT:
    case OPERATION_SEM_VALUE: return semaphore_after(a, past, n, outcomes);
    case OPERATION_ARRIVE:
    case OPERATION_LEAVE: return barrier_after(a, past, n, outcomes);
    case OPERATION_ONCE: return once_after(a, past, n, outcomes);
    case OPERATION_JOIN:
        outcomes[0] = 0;
        /* Its number may have been that of others before it. */
        for (size_t k = n; k-- > 0;) {
            if (past[k]->op.kind == OPERATION_EXIT && past[k]->thread == a->op.target) return 1;
            if (past[k]->op.kind == OPERATION_CREATE && past[k]->op.target == a->op.target) return 0;
        }
        return 0;
    default: outcomes[0] = a->outcome; return 1;
    }
}
