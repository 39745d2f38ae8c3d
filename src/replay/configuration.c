/* configuration.c — see configuration.h. */
#include "replay/configuration.h"
#include "replay/replay.h"
#include "run/describe.h"
#include <stdlib.h>

/* Whether c is a cause of one of the other events in the list. */
static bool is_indirect(Event *const *list, size_t n, const Event *c) {
    for (size_t k = 0; k < n; k++)
        if (list[k] != c && event_precedes(c, list[k])) return true;
    return false;
}

/* Lists the maximal causes of an event. Those of one thread are a chain, so its last one stands
 * for all. */
static void note_causes(const History *h, const Event *e, ConfigurationEvent *out) {
    Event **last = xcalloc(h->own.len + 1, sizeof *last);
    size_t n = 0;
    for (uint32_t t = 0; t < h->own.len; t++) {
        uint32_t count = event_clock(e, t);
        if (t == (uint32_t)e->action.thread) count--;
        invariant(count <= h->own.data[t].len);
        if (count) last[n++] = h->own.data[t].data[count - 1];
    }
    out->causes = xcalloc(n + 1, sizeof *out->causes);
    for (size_t k = 0; k < n; k++) {
        if (is_indirect(last, n, last[k])) continue;
        size_t at = out->ncauses++;
        for (; at && out->causes[at - 1] > last[k]->position; at--)
            out->causes[at] = out->causes[at - 1];
        out->causes[at] = last[k]->position;
    }
    free(last);
}

/* Notes the mutex or read-write lock that the event takes or gives back. */
static void note_lock(const Machine *m, const Action *a, ConfigurationEvent *out) {
    HoldChange held = operation_hold_change(a);
    out->on_gate = operation_class(&a->op) == OBJECT_RWLOCK && a->op.kind != OPERATION_DESTROY &&
                   a->op.flags & RWLOCK_GATE;
    uint64_t mutex;
    bool is_mutex = operation_mutex(&a->op, &mutex);
    if (held.change == HOLD_STAYS || (!is_mutex && operation_class(&a->op) != OBJECT_RWLOCK))
        return;
    Operation named = a->op;
    if (is_mutex) named = (Operation){.kind = OPERATION_LOCK, .object = mutex, .target = -1};
    char *text = operation_object_text(m, &named);
    out->lock = text ? text : xstrdup("a lock");
    out->lock_key = held.key;
    out->takes = held.change == HOLD_BEGINS || held.change == HOLD_ONCE_MORE;
}

/* The values of one event, by its position on the path. */
typedef struct EventValues {
    char *read, *wrote;
} EventValues;

typedef struct ConfigurationWatch {
    Configuration *out;
    VEC(EventValues) values;
    Action before; /* the operation that the thread of this step is about to take */
} ConfigurationWatch;

/* Returns a number in memory as text, NULL if it is none or not known; the caller frees it. Without
 * a type it has a sign, unless it looks like an address. */
static char *number_in_memory(const Memory *m, uint64_t address, unsigned size) {
    if ((size != 1 && size != 2 && size != 4 && size != 8) || !memory_is_valid(m, address, size) ||
        memory_any_undefined(m, address, size) || memory_concrete(m, address, size) < size)
        return NULL;
    uint64_t x = 0;
    memory_peek(m, address, &x, size);
    if (size == 8 && x >= GLOBALS_BASE && x < MEMORY_LIMIT)
        return xasprintf("0x%llx", (unsigned long long)x);
    unsigned shift = 64 - 8 * size;
    return xasprintf("%lld", (long long)((int64_t)(x << shift) >> shift));
}

static void note_before(void *context, Run *r, int slot) {
    ConfigurationWatch *w = context;
    const Operation *o = &r->machine->threads[slot]->pending;
    size_t at = r->history.path.len;
    w->before = (Action){.thread = slot, .op = *o, .index = (uint32_t)at};
    while (w->values.len <= at) vec_push(&w->values, (EventValues){0});
    if (o->kind == OPERATION_LOAD || o->kind == OPERATION_RMW)
        w->values.data[at].read = number_in_memory(r->machine->memory, o->object, o->size);
}

/* A visible byte is only accessed by visible operations, so that it has its new value still when
 * the slice behind the access has ended. */
static void note_after(void *context, Run *r, int slot) {
    ConfigurationWatch *w = context;
    const Operation *o = &w->before.op;
    if (o->kind == OPERATION_STORE || o->kind == OPERATION_RMW)
        w->values.data[w->before.index].wrote =
            number_in_memory(r->machine->memory, o->object, o->size);
}

static void note_events(void *context, Run *r) {
    ConfigurationWatch *w = context;
    Configuration *c = w->out;
    const History *h = &r->history;
    c->n = h->path.len;
    c->events = xcalloc(c->n + 1, sizeof *c->events);
    for (size_t k = 0; k < c->n && k < w->values.len; k++) {
        c->events[k].read = w->values.data[k].read;
        c->events[k].wrote = w->values.data[k].wrote;
        w->values.data[k] = (EventValues){0};
    }
    for (size_t k = 0; k < c->n; k++) {
        const Event *e = h->path.data[k];
        invariant(e->position == k);
        c->events[k].step = describe_step(r->machine, &e->action, e->action.index);
        c->events[k].step.rounds = e->rounds;
        note_causes(h, e, &c->events[k]);
        note_lock(r->machine, &e->action, &c->events[k]);
    }
}

Configuration *configuration_of_test(const Program *program, const CampaignOptions *options,
                                     const Finding *test, const ReplayCallbacks *callbacks,
                                     char **error) {
    Configuration *c = xcalloc(1, sizeof *c);
    ConfigurationWatch watch = {.out = c};
    Replay p = {.test = test,
                .callbacks = callbacks,
                .saw_end = note_events,
                .before_step = note_before,
                .after_step = note_after,
                .watcher_context = &watch};
    replay_begin(&p, program, options);
    replay_follow(&p);
    ReplayResult *result = replay_end(&p);
    if (result->divergence)
        *error = xasprintf("the run left the schedule of the test: %s", result->divergence);
    else if (!c->events)
        *error = xstrdup("the run was interrupted");
    bool fine = c->events && !result->divergence;
    replay_result_free(result);
    for (size_t k = 0; k < watch.values.len; k++) {
        free(watch.values.data[k].read);
        free(watch.values.data[k].wrote);
    }
    vec_free(&watch.values);
    if (fine) return c;
    configuration_free(c);
    return NULL;
}

void configuration_free(Configuration *c) {
    for (size_t k = 0; k < c->n; k++) {
        ConfigurationEvent *e = &c->events[k];
        schedule_step_clear(&e->step);
        free(e->causes);
        free(e->lock);
        free(e->read);
        free(e->wrote);
    }
    free(c->events);
    free(c);
}
