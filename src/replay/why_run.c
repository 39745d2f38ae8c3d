/* why_run.c — runs that look for reasons: what happened in one, and one by a plan. */
#include "replay/turns.h"
#include "replay/why_internal.h"
#include "run/standstill.h"
#include <stdlib.h>

/* Steps of other threads behind the error that are looked at. */
#define STEPS_BEHIND 1000
/* Steps behind the plan before a run counts as one without an end. */
#define MOST_BEHIND 100000
/* … of which one in so many is where the run is asked for a standstill. */
#define STANDS_STILL_EVERY 64

static void note_why_event(WhyRun *to, Run *r, const Action *a, const Event *e) {
    WhyEvent x = {.slot = a->thread, .action = *a, .blocked = !e};
    if (e) {
        x.clock = xcalloc(r->machine->nslots + 1, sizeof *x.clock);
        for (uint32_t t = 0; t < r->machine->nslots; t++) x.clock[t] = event_clock(e, t);
    }
    vec_push(&to->events, x);
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

void why_note_run(WhyRun *to, Run *r) {
    Machine *m = r->machine;
    let_others_go_on(r);
    const EventList *path = &r->history.path;
    for (size_t k = 0; k < path->len && k < WHY_MOST_EVENTS; k++)
        note_why_event(to, r, &path->data[k]->action, path->data[k]);
    to->nexecuted = to->events.len;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || operation_enabled(m, (int)k)) continue;
        Action a = {.thread = (int)k, .op = t->pending, .index = t->steps + 1};
        note_why_event(to, r, &a, NULL);
    }
}

void why_run_free(WhyRun *run) {
    for (size_t k = 0; k < run->events.len; k++) free(run->events.data[k].clock);
    vec_free(&run->events);
    run->nexecuted = 0;
}

bool why_is_over(const WhySearch *s) {
    const WhyLimits *l = s->limits;
    return (l->work && s->replay.run->machine->instructions > l->work) || time_wall() > s->until ||
           (l->interrupted && l->interrupted(l->context));
}

/* A mistake behind which its thread goes on is an error only if it is the one to explain. */
void why_saw_fault(void *context, Run *r, const Fault *fault) {
    WhySearch *s = context;
    const Finding *test = s->replay.test;
    (void)r;
    s->met_error |= !fault->goes_on ||
                    (!strcmp(fault->kind, test->kind) && !strcmp(fault->message, test->message));
}

unsigned why_input_values(const WhySearch *s, size_t k, uint64_t *values) {
    const InputReport *in = &s->replay.test->inputs[k];
    uint64_t value = 0;
    unsigned n = 0;
    if (in->size > sizeof value) return 0;
    memcpy(&value, in->bytes, in->size);
    const uint64_t others[WHY_MOST_VALUES] = {0, 1, value + 1, value - 1, ~0ull};
    for (size_t j = 0; j < WHY_MOST_VALUES; j++)
        if (memcmp(&others[j], &value, in->size) != 0 &&
            (!n || memcmp(&others[j], &values[n - 1], in->size) != 0))
            values[n++] = others[j];
    return n;
}

void why_give_input(WhySearch *s, size_t k, const uint64_t *value) {
    s->replay.given[k].bytes = value ? (const uint8_t *)value : s->replay.test->inputs[k].bytes;
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

/* Lets the threads take turns behind a plan, up to the end. */
static WhyOutcome go_on_behind(WhySearch *s) {
    Run *r = s->replay.run;
    int threads[MAX_THREADS];
    Turns turns = turns_begin();
    /* More threads are the work of a program that never ends. */
    uint32_t most = r->machine->nslots + MANY_THREADS;
    for (size_t k = 0; k < MOST_BEHIND && !s->met_error && !(k % 256 == 0 && why_is_over(s)); k++) {
        unsigned n = turns_ready(r, threads);
        if (r->machine->nslots > most) return WHY_FAILS;
        if (k % STANDS_STILL_EVERY == STANDS_STILL_EVERY - 1 && run_goes_round(r)) return WHY_FAILS;
        if (!n) return run_end(r) == RUN_EXIT && !s->met_error ? WHY_PASSES : WHY_FAILS;
        PlanStep next = {.slot = turns_next(&turns, r, threads, n), .kind = OPERATION_NONE};
        if (!take_planned(r, &next)) return WHY_FAILS;
    }
    return WHY_FAILS;
}

static void owe(WhyOwed *o, PlanStep *steps, size_t k) {
    int slot = steps[k].slot;
    steps[k].next_owed = 0;
    if (o->first[slot])
        steps[o->last[slot] - 1].next_owed = k + 1;
    else
        o->first[slot] = k + 1;
    o->last[slot] = k + 1;
}

static void take_owed(WhySearch *s, WhyOwed *o, const PlanStep *steps) {
    Run *r = s->replay.run;
    for (uint32_t slot = 0; slot < r->machine->nslots; slot++)
        while (o->first[slot] && !s->met_error && take_planned(r, &steps[o->first[slot] - 1]))
            o->first[slot] = steps[o->first[slot] - 1].next_owed;
}

/* Executes the steps of a plan. False if the marked one was not possible. */
static bool take_plan(WhySearch *s, WhyPlan *plan, WhyOwed *owed) {
    bool marked = plan->marked == SIZE_MAX;
    for (size_t k = 0; k < plan->steps.len && !s->met_error; k++) {
        const PlanStep *p = &plan->steps.data[k];
        bool taken = !owed->first[p->slot] && take_planned(s->replay.run, p);
        if (k == plan->marked && !taken) return false;
        marked |= k == plan->marked;
        if (taken)
            take_owed(s, owed, plan->steps.data);
        else
            owe(owed, plan->steps.data, k);
    }
    return marked;
}

WhyOutcome why_follow_plan(WhySearch *s, WhyPlan *plan) {
    Run *r = s->replay.run;
    run_undo(r, 0);
    s->met_error = false;
    r->machine->patient = true;
    bool possible = take_plan(s, plan, s->owed);
    for (size_t k = 0; k < plan->steps.len; k++)
        s->owed->first[plan->steps.data[k].slot] = s->owed->last[plan->steps.data[k].slot] = 0;
    if (!possible) return WHY_IMPOSSIBLE;
    return s->met_error ? WHY_FAILS : go_on_behind(s);
}
