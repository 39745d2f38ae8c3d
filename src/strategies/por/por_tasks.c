/*
 * por_tasks.c — several workers explore one tree of alternatives: self-contained subtrees are given
 * away.
 *
 * After the alternative J of a node (C, D) was executed, J excludes all of D, so no event is left
 * to avoid. The subtree below C ∪ J is then explored independently, like a program of its own.
 * Alternatives that it finds for nodes above return with the finished task.
 */
#include "strategies/por/portable.h"
#include "strategies/por/por.h"
#include <stdlib.h>

static void free_payload(void *payload) {
    PorTask *t = payload;
    for (size_t k = 0; k < t->sleepers.len; k++) free(t->sleepers.data[k].event);
    vec_free(&t->sleepers);
    for (size_t k = 0; k < t->found.len; k++) {
        for (uint32_t j = 0; j < t->found.data[k].len; j++) free(t->found.data[k].events[j]);
        free(t->found.data[k].events);
    }
    vec_free(&t->found);
    free(t);
}

void por_wake_sleepers(Por *p, size_t n) {
    const PorTask *t = p->task;
    while (t && p->next_sleeper < t->sleepers.len && t->sleepers.data[p->next_sleeper].from == n)
        tree_avoid(&p->tree, portable_import(p->h, p->m, t->sleepers.data[p->next_sleeper++].event),
                   n);
}

/* Invariant: the alternative excludes D and the event executed at the node. So another worker can
 * explore its subtree without knowing what is found meanwhile. */
void por_check_given(const Por *p, size_t at, const Alternative *a) {
    invariant(at >= p->base && !a->partial && !a->task);
    for (size_t s = 0; s <= p->tree.sleepers.len; s++) {
        bool here = s == p->tree.sleepers.len, excluded = false;
        if (!here && !sleeper_at(&p->tree.sleepers.data[s], at)) continue;
        const Event *d = here ? p->h->path.data[at] : p->tree.sleepers.data[s].event;
        for (uint32_t k = 0; k < a->len && !excluded; k++)
            excluded = events_conflict(a->events[k], d);
        invariant(excluded || d->action.op.kind == OPERATION_BRANCH);
    }
}

/* Makes a task of the subtree below an alternative of node `at`. */
static Task *task_of(Por *p, size_t at, const Alternative *a) {
    History *h = p->h;
    Task *t = xcalloc(1, sizeof *t);
    PorTask *own = xcalloc(1, sizeof *own);
    t->payload = own;
    t->free_payload = free_payload;
    own->node = (uint32_t)at;
    const Action *last = &a->events[a->len - 1]->action;
    t->site = hash_mix(hash_combine(hash_combine(last->op.kind, last->op.loc), last->outcome));
    if (unlikely(base_invariants)) por_check_given(p, at, a);
    for (size_t k = 0; k < at + a->len; k++) {
        const Action *x = k < at ? &h->path.data[k]->action : &a->events[k - at]->action;
        Choice c = {x->thread, x->outcome};
        vec_push(&t->prefix, c);
    }
    for (size_t k = 0; k < p->tree.sleepers.len && p->tree.sleepers.data[k].from <= at; k++) {
        const Sleeper *d = &p->tree.sleepers.data[k];
        PortableSleeper s = {portable_event(d->event), d->from};
        vec_push(&own->sleepers, s);
    }
    PortableSleeper s = {portable_event(h->path.data[at]), (uint32_t)at};
    vec_push(&own->sleepers, s);
    return t;
}

void por_give_away(Por *p, bool all, uint64_t gain) {
    for (size_t at = p->base; at + 1 < p->h->path.len; at++) {
        Alternative *best = tree_best(&p->tree, at, p->h->path.data[at]);
        if (!best || best->task) continue;
        best->task = task_of(p, at, best);
        best->task->gain = gain;
        workers_give(p->c->shared->workers, best->task);
        if (!all) return;
    }
}

static Event **import_all(Por *p, const PortableAlternative *f) {
    Event **events = xmalloc(f->len * sizeof *events);
    for (uint32_t q = 0; q < f->len; q++) events[q] = portable_import(p->h, p->m, f->events[q]);
    return events;
}

static void free_imported(Por *p, Event **events, uint32_t n) {
    for (uint32_t q = 0; q < n; q++) event_unref(p->h, events[q]);
    free(events);
}

void por_keep_portable(Por *p, const PortableAlternative *f) {
    Event **events = import_all(p, f);
    tree_keep(&p->tree, f->node, events, f->len, f->partial);
    free_imported(p, events, f->len);
}

Alternative *por_restore_portable(Por *p, const PortableAlternative *f) {
    Event **events = import_all(p, f);
    Alternative *a = tree_restore(&p->tree, f->node, events, f->len, f->partial);
    free_imported(p, events, f->len);
    return a;
}

/* Does other tasks until `t` is finished, and returns to the path. False if everything must stop.
 * From one of them the worker goes to the next one, which may be close to it. */
static bool wait_meanwhile(Por *p, Task *t) {
    Campaign *c = p->c;
    Workers *w = c->shared->workers;
    if (workers_has_finished(w, t)) return !workers_stopped(w);
    ChoiceList path = {0};
    run_choices(p->run, &path);
    uint64_t held = path.len * (sizeof *path.data + sizeof(AlternativeNode));
    c->nesting++;
    c->nested_bytes += held;
    bool goes_on = workers_wait(w, t, por_work_meanwhile, p);
    c->nesting--;
    c->nested_bytes -= held;
    if (goes_on && run_go_to(p->run, path.data, path.len) < path.len && !p->m->stop_now &&
        !workers_stopped(w))
        base_fatal("a path cannot be executed again");
    vec_free(&path);
    return goes_on;
}

void por_take_back(Por *p, Task *t) {
    PorTask *own = t->payload;
    invariant(p->h->path.len == t->prefix.len);
    if (wait_meanwhile(p, t))
        for (size_t k = 0; k < own->found.len; k++) {
            invariant(own->found.data[k].node < p->h->path.len && own->found.data[k].len);
            por_keep_portable(p, &own->found.data[k]);
        }
    if (workers_has_finished(p->c->shared->workers, t))
        workers_taken_back(p->c->shared->workers, t);
}
