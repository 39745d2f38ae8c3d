/*
 * slots.c — the threads of a machine. The slot of a thread depends only on its name, so it is the
 * same in every execution of a campaign. Slots of joined threads are used again.
 */
#include "vm/memory/range.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include <stdlib.h>

#define LEAST_BLOCK 48 /* minimum of address space that a heap block takes, in bytes */
#define MAX_BLOCKS (1u << 24)

static Thread *thread_at(Machine *m, int slot) {
    Thread *t = m->threads[slot];
    if (t) return t;
    t = xcalloc(1, sizeof *t);
    t->regs = base_reserve(m->register_room * sizeof *t->regs);
    t->sym = base_reserve(m->register_room * sizeof *t->sym);
    t->frames = base_reserve(m->frame_room * sizeof *t->frames);
    t->block_room = (uint32_t)MIN(region_size((uint32_t)slot) / LEAST_BLOCK, MAX_BLOCKS);
    t->blocks = base_reserve(t->block_room * sizeof *t->blocks);
    t->heap = xcalloc(1, sizeof *t->heap);
    t->log = xcalloc(1, sizeof *t->log);
    t->slot = slot;
    t->region = region_start((uint32_t)slot);
    t->name = xstrdup(m->slot_names[slot]);
    m->threads[slot] = t;
    return t;
}

void thread_free(const Machine *m, Thread *t) {
    base_release(t->regs, m->register_room * sizeof *t->regs);
    base_release((void *)t->sym, m->register_room * sizeof *t->sym);
    base_release(t->frames, m->frame_room * sizeof *t->frames);
    base_release(t->blocks, t->block_room * sizeof *t->blocks);
    vec_free(&t->log->entries);
    vec_free(&t->log->fences);
    free(t->log);
    free(t->heap);
    free(t->name);
    free(t);
}

void machine_add_slot(Machine *m, const char *name) {
    m->slot_hashes[m->nslots] = (uint32_t)hash_string(name);
    m->slot_names[m->nslots++] = xstrdup(name);
}

/* Returns the slot of this name, a new one if there is none; -1: no slot is left. */
static int slot_named(Machine *m, const char *name) {
    uint32_t hash = (uint32_t)hash_string(name);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->slot_hashes[k] == hash && !strcmp(m->slot_names[k], name)) return (int)k;
    ThreadNames *shared = m->options.names;
    if (!shared) {
        if (m->nslots == MAX_THREADS) return -1;
        machine_add_slot(m, name);
        return (int)m->nslots - 1;
    }
    pthread_mutex_lock(&shared->lock);
    uint32_t slot = 0;
    while (slot < shared->n && strcmp(shared->name[slot], name)) slot++;
    if (slot == shared->n && shared->claim) {
        shared->claim(shared->context, shared, name);
        for (slot = 0; slot < shared->n && strcmp(shared->name[slot], name);) slot++;
        if (slot == shared->n) slot = MAX_THREADS; /* it could not be claimed */
    } else if (slot == shared->n && slot < MAX_THREADS)
        shared->name[shared->n++] = xstrdup(name);
    while (m->nslots < shared->n) machine_add_slot(m, shared->name[m->nslots]);
    pthread_mutex_unlock(&shared->lock);
    return slot < MAX_THREADS ? (int)slot : -1;
}

int machine_child_slot(Machine *m, int parent, int ordinal) {
    char *name = parent < 0 ? xstrdup("0") : xasprintf("%s.%d", m->slot_names[parent], ordinal);
    int slot = slot_named(m, name);
    /* A name has the same slot in every run and every worker. */
    invariant(slot < 0 || ((uint32_t)slot < m->nslots && !strcmp(m->slot_names[slot], name)));
    free(name);
    return slot;
}

/* Checks the joined children, whose names are used again in the order of the joins: each has ended,
 * each is listed once, and their count is right. */
static void slots_check_joined(const Machine *m, const Thread *parent) {
    int32_t n = 0;
    int32_t last = 0;
    for (int32_t k = parent->first_joined; k; k = m->threads[k - 1]->next_joined) {
        const Thread *t = m->threads[k - 1];
        invariant(n++ < parent->joined_children);
        invariant(t->status == THREAD_EXITED && t->parent == parent->slot && k - 1 != parent->slot);
        last = k;
    }
    invariant(n == parent->joined_children && (!n || last == (int32_t)parent->last_joined));
}

static bool holds_something(const Machine *m, const Thread *t) {
    if (t->owned || t->robust) return true;
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if ((x->tag & 255) == OBJECT_BARRIER) continue;
        if (x->owner == t->slot || (x->tag >> 8 == (uint32_t)t->slot + 1 && x->count)) return true;
    }
    return false;
}

void machine_joined(Machine *m, Thread *parent, int child) {
    Thread *t = m->threads[child];
    if (t->parent != parent->slot || holds_something(m, t)) return;
    trail_save(m->memory, &t->next_joined, sizeof t->next_joined);
    t->next_joined = 0;
    if (parent->joined_children) {
        Thread *last = m->threads[parent->last_joined - 1];
        trail_save(m->memory, &last->next_joined, sizeof last->next_joined);
        last->next_joined = child + 1;
    } else
        parent->first_joined = child + 1;
    parent->last_joined = child + 1;
    parent->joined_children++;
    if (unlikely(base_invariants)) slots_check_joined(m, parent);
}

