/*
 * frames.c — calls and returns: register windows, the memory of frames with its red zones, and what
 * an undo needs of them. Only the top frame of a thread is saved at the start of a slice; deeper
 * frames are saved when the slice returns into them.
 */
#include "expr/bytes.h"
#include "vm/state/fingerprint.h"
#include "vm/memory/range.h"

void set_reg_expr(Machine *m, Thread *t, unsigned r, const Expr *e) {
    /* Taken apart into bytes a value may turn out to be a constant. */
    if (e && !m->lifting) e = bytes_flatten(m->pool, e);
    if (!e || expr_is_const(e)) {
        set_reg(t, r, e ? (uint64_t)e->value : 0);
        return;
    }
    frame_make_symbolic(t);
    frame_regs(t)[r] = 0;
    frame_sym(t)[r] = e;
}

const Expr *reg_as_expr(Machine *m, const Thread *t, unsigned r) {
    const Expr *e = reg_expr(t, r);
    return e ? e : expr_const(m->pool, 64, frame_regs(t)[r]);
}

void frame_save(Machine *m, Thread *t, uint32_t index) {
    Frame *f = &t->frames[index];
    trail_save(m->memory, f, sizeof *f);
    trail_save(m->memory, t->regs + f->base, f->function->nregs * sizeof(uint64_t));
    if (f->symbolic)
        trail_save(m->memory, (void *)(t->sym + f->base), f->function->nregs * sizeof(Expr *));
}

/* The minimum that a call takes of the stack besides its variables: the return address and a frame
 * pointer. */
#define CALL_BYTES 16

static uint64_t own_bytes(const Function *f) {
    uint64_t sum = CALL_BYTES;
    for (unsigned k = 0; k < f->nobjects; k++) sum += f->objects[k].size;
    return sum;
}

/* Whether the calls of the program's own functions, with `more` bytes added, need more stack than
 * the thread was given. The stack of library functions does not count, nor do the gaps between
 * variables. So a program that stays within its stack is never reported. */
static bool stack_is_exceeded(Machine *m, Thread *t, uint64_t more) {
    uint32_t first = t->context ? t->context_base : 0;
    uint64_t base = t->frames[first].stack;
    if (t->stack - base + more + (t->top + 1 - first) * CALL_BYTES <= t->stack_limit) return false;
    uint64_t sum = more;
    for (uint32_t k = first; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        if (f->function->library) continue;
        uint64_t end = k < t->top ? t->frames[k + 1].stack : t->stack,
                 body = f->memory ? (f->memory + f->function->frame_bytes + 15) & ~15ull : f->stack;
        sum += own_bytes(f->function) + (end > body ? end - body : 0);
    }
    if (sum <= t->stack_limit) return false;
    machine_fault(m, t, "memory",
                  t->context
                      ? "stack overflow: more than the %llu bytes of the context's stack"
                      : "stack overflow: more than the %llu bytes that the thread was created with",
                  (unsigned long long)t->stack_limit);
    return true;
}

uint64_t frame_allocate(Machine *m, Thread *t, uint64_t size, uint64_t align) {
    uint64_t at = (t->stack + align - 1) & ~(align - 1);
    uint64_t room = region_stack((uint32_t)thread_slot(t));
    if (t->context) {
        if (size <= t->context_end - at && at <= t->context_end) {
            t->stack = MIN((at + size + 15) & ~15ull, t->context_end);
            return at;
        }
        machine_fault(m, t, "memory", "stack overflow: too many local variables in a context");
        return 0;
    }
    if (size > room || at + size > t->region + room - 4096) {
        machine_fault(m, t, "memory", "stack overflow: more than %llu MiB of local variables",
                      (unsigned long long)(room >> 20));
        return 0;
    }
    t->stack = (at + size + 15) & ~15ull;
    return at;
}

