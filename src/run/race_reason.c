/*
 * race_reason.c — explains why two accesses race although every run executes them in the same
 * order: which operation between them could have established happens-before but does not.
 */
#include "run/describe.h"
#include <stdlib.h>

/* Whether event `y` comes after the access in the partial order of the exploration. */
static bool follows(const Event *y, const RaceAccess *a) {
    return event_clock(y, (uint32_t)a->thread) > a->index;
}

/* The newest event of the path, by another thread, that is dependent with `q` and comes after the
 * access. */
static const Event *cause_of(const History *h, const Event *q, const RaceAccess *a) {
    Related r;
    history_related(h, &q->related, q->position, false, &r);
    for (size_t k; related_next(&r, &k);) {
        const Event *y = h->path.data[k];
        if (y->action.thread != q->action.thread && follows(y, a) &&
            operation_dependent(&y->action, &q->action))
            return y;
    }
    return NULL;
}

/* The first event between the access and event `last` before which the access does not happen. */
static const Event *where_lost(const History *h, const Event *last, const RaceAccess *a) {
    for (size_t k = 0; k < h->path.len; k++) {
        const Event *q = h->path.data[k];
        if (q->hb && q->action.thread != a->thread && event_precedes(q, last) && follows(q, a) &&
            !order_has(q->hb->stage[0].clock, (uint32_t)a->thread, a->epoch))
            return q;
    }
    return NULL;
}

static unsigned line_of(const Machine *m, const Event *e) {
    return m->program->locs[e->action.op.loc].line;
}

static const char *name_of(const Event *e) {
    return e->action.op.kind == OPERATION_LOAD    ? "load"
           : e->action.op.kind == OPERATION_STORE ? "store"
                                                  : "read-modify-write";
}

/* Explains an atomic access `q` that does not synchronise with `y`. */
static char *lost_at_access(const Machine *m, const Event *y, const Event *q) {
    bool takes = operation_synchronises(&q->action, false) & SYNC_ACQUIRES,
         gives = operation_synchronises(&y->action, false) & SYNC_RELEASES;
    unsigned from = line_of(m, y), to = line_of(m, q);
    if (q->action.op.kind == OPERATION_STORE || y->action.op.kind == OPERATION_LOAD)
        return xasprintf("the %s in line %u comes after the %s in line %u, which orders nothing",
                         name_of(q), to, name_of(y), from);
    if (takes && gives) return NULL;
    if (gives)
        return xasprintf(
            "the relaxed %s in line %u takes no order from the %s in line %u (memory_order_acquire "
            "would)",
            name_of(q), to, name_of(y), from);
    if (takes)
        return xasprintf(
            "the relaxed %s in line %u gives no order to the %s in line %u (memory_order_release "
            "would)",
            name_of(y), from, name_of(q), to);
    return xasprintf("the relaxed %s in line %u and the relaxed %s in line %u order nothing "
                     "(memory_order_release "
                     "and memory_order_acquire would)",
                     name_of(y), from, name_of(q), to);
}

char *race_reason(const Run *r, const RaceAccess *first, const RaceAccess *second) {
    const History *h = &r->history;
    const Event *last = history_last(h, (uint32_t)second->thread),
                *q = second->enforced && last ? where_lost(h, last, first) : NULL,
                *y = q ? cause_of(h, q, first) : NULL;
    if (!y) return NULL;
    unsigned line = line_of(r->machine, q);
    switch (q->action.op.kind) {
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW:
        return operation_on_memory(&y->action.op) ? lost_at_access(r->machine, y, q) : NULL;
    case OPERATION_TRYLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK:
    case OPERATION_SEM_TRYWAIT:
        return xasprintf("the try in line %u, which is refused, orders nothing", line);
    case OPERATION_SEM_VALUE:
        return xasprintf("the look at the semaphore in line %u orders nothing", line);
    case OPERATION_WAKE:
        return xasprintf(
            "the notification that ends the wait in line %u orders nothing: the mutex would", line);
    default: return NULL;
    }
}
