/*
 * operations.c — see operations.h: the common part of all classes of objects, and the calls of
 * their rows.
 */
#include "os/class.h"
#include "program/shape.h"
#include "vm/state/thread_time.h"

/* --- branches: no object, and no class of their own elsewhere --------------------------------- */

static unsigned branch_outcomes(const Machine *m, int thread, const Operation *o,
                                uint32_t *outcomes) {
    (void)m, (void)thread, (void)o;
    outcomes[0] = 0;
    outcomes[1] = 1;
    return 2;
}

static unsigned branch_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    (void)past, (void)n;
    return branch_outcomes(NULL, a->thread, &a->op, outcomes);
}

/* Takes a side of a branch; true if it is feasible. */
static bool branch_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    a->outcome = wanted;
    bool feasible = machine_constrain(m, thread, operation_constraint(m->pool, a));
    if (!feasible)
        a->op.kind = OPERATION_NONE;
    else if (!a->op.forgotten)
        t->decisions[t->ndecisions++] = (uint8_t)wanted;
    return feasible;
}

const ObjectClassRow branch_class = {
    .outcomes = branch_outcomes,
    .apply = branch_apply,
    .after = branch_after,
};

/* --- the rows --------------------------------------------------------------------------------- */

static const ObjectClassRow no_class;
static const ObjectClassRow *const rows[OBJECT_CLASSES] = {
    [OBJECT_NONE] = &no_class,
    [OBJECT_MUTEX] = &mutex_class,
    [OBJECT_COND] = &cond_class,
    [OBJECT_RWLOCK] = &rwlock_class,
    [OBJECT_SEMAPHORE] = &semaphore_class,
    [OBJECT_BARRIER] = &barrier_class,
    [OBJECT_ONCE] = &once_class,
    [OBJECT_THREAD] = &thread_class,
    [OBJECT_MEMORY] = &memory_class,
    [OBJECT_SECTION] = &section_class,
    [OBJECT_KERNEL] = &kernel_class,
    [OBJECT_BRANCH] = &branch_class,
};

/* The class that carries out the operation, and the class of its object. They differ for
 * DESTROY. */
static inline const ObjectClassRow *class_of_kind(unsigned kind) {
    return rows[operation_classes[kind]];
}
static inline const ObjectClassRow *operation_class_row(const Operation *o) {
    return rows[operation_class(o)];
}

/* --- enabledness, outcomes, effects ----------------------------------------------------------- */

bool operation_enabled(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    if (t->status != THREAD_READY || t->pending.kind == OPERATION_NONE) return false;
    const ObjectClassRow *row = class_of_kind(t->pending.kind);
    return !row->enabled || row->enabled(m, thread, &t->pending);
}

bool operation_is_late(const Machine *m, int thread) {
    const Operation *o = &m->threads[thread]->pending;
    if (o->kind == OPERATION_TIMEOUT) return true;
    return o->kind == OPERATION_KERNEL && o->flags & OPERATION_TIMED &&
           !machine_kernel_ready(m, o->call);
}

bool operation_waits_for_time(Machine *m, int thread) {
    const Operation *o = &m->threads[thread]->pending;
    uint32_t outcomes[MAX_OUTCOMES];
    switch (o->kind) {
    case OPERATION_TRYLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK:
    case OPERATION_SEM_TRYWAIT:
        return o->flags & OPERATION_TIMED && operation_outcomes(m, thread, outcomes) == 1 &&
               !outcomes[0];
    default: return operation_is_late(m, thread);
    }
}

/* Lets all others run first that can, if the thread is about to yield. */
static void operation_yields(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    if (t->status != THREAD_READY || t->pending.kind != OPERATION_KERNEL || t->pending.call->n)
        return;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && (int)k != thread && operation_enabled(m, (int)k) &&
            !operation_waits_for_time(m, (int)k))
            t->time = MAX(t->time, m->threads[k]->time + 1);
}

void operation_times(Machine *m, int thread) {
    operation_yields(m, thread);
    /* Who could go on before has at least the time of the step. */
    for (uint32_t k = 0; k < m->nslots; k++) {
        Thread *t = m->threads[k];
        if (!t || (int)k == thread || t->time >= m->now || !operation_enabled(m, (int)k) ||
            operation_waits_for_time(m, (int)k))
            continue;
        trail_save(m->memory, t, THREAD_SAVED);
        thread_time_wakes(m, t);
    }
}

