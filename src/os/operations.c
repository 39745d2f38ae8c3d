/* operations.c — see operations.h. */
#include "os/operations.h"
#include <errno.h>
#include <stdlib.h>

/* --- mutexes ----------------------------------------------------------------------------------------- */

static Mutex *find_mutex(const Machine *m, uint64_t address) {
    if (!m->mutex_cap) return NULL;
    for (size_t k = hash_mix(address) & (m->mutex_cap - 1);; k = (k + 1) & (m->mutex_cap - 1)) {
        if (!m->mutexes[k].address) return NULL;
        if (m->mutexes[k].address == address) return &m->mutexes[k];
    }
}

/* The table is reserved once, so that entries stay where they are for the trail. */
#define MUTEX_TABLE (1u << 16)

static Mutex *mutex_at(Machine *m, uint64_t address) {
    if (!m->mutexes) {
        m->mutexes = xcalloc(MUTEX_TABLE, sizeof(Mutex));
        m->mutex_cap = MUTEX_TABLE;
    }
    Mutex *x = find_mutex(m, address);
    if (x) return x;
    if (m->mutex_len * 2 > m->mutex_cap) base_fatal("more than %u mutexes", MUTEX_TABLE / 2);
    size_t k = hash_mix(address) & (m->mutex_cap - 1);
    while (m->mutexes[k].address) k = (k + 1) & (m->mutex_cap - 1);
    m->mutexes[k] = (Mutex){address, -1, 0};
    m->mutex_len++;
    return &m->mutexes[k];
}

int operation_mutex_owner(const Machine *m, uint64_t address) {
    const Mutex *x = find_mutex(m, address);
    return x ? x->owner : -1;
}

static void save_mutex(Machine *m, Mutex *x) { trail_save(m->memory, x, sizeof *x); }

/* --- enabledness and outcomes ------------------------------------------------------------------------ */

static bool can_lock(const Machine *m, int thread, uint64_t address, unsigned type) {
    int owner = operation_mutex_owner(m, address);
    return owner < 0 || (owner == thread && (type & 3) != 0);
}

bool operation_enabled(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    if (t->status != THREAD_READY) return false;
    const Operation *o = &t->pending;
    switch (o->kind) {
    case OPERATION_NONE: return false;
    case OPERATION_LOCK: return can_lock(m, thread, o->object, o->type);
    case OPERATION_WAKE: return t->notified_by >= 0 && operation_mutex_owner(m, o->object2) < 0;
    case OPERATION_JOIN: return m->threads[o->target]->status == THREAD_EXITED;
    default: return true;
    }
}

static bool is_waiting(const Machine *m, int thread, uint64_t cond) {
    const Thread *t = m->threads[thread];
    return t && t->status == THREAD_READY && t->pending.kind == OPERATION_WAKE && t->pending.object == cond && t->notified_by < 0;
}

unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes) {
    const Operation *o = &m->threads[thread]->pending;
    unsigned n = 0;
    switch (o->kind) {
    case OPERATION_BRANCH:
        outcomes[0] = 0;
        outcomes[1] = 1;
        return 2;
    case OPERATION_SIGNAL:
        for (uint32_t k = 0; k < m->nslots && n < MAX_OUTCOMES; k++)
            if (is_waiting(m, (int)k, o->object)) outcomes[n++] = k + 1;
        if (!n) outcomes[n++] = 0;
        return n;
    case OPERATION_TRYLOCK:
        outcomes[0] = can_lock(m, thread, o->object, (o->type & 3) == 1 ? 1 : 0);
        return 1;
    default: outcomes[0] = 0; return 1;
    }
}

/* --- effects ----------------------------------------------------------------------------------------- */

