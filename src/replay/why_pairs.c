/*
 * why_pairs.c — two changes at once, where none alone makes the finding go away. The run with the
 * first change is the run whose orders are reversed for the second. Changes whose runs came far
 * before they failed are the first ones. Orders on the same object come before others.
 *
 * The search ends by work, not by time, so that what it finds does not depend on the machine.
 */
#include "replay/why_internal.h"
#include <stdlib.h>

/* The work of a step of a run, and of the relation between two events of a run. */
#define STEP_WORK 200
#define RELATION_WORK 4

typedef struct PairSearch {
    WhySearch *s;
    WhyPlan plan;
    uint64_t limit;     /* of pair_effort() */
    uint64_t relations; /* the work of relations of events */
    bool over;
    bool found_single; /* an order that helps alone, which the run of the finding does not show */
} PairSearch;

static uint64_t pair_effort(const PairSearch *p) {
    const Run *r = p->s->replay.run;
    return r->machine->instructions + r->nsteps * STEP_WORK + p->relations;
}

static bool pairs_are_over(PairSearch *p) {
    p->over = p->over || p->found_single || pair_effort(p) > p->limit || why_is_over(p->s);
    return p->over;
}

/* Whether a pair was found that has the change, too: only independent pairs are told. */
static bool is_in_pair(const Why *w, const WhyChange *c) {
    for (size_t k = 0; k < w->pairs.len; k++)
        for (int j = 0; j < 2; j++) {
            const WhyChange *d = j ? &w->pairs.data[k].second : &w->pairs.data[k].first;
            if (c->is_input != d->is_input) continue;
            if (c->is_input
                    ? c->input.input == d->input.input
                    : c->order.earlier == d->order.earlier && c->order.later == d->order.later)
                return true;
        }
    return false;
}

/* Follows the plan. Whether the program ends well then. */
static bool pair_passes(PairSearch *p) {
    p->s->why->pairs_tried++;
    return why_follow_plan(p->s, &p->plan) == WHY_PASSES;
}

/* Notes a pair: of two orders the earlier one first, an order before an input. */
static void note_pair(PairSearch *p, const WhyChange *first, const WhyChange *second) {
    bool swap = !first->is_input && !second->is_input &&
                (second->order.earlier < first->order.earlier ||
                 (second->order.earlier == first->order.earlier &&
                  second->order.later < first->order.later));
    WhyPair pair = swap ? (WhyPair){*second, *first} : (WhyPair){*first, *second};
    vec_push(&p->s->why->pairs, pair);
}

/* --- two orders ------------------------------------------------------------------------------- */

static bool is_same_action(const Action *x, const Action *y) {
    return x->thread == y->thread && x->index == y->index && x->op.kind == y->op.kind &&
           x->op.object == y->op.object && x->op.loc == y->op.loc;
}

/* Returns the event of the run of the finding that is this one of another run; SIZE_MAX: none. */
static size_t event_of_finding(const WhySearch *s, const WhyEvent *e) {
    for (size_t k = 0; k < s->run.events.len; k++)
        if (is_same_action(&s->run.events.data[k].action, &e->action)) return k;
    return SIZE_MAX;
}

/* Whether an order of the finding is the other way round in the run that has just ended. */
static bool is_reversed_now(const WhySearch *s, WhyOrder o) {
    const EventList *path = &s->replay.run->history.path;
    const Action *a = &s->run.events.data[o.earlier].action,
                 *b = &s->run.events.data[o.later].action;
    for (size_t k = 0; k < path->len; k++) {
        if (is_same_action(&path->data[k]->action, b)) return true;
        if (is_same_action(&path->data[k]->action, a)) return false;
    }
    return false;
}

/* Finds the order of the finding that is the one of `a` and `b` in the run with a first change. */
static bool order_of_finding(const WhySearch *s, const WhyRun *run, size_t a, size_t b,
                             WhyOrder *order) {
    size_t x = event_of_finding(s, &run->events.data[a]),
           y = event_of_finding(s, &run->events.data[b]);
    *order = (WhyOrder){x, y};
    return x != SIZE_MAX && y != SIZE_MAX && x < y;
}

/* Whether two orders of the finding are about one object. */
static bool are_related(const WhySearch *s, WhyOrder x, WhyOrder y) {
    const WhyEvent *e = s->run.events.data;
    return why_same_object(&e[x.earlier], &e[y.earlier]) ||
           why_same_object(&e[x.later], &e[y.later]) ||
           why_same_object(&e[x.earlier], &e[y.later]) ||
           why_same_object(&e[x.later], &e[y.earlier]);
}

static bool was_tried_alone(const WhySearch *s, WhyOrder o) {
    for (size_t k = 0; k < s->failed.len; k++) {
        const WhyChange *c = &s->failed.data[k].change;
        if (!c->is_input && c->order.earlier == o.earlier && c->order.later == o.later) return true;
    }
    return false;
}

/* Whether the second order helps alone. Single orders are of operations with nothing between them;
 * behind the first change two others may be that, too. */
