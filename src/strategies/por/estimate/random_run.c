/* random_run.c — see random_run.h. */
#include "strategies/por/estimate/random_run.h"
#include <math.h>
#include <stdlib.h>

/* Chances are kept away from 0 and 1: what was learned may not hold in this run. */
#define LEAST_CHANCE 0.02
/* So many runs are only learned from. */
#define LEARNING_RUNS 4

/* --- what is learned -------------------------------------------------------------------------- */

static ObjectUses *object_uses(RandomRuns *r, uint32_t object) {
    while (r->objects.len <= object) vec_push(&r->objects, ((ObjectUses){0}));
    return &r->objects.data[object];
}

static ObjectUse *use_find(ObjectUses *o, const Action *a) {
    for (size_t k = 0; k < o->use.len; k++) {
        const Action *x = &o->use.data[k].sample;
        if (x->thread == a->thread && x->op.kind == a->op.kind && x->outcome == a->outcome)
            return &o->use.data[k];
    }
    ObjectUse new = {.sample = *a};
    vec_push(&o->use, new);
    return &vec_last(&o->use);
}

/* Learns from the events of a complete run on one object. */
static void learn_object(RandomRuns *r, uint32_t object, const ObjectTrace *o) {
    const History *h = &r->run->history;
    const Event *last[MAX_THREADS] = {0};
    ObjectUses *uses = object_uses(r, object);
    uint32_t threads = 0;
    for (size_t k = 0; k < o->positions.len; k++) {
        const Event *e = h->path.data[o->positions.data[k]];
        last[e->action.thread] = e;
        threads = MAX(threads, (uint32_t)e->action.thread + 1);
    }
    for (size_t k = 0; k < o->positions.len; k++) {
        const Event *e = h->path.data[o->positions.data[k]], *before = history_before(h, e);
        ObjectUse *u = use_find(uses, &e->action);
        u->total++;
        while (u->possible.len < threads) vec_push(&u->possible, 0);
        for (uint32_t t = 0; t < threads; t++)
            if (last[t] && !(before && event_precedes(last[t], before))) u->possible.data[t]++;
    }
}

static void learn_run(RandomRuns *r, bool complete) {
    const History *h = &r->run->history;
    for (size_t k = 0; complete && k < h->objects.len; k++)
        learn_object(r, (uint32_t)k, &h->objects.data[k]);
    r->complete += complete;
    for (size_t k = 0; k < r->objects.len; k++)
        for (size_t j = 0; j < r->objects.data[k].use.len; j++)
            r->objects.data[k].use.data[j].done = 0;
}

static double still_to_come(const RandomRuns *r, const ObjectUse *u, double total) {
    double left = total / r->complete - u->done;
    return left > 0 ? left : 0;
}

/* --- choices ---------------------------------------------------------------------------------- */

static bool random_run_sleeps(const RandomRuns *r, int thread) {
    return (size_t)thread < r->sleep.len && r->sleep.data[thread].asleep;
}

/* Whether a thread that sleeps may be woken by what does not depend on `a`. */
static bool may_be_woken(const RandomRuns *r, const ObjectUses *o, int thread, const Action *a) {
    const Sleep *s = &r->sleep.data[thread];
    if (s->before.op.object != a->op.object) return true;
    for (size_t k = 0; k < o->use.len; k++) {
        const ObjectUse *u = &o->use.data[k];
        int other = u->sample.thread;
        if (other == thread || other == a->thread || random_run_sleeps(r, other) ||
            !(still_to_come(r, u, u->total) > 0))
            continue;
        if (operation_dependent(&u->sample, &s->before) && !operation_dependent(&u->sample, a))
            return true;
    }
    return false;
}

/* Of the events to come on an object: how many the thread of `a` has, and how many others that
 * depend on `a` and may come before it. */
static void count_to_come(const RandomRuns *r, const ObjectUses *o, const Action *a, double *own,
                          double *others) {
    for (size_t k = 0; k < o->use.len; k++) {
        const ObjectUse *u = &o->use.data[k];
        int thread = u->sample.thread;
        if (thread == a->thread) {
            *own += still_to_come(r, u, u->total);
            continue;
        }
        double total = (size_t)a->thread < u->possible.len ? u->possible.data[a->thread] : 0,
               left = still_to_come(r, u, total);
        if (!(left > 0) || !operation_dependent(&u->sample, a)) continue;
        if (!random_run_sleeps(r, thread) || may_be_woken(r, o, thread, a)) *others += left;
    }
}

/* The chance that a thread takes its step before others do what depends on it. */
static double chance_to_step(RandomRuns *r, const Action *a, uint32_t *object) {
    History *h = &r->run->history;
    double own = 0, others = 0;
    Event *e = history_event(h, a);
    *object = e->touched.n ? e->touched.id[0] : UINT32_MAX;
    for (unsigned k = 0; k < e->touched.n; k++)
        count_to_come(r, object_uses(r, e->touched.id[k]), a, &own, &others);
    event_unref(h, e);
    if (*object != UINT32_MAX) {
        ObjectUses *o = object_uses(r, *object);
        while (o->slept.len <= (size_t)a->thread) {
            vec_push(&o->slept, 0);
            vec_push(&o->woken, 0);
        }
        others *= (1 + o->woken.data[a->thread]) / (1 + o->slept.data[a->thread]);
    }
    own = MAX(own, 1);
    double chance = own / (own + others);
    return MIN(MAX(chance, LEAST_CHANCE), 1 - LEAST_CHANCE);
}

