/* happens_before.c — see happens_before.h. */
#include "event/happens_before.h"
#include "event/history.h"
#include "event/accesses/touched.h"
#include <stdlib.h>

/* --- clocks ----------------------------------------------------------------------------------- */

static OrderClock *clock_ref(OrderClock *c) {
    if (c) c->refs++;
    return c;
}

static void clock_unref(OrderClock *c) {
    if (c && !--c->refs) free(c);
}

static OrderClock *clock_new(uint32_t n) {
    OrderClock *c = xmalloc(sizeof *c + n * sizeof c->at[0]);
    c->refs = 1;
    c->n = n;
    return c;
}

/* Takes over both references; the result has one. */
static OrderClock *clock_join(OrderClock *c, OrderClock *d) {
    if (c == d || order_has_all(c, d)) {
        clock_unref(d);
        return c;
    }
    if (order_has_all(d, c)) {
        clock_unref(c);
        return d;
    }
    OrderClock *both = clock_new(MAX(c->n, d->n));
    for (uint32_t t = 0; t < both->n; t++) both->at[t] = MAX(order_at(c, t), order_at(d, t));
    clock_unref(c);
    clock_unref(d);
    return both;
}

/* A new clock: `c` with all that the thread did up to the end of this epoch. */
static OrderClock *clock_with(const OrderClock *c, uint32_t thread, uint32_t epoch) {
    OrderClock *with = clock_new(MAX(c ? c->n : 0, thread + 1));
    for (uint32_t t = 0; t < with->n; t++) with->at[t] = order_at(c, t);
    with->at[thread] = MAX(with->at[thread], epoch);
    return with;
}

/* --- what an event receives from earlier events on its object --------------------------------- */

/* The bytes of `a`, one bit each, that an access touches. */
static uint32_t accessed_bytes(const Operation *a, const Operation *o) {
    uint64_t start = MAX(a->object, o->object),
             end = MIN(a->object + operation_extent(a), o->object + operation_extent(o));
    if (end <= start) return 0;
    return (uint32_t)(((1ull << (end - start)) - 1) << (start - a->object));
}

/* The clock that an atomic access receives from the stores it reads from: of each byte the last
 * one. */
static OrderClock *taken_from_stores(const History *h, const Event *e) {
    const Operation *o = &e->action.op;
    uint32_t left = (uint32_t)((1ull << o->size) - 1);
    OrderClock *taken = NULL;
    Related r;
    history_related(h, &e->related, e->position, true, &r);
    for (size_t k; left && related_next(&r, &k);) {
        const Event *y = h->path.data[k];
        uint32_t bytes =
            operation_on_memory(&y->action.op) ? accessed_bytes(o, &y->action.op) : left;
        if (y->action.op.kind == OPERATION_LOAD || !(bytes & left)) continue;
        taken = clock_join(taken, clock_ref(y->hb->handed));
        left &= ~bytes;
    }
    return taken;
}

static OrderClock *taken_from_object(const History *h, const Event *e) {
    const Action *a = &e->action;
    OrderClock *taken = NULL;
    Related r;
    history_related(h, &e->related, e->position, a->op.kind == OPERATION_LOAD, &r);
    for (size_t k; related_next(&r, &k);) {
        const Event *y = h->path.data[k];
        bool own = y->action.thread == a->thread;
        if (!own && !operation_dependent(&y->action, a)) {
            /* As the causes of an event are found (history.c). */
            if (a->op.kind == OPERATION_JOIN && y->action.op.kind == OPERATION_CREATE)
                related_close(&r, &y->action, a);
            continue;
        }
        if (y->hb->handed && operation_hands_on(&y->action, a))
            taken = clock_join(taken, clock_ref(y->hb->handed));
        if (operation_covers(&y->action, a)) related_close(&r, &y->action, a);
    }
    return taken;
}

static bool is_atomic_access(const Operation *o) {
    return operation_on_memory(o) && o->order && !(o->flags & MEMORY_OF_KERNEL) && !o->within;
}

