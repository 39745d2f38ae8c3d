/*
 * threads.c — operations on threads: creation, start, exit, join, detachment, the end of the
 * process.
 */
#include "os/class.h"
#include "vm/state/thread_time.h"
#include <stdio.h>

static bool threads_enabled(Machine *m, int thread, const Operation *o) {
    (void)thread;
    return o->kind != OPERATION_JOIN || m->threads[o->target]->status == THREAD_EXITED;
}

/* Whether a thread, which just made a child, may make them without end: it made very many, or some
 * for which it asked about an input each time. */
static bool makes_many(Thread *t) {
    t->asked_children = t->decided > t->decided_before_child ? t->asked_children + 1 : 0;
    t->decided_before_child = t->decided;
    return t->unjoined >= MANY_THREADS ||
           (t->unjoined >= MANY_ASKED_THREADS && t->asked_children >= MANY_ASKED_THREADS);
}

/* Creates a thread. Returns its slot, or -1. */
/* Returns the program's function that a new thread is for: one of the two in the structure that the
 * runtime passes to its own start routine. NULL: not known. Only texts depend on it. */
static const Function *routine_of(const Machine *m, uint64_t start) {
    for (uint64_t at = start; start && at < start + 16; at += 8) {
        uint64_t word;
        if (!memory_is_valid(m->memory, at, 8) || memory_concrete(m->memory, at, 8) < 8) continue;
        memory_peek(m->memory, at, &word, sizeof word);
        const Function *f = program_function_at(m->program, word);
        if (f && !f->library) return f;
    }
    return NULL;
}

static int threads_create(Machine *m, int thread, Thread *t) {
    Operation o = t->pending;
    int ordinal;
    const Function *f = program_function_at(m->program, o.object);
    if (!f || !f->code) {
        machine_fault(m, t, "memory",
                      "a thread is created with a start routine that is no function");
        return -1;
    }
    int slot = machine_next_child(m, t, &ordinal);
    if (slot < 0) {
        char text[120];
        snprintf(text, sizeof text,
                 "a thread could not be created: %d threads over all runs are possible",
                 MAX_THREADS);
        if (m->hooks.incomplete) m->hooks.incomplete(m->hooks.context, text);
        finish(m, t, -EAGAIN);
        return -1;
    }
    machine_spawn(m, &(NewThread){.slot = slot,
                                  .parent = thread,
                                  .ordinal = ordinal,
                                  .entry = o.object,
                                  .argument = o.argument,
                                  .detached = o.detached != 0});
    m->threads[slot]->routine = f->library ? routine_of(m, o.argument) : f;
    t->unjoined++;
    if (makes_many(t) && !m->options.max_threads && m->hooks.many_threads)
        m->hooks.many_threads(m->hooks.context);
    thread_time_created(m, t, m->threads[slot]);
    finish(m, t, slot + 1);
    return slot;
}

static void threads_exit(Machine *m, Thread *t) {
    if (t->owned && m->hooks.warning) {
        char *text = xasprintf("thread %s ended while it held %u mutex%s", t->name, t->owned,
                               t->owned == 1 ? "" : "es");
        m->hooks.warning(m->hooks.context, text);
        free(text);
    }
    t->status = THREAD_EXITED;
    t->pending.kind = OPERATION_NONE;
    trail_save(m->memory, &m->nlive, sizeof m->nlive);
    m->nlive--;
}

/* Joins or detaches a thread, which is possible once and not both. */
static void threads_claim(Machine *m, Thread *t, const Operation *o) {
    Thread *other = m->threads[o->target];
    bool joins = o->kind == OPERATION_JOIN;
    if (joins && o->only_waits) {
        finish(m, t, 0);
        thread_time_joins(t, other);
        return;
    }
    if (other->joined)
        machine_fault(m, t, "api",
                      joins ? "thread %s is joined a second time"
                            : "thread %s is detached although it was joined",
                      other->name);
    else if (other->detached)
        machine_fault(m, t, "api",
                      joins ? "thread %s is joined although it is detached"
                            : "thread %s is detached a second time",
                      other->name);
    else
        finish(m, t, 0);
    if (joins) thread_time_joins(t, other);
    if (joins && t->status == THREAD_READY) {
        if (other->parent == thread_slot(t)) t->unjoined--;
        machine_joined(m, t, o->target);
    }
    bool *flag = joins ? &other->joined : &other->detached;
    trail_save(m->memory, flag, sizeof *flag);
    *flag = true;
    if (!joins && other == t) t->lets_go = true;
    /* A detached thread leaves nothing to be claimed, whether it was detached before its end or
     * after. */
    if (!joins)
        fingerprint_subtract(&m->engine_change,
                             fragment(piece(PIECE_ENDED, (uint64_t)(uint32_t)o->target), 0));
}