static inline const Insn *finish(Machine *m, Thread *t, int64_t result) {
    const Insn *i = t->pc;
    if (i->d) {
        unsigned r = insn_slots(i)[0];
        const Frame *f = &t->frames[t->top];
        t->regs[f->base + r] = (uint64_t)result & 0xffffffffu;
        if (f->symbolic) t->sym[f->base + r] = NULL;
    }
    t->pc = insn_next_list(i);
    (void)m;
    return t->pc;
}

static uint32_t acquire(Machine *m, int thread, uint64_t address, uint32_t count) {
    Mutex *x = mutex_at(m, address);
    save_mutex(m, x);
    x->owner = thread;
    x->count += count;
    return x->count == count;
}

static void notify(Machine *m, int who, int by) {
    Thread *t = m->threads[who];
    trail_save(m->memory, t, THREAD_SAVED);
    t->notified_by = by;
    t->notified_step = m->threads[by]->steps;
    t->pending.target = by;
    t->pending.step = t->notified_step;
}

/* The lifetime of a thread's local and thread-local variables ends with it. */
static void end_objects(Machine *m, Thread *t) {
    if (m->program->tls_size) memory_forbid(m->memory, t->tls, m->program->tls_size);
    uint64_t start = t->frames[0].stack;
    if (t->stack > start) memory_forbid(m->memory, start, t->stack - start);
}

static void create_thread(Machine *m, int thread, Thread *t) {
    Operation o = t->pending;
    int ordinal = t->children + 1, slot = machine_child_slot(m, thread, ordinal);
    const Function *f = program_function_at(m->program, o.object);
    if (slot < 0) {
        finish(m, t, -EAGAIN);
        return;
    }
    if (!f || !f->code) {
        machine_fault(m, t, "memory", "a thread is created with a start routine that is no function");
        return;
    }
    t->children = ordinal;
    machine_spawn(m, slot, thread, ordinal, o.object, o.object2, o.type != 0);
    finish(m, t, slot + 1);
}

Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run_out) {
    Thread *t = m->threads[thread];
    machine_begin_slice(m, t);
    Action a = {.thread = thread, .outcome = outcome, .op = t->pending};
    const Operation o = t->pending;
    if (o.kind == OPERATION_BRANCH) {
        const Expr *c = outcome ? o.condition : expr_not(m->pool, o.condition);
        t->steps++;
        *run_out = false;
        if (!machine_constrain(m, thread, c)) {
            a.op.kind = OPERATION_NONE;
            return a;
        }
        if (!o.type) t->decisions[t->ndecisions++] = (uint8_t)outcome;
        a.index = t->steps;
        *run_out = true;
        return a;
    }
    t->steps++;
    t->ordinal_op++;
    a.index = t->steps;
    bool run = true;
    switch ((OperationKind)o.kind) {
    case OPERATION_START: break;
    case OPERATION_CREATE:
        create_thread(m, thread, t);
        a.op.target = machine_child_slot(m, thread, t->children);
        break;
    case OPERATION_EXIT:
        t->status = THREAD_EXITED;
        t->pending.kind = OPERATION_NONE;
        trail_save(m->memory, &m->nlive, sizeof m->nlive);
        m->nlive--;
        end_objects(m, t);
        run = false;
        break;
    case OPERATION_JOIN: {
        Thread *other = m->threads[o.target];
        trail_save(m->memory, &other->joined, sizeof other->joined);
        bool again = other->joined;
        other->joined = true;
        if (again)
            machine_fault(m, t, "api", "thread %s is joined a second time", other->name);
        else if (other->detached)
            machine_fault(m, t, "api", "thread %s is joined although it is detached", other->name);
        else
            finish(m, t, 0);
        break;
    }
    case OPERATION_PROCESS_EXIT:
        trail_save(m->memory, &m->exited, sizeof m->exited);
        trail_save(m->memory, &m->exit_status, sizeof m->exit_status);
        m->exited = true;
        m->exit_status = o.target & 255;
        t->status = THREAD_EXITED;
        t->pending.kind = OPERATION_NONE;
        run = false;
        break;
    case OPERATION_LOCK:
        if (operation_mutex_owner(m, o.object) == thread && (o.type & 3) == 2) {
            a.outcome = 0;
            finish(m, t, EDEADLK);
            break;
        }
        a.outcome = acquire(m, thread, o.object, 1);
        finish(m, t, 0);
        break;
    case OPERATION_TRYLOCK:
        a.outcome = can_lock(m, thread, o.object, (o.type & 3) == 1 ? 1 : 0);
        if (a.outcome) acquire(m, thread, o.object, 1);
        finish(m, t, a.outcome ? 0 : EBUSY);
        break;
    case OPERATION_UNLOCK: {
        Mutex *x = mutex_at(m, o.object);
        if (x->owner != thread) {
            a.outcome = 0;
            if (o.type & 3)
                finish(m, t, EPERM);
            else {
                char *name = operation_object_text(m, &o);
                machine_fault(m, t, "api", x->owner < 0 ? "%s is unlocked, but it is not locked" : "%s is unlocked by a thread that does not own it", name ? name : "a mutex");
                free(name);
            }
            break;
        }
        save_mutex(m, x);
        x->count--;
        a.outcome = x->count == 0;
        if (!x->count) x->owner = -1;
        finish(m, t, 0);
        break;
    }
    case OPERATION_WAIT: {
        Mutex *x = mutex_at(m, o.object2);
        if (x->owner != thread) {
            machine_fault(m, t, "api", "waits on a condition variable without holding the mutex");
            break;
        }
        save_mutex(m, x);
        t->waited_count = x->count;
        x->count = 0;
        x->owner = -1;
        t->notified_by = -1;
        t->pending = o;
        t->pending.kind = OPERATION_WAKE;
        t->pending.target = -1;
        run = false;
        break;
    }
    case OPERATION_WAKE:
        acquire(m, thread, o.object2, t->waited_count ? t->waited_count : 1);
        t->notified_by = -1;
        finish(m, t, 0);
        break;
    case OPERATION_SIGNAL:
        if (outcome) notify(m, (int)outcome - 1, thread);
        finish(m, t, 0);
        break;
    case OPERATION_BROADCAST:
        a.outcome = 0;
        for (uint32_t k = 0; k < m->nslots; k++)
            if (is_waiting(m, (int)k, o.object)) {
                notify(m, (int)k, thread);
                a.outcome++;
            }
        finish(m, t, 0);
        break;
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW:
    case OPERATION_SECTION: t->granted = true; break;
    case OPERATION_NONE:
    case OPERATION_BRANCH:
    case OPERATION_KINDS: base_fatal("an operation of kind %d cannot be applied", o.kind);
    }
    *run_out = run && t->status == THREAD_READY;
    return a;
}

