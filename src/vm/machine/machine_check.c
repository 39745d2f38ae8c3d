/* machine_check.c — see machine_check.h. */
#include "vm/machine/machine_check.h"
#include "vm/system/interrupt.h"

#define SAMPLE 16      /* one of so many slices has the whole state checked */
#define MOST_FRAMES 64 /* the number checked, from the top */
#define MOST_CONDITIONS 200

static bool is_within(const Function *f, const Insn *at) {
    return at >= f->code && at < f->code + f->code_len;
}

/* Checks frame `k` of a thread and its position relative to the frame below. */
static void check_frame(const Machine *m, const Thread *t, uint32_t k) {
    const Frame *f = &t->frames[k];
    invariant(f->base + f->function->nregs <= m->register_room);
    bool elsewhere = t->context && k >= t->context_base; /* on the memory of a context */
    uint64_t stack = t->context && !elsewhere ? t->own_stack : t->stack;
    invariant(f->stack <= stack);
    invariant(elsewhere ||
              (f->stack >= t->region && stack <= t->region + region_stack((uint32_t)t->slot)));
    invariant(!elsewhere || stack <= t->context_end);
    /* The memory of a frame is its own: it begins above the earlier top of the stack. */
    invariant(!f->memory || f->memory >= f->stack);
    invariant(!f->memory || f->memory + f->function->frame_bytes <= stack);
    invariant(!f->memory == !f->function->frame_bytes);
    if (!k) {
        invariant(!f->call);
        return;
    }
    const Frame *below = f - 1;
    /* Register windows do not overlap: a callee cannot reach the registers of its caller. */
    invariant(f->base >= below->base + below->function->nregs);
    invariant(f->call && is_within(below->function, f->call));
    if (elsewhere && k == t->context_base) return;
    invariant(f->stack >= below->stack);
    invariant(!below->memory || below->memory + below->function->frame_bytes <= f->stack);
}

static void check_registers(const Thread *t, const Frame *f) {
    for (uint32_t r = 0; f->symbolic && r < f->function->nregs; r++) {
        const Expr *e = t->sym[f->base + r];
        /* Constants are only in `regs`, so that each value has one representation. */
        invariant(!e || (e->width == 64 && !expr_is_const(e)));
    }
}

static void check_thread(const Machine *m, const Thread *t) {
    if (t->status == THREAD_UNUSED) return;
    invariant(t->top < m->frame_room);
    invariant(t->ordinal_op <= t->steps);
    invariant(t->parent < (int32_t)m->nslots && t->parent != t->slot);
    invariant(t->joined_children <= t->children);
    invariant(!t->first_joined == !t->last_joined);
    invariant(t->region == region_start((uint32_t)t->slot));
    invariant(t->heap->top >= t->region &&
              t->heap->top <= t->region + region_size((uint32_t)t->slot));
    invariant(t->heap->nblocks <= t->block_room);
    if (t->status != THREAD_READY) return;
#define IS_ZERO(type, name) invariant(!t->name);
    STATE_MOMENTS(THREAD_STATE, IS_ZERO)
    invariant(t->cursor <= MAX_DECISIONS && t->ndecisions <= MAX_DECISIONS);
    invariant(is_within(t->frames[t->top].function, t->pc));
    for (uint32_t n = 0; n <= t->top && n < MOST_FRAMES; n++) check_frame(m, t, t->top - n);
    check_registers(t, &t->frames[t->top]);
}

static void check_threads(const Machine *m) {
    uint32_t live = 0;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t) continue;
        invariant(t->slot == (int32_t)k);
        check_thread(m, t);
        live += t->status == THREAD_READY || t->status == THREAD_STOPPED;
    }
    invariant(m->nlive <= m->nthreads && live <= m->nthreads);
}

/* The limit of memory counts exactly the bytes of live heap blocks. */
static void machine_check_blocks(const Machine *m) {
    uint64_t live = 0, blocks = 0;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || blocks + t->heap->nblocks > 1000) return;
        blocks += t->heap->nblocks;
        for (uint32_t n = 0; n < t->heap->nblocks; n++)
            if (t->blocks[n].state == 1) live += t->blocks[n].size;
    }
    invariant(live == m->heap_bytes);
}

static void check_objects(const Machine *m) {
    invariant(m->object_index.len == m->all_objects.len);
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        invariant(x->owner >= -1 && x->owner < (int32_t)m->nslots);
        /* Each part of an object exists once and is found by its identity and tag. */
        invariant(sync_find(m, x->tag & 255, x->identity, x->tag >> 8) == x);
    }
}

/* The model, from which the values of the state are examples, satisfies each condition of the
 * path. */
static void check_path_condition(Machine *m) {
    invariant(m->nconstraints <= m->constraints.cap && m->ninputs <= m->inputs.cap &&
              m->output_len <= m->output.cap);
    for (uint32_t k = m->nconstraints > MOST_CONDITIONS ? m->nconstraints - MOST_CONDITIONS : 0;
         k < m->nconstraints; k++) {
        const PathConstraint *c = &m->constraints.data[k];
        invariant(c->constraint->width == 1 && c->thread < (int32_t)m->nslots);
        invariant(expr_eval(m->pool, c->constraint, m->model));
    }
}

void machine_check(Machine *m, const Thread *t) {
    static _Thread_local uint64_t n;
    check_thread(m, t);
    if (++n % SAMPLE || m->stop_now) return;
    check_threads(m);
    machine_check_blocks(m);
    check_objects(m);
    check_path_condition(m);
}
