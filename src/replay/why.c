/* why.c — see why.h. */
#include "replay/why.h"
#include "replay/replay.h"
#include "replay/turns.h"
#include "run/describe.h"
#include <stdlib.h>

/* Longer runs are not looked at: the relation between all of their events would take too much. */
#define MOST_EVENTS 20000
/* Steps of other threads behind the error that are looked at. */
#define STEPS_BEHIND 1000
/* Steps behind the plan before a run counts as one without an end. */
#define MOST_BEHIND 100000

typedef struct WhyEvent {
    int slot;
    Action action;
    uint32_t *clock; /* by slot: events of that thread that are this one or before it */
    bool blocked;    /* not executed: a blocked thread waits to do it */
} WhyEvent;

/* One thing that a run of its own should do next. */
typedef struct PlanStep {
    int slot;
    uint32_t outcome;
    uint8_t kind;
} PlanStep;
typedef VEC(PlanStep) Plan;

typedef struct Search {
    Replay replay;
    Why *why;
    VEC(WhyEvent) events;
    size_t nexecuted; /* the others are blocked */
    Plan plan;
    size_t marked;     /* the step of the plan that has to be possible, SIZE_MAX: none */
    bool done, failed; /* the marked step was taken; the run met an error */
    double until;
    const WhyLimits *limits;
} Search;

/* --- the run of the finding ------------------------------------------------------------------- */

static void note_why_event(Search *s, Run *r, const Action *a, const Event *e, bool blocked) {
    WhyEvent x = {.slot = a->thread, .action = *a, .blocked = blocked};
    if (e) {
        x.clock = xcalloc(r->machine->nslots + 1, sizeof *x.clock);
        for (uint32_t t = 0; t < r->machine->nslots; t++) x.clock[t] = event_clock(e, t);
    }
    vec_push(&s->events, x);
}

static bool event_is_before(const WhyEvent *x, const WhyEvent *e) {
    return e->clock && e->clock[x->slot] >= x->action.index;
}

/* Lets the threads that the error did not stop go on for a while, to see what they would do. */
static void let_others_go_on(Run *r) {
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    Turns turns = turns_begin();
    r->machine->patient = true;
    for (size_t k = 0, n; k < STEPS_BEHIND && (n = turns_ready(r, threads)); k++) {
        int t = turns_next(&turns, r, threads, (unsigned)n);
        run_outcomes(r, t, outcomes);
        if (!run_step(r, t, outcomes[0])) return;
    }
}

/* Notes the events of the run at its end and a little behind, and what blocked threads wait to
 * do. */
static void collect_events(void *context, Run *r) {
    Search *s = context;
    Machine *m = r->machine;
    let_others_go_on(r);
    const EventList *path = &r->history.path;
    for (size_t k = 0; k < path->len && k < MOST_EVENTS; k++)
        note_why_event(s, r, &path->data[k]->action, path->data[k], false);
    s->nexecuted = s->events.len;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || operation_enabled(m, (int)k)) continue;
        Action a = {.thread = (int)k, .op = t->pending, .index = t->steps + 1};
        note_why_event(s, r, &a, NULL, true);
    }
    s->why->nsteps = s->events.len;
    s->why->steps = xcalloc(s->events.len + 1, sizeof *s->why->steps);
    for (size_t k = 0; k < s->events.len; k++)
        s->why->steps[k] =
            describe_step(m, &s->events.data[k].action, s->events.data[k].action.index);
}

/* --- runs of our own -------------------------------------------------------------------------- */

static bool is_over_time(const Search *s) {
    const WhyLimits *l = s->limits;
    return (l->work && s->replay.run->machine->instructions > l->work) || time_wall() > s->until ||
           (l->interrupted && l->interrupted(l->context));
}

/* A mistake behind which its thread goes on is an error only if it is the one to explain. */
static void why_saw_fault(void *context, Run *r, const Fault *fault) {
    Search *s = context;
    const Finding *test = s->replay.test;
    (void)r;
    s->failed |= !fault->goes_on ||
                 (!strcmp(fault->kind, test->kind) && !strcmp(fault->message, test->message));
}

/* Lets a thread take its next step, with the outcome of the plan where that is possible. */
static bool take_planned(Run *r, const PlanStep *p) {
    Machine *m = r->machine;
    const Thread *t = p->slot < (int)m->nslots ? m->threads[p->slot] : NULL;
    if (!t || t->status != THREAD_READY || !operation_enabled(m, p->slot)) return false;
    uint32_t outcomes[MAX_OUTCOMES], chosen;
    unsigned n = run_outcomes(r, p->slot, outcomes);
    chosen = outcomes[0];
    for (unsigned k = 0; k < n && t->pending.kind == p->kind; k++)
        if (outcomes[k] == p->outcome) chosen = p->outcome;
    return run_step(r, p->slot, chosen);
}

