/* why_order.c — orders of the events of a run, and plans in which one is reversed. */
#include "replay/why_internal.h"
#include <stdlib.h>

static bool event_is_before(const WhyEvent *x, const WhyEvent *e) {
    return e->clock && e->clock[x->slot] >= x->action.index;
}

size_t why_section(const WhyRun *run, size_t a) {
    const WhyEvent *e = &run->events.data[a];
    uint64_t mutex, other;
    if (!operation_mutex(&e->action.op, &mutex) ||
        operation_hold_change(&e->action).change != HOLD_ENDS)
        return a;
    for (size_t k = a; k-- > 0;) {
        const WhyEvent *x = &run->events.data[k];
        if (x->slot == e->slot && operation_mutex(&x->action.op, &other) && other == mutex &&
            operation_hold_change(&x->action).change == HOLD_BEGINS)
            return k;
    }
    return a;
}

/* Whether the events of b's thread before it need `a`: then the order cannot be another one. */
static bool is_forced(const WhyRun *run, size_t a, size_t b) {
    const WhyEvent *x = &run->events.data[why_section(run, a)], *e = &run->events.data[b];
    for (size_t k = MIN(b, run->nexecuted); k-- > 0;)
        if (run->events.data[k].slot == e->slot) return event_is_before(x, &run->events.data[k]);
    return false;
}

static bool is_bound_to_thread(const Operation *o) {
    return o->kind == OPERATION_CREATE || o->kind == OPERATION_START || o->kind == OPERATION_EXIT ||
           o->kind == OPERATION_JOIN || o->kind == OPERATION_PROCESS_EXIT;
}

/* Whether `b` directly depends on `a`, of another thread, with nothing between them. */
static bool is_adjacent(const WhyRun *run, size_t a, size_t b) {
    const WhyEvent *x = &run->events.data[a], *e = &run->events.data[b];
    if (x->slot == e->slot || is_bound_to_thread(&x->action.op) ||
        is_bound_to_thread(&e->action.op) || !operation_dependent(&x->action, &e->action))
        return false;
    if (!e->blocked && !event_is_before(x, e)) return false;
    for (size_t k = a + 1; k < MIN(b, run->nexecuted); k++) {
        const WhyEvent *y = &run->events.data[k];
        if (event_is_before(x, y) &&
            (e->blocked ? operation_dependent(&y->action, &e->action) && y->slot != x->slot
                        : event_is_before(y, e)))
            return false;
    }
    return true;
}

bool why_is_reversible(const WhyRun *run, size_t a, size_t b) {
    return is_adjacent(run, a, b) && !is_forced(run, a, b);
}

bool why_same_object(const WhyEvent *x, const WhyEvent *y) {
    uint64_t a = 0, b = 0;
    bool locks = operation_mutex(&x->action.op, &a), too = operation_mutex(&y->action.op, &b);
    return locks || too ? locks && too && a == b
                        : x->action.op.object && x->action.op.object == y->action.op.object;
}

static void plan_event(WhyPlan *plan, const WhyEvent *e) {
    vec_push(&plan->steps, ((PlanStep){e->slot, e->action.outcome, e->action.op.kind, 0}));
}

void why_plan_same(WhyPlan *plan, const WhyRun *run) {
    plan->steps.len = 0;
    plan->marked = SIZE_MAX;
    for (size_t k = 0; k < run->nexecuted; k++) plan_event(plan, &run->events.data[k]);
}

void why_plan_reversed(WhyPlan *plan, const WhyRun *run, size_t a, size_t b) {
    const WhyEvent *x = &run->events.data[why_section(run, a)];
    bool *planned = xcalloc(run->events.len + 1, sizeof *planned);
    plan->steps.len = 0;
    for (size_t k = 0; k < b && k < run->nexecuted; k++) {
        if (event_is_before(x, &run->events.data[k])) continue;
        planned[k] = true;
        plan_event(plan, &run->events.data[k]);
    }
    plan->marked = plan->steps.len;
    planned[b] = true;
    plan_event(plan, &run->events.data[b]);
    for (size_t k = 0; k < run->nexecuted; k++)
        if (!planned[k]) plan_event(plan, &run->events.data[k]);
    free(planned);
}
