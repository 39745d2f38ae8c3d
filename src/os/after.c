/*
 * after.c — what an operation would do after a given past: the same table as operations.c, read over a list of
 * executed actions instead of a machine's state. Conflicting extensions need it: they ask about configurations
 * that no machine is in at the moment.
 */
#include "os/operations.h"

bool operation_may_block(unsigned kind) { return kind == OPERATION_LOCK || kind == OPERATION_WAKE; }

bool operation_settled(unsigned kind) {
    switch (kind) {
    case OPERATION_TRYLOCK:
    case OPERATION_LOCK:
    case OPERATION_WAKE:
    case OPERATION_BRANCH:
    case OPERATION_SIGNAL:
    case OPERATION_BROADCAST: return false;
    default: return true;
    }
}

bool operation_reversible(unsigned kind) {
    switch (kind) {
    case OPERATION_START:
    case OPERATION_CREATE:
    case OPERATION_EXIT:
    case OPERATION_JOIN:
    case OPERATION_PROCESS_EXIT:
    case OPERATION_BRANCH: return false;
    default: return true;
    }
}

bool operation_open(unsigned kind) { return kind == OPERATION_SIGNAL || kind == OPERATION_BROADCAST; }

bool operation_chooses(unsigned kind) { return kind == OPERATION_BRANCH || kind == OPERATION_SIGNAL; }

/* --- mutexes ----------------------------------------------------------------------------------------- */

typedef struct MutexState {
    int owner;
    uint32_t count;
} MutexState;

static MutexState mutex_after(uint64_t mutex, const Action *const *past, size_t n) {
    MutexState s = {-1, 0};
    for (size_t k = 0; k < n; k++) {
        const Action *a = past[k];
        uint64_t q;
        if (!operation_mutex(&a->op, &q) || q != mutex) continue;
        switch (a->op.kind) {
        case OPERATION_TRYLOCK:
            if (!a->outcome) break;
            s.owner = a->thread;
            s.count++;
            break;
        case OPERATION_LOCK:
        case OPERATION_WAKE:
            s.owner = a->thread;
            s.count++;
            break;
        case OPERATION_WAIT: s = (MutexState){-1, 0}; break;
        case OPERATION_UNLOCK:
            if (s.owner != a->thread) break;
            if (s.count) s.count--;
            if (a->outcome) s = (MutexState){-1, 0};
            break;
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
        switch (a->op.kind) {
        case OPERATION_WAIT:
            if (waiting < MAX_OUTCOMES) out[waiting++] = (uint32_t)a->thread + 1;
            break;
        case OPERATION_SIGNAL:
            for (unsigned j = 0; j < waiting; j++)
                if (out[j] != a->outcome) out[keep++] = out[j];
            waiting = keep;
            break;
        case OPERATION_BROADCAST: waiting = 0; break;
        default: break;
        }
    }
    for (unsigned i = 1; i < waiting; i++)
        for (unsigned j = i; j && out[j - 1] > out[j]; j--) {
            uint32_t x = out[j];
            out[j] = out[j - 1];
            out[j - 1] = x;
        }
    return waiting;
}

static bool is_notified(const Action *wake, const Action *const *past, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (past[k]->thread == wake->op.target && past[k]->index == wake->op.step) return true;
    return false;
}

unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    switch (a->op.kind) {
    case OPERATION_BRANCH:
        outcomes[0] = 0;
        outcomes[1] = 1;
        return 2;
    case OPERATION_LOCK: {
        MutexState s = mutex_after(a->op.object, past, n);
        if (s.owner >= 0 && (s.owner != a->thread || !(a->op.type & 3))) return 0;
        outcomes[0] = s.owner < 0;
        return 1;
    }
    case OPERATION_TRYLOCK: {
        MutexState s = mutex_after(a->op.object, past, n);
        outcomes[0] = s.owner < 0 || (s.owner == a->thread && (a->op.type & 3) == 1);
        return 1;
    }
    case OPERATION_WAKE:
        if (!is_notified(a, past, n) || mutex_after(a->op.object2, past, n).owner >= 0) return 0;
        outcomes[0] = a->outcome;
        return 1;
    case OPERATION_SIGNAL: {
        unsigned waiting = waiters_after(a->op.object, past, n, outcomes);
        if (!waiting) outcomes[waiting++] = 0;
        return waiting;
    }
    case OPERATION_BROADCAST:
        outcomes[0] = waiters_after(a->op.object, past, n, outcomes);
        return 1;
    default: outcomes[0] = a->outcome; return 1;
    }
}