static bool helps_alone(PairSearch *p, WhyOrder o) {
    WhySearch *s = p->s;
    if (was_tried_alone(s, o)) return false;
    why_plan_reversed(&p->plan, &s->run, o.earlier, o.later);
    return why_follow_plan(s, &p->plan) == WHY_PASSES && is_reversed_now(s, o);
}

/* Reverses the orders of the run with the first change, those on an object of its, or all others.
 * The first pair that helps is enough. */
static void try_second_orders(PairSearch *p, const WhyChange *first, const WhyRun *run,
                              bool related) {
    WhySearch *s = p->s;
    for (size_t b = run->events.len; b-- > 0;)
        for (size_t a = MIN(b, run->nexecuted); a-- > 0;) {
            WhyChange second = {0};
            if (!why_is_reversible(run, a, b) || !order_of_finding(s, run, a, b, &second.order) ||
                are_related(s, first->order, second.order) != related ||
                is_in_pair(s->why, &second))
                continue;
            if (pairs_are_over(p)) return;
            why_plan_reversed(&p->plan, run, a, b);
            if (!pair_passes(p) || !is_reversed_now(s, first->order) ||
                !is_reversed_now(s, second.order))
                continue;
            p->found_single = helps_alone(p, second.order);
            if (p->found_single)
                vec_push(&s->why->orders, second.order);
            else
                note_pair(p, first, &second);
            return;
        }
}

/* Makes the first change alone again, to see which orders its run has. */
static void try_orders_behind(PairSearch *p, const WhyChange *first, bool related) {
    WhySearch *s = p->s;
    WhyRun run = {0};
    why_plan_reversed(&p->plan, &s->run, first->order.earlier, first->order.later);
    why_follow_plan(s, &p->plan);
    if (s->replay.run->history.path.len < WHY_MOST_EVENTS) {
        why_note_run(&run, s->replay.run);
        p->relations += run.events.len * run.events.len * RELATION_WORK;
        if (!pairs_are_over(p)) try_second_orders(p, first, &run, related);
    }
    why_run_free(&run);
}

/* --- with an input ---------------------------------------------------------------------------- */

/* Gives each other input, from `from` on, its other values beside the plan. */
static void try_inputs_beside(PairSearch *p, const WhyChange *first, size_t from) {
    WhySearch *s = p->s;
    uint64_t values[WHY_MOST_VALUES];
    for (size_t k = from; k < s->replay.test->ninputs; k++) {
        WhyChange second = {.is_input = true, .input = {.input = k}};
        unsigned n = is_in_pair(s->why, &second) ? 0 : why_input_values(s, k, values);
        for (unsigned j = 0; j < n; j++) {
            if (pairs_are_over(p)) return;
            second.input.value = values[j];
            why_give_input(s, k, &values[j]);
            bool passes = pair_passes(p) && (first->is_input || is_reversed_now(s, first->order));
            why_give_input(s, k, NULL);
            if (!passes) continue;
            note_pair(p, first, &second);
            return;
        }
    }
}

static void try_inputs_behind(PairSearch *p, const WhyChange *first) {
    WhySearch *s = p->s;
    if (first->is_input) {
        uint64_t value = first->input.value;
        why_plan_same(&p->plan, &s->run);
        why_give_input(s, first->input.input, &value);
        try_inputs_beside(p, first, first->input.input + 1);
        why_give_input(s, first->input.input, NULL);
    } else {
        why_plan_reversed(&p->plan, &s->run, first->order.earlier, first->order.later);
        try_inputs_beside(p, first, 0);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Changes whose runs came farther are first; those that came equally far stay in their order. */
static void sort_tried(WhySearch *s) {
    for (size_t k = 1; k < s->failed.len; k++) {
        WhyTried x = s->failed.data[k];
        size_t j = k;
        for (; j > 0 && s->failed.data[j - 1].steps < x.steps; j--)
            s->failed.data[j] = s->failed.data[j - 1];
        s->failed.data[j] = x;
    }
}

/* The kinds of second changes, in the order in which they are tried. */
typedef enum SecondKind { RELATED_ORDERS, INPUTS, OTHER_ORDERS, SECOND_KINDS } SecondKind;

static void try_behind(PairSearch *p, const WhyChange *first, SecondKind kind) {
    if (is_in_pair(p->s->why, first)) return;
    if (kind == INPUTS)
        try_inputs_behind(p, first);
    else if (!first->is_input)
        try_orders_behind(p, first, kind == RELATED_ORDERS);
}

void why_try_pairs(WhySearch *s) {
    PairSearch p = {.s = s};
    p.limit = pair_effort(&p) + s->limits->pair_work;
    sort_tried(s);
    for (int kind = 0; kind < SECOND_KINDS; kind++)
        for (size_t k = 0; k < s->failed.len && !pairs_are_over(&p); k++)
            try_behind(&p, &s->failed.data[k].change, (SecondKind)kind);
    s->why->pairs_complete = !p.over;
    vec_free(&p.plan.steps);
}