/* Whether a run by the plan ends well: no error, no deadlock, and the marked step was possible. */
static bool ends_well(Search *s) {
    Run *r = s->replay.run;
    int threads[MAX_THREADS];
    Turns turns = turns_begin();
    run_undo(r, 0);
    s->failed = false;
    s->done = s->marked == SIZE_MAX;
    r->machine->patient = true;
    for (size_t k = 0; k < s->plan.len && !s->failed; k++) {
        bool taken = take_planned(r, &s->plan.data[k]);
        if (k != s->marked) continue;
        s->done = taken;
        if (!taken) return false;
    }
    for (size_t k = 0; k < MOST_BEHIND && !s->failed && !(k % 256 == 0 && is_over_time(s)); k++) {
        unsigned n = turns_ready(r, threads);
        if (!n) return !s->failed && run_end(r) == RUN_EXIT && s->done;
        PlanStep next = {.slot = turns_next(&turns, r, threads, n), .kind = OPERATION_NONE};
        if (!take_planned(r, &next)) return false;
    }
    return false;
}

static void plan_event(Search *s, size_t k) {
    const WhyEvent *e = &s->events.data[k];
    vec_push(&s->plan, ((PlanStep){e->slot, e->action.outcome, e->action.op.kind}));
}

/* --- orders ----------------------------------------------------------------------------------- */

/* The lock that gave way at an unlock: the section of the mutex as a whole is what comes before. */
static size_t beginning_of_section(const Search *s, size_t a) {
    const WhyEvent *e = &s->events.data[a];
    uint64_t mutex, other;
    if (!operation_mutex(&e->action.op, &mutex) ||
        operation_hold_change(&e->action).change != HOLD_ENDS)
        return a;
    for (size_t k = a; k-- > 0;) {
        const WhyEvent *x = &s->events.data[k];
        if (x->slot == e->slot && operation_mutex(&x->action.op, &other) && other == mutex &&
            operation_hold_change(&x->action).change == HOLD_BEGINS)
            return k;
    }
    return a;
}

/* Whether `b` ends well when it comes before `a` (the beginning of a's section). */
static bool reversal_ends_well(Search *s, size_t a, size_t b) {
    size_t begin = beginning_of_section(s, a);
    const WhyEvent *x = &s->events.data[begin];
    bool *planned = xcalloc(s->events.len + 1, sizeof *planned);
    s->plan.len = 0;
    for (size_t k = 0; k < b && k < s->nexecuted; k++) {
        if (event_is_before(x, &s->events.data[k])) continue;
        planned[k] = true;
        plan_event(s, k);
    }
    s->marked = s->plan.len;
    planned[b] = true;
    plan_event(s, b);
    for (size_t k = 0; k < s->nexecuted; k++)
        if (!planned[k]) plan_event(s, k);
    free(planned);
    s->why->tried++;
    return ends_well(s);
}

/* Whether the events of b's thread before it need `a`: then the order cannot be another one. */
static bool is_forced(const Search *s, size_t a, size_t b) {
    const WhyEvent *x = &s->events.data[beginning_of_section(s, a)], *e = &s->events.data[b];
    for (size_t k = MIN(b, s->nexecuted); k-- > 0;)
        if (s->events.data[k].slot == e->slot) return event_is_before(x, &s->events.data[k]);
    return false;
}

static bool is_bound_to_thread(const Operation *o) {
    return o->kind == OPERATION_CREATE || o->kind == OPERATION_START || o->kind == OPERATION_EXIT ||
           o->kind == OPERATION_JOIN || o->kind == OPERATION_PROCESS_EXIT;
}

/* Whether `b` directly depends on `a`, of another thread, with nothing between them. */
static bool is_adjacent(const Search *s, size_t a, size_t b) {
    const WhyEvent *x = &s->events.data[a], *e = &s->events.data[b];
    if (x->slot == e->slot || is_bound_to_thread(&x->action.op) ||
        is_bound_to_thread(&e->action.op) || !operation_dependent(&x->action, &e->action))
        return false;
    if (!e->blocked && !event_is_before(x, e)) return false;
    for (size_t k = a + 1; k < MIN(b, s->nexecuted); k++) {
        const WhyEvent *y = &s->events.data[k];
        if (event_is_before(x, y) &&
            (e->blocked ? operation_dependent(&y->action, &e->action) && y->slot != x->slot
                        : event_is_before(y, e)))
            return false;
    }
    return true;
}

/* Reverses each order once, those near the end first. */
static void try_orders(Search *s) {
    for (size_t b = s->events.len; b-- > 0;)
        for (size_t a = MIN(b, s->nexecuted); a-- > 0;) {
            if (!is_adjacent(s, a, b) || is_forced(s, a, b)) continue;
            if (is_over_time(s)) return;
            if (reversal_ends_well(s, a, b)) vec_push(&s->why->orders, ((WhyOrder){a, b}));
        }
    s->why->complete = true;
}