unsigned operation_outcomes(Machine *m, int thread, uint32_t *outcomes) {
    const Operation *o = &m->threads[thread]->pending;
    const ObjectClassRow *row = class_of_kind(o->kind);
    outcomes[0] = 0;
    return row->outcomes ? row->outcomes(m, thread, o, outcomes) : 1;
}

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

void operation_imagine_join(Machine *m, Thread *t) {
    machine_begin_slice(m, t);
    finish(m, t, 0);
}

void misuse(Machine *m, Thread *t, const Operation *o, const char *format) {
    char *name = operation_object_text(m, o);
    machine_fault(m, t, "api", format, name ? name : "an object");
    free(name);
}

bool misuse_goes_on(Machine *m, Thread *t, const Operation *o, Mistake x, const char *format) {
    char *name = operation_object_text(m, o);
    x.kind = "api";
    bool on = machine_mistake(m, t, x, format, name ? name : "an object");
    free(name);
    return on;
}

/* In libc, the destruction of an object of one process changes nothing. */
static void operation_destroy(Machine *m, Thread *t, const Operation *o) {
    const char *why = NULL;
    const ObjectClassRow *row = operation_class_row(o);
    Mistake in_use = {.effect = "behind the destruction of an object in use: it did nothing"};
    if (!row->destroy || row->destroy(m, o->object, &why) || misuse_goes_on(m, t, o, in_use, why))
        finish(m, t, 0);
}

const Expr *operation_constraint(ExprPool *pool, const Action *branch) {
    return branch->outcome ? branch->op.condition : expr_not(pool, branch->op.condition);
}

Action operation_apply(Machine *m, int thread, uint32_t outcome, bool *run_out) {
    Thread *t = m->threads[thread];
    machine_begin_slice(m, t);
    if (m->system->real) thread_time_step(m, t, operation_waits_for_time(m, thread));
    Action a = {.thread = thread, .op = t->pending};
    t->steps++;
    a.index = t->steps;
    *run_out = true;
    if (a.op.kind == OPERATION_PAUSE) return a;
    if (a.op.kind == OPERATION_BRANCH) {
        *run_out = branch_apply(m, thread, &a, outcome);
        return a;
    }
    t->ordinal_op++;
    const ObjectClassRow *row = class_of_kind(a.op.kind);
    bool run = true;
    if (row->apply)
        run = row->apply(m, thread, &a, outcome);
    else if (a.op.kind == OPERATION_DESTROY)
        operation_destroy(m, t, &a.op);
    else
        base_fatal("an operation of kind %d cannot be applied", a.op.kind);
    *run_out = run && t->status == THREAD_READY;
    return a;
}

unsigned operation_waits_for(const Machine *m, int thread, int *threads) {
    const Thread *t = m->threads[thread];
    const ObjectClassRow *row = class_of_kind(t->pending.kind);
    if (t->status != THREAD_READY || !row->waits_for) return 0;
    return row->waits_for(m, &t->pending, thread, threads);
}

/* --- dependence ------------------------------------------------------------------------------- */

/* Whether both actions work on one mutex, whatever their class, and not both of them failed. */
static bool meet_at_mutex(const Action *a, const Action *b) {
    uint64_t k, l;
    if (!operation_mutex(&a->op, &k) || !operation_mutex(&b->op, &l) || k != l) return false;
    return a->op.kind != OPERATION_TRYLOCK || a->outcome || b->op.kind != OPERATION_TRYLOCK ||
           b->outcome;
}

/* Whether actions of different classes are dependent; `a` has the class with the higher number. An
 * atomic section may touch all visible memory. Any piece of a system call may touch the kernel's
 * memory, which is also touched outside of pieces. */