/* --- dependence -------------------------------------------------------------------------------------- */

static bool is_memory(unsigned kind) { return kind == OPERATION_LOAD || kind == OPERATION_STORE || kind == OPERATION_RMW; }

static bool is_cond(unsigned kind) { return kind == OPERATION_WAIT || kind == OPERATION_WAKE || kind == OPERATION_SIGNAL || kind == OPERATION_BROADCAST; }

/* Operations on one condition variable (Por-SE, appendix D, Definition 2): `a` is the one of lower kind. */
static bool cond_dependent(const Action *a, const Action *b) {
    if (a->op.kind > b->op.kind) {
        const Action *x = a;
        a = b;
        b = x;
    }
    switch (a->op.kind) {
    case OPERATION_WAIT:
        if (b->op.kind == OPERATION_SIGNAL) return b->outcome == 0 || (int)b->outcome - 1 == a->thread;
        return b->op.kind == OPERATION_BROADCAST;
    case OPERATION_WAKE:
        /* Only with the notification that woke it. */
        return (b->op.kind == OPERATION_SIGNAL || b->op.kind == OPERATION_BROADCAST) && a->op.target == b->thread && a->op.step == b->index;
    default: /* two notifications: lost ones commute with each other */ return a->outcome != 0 || b->outcome != 0;
    }
}

