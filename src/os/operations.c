/*
 * operations.c — see operations.h. What is here: which class of object an operation belongs to, threads, and
 * memory; each class of synchronisation object has a file of its own.
 */
#include "os/objects.h"
#include <stdio.h>

/* Classes beyond those of synchronisation objects. */
enum { CLASS_THREAD = OBJECT_CLASSES, CLASS_MEMORY, CLASS_SECTION, CLASS_KERNEL };

const uint8_t operation_classes[OPERATION_KINDS] = {
    [OPERATION_START] = CLASS_THREAD,         [OPERATION_CREATE] = CLASS_THREAD,
    [OPERATION_EXIT] = CLASS_THREAD,          [OPERATION_JOIN] = CLASS_THREAD,
    [OPERATION_DETACH] = CLASS_THREAD,        [OPERATION_LOCK] = OBJECT_MUTEX,
    [OPERATION_TRYLOCK] = OBJECT_MUTEX,       [OPERATION_UNLOCK] = OBJECT_MUTEX,
    [OPERATION_ABANDON] = OBJECT_MUTEX,       [OPERATION_WAIT] = OBJECT_COND,
    [OPERATION_TIMEOUT] = OBJECT_COND,        [OPERATION_WAKE] = OBJECT_COND,
    [OPERATION_SIGNAL] = OBJECT_COND,         [OPERATION_BROADCAST] = OBJECT_COND,
    [OPERATION_RDLOCK] = OBJECT_RWLOCK,       [OPERATION_WRLOCK] = OBJECT_RWLOCK,
    [OPERATION_TRYRDLOCK] = OBJECT_RWLOCK,    [OPERATION_TRYWRLOCK] = OBJECT_RWLOCK,
    [OPERATION_RWUNLOCK] = OBJECT_RWLOCK,     [OPERATION_SEM_POST] = OBJECT_SEMAPHORE,
    [OPERATION_SEM_WAIT] = OBJECT_SEMAPHORE,  [OPERATION_SEM_TRYWAIT] = OBJECT_SEMAPHORE,
    [OPERATION_SEM_VALUE] = OBJECT_SEMAPHORE, [OPERATION_ARRIVE] = OBJECT_BARRIER,
    [OPERATION_LEAVE] = OBJECT_BARRIER,       [OPERATION_ONCE] = OBJECT_ONCE,
    [OPERATION_ONCE_DONE] = OBJECT_ONCE,      [OPERATION_LOAD] = CLASS_MEMORY,
    [OPERATION_STORE] = CLASS_MEMORY,         [OPERATION_RMW] = CLASS_MEMORY,
    [OPERATION_FREE] = CLASS_MEMORY,          [OPERATION_SECTION] = CLASS_SECTION,
    [OPERATION_KERNEL] = CLASS_KERNEL};

/* --- enabledness and outcomes ------------------------------------------------------------------------ */

bool operation_enabled(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    if (t->status != THREAD_READY || t->pending.kind == OPERATION_NONE) return false;
    const Operation *o = &t->pending;
    switch (operation_classes[o->kind]) {
    case OBJECT_MUTEX: return mutex_enabled(m, thread, o);
    case OBJECT_COND: return cond_enabled(m, thread, o);
    case OBJECT_RWLOCK: return rwlock_enabled(m, thread, o);
    case OBJECT_SEMAPHORE: return semaphore_enabled(m, o);
    case OBJECT_BARRIER: return barrier_enabled(m, thread, o);
    case OBJECT_ONCE: return once_enabled(m, o);
    case CLASS_KERNEL: return kernel_enabled(m, thread, o);
    default: return o->kind != OPERATION_JOIN || m->threads[o->target]->status == THREAD_EXITED;
    }
}

unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes) {
    const Operation *o = &m->threads[thread]->pending;
    switch (operation_classes[o->kind]) {
    case OBJECT_MUTEX: return mutex_outcomes(m, thread, o, outcomes);
    case OBJECT_COND: return cond_outcomes(m, thread, o, outcomes);
    case OBJECT_RWLOCK: return rwlock_outcomes(m, thread, o, outcomes);
    case OBJECT_SEMAPHORE: return semaphore_outcomes(m, o, outcomes);
    case OBJECT_BARRIER: return barrier_outcomes(m, thread, o, outcomes);
    case OBJECT_ONCE: return once_outcomes(m, o, outcomes);
    case CLASS_KERNEL: return kernel_outcomes(m, o, outcomes);
    default:
        outcomes[0] = 0;
        outcomes[1] = 1;
        return o->kind == OPERATION_BRANCH ? 2 : 1;
    }
}

/* --- effects ----------------------------------------------------------------------------------------- */

void finish(Machine *m, Thread *t, int64_t result) {
    const Insn *i = t->pc;
    (void)m;
    if (i->d) {
        unsigned r = insn_slots(i)[0];
        const Frame *f = &t->frames[t->top];
        t->regs[f->base + r] = (uint64_t)result & 0xffffffffu;
        if (f->symbolic) t->sym[f->base + r] = NULL;
    }
    t->pc = insn_next_list(i);
}

void misuse(Machine *m, Thread *t, const Operation *o, const char *format) {
    char *name = operation_object_text(m, o);
    machine_fault(m, t, "api", format, name ? name : "an object");
    free(name);
}

/* The slot of the new thread, or -1. */
static int create_thread(Machine *m, int thread, Thread *t) {
    Operation o = t->pending;
    int ordinal;
    const Function *f = program_function_at(m->program, o.object);
    if (!f || !f->code) {
        machine_fault(m, t, "memory", "a thread is created with a start routine that is no function");
        return -1;
    }
    int slot = machine_next_child(m, t, &ordinal);
    if (slot < 0) {
        char text[120];
        snprintf(text, sizeof text, "a thread could not be created: %d threads over all runs are possible",
                 MAX_THREADS);
        if (m->hooks.incomplete) m->hooks.incomplete(m->hooks.context, text);
        finish(m, t, -EAGAIN);
        return -1;
    }
    machine_spawn(m, &(NewThread){.slot = slot,
                                  .parent = thread,
                                  .ordinal = ordinal,
                                  .entry = o.object,
                                  .argument = o.object2,
                                  .detached = o.type != 0});
    finish(m, t, slot + 1);
    return slot;
}