int machine_coming_child(Machine *m, const Thread *parent) {
    int fresh = parent->joined_children <= JOINED_WAITING
                    ? machine_child_slot(m, parent->slot, parent->children + 1)
                    : -1;
    return fresh >= 0 || !parent->joined_children ? fresh : (int)parent->first_joined - 1;
}

int machine_next_child(Machine *m, Thread *parent, int *ordinal) {
    int slot = machine_coming_child(m, parent);
    if (slot < 0) return -1;
    if (parent->joined_children && slot == (int)parent->first_joined - 1) {
        *ordinal = m->threads[slot]->ordinal;
        parent->first_joined = m->threads[slot]->next_joined;
        parent->joined_children--;
    } else
        *ordinal = ++parent->children;
    if (unlikely(base_invariants)) slots_check_joined(m, parent);
    return slot;
}

/* Sets up what a thread takes over from the joined thread whose number it reuses: its counts, and
 * the blocks that it left behind. */
static void spawn_again(Machine *m, Thread *t, const Thread *before) {
    Memory *mem = m->memory;
    /* The former thread may have ended deep in calls that an undo returns to. */
    for (uint32_t k = 1; k <= before->top; k++) frame_save(m, t, k);
    trail_save(mem, t->regs, t->frames[0].function->nregs * sizeof *t->regs);
    if (t->frames[0].symbolic)
        trail_save(mem, (void *)t->sym, t->frames[0].function->nregs * sizeof *t->sym);
    t->steps = before->steps;
    t->ordinal_op = before->ordinal_op;
    t->numberings = before->numberings;
    t->numbered_before = before->numbered_before;
    t->looked_at = before->looked_at;
    t->children = before->children;
    t->unjoined = before->unjoined;
    t->inputs = before->inputs;
    t->draws = before->draws;
    t->first_joined = before->first_joined;
    t->last_joined = before->last_joined;
    t->joined_children = before->joined_children;
    Fingerprint left = fingerprint_left(m, t);
    if (left.a || left.b) t->began_at = hash_combine(t->began_at, hash_combine(left.a, left.b));
}

static void begin_thread_locals(Machine *m, Thread *t) {
    Memory *mem = m->memory;
    for (uint32_t k = 0; k < m->program->nglobals; k++) {
        const Global *g = &m->program->globals[k];
        if (!g->thread_local_ || !g->size) continue;
        memory_allow(mem, t->tls + g->address, g->size, false);
        memcpy(mem->base + t->tls + g->address, m->program->tls_image + g->address, g->size);
        access_fresh(m, t->tls + g->address, g->size);
    }
}

uint64_t thread_stack(const Machine *m, uint32_t slot) {
    return region_start(slot) + ((m->program->tls_size + 64 + 4095) & ~4095ull);
}

void machine_spawn(Machine *m, const NewThread *new) {
    Thread *t = thread_at(m, new->slot);
    Memory *mem = m->memory;
    const Function *f = program_function_at(m->program, new->entry);
    trail_save(mem, t, THREAD_SAVED);
    trail_save(mem, &m->nthreads, sizeof m->nthreads);
    trail_save(mem, &m->nlive, sizeof m->nlive);
    trail_save(mem, &t->frames[0], sizeof(Frame));
    trail_save(mem, t->heap, HEAP_SAVED);
    const Thread before = *t;
    /* A name is used again only after its former thread has ended. */
    invariant(before.status == THREAD_UNUSED || before.status == THREAD_EXITED);
    invariant(new->parent < 0 || m->threads[new->parent]->status == THREAD_READY);
    memset(t, 0, THREAD_SAVED);
    if (new->parent >= 0) thread_time_begin(m, t, m->threads[new->parent]);
    if (before.status == THREAD_EXITED) spawn_again(m, t, &before);
    t->status = THREAD_READY;
    t->detached = t->lets_go = new->detached;
    t->parent = new->parent;
    t->ordinal = new->ordinal;
    t->notified_by = -1;
    t->tls = t->region;
    begin_thread_locals(m, t);
    t->stack = thread_stack(m, (uint32_t)new->slot);
    if (before.status != THREAD_EXITED) {
        memset(t->heap, 0, HEAP_SAVED);
        t->heap->top = t->region + region_stack((uint32_t)new->slot);
    }
    t->frames[0] = (Frame){.function = f, .stack = t->stack};
    machine_note_entered(m, f);
    t->pc = f->code;
    t->regs[0] = new->argument;
    if (f->frame_bytes) {
        t->frames[0].memory = frame_allocate(m, t, f->frame_bytes, f->frame_align);
        for (unsigned k = 0; k < f->nobjects; k++)
            frame_begin_object(m, t->frames[0].memory, &f->objects[k]);
    }
    t->pending = (Operation){.kind = OPERATION_START, .target = -1, .loc = f->loc ? f->loc[0] : 0};
    m->nthreads++;
    m->nlive++;
    /* The events of the thread continue the numbers of its predecessor's. */
    invariant(t->steps == (before.status == THREAD_EXITED ? before.steps : 0) && !t->top);
}

StepResult machine_end_objects(Machine *m, Thread *t) {
    uint64_t start = t->frames[0].stack, tls = m->program->tls_size;
    uint64_t end = t->context ? t->own_stack : t->stack;
    if (access_ends_visibly(m, t, t->region, end - t->region)) return range_stop(m, t);
    if (m->log_accesses) {
        log_thread_end(m, t, t->tls, tls);
        log_thread_end(m, t, start, end - start);
    }
    memory_forbid(m->memory, t->tls, tls);
    memory_forbid(m->memory, start, end - start);
    return STEP_NEXT;
}