/* From 0 to 1. */
static double random_number(RandomRuns *r) {
    return (double)(random_next(&r->random) >> 11) / (double)(1ull << 53);
}

static Action random_run_pending(const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    return (Action){.thread = thread, .index = t->steps + 1, .outcome = 1, .op = t->pending};
}

/* Whether the order of the operation with those of other threads is no choice. The end of a hold
 * comes before what waits for it; that others try it meanwhile is left out of the estimate. */
static bool random_run_forced(unsigned kind) {
    return !operation_reversible(kind) || kind == OPERATION_JOIN || kind == OPERATION_UNLOCK;
}

static void wake_dependent(RandomRuns *r, const Event *e) {
    for (size_t t = 0; t < r->sleep.len; t++) {
        Sleep *s = &r->sleep.data[t];
        if (!s->asleep || !operation_dependent(&e->action, &s->before)) continue;
        s->asleep = false;
        if (s->object != UINT32_MAX) r->objects.data[s->object].woken.data[t]++;
    }
}

/* Takes the step of a thread with one of its outcomes. False if none is feasible. */
static bool random_run_step(RandomRuns *r, int thread) {
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = run_outcomes(r->run, thread, outcomes), tries = 0,
             first = (unsigned)(random_number(r) * n);
    while (tries < n && !run_step(r->run, thread, outcomes[(first + tries) % n])) tries++;
    if (tries == n) return false;
    r->log_weight += log(n - tries);
    const Event *e = vec_last(&r->run->history.path);
    for (unsigned k = 0; k < e->touched.n; k++)
        use_find(object_uses(r, e->touched.id[k]), &e->action)->done++;
    wake_dependent(r, e);
    return true;
}

/* Lets the thread take its step or sleep, by chance. `alone`: no other thread is awake. Returns
 * whether it takes the step. */
static bool choose_step(RandomRuns *r, int thread, bool alone) {
    Action a = random_run_pending(r->run->machine, thread);
    uint32_t object;
    if (alone) return true;
    double chance = chance_to_step(r, &a, &object);
    bool steps = random_number(r) < chance;
    r->log_weight -= log(steps ? chance : 1 - chance);
    if (steps) return true;
    r->sleep.data[thread] = (Sleep){true, a, object};
    if (object != UINT32_MAX) object_uses(r, object)->slept.data[thread]++;
    return false;
}

/* The thread that takes the next step; -1: all of them sleep. */
static int random_run_next(RandomRuns *r, const int *threads, unsigned n) {
    const Machine *m = r->run->machine;
    for (unsigned k = 0; k < n; k++)
        if (random_run_forced(m->threads[threads[k]]->pending.kind)) return threads[k];
    if (r->complete < LEARNING_RUNS) return threads[(unsigned)(random_number(r) * n)];
    for (unsigned k = 0; k < n; k++) {
        if (random_run_sleeps(r, threads[k])) continue;
        bool alone = true;
        for (unsigned j = k + 1; j < n; j++) alone &= random_run_sleeps(r, threads[j]);
        if (choose_step(r, threads[k], alone)) return threads[k];
    }
    return -1;
}

RandomEnd random_run(RandomRuns *r) {
    int threads[MAX_THREADS];
    Run *run = r->run;
    RandomEnd end = RANDOM_COMPLETE;
    bool learns = r->complete < LEARNING_RUNS;
    r->log_weight = 0;
    r->sleep.len = 0;
    run_undo(run, 0);
    run->last_thread = 0;
    for (unsigned n; end == RANDOM_COMPLETE && (n = run_enabled(run, threads));) {
        while (r->sleep.len < run->machine->nslots) vec_push(&r->sleep, ((Sleep){0}));
        int thread = random_run_next(r, threads, n);
        if (thread < 0)
            end = RANDOM_ASLEEP;
        else if (run->history.path.len >= r->longest || !random_run_step(r, thread) ||
                 run->machine->stop_now)
            end = RANDOM_GIVEN_UP;
    }
    learn_run(r, end == RANDOM_COMPLETE);
    return end == RANDOM_COMPLETE && learns ? RANDOM_LEARNT : end;
}

void random_runs_free(RandomRuns *r) {
    for (size_t k = 0; k < r->objects.len; k++) {
        ObjectUses *o = &r->objects.data[k];
        for (size_t j = 0; j < o->use.len; j++) vec_free(&o->use.data[j].possible);
        vec_free(&o->use);
        vec_free(&o->slept);
        vec_free(&o->woken);
    }
    vec_free(&r->objects);
    vec_free(&r->sleep);
}