static bool same_object(const WhyEvent *x, const WhyEvent *y) {
    uint64_t a = 0, b = 0;
    bool locks = operation_mutex(&x->action.op, &a), too = operation_mutex(&y->action.op, &b);
    return locks || too ? locks && too && a == b
                        : x->action.op.object && x->action.op.object == y->action.op.object;
}

/* Returns the nearest event of thread `slot` before `from` (up: behind it) on the object of event
 * `of`; SIZE_MAX: there is none. */
static size_t nearest_on_object(const Search *s, size_t from, bool up, int slot, size_t of) {
    for (size_t k = from; up ? ++k < s->nexecuted : k-- > 0;)
        if (s->events.data[k].slot == slot && same_object(&s->events.data[k], &s->events.data[of]))
            return k;
    return SIZE_MAX;
}

/* Notes windows: where `later` would have to come before `earlier`, its thread had done something
 * with the object already, and `earlier` came between; or the other way round. */
static void find_windows(Search *s) {
    const Why *w = s->why;
    for (size_t k = 0; k < w->orders.len; k++) {
        WhyOrder o = w->orders.data[k];
        size_t begin = beginning_of_section(s, o.earlier);
        size_t first = nearest_on_object(s, begin, false, s->events.data[o.later].slot, o.later);
        WhyWindow x = {k, first, o.later, begin};
        if (first == SIZE_MAX) {
            size_t second =
                nearest_on_object(s, o.later, true, s->events.data[o.earlier].slot, o.earlier);
            x = (WhyWindow){k, o.earlier, second, o.later};
        }
        if (x.second != SIZE_MAX) vec_push(&s->why->windows, x);
    }
}

/* --- inputs ----------------------------------------------------------------------------------- */

static void try_inputs(Search *s) {
    const Finding *test = s->replay.test;
    for (size_t k = 0; k < test->ninputs && !is_over_time(s); k++) {
        const InputReport *in = &test->inputs[k];
        uint64_t value = 0;
        if (in->size > sizeof value) continue;
        memcpy(&value, in->bytes, in->size);
        uint64_t others[] = {0, 1, value + 1, value - 1, ~0ull};
        for (size_t j = 0; j < ARRAY_LEN(others); j++) {
            if (!memcmp(&others[j], &value, in->size)) continue;
            s->replay.given[k].bytes = (const uint8_t *)&others[j];
            s->plan.len = 0;
            s->marked = SIZE_MAX;
            for (size_t e = 0; e < s->nexecuted; e++) plan_event(s, e);
            bool well = ends_well(s);
            s->replay.given[k].bytes = in->bytes;
            if (!well) continue;
            vec_push(&s->why->inputs, ((WhyInput){k, others[j]}));
            break;
        }
    }
    run_undo(s->replay.run, 0);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void free_search(Search *s) {
    for (size_t k = 0; k < s->events.len; k++) free(s->events.data[k].clock);
    vec_free(&s->events);
    vec_free(&s->plan);
}

Why *why_of_test(const Program *program, const CampaignOptions *options, const Finding *test,
                 const WhyLimits *limits, char **error) {
    Why *w = xcalloc(1, sizeof *w);
    ReplayCallbacks callbacks = {.context = limits->context, .interrupted = limits->interrupted};
    Search s = {.why = w, .until = time_wall() + limits->seconds, .limits = limits};
    *error = NULL;
    s.replay = (Replay){
        .test = test, .callbacks = &callbacks, .saw_end = collect_events, .watcher_context = &s};
    replay_begin(&s.replay, program, options);
    replay_follow(&s.replay);
    s.replay.saw_end = NULL;
    s.replay.saw_fault = why_saw_fault;
    if (s.replay.result->divergence)
        *error =
            xasprintf("the run left the schedule of the test: %s", s.replay.result->divergence);
    else if (!strcmp(test->kind, "race"))
        *error = xstrdup("a race is two accesses in no order, so there is none to reverse");
    else if (finding_is_path(test))
        *error = xstrdup("the test is of a path, which has no error");
    else if (s.events.len >= MOST_EVENTS)
        *error = xstrdup("the run has too many steps");
    if (!*error) {
        try_orders(&s);
        find_windows(&s);
        try_inputs(&s);
    }
    replay_result_free(replay_end(&s.replay));
    free_search(&s);
    if (!*error) return w;
    why_free(w);
    return NULL;
}

void why_free(Why *w) {
    for (size_t k = 0; k < w->nsteps; k++) schedule_step_clear(&w->steps[k]);
    free(w->steps);
    vec_free(&w->orders);
    vec_free(&w->windows);
    vec_free(&w->inputs);
    free(w);
}
