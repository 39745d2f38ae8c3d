/* visible_races.c — races between accesses that are events; see races.h. */
#include "check/races.h"

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

void races_check_visible(History *h, const Event *e, const RaceListener *listener) {
    if (operation_is_part(&e->action.op)) return; /* the section is what is ordered with others */
    const Event *past = history_before(h, e);
    const OrderClock *clock = past && past->hb ? order_last(past->hb)->clock : NULL;
    size_t oldest = h->judges ? oldest_not_before(h, clock, e->action.thread)
                              : oldest_unordered(h, past, e->action.thread);
    Related related;
    history_related(h, &e->related, e->position, e->action.op.kind == OPERATION_LOAD, &related);
    for (size_t k; related_next(&related, &k);) {
        if (k < oldest) break; /* newest first */
        const Event *y = h->path.data[k];
        if (y->action.thread == e->action.thread || !operation_on_memory(&y->action.op) ||
            operation_is_part(&y->action.op) || !operation_dependent(&y->action, &e->action))
            continue;
        bool enforced = past && event_precedes(y, past);
        if (h->judges ? order_has(clock, (uint32_t)y->action.thread, y->hb->epoch) : enforced)
            continue;
        if (y->action.op.flags & e->action.op.flags & MEMORY_ATOMIC) continue;
        uint64_t start = MAX(y->action.op.object, e->action.op.object),
                 end = MIN(y->action.op.object + operation_extent(&y->action.op),
                           e->action.op.object + operation_extent(&e->action.op));
        uint8_t mask = (uint8_t)(((1u << MIN(end - start, 8 - (start & 7))) - 1) << (start & 7));
        RaceAccess first = race_access_of_event(y, start, mask),
                   second = race_access_of_event(e, start, mask);
        first.epoch = h->judges ? y->hb->epoch : 0;
        second.enforced = h->judges && enforced;
        listener->told(listener->context, &first, &second);
    }
}