static void exit_process(Machine *m, Thread *t, const Operation *o) {
    trail_save(m->memory, &m->exited, sizeof m->exited);
    trail_save(m->memory, &m->exit_status, sizeof m->exit_status);
    trail_save(m->memory, &m->exit_value, sizeof m->exit_value);
    m->exited = true;
    m->exit_value = o->value;
    /* Nothing in the process sees the status any more, so an example of a symbolic one is
     * enough. */
    m->exit_status = (o->value ? (int32_t)expr_eval(m->pool, o->value, m->model) : o->status) & 255;
    t->status = THREAD_EXITED;
    t->pending.kind = OPERATION_NONE;
}

static bool threads_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    const Operation o = a->op;
    (void)wanted;
    switch (o.kind) {
    case OPERATION_CREATE: a->op.target = threads_create(m, thread, t); break;
    case OPERATION_EXIT: threads_exit(m, t); break;
    case OPERATION_JOIN:
    case OPERATION_DETACH: threads_claim(m, t, &o); break;
    case OPERATION_PROCESS_EXIT: exit_process(m, t, &o); break;
    default: break; /* START */
    }
    return true;
}

static unsigned threads_waits_for(const Machine *m, const Operation *o, int thread, int *threads) {
    (void)m, (void)thread;
    if (o->kind != OPERATION_JOIN) return 0;
    threads[0] = o->target;
    return o->target >= 0;
}

/* --- actions that happened -------------------------------------------------------------------- */

/* Whether the operation claims the thread that it works on. */
static bool claims(const Operation *o) {
    return (o->kind == OPERATION_JOIN && !o->only_waits) || o->kind == OPERATION_DETACH;
}

static bool threads_dependent(const Action *a, const Action *b) {
    unsigned x = a->op.kind, y = b->op.kind;
    if (claims(&a->op) && claims(&b->op)) return a->op.target == b->op.target;
    if (x == OPERATION_CREATE && y == OPERATION_START) return a->op.target == b->thread;
    if (y == OPERATION_CREATE && x == OPERATION_START) return b->op.target == a->thread;
    if (x == OPERATION_EXIT && y == OPERATION_JOIN) return b->op.target == a->thread;
    if (y == OPERATION_EXIT && x == OPERATION_JOIN) return a->op.target == b->thread;
    return false;
}

static unsigned threads_synchronises(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_CREATE:
    case OPERATION_EXIT: return SYNC_RELEASES;
    case OPERATION_START:
    case OPERATION_JOIN: return SYNC_ACQUIRES;
    default: return 0; /* DETACH, PROCESS_EXIT */
    }
}

static bool threads_covers(const Action *y, const Action *a) {
    if (y->op.kind == OPERATION_EXIT)
        return a->op.kind != OPERATION_JOIN && a->op.kind != OPERATION_DETACH;
    return y->op.kind == OPERATION_CREATE;
}

static unsigned threads_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    outcomes[0] = a->outcome;
    if (a->op.kind != OPERATION_JOIN) return 1;
    outcomes[0] = 0;
    /* The slot may have belonged to other threads before this one. */
    for (size_t k = n; k-- > 0;) {
        if (past[k]->op.kind == OPERATION_EXIT && past[k]->thread == a->op.target) return 1;
        if (past[k]->op.kind == OPERATION_CREATE && past[k]->op.target == a->op.target) return 0;
    }
    return 0;
}

/* --- for histories and cut-offs --------------------------------------------------------------- */

static unsigned threads_keys(const Action *a, uint64_t *out, unsigned *touched) {
    bool own = a->op.kind == OPERATION_START || a->op.kind == OPERATION_EXIT;
    if (a->op.kind == OPERATION_PROCESS_EXIT) return 0;
    out[0] = object_key(KEY_THREAD, own ? (uint64_t)a->thread : (uint64_t)(uint32_t)a->op.target);
    return *touched = 1;
}