static void exit_thread(Machine *m, Thread *t) {
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

/* A thread is joined or detached once, and not both. */
static void claim_thread(Machine *m, Thread *t, const Operation *o) {
    Thread *other = m->threads[o->target];
    bool joins = o->kind == OPERATION_JOIN;
    if (joins && o->type) {
        finish(m, t, 0);
        t->time = MAX(t->time, other->time);
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
    if (joins) t->time = MAX(t->time, other->time);
    if (joins && t->status == THREAD_READY) machine_joined(m, t, o->target);
    bool *flag = joins ? &other->joined : &other->detached;
    trail_save(m->memory, flag, sizeof *flag);
    *flag = true;
    /* Detached, a thread leaves nothing to be claimed, before or after it ended. */
    if (!joins)
        fingerprint_subtract(&m->engine_change,
                             fragment(piece(PIECE_ENDED, (uint64_t)(uint32_t)o->target), 0));
}

static void destroy(Machine *m, Thread *t, const Operation *o) {
    const char *why = NULL;
    bool fine = true;
    switch (o->type) {
    case OBJECT_MUTEX: fine = mutex_destroy(m, o->object, &why); break;
    case OBJECT_COND: fine = cond_destroy(m, o->object, &why); break;
    case OBJECT_RWLOCK: fine = rwlock_destroy(m, o->object, &why); break;
    case OBJECT_SEMAPHORE: fine = semaphore_destroy(m, o->object, &why); break;
    case OBJECT_BARRIER: fine = barrier_destroy(m, o->object, &why); break;
    }
    if (fine)
        finish(m, t, 0);
    else
        misuse(m, t, o, why);
}

Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run_out) {
    Thread *t = m->threads[thread];
    machine_begin_slice(m, t);
    const Operation o = t->pending;
    Action a = {.thread = thread, .op = o};
    t->steps++;
    a.index = t->steps;
    *run_out = true;
    if (o.kind == OPERATION_BRANCH) {
        a.outcome = outcome;
        const Expr *c = outcome ? o.condition : expr_not(m->pool, o.condition);
        *run_out = machine_constrain(m, thread, c);
        if (!*run_out)
            a.op.kind = OPERATION_NONE;
        else if (!o.type)
            t->decisions[t->ndecisions++] = (uint8_t)outcome;
        return a;
    }
    t->ordinal_op++;
    bool run = true;
    switch (operation_classes[o.kind]) {
    case OBJECT_MUTEX: mutex_apply(m, thread, &a); break;
    case OBJECT_COND: cond_apply(m, thread, &a, outcome, &run); break;
    case OBJECT_RWLOCK: rwlock_apply(m, thread, &a); break;
    case OBJECT_SEMAPHORE: semaphore_apply(m, thread, &a); break;
    case OBJECT_BARRIER: barrier_apply(m, thread, &a, outcome, &run); break;
    case OBJECT_ONCE: once_apply(m, thread, &a); break;
    case CLASS_KERNEL: kernel_apply(m, thread, &a); break;
    case CLASS_MEMORY:
    case CLASS_SECTION:
        t->granted = o.kind;
        t->granted_at = o.object;
        t->granted_extent = operation_extent(&o);
        break;
    default:
        switch (o.kind) {
        case OPERATION_START: break;
        case OPERATION_CREATE: a.op.target = create_thread(m, thread, t); break;
        case OPERATION_EXIT: exit_thread(m, t); break;
        case OPERATION_JOIN:
        case OPERATION_DETACH: claim_thread(m, t, &o); break;
        case OPERATION_PROCESS_EXIT:
            trail_save(m->memory, &m->exited, sizeof m->exited);
            trail_save(m->memory, &m->exit_status, sizeof m->exit_status);
            m->exited = true;
            m->exit_status = o.target & 255;
            t->status = THREAD_EXITED;
            t->pending.kind = OPERATION_NONE;
            break;
        case OPERATION_DESTROY: destroy(m, t, &o); break;
        default: base_fatal("an operation of kind %d cannot be applied", o.kind);
        }
    }
    *run_out = run && t->status == THREAD_READY;
    return a;
}

/* --- dependence -------------------------------------------------------------------------------------- */

/* By operations on one condition variable; see docs/strategies.md. `a` is the one of lower kind. */
static bool cond_dependent(const Action *a, const Action *b) {
    if (a->op.kind > b->op.kind) {
        const Action *x = a;
        a = b;
        b = x;
    }
    unsigned y = b->op.kind;
    if (a->op.kind == OPERATION_WAKE) /* only with the notification that woke it */
        return (y == OPERATION_SIGNAL || y == OPERATION_BROADCAST) && a->op.target == b->thread &&
               a->op.step == b->index;
    if (y == OPERATION_WAKE) return false;
    if (a->op.weak || b->op.weak || y == OPERATION_DESTROY || y == OPERATION_BROADCAST) {
        /* Two notifications that wake nobody commute. */
        return a->op.kind < OPERATION_SIGNAL || y == OPERATION_DESTROY || a->outcome || b->outcome;
    }
    if (y != OPERATION_SIGNAL) return false; /* waits and time-outs among each other */
    if (a->op.kind == OPERATION_SIGNAL) return a->outcome || b->outcome;
    /* A time-out takes a choice away from every signal beside it, also from one that wakes another. */
    return a->op.kind == OPERATION_TIMEOUT || !b->outcome || (int)b->outcome - 1 == a->thread;
}

/* What an operation does to a read-write lock or a semaphore: nothing, something that commutes with its like,
 * or else. */
enum { EFFECT_NONE, EFFECT_COMMUTES, EFFECT_OTHER };

static unsigned effect_of(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_RDLOCK:
    case OPERATION_TRYRDLOCK: return a->outcome ? EFFECT_COMMUTES : EFFECT_NONE;
    case OPERATION_WRLOCK:
    case OPERATION_TRYWRLOCK: return a->outcome ? EFFECT_OTHER : EFFECT_NONE;
    case OPERATION_RWUNLOCK: return a->outcome == 2 ? EFFECT_COMMUTES : EFFECT_OTHER;
    case OPERATION_SEM_POST: return a->op.object2 < OPERATION_SEM_NEAR ? EFFECT_COMMUTES : EFFECT_OTHER;
    case OPERATION_SEM_TRYWAIT: return a->outcome ? EFFECT_OTHER : EFFECT_NONE;
    case OPERATION_SEM_VALUE: return EFFECT_NONE;
    default: return EFFECT_OTHER;
    }
}