bool operation_dependent(const Action *a, const Action *b) {
    unsigned x = a->op.kind, y = b->op.kind;
    if (is_memory(x) && is_memory(y)) {
        if (x == OPERATION_LOAD && y == OPERATION_LOAD) return false;
        return a->op.object < b->op.object + b->op.size && b->op.object < a->op.object + a->op.size;
    }
    if (x == OPERATION_SECTION) return y == OPERATION_SECTION || is_memory(y);
    if (y == OPERATION_SECTION) return is_memory(x);
    uint64_t p, q;
    if (operation_mutex(&a->op, &p) && operation_mutex(&b->op, &q) && p == q) {
        bool failed = x == OPERATION_TRYLOCK && !a->outcome && y == OPERATION_TRYLOCK && !b->outcome;
        if (!failed) return true;
    }
    if (is_cond(x) && is_cond(y) && a->op.object == b->op.object) return cond_dependent(a, b);
    if (x == OPERATION_CREATE && y == OPERATION_START) return a->op.target == b->thread;
    if (y == OPERATION_CREATE && x == OPERATION_START) return b->op.target == a->thread;
    if (x == OPERATION_EXIT && y == OPERATION_JOIN) return b->op.target == a->thread;
    if (y == OPERATION_EXIT && x == OPERATION_JOIN) return a->op.target == b->thread;
    /* Two joins of one thread: the second is an error. */
    if (x == OPERATION_JOIN && y == OPERATION_JOIN) return a->op.target == b->op.target;
    return false;
}

/* --- texts ------------------------------------------------------------------------------------------- */

static char *address_text(const Machine *m, const char *what, uint64_t address) {
    const Global *g = program_global_at(m->program, address);
    if (g && address < g->address + MAX(g->size, 1)) {
        if (address == g->address) return xasprintf("the %s `%s`", what, g->name);
        return xasprintf("the %s at `%s` + %llu", what, g->name, (unsigned long long)(address - g->address));
    }
    return xasprintf("the %s at 0x%llx", what, (unsigned long long)address);
}

char *operation_object_text(const Machine *m, const Operation *o) {
    switch ((OperationKind)o->kind) {
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
    case OPERATION_UNLOCK: return address_text(m, "mutex", o->object);
    case OPERATION_WAIT:
    case OPERATION_WAKE:
    case OPERATION_SIGNAL:
    case OPERATION_BROADCAST: return address_text(m, "condition variable", o->object);
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW: return address_text(m, "variable", o->object);
    case OPERATION_CREATE:
    case OPERATION_JOIN: return o->target >= 0 ? xasprintf("thread %s", m->slot_names[o->target]) : NULL;
    default: return NULL;
    }
}

char *operation_blocked_text(const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    const Operation *o = &t->pending;
    char *object = operation_object_text(m, o), *text;
    uint64_t mutex = 0;
    operation_mutex(o, &mutex);
    int owner = mutex ? operation_mutex_owner(m, mutex) : -1;
    if (o->kind == OPERATION_LOCK && owner >= 0)
        text = xasprintf("blocked: waits for %s, held by thread %s%s", object, m->slot_names[owner], owner == thread ? " (itself)" : "");
    else if (o->kind == OPERATION_WAKE && t->notified_by < 0)
        text = xasprintf("blocked: waits on %s and nobody signals it", object);
    else if (o->kind == OPERATION_WAKE)
        text = xasprintf("blocked: woken on %s, but the mutex is held by thread %s", object, owner >= 0 ? m->slot_names[owner] : "?");
    else if (o->kind == OPERATION_JOIN)
        text = xasprintf("blocked: joins %s, which has not ended", object);
    else
        text = xasprintf("before %s%s%s", operation_names[o->kind], object ? " of " : "", object ? object : "");
    free(object);
    return text;
}