/* Returns the fragment of a thread that was created and has not started. */
static Fingerprint unstarted_fragment(const Thread *t, uint64_t routine, uint64_t argument) {
    return fragment(piece(PIECE_CHILD, (uint64_t)(uint32_t)t->slot),
                    hash_combine(hash_combine(routine, argument), t->began_at));
}
static Fingerprint child_fragment(const Machine *m, const Operation *create) {
    return unstarted_fragment(m->threads[create->target], create->object, create->argument);
}

/* Returns the fragment of a thread that ended and was not claimed. */
static Fingerprint ended_fragment(int thread, uint64_t how) {
    return fragment(piece(PIECE_ENDED, (uint64_t)(uint32_t)thread), how);
}

/* Returns the fragment of the time at which a thread ended, for the thread that joins it. A
 * detached thread keeps it. */
static Fingerprint end_time(const Machine *m, int thread) {
    uint64_t time = thread_time_state(m, m->threads[thread]);
    return time ? fragment(piece(PIECE_END_TIME, (uint64_t)(uint32_t)thread), time)
                : (Fingerprint){0, 0};
}

/* Returns what a thread that ended leaves, until it is joined; then its parent has that. Whoever
 * else detaches it is independent of its end, so states leave it out there (cutoff.c). */
static Fingerprint left_fragment(const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    return t->lets_go ? (Fingerprint){0, 0} : fingerprint_left(m, t);
}

static Fingerprint threads_changes(const Machine *m, const Action *a, const Operation *created) {
    Fingerprint f = {0, 0};
    const Operation *o = &a->op;
    switch (o->kind) {
    case OPERATION_CREATE:
        if (o->target < 0) break;
        fingerprint_add(&f, child_fragment(m, o));
        if (o->detached) fingerprint_subtract(&f, ended_fragment(o->target, 0));
        break;
    case OPERATION_START:
        if (created) fingerprint_subtract(&f, child_fragment(m, created));
        break;
    case OPERATION_PROCESS_EXIT:
        fingerprint_add(&f, ended_fragment(a->thread, 1 + (uint64_t)(uint32_t)o->status));
        break;
    case OPERATION_EXIT:
        fingerprint_add(&f, ended_fragment(a->thread, 0));
        fingerprint_add(&f, end_time(m, a->thread));
        fingerprint_add(&f, left_fragment(m, a->thread));
        break;
    case OPERATION_JOIN:
        if (o->only_waits) break;
        fingerprint_subtract(&f, ended_fragment(o->target, 0));
        fingerprint_subtract(&f, end_time(m, o->target));
        fingerprint_subtract(&f, left_fragment(m, o->target));
        break;
    default: break; /* DETACH: see threads_claim */
    }
    return f;
}

/* A thread that is detached before it ends has the fragment of its end subtracted in advance. */
static Fingerprint threads_thread_sum(const Machine *m, const Thread *t) {
    Fingerprint sum = {0, 0};
    bool over = t->status == THREAD_EXITED;
    if (t->status == THREAD_READY && t->pending.kind == OPERATION_START && t->parent >= 0)
        sum = unstarted_fragment(t, t->frames[0].function->address, t->regs[0]);
    if (over && !t->joined) fingerprint_add(&sum, end_time(m, t->slot));
    if (over && !t->joined) fingerprint_add(&sum, left_fragment(m, t->slot));
    if (over && !t->joined && !t->detached) fingerprint_add(&sum, ended_fragment(t->slot, 0));
    if (!over && t->detached) fingerprint_subtract(&sum, ended_fragment(t->slot, 0));
    return sum;
}

/* --- in words --------------------------------------------------------------------------------- */

static char *thread_text(const Machine *m, const Operation *o) {
    bool other =
        o->kind == OPERATION_CREATE || o->kind == OPERATION_JOIN || o->kind == OPERATION_DETACH;
    return other && o->target >= 0 ? xasprintf("thread %s", m->slot_names[o->target]) : NULL;
}

static char *threads_blocked_text(const Machine *m, int thread, const char *object,
                                  const char *holders) {
    (void)holders;
    if (m->threads[thread]->pending.kind != OPERATION_JOIN) return NULL;
    return xasprintf("blocked: joins %s, which has not ended", object);
}

const ObjectClassRow thread_class = {
    .thread_sum = threads_thread_sum,
    .enabled = threads_enabled,
    .apply = threads_apply,
    .waits_for = threads_waits_for,
    .dependent = threads_dependent,
    .synchronises = threads_synchronises,
    .covers = threads_covers,
    .after = threads_after,
    .keys = threads_keys,
    .changes = threads_changes,
    .object_text = thread_text,
    .blocked_text = threads_blocked_text,
};