static bool dependent_across(const Action *a, unsigned p, const Action *b, unsigned q) {
    if (q != OBJECT_MEMORY) return false;
    if (p == OBJECT_SECTION) return true;
    return p == OBJECT_KERNEL && on_kernel_memory(b) &&
           (b->op.kind != OPERATION_LOAD || a->op.call->writes);
}
_Static_assert(OBJECT_SECTION > OBJECT_MEMORY && OBJECT_KERNEL > OBJECT_MEMORY,
               "what touches memory comes later");

/* A branch within an atomic section or a piece of a system call decides how that continues. So it
 * depends on everything that the operation depends on that began it. */
static Action beginning_of(const Action *branch) {
    const KernelCall *piece = branch->op.within == &operation_section ? NULL : branch->op.within;
    return (Action){
        .thread = branch->thread,
        .op = {.kind = piece ? OPERATION_KERNEL : OPERATION_SECTION, .target = -1, .call = piece}};
}

bool operation_dependent_elsewhere(const Action *a, const Action *b) {
    unsigned p = operation_class(&a->op), q = operation_class(&b->op);
    if (p == OBJECT_BRANCH || q == OBJECT_BRANCH) {
        if (p == OBJECT_BRANCH && !a->op.within) return false;
        if (q == OBJECT_BRANCH && !b->op.within) return false;
        Action x = p == OBJECT_BRANCH ? beginning_of(a) : *a,
               y = q == OBJECT_BRANCH ? beginning_of(b) : *b;
        return operation_dependent(&x, &y);
    }
    if (meet_at_mutex(a, b)) return true;
    if (p != q) return p > q ? dependent_across(a, p, b, q) : dependent_across(b, q, a, p);
    if (p < OBJECT_STATEFUL && a->op.object != b->op.object) return false;
    return rows[p]->dependent && rows[p]->dependent(a, b);
}

#define FOOTPRINT_WORDS 16 /* an access to more touches everything */

static uint64_t hash_bit(uint64_t x) { return 1ull << (hash_mix(x) & 63); }

uint64_t operation_footprint(const Action *a) {
    const Operation *o = &a->op;
    unsigned class = operation_class(o);
    uint64_t mutex;
    if (class == OBJECT_BRANCH) return o->within ? UINT64_MAX : 0;
    if (class == OBJECT_SECTION || class == OBJECT_KERNEL) return UINT64_MAX;
    if (class == OBJECT_MEMORY) {
        uint64_t set = 0, first = o->object >> 3,
                 last = (o->object + MAX(operation_extent(o), 1) - 1) >> 3;
        if (last - first >= FOOTPRINT_WORDS) return UINT64_MAX;
        for (uint64_t word = first; word <= last; word++) set |= hash_bit(word);
        return set;
    }
    uint64_t set = hash_bit(class >= OBJECT_STATEFUL ? class : o->object);
    return operation_mutex(o, &mutex) ? set | hash_bit(mutex) : set;
}

bool operation_dominates(const Action *a) {
    const ObjectClassRow *row = operation_class_row(&a->op);
    return row->dominates && row->dominates(a);
}

/* --- happens-before --------------------------------------------------------------------------- */

unsigned operation_synchronises(const Action *a, bool failed) {
    const ObjectClassRow *row = operation_class_row(&a->op);
    if (operation_is_part(&a->op)) return SYNC_RELEASES | SYNC_PASSES;
    unsigned does = row->synchronises ? row->synchronises(a) : 0;
    if (!failed) return does;
    return order_acquires(a->op.order >> 4) ? SYNC_ACQUIRES | SYNC_PASSES : SYNC_PASSES;
}

bool operation_hands_on(const Action *y, const Action *a) {
    uint64_t k, l;
    unsigned p = operation_class(&y->op), q = operation_class(&a->op);
    /* Notifications hand nothing on: the data that they announce are under the mutex. */
    if (p == OBJECT_COND || q == OBJECT_COND)
        return operation_mutex(&y->op, &k) && operation_mutex(&a->op, &l) && k == l;
    if (p == OBJECT_THREAD)
        return y->op.kind == OPERATION_EXIT
                   ? a->op.kind == OPERATION_JOIN
                   : a->op.kind == OPERATION_START && y->op.kind == OPERATION_CREATE;
    return true;
}