uint64_t frame_allocate_more(Machine *m, Thread *t, uint64_t size, uint64_t align) {
    bool limited = t->stack_limit && !t->frames[t->top].function->library;
    if (limited && stack_is_exceeded(m, t, MIN(size, MEMORY_LIMIT))) return 0;
    return frame_allocate(m, t, size < LARGE_REGION ? size + 32 : size, align);
}

void frame_begin_object(Machine *m, uint64_t memory, const StackObject *o) {
    if (o->variable)
        memory_allow_undefined(m->memory, memory + o->offset, o->size);
    else
        memory_allow(m->memory, memory + o->offset, o->size, true);
}

bool frame_settles(Machine *m, Thread *t, const Insn *pc) {
    Frame *f = &t->frames[t->top];
    const Expr *const *sym = t->sym + f->base;
    const uint64_t *live = liveness_before(m, f->function, pc);
    for (unsigned r = 0; r < f->function->nregs; r++)
        if (sym[r] && live[r >> 6] >> (r & 63) & 1) return false;
    f->symbolic = false;
    return true;
}

bool frame_enter(Machine *m, Thread *t, const Function *f, const Insn *call) {
    Frame *caller = &t->frames[t->top];
    if (unlikely(t->top + 1 >= m->options.max_frames)) {
        t->pc = call;
        machine_fault(m, t, "memory", "runaway recursion: more than %u calls deep",
                      m->options.max_frames);
        return false;
    }
    Frame *n = caller + 1;
    n->function = f;
    machine_note_entered(m, f);
    m->cover[2 * (size_t)f->first_insn] |= COVER_EXECUTED;
    n->call = call;
    n->base = caller->base + caller->function->nregs;
    n->symbolic = false;
    n->ending = 0;
    n->listed = 0;
    n->chained = false;
    if (unlikely(f->hidden_jumps))
        memset(t->regs + n->base + f->nparams, 0, (f->nregs - f->nparams) * sizeof *t->regs);
    n->memory = 0;
    n->stack = t->stack;
    if (f->frame_bytes) {
        t->pc = call;
        uint64_t at = frame_allocate(m, t, f->frame_bytes, f->frame_align);
        if (!at) return false;
        n->memory = at;
        /* Objects lie apart: the gaps between them stay invalid. The bytes of fresh locals are
         * zero, even where they count as undefined. */
        for (unsigned k = 0; k < f->nobjects; k++) frame_begin_object(m, at, &f->objects[k]);
        if (m->visible.len) access_fresh(m, at, f->frame_bytes);
    }
    t->top++;
    invariant(t->low_water < t->top && t->top < m->frame_room);
    invariant(n->base + f->nregs <= m->register_room);
    if (unlikely(t->stack_limit) && !f->library) {
        t->pc = f->code; /* the reported place is in the function that does not fit */
        return !stack_is_exceeded(m, t, 0);
    }
    return true;
}

/* Logs the end of the top frame's variables and of what the frame allocated besides. */
static void log_ends(Machine *m, Thread *t, const Frame *f) {
    if (!m->log_accesses) return;
    uint64_t end = f->stack;
    if (f->memory) {
        for (unsigned k = 0; k < f->function->nobjects; k++)
            range_log_end(m, t, f->memory + f->function->objects[k].offset,
                          f->function->objects[k].size);
        end = (f->memory + f->function->frame_bytes + 15) & ~15ull;
    }
    if (t->stack > end) range_log_end(m, t, end, t->stack - end);
}

void frame_leave(Machine *m, Thread *t) {
    Frame *f = &t->frames[t->top];
    invariant(t->top > 0 && f->stack <= t->stack);
    if (f->stack != t->stack) {
        /* The end of a variable's life is a write of the whole variable, for threads that have its
         * address. */
        log_ends(m, t, f);
        memory_forbid(m->memory, f->stack, t->stack - f->stack);
        t->stack = f->stack;
    }
    t->top--;
    if (t->top < t->low_water) {
        t->low_water = t->top;
        frame_save(m, t, t->top);
        t->frames[t->top].chained = false;
    }
}
