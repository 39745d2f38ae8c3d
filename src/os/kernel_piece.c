/*
 * kernel_piece.c — pieces of system calls as operations: when a piece can begin, and its
 * dependence. Its effect is code of the emulated kernel, which runs as part of the event. The
 * states of its objects are words of memory.
 */
#include "os/class.h"

static bool kernel_enabled(Machine *m, int thread, const Operation *o) {
    if (machine_kernel_ready(m, o->call)) return true;
    return o->flags & OPERATION_TIMED && operation_may_time_out(m, m->threads[thread]->timeouts);
}

bool operation_may_time_out(const Machine *m, uint32_t timeouts) {
    if (!m->system->max_timeouts || timeouts < m->system->max_timeouts) return true;
    if (m->hooks.incomplete)
        m->hooks.incomplete(
            m->hooks.context,
            "more time-outs of system calls in one thread were not explored (see --max-timeouts)");
    return false;
}

static unsigned kernel_outcomes_now(const Machine *m, int thread, const Operation *o,
                                    uint32_t *outcomes) {
    (void)thread;
    outcomes[0] = !machine_kernel_ready(m, o->call);
    return 1;
}

static bool kernel_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    (void)wanted;
    kernel_outcomes_now(m, thread, &a->op, &a->outcome);
    if (a->outcome) t->timeouts++;
    t->section++;
    t->piece = a->op.call;
    log_boundary(t);
    finish(m, t, a->outcome);
    return true;
}

/* --- actions that happened -------------------------------------------------------------------- */

static bool kernel_dependent(const Action *x, const Action *y) {
    const KernelCall *a = x->op.call, *b = y->op.call;
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->item[i].object == b->item[j].object) {
            if (a->item[i].writes || b->item[j].writes) return true;
            i++, j++;
        } else if (a->item[i].object < b->item[j].object)
            i++;
        else
            j++;
    }
    return false;
}

/* If the piece changes all objects that both work on, its causes include the older events. Two
 * looks of one thread have the same causes. */
static bool kernel_covers(const Action *y, const Action *a) {
    if (a->op.kind != OPERATION_KERNEL || kernel_has_many(y)) return false;
    const KernelCall *c = y->op.call, *d = a->op.call;
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t j = 0; j < d->n && !c->item[i].writes; j++)
            if (c->item[i].object == d->item[j].object &&
                (d->item[j].writes || y->thread != a->thread))
                return false;
    return true;
}

/* System calls synchronise in practice, so every order of their pieces counts. */
static unsigned kernel_synchronises(const Action *a) {
    (void)a;
    return SYNC_ALL;
}

static bool is_ready_after(const KernelCall *c, const PastWords *past) {
    for (uint32_t k = 0; k < c->n; k++) {
        const KernelItem *i = &c->item[k];
        if (i->mask && ((past->word(past->context, i->object) ^ i->expect) & i->mask)) return true;
    }
    return !c->waits;
}

static unsigned after_words(const Action *a, const PastWords *past, uint32_t *outcomes) {
    outcomes[0] = !is_ready_after(a->op.call, past);
    if (!outcomes[0]) return 1;
    if (!(a->op.flags & OPERATION_TIMED)) return 0;
    return operation_may_time_out(past->machine, past->timeouts(past->context, a));
}

/* --- for histories and cut-offs --------------------------------------------------------------- */

static unsigned kernel_keys(const Action *a, uint64_t *out, unsigned *touched) {
    const KernelCall *c = a->op.call;
    unsigned n = 0;
    /* Objects that the piece changes come first, since their list must be complete. */
    for (int writes = 1; writes >= 0; writes--)
        for (uint32_t k = 0; k < c->n && n < LISTED_OBJECTS; k++)
            if (c->item[k].writes == writes) out[n++] = object_key(KEY_KERNEL, c->item[k].object);
    out[n] = object_key(KEY_KERNEL, MANY_OBJECTS);
    *touched = n + kernel_has_many(a);
    return n + 1;
}

uint64_t operation_kernel_key(uint64_t object) { return object_key(KEY_KERNEL, object); }
uint64_t operation_kernel_object(uint64_t key) { return key >> 3 == MANY_OBJECTS ? 0 : key >> 3; }

/* The first object that the piece changes. */
static bool kernel_component(const Action *a, uint64_t *key, bool *ordering) {
    const KernelCall *c = a->op.call;
    if (!c->n) return false;
    uint32_t k = 0;
    while (k < c->n && !c->item[k].writes) k++;
    *ordering = k < c->n;
    *key = hash_combine(c->item[*ordering ? k : 0].object, 0x6b65726e);
    return true;
}

/* --- in words --------------------------------------------------------------------------------- */

static char *call_text(const Machine *m, const Operation *o) {
    (void)m;
    return xasprintf("the system call: %s", o->call->what);
}

static char *kernel_blocked_text(const Machine *m, int thread, const char *object,
                                 const char *holders) {
    (void)object, (void)holders;
    const Thread *t = m->threads[thread];
    if (!(t->pending.flags & OPERATION_ALONE))
        return xasprintf("blocked: waits in a system call: %s", t->pending.call->what);
    char *slept_on = object_text(m, "condition variable", t->awake_on, 0),
         *text = xasprintf("blocked: waits on %s and nobody signals it", slept_on);
    free(slept_on);
    return text;
}

const ObjectClassRow kernel_class = {
    .enabled = kernel_enabled,
    .outcomes = kernel_outcomes_now,
    .apply = kernel_apply,
    .dependent = kernel_dependent,
    .synchronises = kernel_synchronises,
    .covers = kernel_covers,
    .after_words = after_words,
    .keys = kernel_keys,
    .component = kernel_component,
    .object_text = call_text,
    .blocked_text = kernel_blocked_text,
};