bool operation_is_weak(const Action *a) {
    const Operation *o = &a->op;
    switch ((OperationKind)o->kind) {
    case OPERATION_LOAD: return o->order && !order_acquires(o->order & 15);
    case OPERATION_STORE: return o->order && !order_releases(o->order & 15);
    case OPERATION_RMW:
        return !order_acquires(o->order & 15) || !order_releases(o->order & 15) ||
               (o->order >> 4 && !order_acquires(o->order >> 4));
    case OPERATION_TRYLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK:
    case OPERATION_SEM_TRYWAIT:
    case OPERATION_SEM_POST: return !a->outcome;
    case OPERATION_SEM_VALUE: return true;
    /* Who does not hold the mutex learns nothing from it. */
    case OPERATION_UNLOCK: return operation_is_misplaced_unlock(a);
    /* These learn only what happens before them. */
    case OPERATION_NONE:
    case OPERATION_START:
    case OPERATION_CREATE:
    case OPERATION_EXIT:
    case OPERATION_JOIN:
    case OPERATION_DETACH:
    case OPERATION_PROCESS_EXIT:
    case OPERATION_LOCK:
    case OPERATION_ABANDON:
    case OPERATION_WAIT:
    case OPERATION_TIMEOUT:
    case OPERATION_WAKE:
    case OPERATION_SIGNAL:
    case OPERATION_BROADCAST:
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_RWUNLOCK:
    case OPERATION_SEM_WAIT:
    case OPERATION_ARRIVE:
    case OPERATION_LEAVE:
    case OPERATION_ONCE:
    case OPERATION_ONCE_DONE:
    case OPERATION_DESTROY:
    case OPERATION_FREE:
    case OPERATION_SECTION:
    case OPERATION_KERNEL:
    case OPERATION_BRANCH:
    case OPERATION_PAUSE: return false;
    case OPERATION_KINDS: break;
    }
    return true; /* an unknown operation may be weak */
}

/* --- executed actions ------------------------------------------------------------------------- */

void sort_outcomes(uint32_t *outcomes, unsigned n) {
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = i; j && outcomes[j - 1] > outcomes[j]; j--) {
            uint32_t x = outcomes[j];
            outcomes[j] = outcomes[j - 1];
            outcomes[j - 1] = x;
        }
}

unsigned operation_after(Action *a, const Action *const *past, size_t n, uint32_t *outcomes) {
    const ObjectClassRow *row = class_of_kind(a->op.kind);
    outcomes[0] = a->outcome;
    return row->after ? row->after(a, past, n, outcomes) : 1;
}

bool operation_in_words(unsigned kind) { return class_of_kind(kind)->after_words; }

unsigned operation_after_words(const Action *a, const PastWords *past, uint32_t *outcomes) {
    return class_of_kind(a->op.kind)->after_words(a, past, outcomes);
}

int operation_sharing(const Action *a) {
    const ObjectClassRow *row = class_of_kind(a->op.kind);
    return row->sharing ? row->sharing(a) : 0;
}

/* --- for histories and cut-offs --------------------------------------------------------------- */

unsigned simple_keys(const Action *a, uint64_t *keys, unsigned *touched) {
    keys[0] = object_key(KEY_OTHER, hash_combine(a->op.object, operation_class(&a->op)));
    return *touched = 1;
}

bool simple_component(const Action *a, uint64_t *key, bool *ordering) {
    *ordering = operation_dominates(a);
    *key = hash_combine(a->op.object, operation_class(&a->op));
    return true;
}

unsigned operation_keys(const Action *a, uint64_t *keys, unsigned *touched, bool *everything) {
    unsigned kind = a->op.kind;
    if (operation_is_within(&a->op)) {
        Action x = beginning_of(a);
        operation_keys(&x, keys, touched, everything);
        *everything = false; /* its own causes are those of its thread */
        return *touched;
    }
    const ObjectClassRow *row = operation_class_row(&a->op);
    *everything = kind == OPERATION_SECTION || kind == OPERATION_FREE || kernel_has_many(a) ||
                  on_kernel_memory(a);
    *touched = 0;
    return row->keys ? row->keys(a, keys, touched) : 0;
}