static OrderClock *taken(const History *h, const Event *e, unsigned does) {
    const Operation *o = &e->action.op;
    if (is_atomic_access(o)) return o->kind == OPERATION_STORE ? NULL : taken_from_stores(h, e);
    if (!(does & (SYNC_ACQUIRES | SYNC_PASSES))) return NULL;
    bool has = operation_has_foreign_causes(o->kind) || operation_is_within(o);
    return has ? taken_from_object(h, e) : NULL;
}

/* --- events ----------------------------------------------------------------------------------- */

/* The clocks of the thread before the event. A thread does not inherit fences of an earlier thread
 * of its slot. */
typedef struct Standing {
    OrderClock *clock, *seen, *fenced;
    uint32_t epoch;
} Standing;

static Standing standing_before(const HappensBefore *past, bool starts) {
    Standing s = {.epoch = 1};
    if (!past) return s;
    const OrderStage *last = order_last(past);
    s = (Standing){.clock = clock_ref(last->clock), .epoch = last->epoch};
    if (starts) return s;
    s.seen = clock_ref(past->seen);
    s.fenced = clock_ref(past->fenced);
    return s;
}

/* What the event does; returns what its object hands on from it. */
static OrderClock *happen(const History *h, const Event *e, Standing *s, bool failed) {
    const Action *a = &e->action;
    unsigned does = operation_synchronises(a, failed);
    OrderClock *from = taken(h, e, does), *handed = NULL;
    if (does & SYNC_ACQUIRES)
        s->clock = clock_join(s->clock, clock_ref(from));
    else if (is_atomic_access(&a->op))
        s->seen = clock_join(s->seen, clock_ref(from));
    if (does & SYNC_RELEASES)
        handed = clock_with(s->clock, (uint32_t)a->thread, s->epoch++);
    else if (is_atomic_access(&a->op) && a->op.kind != OPERATION_LOAD && !failed)
        handed = clock_ref(s->fenced);
    if (does & SYNC_PASSES)
        handed = clock_join(handed, from);
    else
        clock_unref(from);
    return handed;
}

static void pass_fence(Standing *s, uint32_t thread, unsigned order) {
    if (order_acquires(order)) s->clock = clock_join(s->clock, clock_ref(s->seen));
    if (!order_releases(order)) return;
    clock_unref(s->fenced);
    s->fenced = clock_with(s->clock, thread, s->epoch++);
}

/* --- what holds of them ----------------------------------------------------------------------- */

/* A clock of what `e`, the newest event of the path, or its thread then has: nothing that the
 * exploration does not order before it, and of its own thread only epochs that are over. */
static void check_order_clock(const History *h, const Event *e, const OrderClock *c,
                              uint32_t epoch) {
    uint32_t own = (uint32_t)e->action.thread;
    for (uint32_t u = 0; c && u < c->n; u++) {
        if (u == own) {
            invariant(c->at[u] < epoch);
            continue;
        }
        if (!c->at[u]) continue;
        /* An epoch ends with an event of its thread, or a fence behind one: that is among the
         * causes. */
        uint32_t last = event_clock(e, u);
        invariant(last);
        invariant(c->at[u] < order_last(history_own(h, u, last)->hb)->epoch);
    }
}

