/* history_check.c — see history_check.h. */
#include "event/history_check.h"

/* The newest cause of `e` in thread `u`, or NULL. */
static const Event *cause_in(const History *h, const Event *e, uint32_t u) {
    uint32_t n = u == (uint32_t)e->action.thread ? e->action.index - 1 : event_clock(e, u);
    invariant(!n || (u < h->own.len && n <= h->own.data[u].len));
    return n ? history_own(h, u, n) : NULL;
}

/* A cause of `e` has its own causes among those of `e`. */
static void check_causes_closed(const History *h, const Event *e, const Event *cause) {
    for (uint32_t v = 0; v < cause->nclock; v++) {
        invariant(event_clock(cause, v) <= event_clock(e, v));
        if (v < e->nclock) invariant(event_strong_clock(h, cause, v) <= event_clock(e, v));
    }
    /* No circles: what happened before `e` has not `e` among its causes. */
    invariant(event_clock(cause, (uint32_t)e->action.thread) < e->action.index);
}

static void check_causes(const History *h, const Event *e) {
    invariant(e->action.index >= 1 && (uint32_t)e->action.thread < e->nclock);
    invariant(event_clock(e, (uint32_t)e->action.thread) == e->action.index);
    invariant(event_strong_clock(h, e, (uint32_t)e->action.thread) == e->action.index);
    for (uint32_t u = 0; u < e->nclock; u++) {
        invariant(event_strong_clock(h, e, u) <= event_clock(e, u));
        const Event *cause = cause_in(h, e, u);
        if (!cause) continue;
        check_causes_closed(h, e, cause);
        /* Nothing follows a cut-off. */
        invariant(!cause->cutoff);
    }
}

/* The traces of objects say where on the path their events are: ascending, all of them and no
 * others. */
static void check_traces(const History *h, const Event *e) {
    for (unsigned k = 0; k < e->touched.n; k++) {
        const ObjectTrace *o = &h->objects.data[e->touched.id[k]];
        invariant(o->changes.len <= o->positions.len);
        invariant(!o->positions.len || vec_last(&o->positions) < h->path.len);
        invariant(!o->changes.len || vec_last(&o->changes) <= vec_last(&o->positions));
        for (unsigned j = 0; j < k; j++) invariant(e->touched.id[j] != e->touched.id[k]);
    }
}

void history_check_end(const History *h, const Event *e) {
    invariant(e->refs && e->name & 1); /* 0 is no name */
    invariant(h->own.data[e->action.thread].len == e->action.index - 1);
    check_causes(h, e);
    check_traces(h, e);
    const Event *before = history_before(h, e);
    invariant(!before || before->action.index + 1 == e->action.index);
    invariant(!before || before->position < h->path.len);
    invariant(!before || before->name != e->name);
    /* A thread begins once it was created, and not again before it ended. */
    invariant(before || e->action.op.kind == OPERATION_START);
}

void history_check_without(const History *h, const Event *e, const Removed *removed) {
    check_causes(h, e);
    for (uint32_t u = 0; u < e->nclock; u++) {
        const Event *cause = cause_in(h, e, u);
        invariant(!cause || !removed_has(removed, cause));
    }
    /* An event of the path is no extension of it. */
    const EventList *own = &h->own.data[e->action.thread];
    invariant(own->len < e->action.index || own->data[e->action.index - 1]->name != e->name);
}
