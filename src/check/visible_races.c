/* visible_races.c — races between accesses that are events; see races.h. */
#include "check/races_internal.h"

static RaceAccess race_access_of_event(const Event *e, uint64_t start, uint8_t mask) {
    return (RaceAccess){.word = start >> 3,
                        .words = 1,
                        .mask = mask,
                        .write = e->action.op.kind != OPERATION_LOAD,
                        .thread = e->action.thread,
                        .index = e->action.index,
                        .loc = e->action.op.loc};
}

/* Returns the position of the path from which on other threads have events that do not precede
 * `past`: all older ones do. */
static size_t oldest_unordered(const History *h, const Event *past, int32_t thread) {
    size_t oldest = h->path.len;
    for (uint32_t t = 0; t < h->own.len; t++) {
        uint32_t ordered = past ? event_clock(past, t) : 0;
        if ((int32_t)t == thread || ordered >= h->own.data[t].len) continue;
        oldest = MIN(oldest, h->own.data[t].data[ordered]->position);
    }
    return oldest;
}

/* The same if races are judged by happens-before: `clock` is that of the thread before the
 * access. */
static size_t oldest_not_before(const History *h, const OrderClock *clock, int32_t thread) {
    size_t oldest = h->path.len;
    for (uint32_t t = 0; t < h->own.len; t++) {
        size_t low = 0, high = (int32_t)t == thread ? 0 : h->own.data[t].len;
        while (low < high) { /* epochs grow along a thread */
            size_t middle = low + (high - low) / 2;
            const Event *y = h->own.data[t].data[middle];
            if (y->hb && order_has(clock, t, y->hb->epoch))
                low = middle + 1;
            else
                high = middle;
        }
        if ((int32_t)t != thread && low < h->own.data[t].len)
            oldest = MIN(oldest, h->own.data[t].data[low]->position);
    }
    return oldest;
}

/* The bytes on which two accesses overlap, in the first word that both touch; 0: none. */
static uint8_t overlap_of_events(const Event *y, const Event *e, uint64_t *start) {
    uint64_t end = MIN(y->action.op.object + operation_extent(&y->action.op),
                       e->action.op.object + operation_extent(&e->action.op));
    *start = MAX(y->action.op.object, e->action.op.object);
    if (end <= *start) return 0;
    return (uint8_t)(((1u << MIN(end - *start, 8 - (*start & 7))) - 1) << (*start & 7));
}

/* Whether two accesses are the same one of a thread, at another time. */
static bool is_made_again(const Action *a, const Action *b) {
    const Operation *x = &a->op, *y = &b->op;
    return a->thread == b->thread && x->kind == y->kind && x->object == y->object &&
           x->size == y->size && x->flags == y->flags && x->loc == y->loc &&
           operation_extent(x) == operation_extent(y) && x->within == y->within;
}

/* Returns the position behind which conflicting accesses have to be looked for: if the thread made
 * the same access before, what is not ordered before this one was not ordered before that one
 * either, and was told there. */
static size_t checked_until(Races *r, const History *h, const Event *e) {
    const Operation *op = &e->action.op;
    uint64_t by = (uint64_t)op->loc << 32 | (uint32_t)e->action.thread << 8 | op->kind;
    size_t *last = races_checked(r, hash_combine(op->object, by));
    size_t before = *last;
    *last = e->position;
    bool any = before < e->position && is_made_again(&h->path.data[before]->action, &e->action);
    return any ? before : 0;
}

void races_check_visible(Races *r, History *h, Machine *m, const Event *e,
                         const RaceListener *listener) {
    if (operation_is_part(&e->action.op)) return; /* the section is what is ordered with others */
    const Event *past = history_before(h, e);
    const OrderStage *last = past && past->hb ? order_last(past->hb) : NULL;
    const OrderClock *clock = last ? last->clock : NULL;
    /* Without clocks of happens-before, visible accesses are ordered by the exploration. */
    uint32_t now = h->judges ? races_next(r, m, 1) : 0;
    size_t oldest = checked_until(r, h, e);
    bool bounded = false;
    Related related;
    bool loads = e->action.op.kind == OPERATION_LOAD, newest = true;
    history_related(h, &e->related, e->position, loads, &related);
    for (size_t k; related_next(&related, &k);) {
        if (k < oldest) break; /* newest first */
        const Event *y = h->path.data[k];
        uint64_t start;
        uint8_t mask = operation_on_memory(&y->action.op) ? overlap_of_events(y, e, &start) : 0;
        bool read_from = loads && newest && now && mask;
        newest &= !mask;
        if (y->action.thread == e->action.thread || !operation_on_memory(&y->action.op) ||
            operation_is_part(&y->action.op) || !operation_dependent(&y->action, &e->action))
            continue;
        if (!bounded) { /* only now, since it is not cheap */
            size_t unordered = h->judges ? oldest_not_before(h, clock, e->action.thread)
                                         : oldest_unordered(h, past, e->action.thread);
            oldest = MAX(oldest, unordered);
            bounded = true;
            if (k < oldest) break;
        }
        bool enforced = past && event_precedes(y, past);
        if (h->judges ? order_has(clock, (uint32_t)y->action.thread, y->hb->epoch) : enforced)
            continue;
        if (y->action.op.flags & e->action.op.flags & MEMORY_ATOMIC) continue;
        RaceAccess first = race_access_of_event(y, start, mask),
                   second = race_access_of_event(e, start, mask);
        first.epoch = h->judges ? y->hb->epoch : 0;
        first.when = h->judges ? y->hb->when : 0;
        second.enforced = h->judges && enforced;
        second.epoch = !h->judges ? 0 : last ? last->epoch : 1;
        second.when = now;
        races_tell(r, h, &first, &second, &(Standpoint){e->action.thread, past, clock}, listener);
        if (read_from) races_hand_over(r, m, &first, &second, listener);
    }
}