bool operation_covers(const Action *y, const Action *a) {
    const ObjectClassRow *row = operation_class_row(&y->op);
    if (row->covers) return row->covers(y, a);
    return a->op.kind != OPERATION_WAIT && a->op.kind != OPERATION_WAKE && operation_dominates(y);
}

bool operation_component(const Action *a, uint64_t *key, bool *ordering) {
    const ObjectClassRow *row = operation_class_row(&a->op);
    return row->component && row->component(a, key, ordering);
}

Fingerprint operation_changes(const Machine *m, const Action *a, const Operation *created) {
    const ObjectClassRow *row = class_of_kind(a->op.kind);
    return row->changes ? row->changes(m, a, created) : (Fingerprint){0, 0};
}

/* --- in words, for findings, schedules and the verifier --------------------------------------- */

char *object_text(const Machine *m, const char *what, uint64_t address, uint32_t loc) {
    address = object_address(address);
    const Global *g = program_global_at(m->program, address);
    if (g && address < g->address + MAX(g->size, 1)) {
        char *place = shape_place(g->shape, address - g->address);
        size_t n = strcspn(place, " ");
        char *text = xasprintf("the %s %s`%s%.*s`%s", what, place[n] ? "at " : "", g->name, (int)n,
                               place, place + n);
        free(place);
        return text;
    }
    char *local = machine_local_text(m, address), *text;
    const char *member = m->program->locs[loc].member;
    if (local)
        text = xasprintf("the %s %s", what, local);
    else if (member)
        text = xasprintf("the %s `%s` at 0x%llx", what, member, (unsigned long long)address);
    else
        text = xasprintf("the %s at 0x%llx", what, (unsigned long long)address);
    free(local);
    return text;
}

char *held_text(const Machine *m, int thread, const char *object, const char *holders) {
    (void)m, (void)thread;
    return *holders ? xasprintf("blocked: waits for %s, held by %s", object, holders) : NULL;
}

char *operation_object_text(const Machine *m, const Operation *o) {
    const ObjectClassRow *row = operation_class_row(o);
    if (row->object_text) return row->object_text(m, o);
    return row->name ? object_text(m, row->name, o->object, o->loc) : NULL;
}

char *operation_blocked_text(const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    const Operation *o = &t->pending;
    const ObjectClassRow *row = class_of_kind(o->kind);
    char *object = operation_object_text(m, o), *text = NULL;
    int *threads = xcalloc(m->nslots + 1, sizeof *threads);
    unsigned n = operation_waits_for(m, thread, threads);
    StrBuf who = {0};
    for (unsigned k = 0; k < n; k++) {
        const char *before = !k ? n > 1 ? "threads " : "thread " : k + 1 == n ? " and " : ", ";
        str_addf(&who, "%s%s%s", before, m->slot_names[threads[k]],
                 threads[k] == thread ? " (itself)" : "");
    }
    str_add(&who, "");
    if (row->blocked_text) text = row->blocked_text(m, thread, object, who.data);
    if (!text) {
        char *does = operation_sentence(o->kind, object);
        text = xasprintf("before it %s", does);
        free(does);
    }
    vec_free(&who);
    free(threads);
    free(object);
    return text;
}

Fingerprint operation_sum(const Machine *m) {
    Fingerprint sum = {0, 0};
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        const ObjectClassRow *row = rows[x->tag & 255];
        if (row->object_sum) fingerprint_add(&sum, row->object_sum(m, x));
    }
    for (uint32_t k = 0; k < m->nslots; k++)
        for (unsigned class = 0; class < OBJECT_CLASSES; class ++)
            if (m->threads[k] && rows[class] && rows[class]->thread_sum)
                fingerprint_add(&sum, rows[class]->thread_sum(m, m->threads[k]));
    return sum;
}

void operation_state_text(StrBuf *out, const Machine *m, const SyncObject *x) {
    const ObjectClassRow *row = rows[x->tag & 255];
    if (row->state_text)
        row->state_text(out, m, x);
    else if (x->owner >= 0 || x->count || x->state)
        str_addf(out, "object %u.%u %llx owner %d count %d state %u\n", x->tag & 255, x->tag >> 8,
                 (unsigned long long)x->identity, x->owner, x->count, x->state);
}