bool operation_dominates(const Action *a) {
    switch (operation_class(&a->op)) {
    case OBJECT_MUTEX: return a->op.kind != OPERATION_TRYLOCK || a->outcome;
    case OBJECT_RWLOCK:
    case OBJECT_SEMAPHORE: return effect_of(a) == EFFECT_OTHER;
    case OBJECT_ONCE: return a->op.kind == OPERATION_ONCE_DONE || a->outcome;
    default: return false;
    }
}

static bool barrier_dependent(const Action *a, const Action *b) {
    unsigned x = a->op.kind, y = b->op.kind;
    if (x == OPERATION_DESTROY || y == OPERATION_DESTROY) return x != OPERATION_LEAVE && y != OPERATION_LEAVE;
    if (x == OPERATION_ARRIVE && y == OPERATION_ARRIVE) return a->op.weak || b->op.weak;
    if (a->op.step != b->op.step) return false;
    return x != y || a->outcome || b->outcome;
}

/* Whether it takes the thread that it works on for itself. */
static bool claims(const Operation *o) {
    return (o->kind == OPERATION_JOIN && !o->type) || o->kind == OPERATION_DETACH;
}

static bool thread_dependent(const Action *a, const Action *b) {
    unsigned x = a->op.kind, y = b->op.kind;
    bool p = claims(&a->op), q = claims(&b->op);
    if (p && q) return a->op.target == b->op.target;
    if (x == OPERATION_CREATE && y == OPERATION_START) return a->op.target == b->thread;
    if (y == OPERATION_CREATE && x == OPERATION_START) return b->op.target == a->thread;
    if (x == OPERATION_EXIT && y == OPERATION_JOIN) return b->op.target == a->thread;
    if (y == OPERATION_EXIT && x == OPERATION_JOIN) return a->op.target == b->thread;
    return false;
}

bool operation_dependent_elsewhere(const Action *a, const Action *b) {
    unsigned x = a->op.kind, y = b->op.kind, p = operation_class(&a->op), q = operation_class(&b->op);
    uint64_t k, l;
    if (operation_mutex(&a->op, &k) && operation_mutex(&b->op, &l) && k == l) {
        bool failed = x == OPERATION_TRYLOCK && !a->outcome && y == OPERATION_TRYLOCK && !b->outcome;
        if (!failed) return true;
    }
    if (p == CLASS_SECTION) return q == CLASS_SECTION || q == CLASS_MEMORY;
    if (q == CLASS_SECTION) return p == CLASS_MEMORY;
    if (p != q) {
        /* Kernel memory that is touched outside of pieces, too: any piece may touch it. */
        const Action *piece = p == CLASS_KERNEL ? a : b, *access = p == CLASS_KERNEL ? b : a;
        if (piece->op.kind != OPERATION_KERNEL || operation_class(&access->op) != CLASS_MEMORY ||
            !(access->op.type & MEMORY_OF_KERNEL))
            return false;
        return access->op.kind != OPERATION_LOAD || piece->op.call->writes;
    }
    if (p == CLASS_THREAD) return thread_dependent(a, b);
    if (p == CLASS_KERNEL) return kernel_dependent(a->op.call, b->op.call);
    if (a->op.object != b->op.object) return false;
    switch (p) {
    case OBJECT_COND: return cond_dependent(a, b);
    case OBJECT_RWLOCK:
    case OBJECT_SEMAPHORE: {
        unsigned e = effect_of(a);
        return e == EFFECT_OTHER || e != effect_of(b);
    }
    case OBJECT_BARRIER: return barrier_dependent(a, b);
    case OBJECT_ONCE: return x == OPERATION_ONCE_DONE || y == OPERATION_ONCE_DONE || a->outcome || b->outcome;
    default: return false;
    }
}
