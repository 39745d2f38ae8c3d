/*
 * por_tasks.c — several workers explore one tree of alternatives: self-contained subtrees are given
 * away.
 *
 * After the alternative J of a node (C, D) was executed, J excludes all of D, so no event is left
 * to avoid. The subtree below C ∪ J is then explored independently, like a program of its own.
 * Alternatives that it finds for nodes above return with the finished task.
 */
#include "strategies/por/portable.h"
#include "strategies/por/alternatives_check.h"
#include "strategies/por/por.h"
#include <stdlib.h>

typedef struct PortableAlternative {
    uint32_t node; /* path position */
    uint32_t len;
    PortableEvent **events;
    bool partial;
} PortableAlternative;

typedef struct PortableSleeper {
    PortableEvent *event;
    uint32_t from;
} PortableSleeper;

/* The payload of a task, whose prefix is C, then J. */
struct PorTask {
    uint32_t node;                  /* position at which C ends */
    VEC(PortableSleeper) sleepers;  /* D of all nodes up to `node`, by ascending `from` */
    VEC(PortableAlternative) found; /* for nodes above the subtree */
};

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
static void check_given(const Por *p, size_t at, const Alternative *a) {
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
    if (unlikely(base_invariants)) check_given(p, at, a);
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

/* Explores the subtree of a task. The path is the first `common` events of its prefix. */
static void do_task(Por *p, Task *t, size_t common) {
    PorTask *own = t->payload;
    p->task = own;
    p->base = t->prefix.len;
    /* The prefix ends with the alternative, at least one event after the node. */
    invariant(own->node < t->prefix.len && common <= t->prefix.len && p->h->path.len == common);
    tree_push(&p->tree);
    bool fine = true;
    for (size_t k = 0; k < t->prefix.len && fine; k++)
        if (k < common) {
            por_wake_sleepers(p, k);
            tree_move_down(&p->tree, k);
        } else {
            const Choice *c = &t->prefix.data[k];
            fine = (k < own->node ? por_advance_again : por_advance)(p, c->thread, c->outcome);
        }
    if (!fine)
        campaign_incomplete(
            p->c, "a part of the exploration was given up because the solver reached its limit");
    p->fresh = own->node;
    invariant(!fine || (p->h->path.len == p->base && p->next_sleeper == own->sleepers.len));
    if (unlikely(base_invariants) && fine) alternatives_check_excluded(&p->tree);
    if (fine) por_explore_subtree(p);
    /* Return the alternatives found for nodes above the subtree. */
    for (size_t k = 0; k < p->tree.nodes.len && k < p->base; k++) {
        const AlternativeNode *n = &p->tree.nodes.data[k];
        for (size_t j = 0; j < n->alternatives.len; j++) {
            const Alternative *a = &n->alternatives.data[j];
            PortableAlternative f = {(uint32_t)k, a->len, xmalloc(a->len * sizeof *f.events),
                                     a->partial};
            for (uint32_t q = 0; q < a->len; q++) f.events[q] = portable_event(a->events[q]);
            vec_push(&own->found, f);
        }
    }
    run_undo_keep(p->run, common);
}

/* Explores another task while this one waits, then returns to its path. */
static void work_meanwhile(void *context, Task *t) {
    Por *p = context, other;
    ChoiceList path = {0};
    run_choices(p->run, &path);
    size_t common = run_common(p->run, t->prefix.data, t->prefix.len);
    run_undo_keep(p->run, common);
    por_init(&other, p->c, p->scratch);
    p->c->nesting++;
    do_task(&other, t, common);
    p->c->nesting--;
    por_close(&other);
    workers_finished(p->c->shared->workers, t);
    if (!workers_stopped(p->c->shared->workers) &&
        run_go_to(p->run, path.data, path.len) < path.len &&
        !workers_stopped(p->c->shared->workers))
        base_fatal("a path cannot be executed again");
    vec_free(&path);
}

void por_take_back(Por *p, Task *t) {
    PorTask *own = t->payload;
    invariant(p->h->path.len == t->prefix.len);
    if (workers_wait(p->c->shared->workers, t, work_meanwhile, p))
        for (size_t k = 0; k < own->found.len; k++) {
            const PortableAlternative *f = &own->found.data[k];
            invariant(f->node < p->h->path.len && f->len);
            Event **events = xmalloc(f->len * sizeof *events);
            for (uint32_t q = 0; q < f->len; q++)
                events[q] = portable_import(p->h, p->m, f->events[q]);
            tree_keep(&p->tree, f->node, events, f->len, f->partial);
            for (uint32_t q = 0; q < f->len; q++) event_unref(p->h, events[q]);
            free(events);
        }
    if (workers_has_finished(p->c->shared->workers, t))
        workers_taken_back(p->c->shared->workers, t);
}

void por_serve(Campaign *c) {
    Scratch scratch;
    Por p;
    scratch_init(&scratch);
    por_init(&p, c, &scratch);
    workers_serve(c->shared->workers, work_meanwhile, &p);
    por_close(&p);
    scratch_free(&scratch);
}
