/*
 * holding.c — which threads keep others waiting, determined from actions that happened. The objects
 * that a thread holds follow from its own past alone, and the objects that a blocked operation
 * waits for follow from the operation.
 */
#include "os/operations.h"

/* The ways to hold an object. */
enum { HOLD_MUTEX = 1, HOLD_WRITE, HOLD_READ, HOLD_ONCE, ADD_TO_SEMAPHORE, ADD_TO_BARRIER };

static uint64_t hold_key(unsigned way, uint64_t object) { return hash_combine(object, way); }

static uint64_t generation_key(const Operation *o) {
    return hash_combine(hold_key(ADD_TO_BARRIER, o->object), o->generation);
}

HoldChange operation_hold_change(const Action *a) {
    uint64_t o = a->op.object, mutex = 0;
    bool done = a->outcome != 0;
    switch (a->op.kind) {
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
        return (HoldChange){hold_key(HOLD_MUTEX, o), done ? HOLD_BEGINS : HOLD_STAYS};
    case OPERATION_WAKE:
        operation_mutex(&a->op, &mutex);
        return (HoldChange){hold_key(HOLD_MUTEX, mutex), HOLD_BEGINS};
    case OPERATION_UNLOCK:
        done = done && a->outcome != UNLOCK_TAKES_AWAY;
        return (HoldChange){hold_key(HOLD_MUTEX, o), done ? HOLD_ENDS : HOLD_STAYS};
    case OPERATION_ABANDON: return (HoldChange){hold_key(HOLD_MUTEX, o), HOLD_ENDS};
    case OPERATION_WAIT:
        operation_mutex(&a->op, &mutex);
        return (HoldChange){hold_key(HOLD_MUTEX, mutex),
                            a->outcome != WAIT_MISUSED ? HOLD_ENDS : HOLD_STAYS};
    case OPERATION_RDLOCK:
    case OPERATION_TRYRDLOCK:
        return (HoldChange){hold_key(HOLD_READ, o), done ? HOLD_ONCE_MORE : HOLD_STAYS};
    case OPERATION_WRLOCK:
    case OPERATION_TRYWRLOCK:
        return (HoldChange){hold_key(HOLD_WRITE, o), done ? HOLD_BEGINS : HOLD_STAYS};
    case OPERATION_RWUNLOCK:
        if (a->outcome == 1) return (HoldChange){hold_key(HOLD_WRITE, o), HOLD_ENDS};
        return (HoldChange){hold_key(HOLD_READ, o), done ? HOLD_ONCE_LESS : HOLD_STAYS};
    case OPERATION_ONCE:
        return (HoldChange){hold_key(HOLD_ONCE, o), done ? HOLD_BEGINS : HOLD_STAYS};
    case OPERATION_ONCE_DONE: return (HoldChange){hold_key(HOLD_ONCE, o), HOLD_ENDS};
    case OPERATION_SEM_POST:
        return (HoldChange){hold_key(ADD_TO_SEMAPHORE, o), done ? HOLD_ONCE_MORE : HOLD_STAYS};
    case OPERATION_SEM_WAIT:
    case OPERATION_SEM_TRYWAIT:
        return (HoldChange){hold_key(ADD_TO_SEMAPHORE, o), done ? HOLD_ONCE_LESS : HOLD_STAYS};
    case OPERATION_ARRIVE: return (HoldChange){generation_key(&a->op), HOLD_BEGINS};
    case OPERATION_LEAVE: return (HoldChange){generation_key(&a->op), HOLD_ENDS};
    default: return (HoldChange){0, HOLD_STAYS};
    }
}

unsigned operation_held_up_by(const Operation *o, HoldWait *waits) {
    switch (o->kind) {
    case OPERATION_LOCK:
        waits[0] = (HoldWait){hold_key(HOLD_MUTEX, o->object), !(o->flags & MUTEX_KIND)};
        return 1;
    case OPERATION_TIMEOUT:
    case OPERATION_WAKE: waits[0] = (HoldWait){hold_key(HOLD_MUTEX, o->mutex), true}; return 1;
    case OPERATION_RDLOCK: waits[0] = (HoldWait){hold_key(HOLD_WRITE, o->object), false}; return 1;
    case OPERATION_WRLOCK:
        waits[0] = (HoldWait){hold_key(HOLD_WRITE, o->object), false};
        waits[1] = (HoldWait){hold_key(HOLD_READ, o->object), true};
        return 2;
    case OPERATION_ONCE: waits[0] = (HoldWait){hold_key(HOLD_ONCE, o->object), true}; return 1;
    default: return 0;
    }
}

bool operation_waits_for_sum(const Operation *o, uint64_t *key, int64_t *most) {
    if (o->kind == OPERATION_SEM_WAIT) {
        *key = hold_key(ADD_TO_SEMAPHORE, o->object);
        *most = -(int64_t)o->initial;
    } else if (o->kind == OPERATION_LEAVE) {
        *key = generation_key(o);
        *most = (int64_t)o->participants - 1;
    } else
        return false;
    return true;
}