static void check_happens_before(const History *h, const Event *e, const HappensBefore *past) {
    const HappensBefore *b = e->hb;
    const OrderStage *last = order_last(b);
    invariant(b->epoch && b->epoch <= b->stage[0].epoch);
    /* Time goes on, and nothing that happened before ceases to. */
    invariant(!past || order_last(past)->epoch <= b->stage[0].epoch);
    invariant(!past || order_has_all(b->stage[0].clock, order_last(past)->clock));
    for (uint32_t k = 1; k < b->nstages; k++) {
        invariant(b->stage[k - 1].epoch <= b->stage[k].epoch);
        invariant(order_has_all(b->stage[k].clock, b->stage[k - 1].clock));
    }
    for (uint32_t k = 0; k < b->nstages; k++)
        check_order_clock(h, e, b->stage[k].clock, b->stage[k].epoch);
    check_order_clock(h, e, b->handed, last->epoch);
    check_order_clock(h, e, b->seen, last->epoch);
    check_order_clock(h, e, b->fenced, last->epoch);
    /* A fence that handed over what happened before did so with what the thread had then. */
    for (uint32_t u = 0; b->fenced && u < b->fenced->n; u++)
        invariant(u == (uint32_t)e->action.thread || b->fenced->at[u] <= order_at(last->clock, u));
}

static bool gives_nothing(const Event *e) {
    return e->action.op.kind == OPERATION_BRANCH && !operation_is_within(&e->action.op);
}

bool happens_before_has(const History *h, const Machine *m, const Event *e, const Event *past) {
    const Event *before = history_before(h, e);
    Standing s = standing_before(before ? before->hb : NULL, e->action.op.kind == OPERATION_START);
    if (!gives_nothing(e)) clock_unref(happen(h, e, &s, m->threads[e->action.thread]->log->failed));
    bool has = order_has(s.clock, (uint32_t)past->action.thread, order_last(past->hb)->epoch);
    clock_unref(s.clock);
    clock_unref(s.seen);
    clock_unref(s.fenced);
    return has;
}

bool happens_before_record(History *h, Machine *m, Event *e, Contended *contended) {
    const AccessLog *log = m->threads[e->action.thread]->log;
    const Event *before = history_before(h, e);
    const HappensBefore *past = before ? before->hb : NULL;
    Standing s = standing_before(past, e->action.op.kind == OPERATION_START);
    HappensBefore *b = xcalloc(1, sizeof *b + (log->fences.len + 1) * sizeof b->stage[0]);
    bool nothing = gives_nothing(e);
    b->epoch = nothing && past ? past->epoch : s.epoch;
    if (!nothing) b->handed = happen(h, e, &s, log->failed);
    if (log->may_fail && m->hooks.incomplete)
        m->hooks.incomplete(
            m->hooks.context,
            "an atomic compare-and-exchange of values that depend on inputs counts as one that "
            "succeeds where data races are judged");
    b->stage[b->nstages++] = (OrderStage){clock_ref(s.clock), s.epoch};
    for (size_t k = 0; k < log->fences.len; k++) {
        pass_fence(&s, (uint32_t)e->action.thread, log->fences.data[k]);
        b->stage[b->nstages++] = (OrderStage){clock_ref(s.clock), s.epoch};
    }
    clock_unref(s.clock);
    b->seen = s.seen;
    b->fenced = s.fenced;
    bool grew = contended && touched_record(past ? past->touched : NULL, m, e, b, contended);
    e->hb = b;
    if (unlikely(base_invariants)) check_happens_before(h, e, past);
    return grew;
}

void happens_before_free(HappensBefore *b) {
    if (!b) return;
    clock_unref(b->handed);
    clock_unref(b->seen);
    clock_unref(b->fenced);
    touched_unref(b->touched);
    for (uint32_t k = 0; k < b->nstages; k++) clock_unref(b->stage[k].clock);
    free(b);
}

bool happens_before_is_notified(const History *h, const Event *e) {
    const Action *a = &e->action;
    uint64_t mutex;
    if (a->op.kind != OPERATION_WAKE || a->op.notifier < 0 || a->op.notifier == a->thread)
        return false;
    uint32_t notifier = (uint32_t)a->op.notifier;
    for (size_t k = e->position; k-- > 0;) {
        const Event *y = h->path.data[k];
        if (operation_mutex(&y->action.op, &mutex) && mutex == a->op.mutex &&
            operation_synchronises(&y->action, false) & SYNC_RELEASES)
            return event_clock(y, notifier) < a->op.notifier_step;
    }
    return true;
}
