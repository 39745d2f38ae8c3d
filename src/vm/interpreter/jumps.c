/*
 * jumps.c — setjmp and longjmp.
 */
#include "vm/interpreter/builtins.h"
#include "vm/interpreter/lists/special.h"
#include "vm/symbolic/lifting.h"

/* The words of a jump buffer. The runtime reads the third one (runtime/signal.c). */
#define JUMP_MAGIC 0x68656464ull
typedef struct JumpWords {
    uint64_t magic;   /* and the slot of the thread that filled it */
    uint64_t frame;   /* index from the first frame of its stack */
    uint64_t stack;   /* the stack pointer of that frame */
    uint64_t place;   /* the frame's function, and setjmp in its code */
    uint64_t context; /* whose stack it is; 0: the thread's own */
} JumpWords;

StepResult builtin_set_jump(Machine *m, Thread *t, const BuiltinCall *c) {
    const Frame *f = &t->frames[t->top];
    JumpWords w = {JUMP_MAGIC << 32 | (uint32_t)thread_slot(t), t->top - t->context_base, f->stack,
                   (uint64_t)(f->function - m->program->functions) << 32 |
                       (uint64_t)(c->i - f->function->code),
                   t->context};
    uint64_t buffer;
    if (!concrete_reg(m, t, use(c->i, 0), &buffer) ||
        range_write(m, t, buffer, &w, sizeof w) == STEP_STOP)
        return STEP_STOP;
    return completed(m, t, 0);
}

/* The frame that a jump goes to, of those up to `top`. NULL: it is not there any more. */
static const Frame *jump_target(const Machine *m, const Thread *t, const JumpWords *w,
                                uint32_t top) {
    uint32_t base = w->context ? t->context_base : 0, insn = (uint32_t)w->place;
    bool here = w->context ? w->context == t->context : (uint32_t)w->magic == (uint32_t)t->slot;
    if (w->magic >> 32 != JUMP_MAGIC || !here || w->frame > top - base) return NULL;
    const Frame *f = &t->frames[base + w->frame];
    bool same =
        f->stack == w->stack && w->place >> 32 == (uint64_t)(f->function - m->program->functions);
    return same && insn < f->function->code_len && f->function->code[insn].op == OP_BUILTIN &&
                   f->function->code[insn].b == BUILTIN_setjmp
               ? f
               : NULL;
}

/* Ends the frames of the context that the thread runs on, and goes on on the thread's own stack. */
static void jump_out_of_context(Machine *m, Thread *t) {
    lifting_fail(m);
    for (uint32_t k = t->context_base; k <= t->top; k++)
        if (t->frames[k].ending == 1) t->section--;
    contexts_leave(m, t);
}

StepResult builtin_long_jump(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t buffer, value = frame_regs(t)[use(c->i, 1)];
    JumpWords w;
    bool symbolic;
    if (!concrete_reg(m, t, use(c->i, 0), &buffer)) return STEP_STOP;
    const Expr *expr = reg_expr(t, use(c->i, 1));
    if (expr) {
        /* setjmp returns 1 in place of 0; any other value stays as it is. */
        expr = expr_trunc(m->pool, expr, 32);
        const Expr *zero = expr_eq(m->pool, expr, expr_const(m->pool, 32, 0));
        expr = expr_zext(m->pool, expr_ite(m->pool, zero, expr_const(m->pool, 32, 1), expr), 64);
    }
    if (range_read(m, t, buffer, &w, sizeof w, &symbolic) == STEP_STOP) return STEP_STOP;
    bool leaves = t->context && !w.context;
    uint32_t top = leaves ? t->context_base - 1 : t->top;
    const Frame *target = symbolic ? NULL : jump_target(m, t, &w, top);
    if (!target) {
        machine_fault(m, t, "memory",
                      "longjmp to a buffer that setjmp did not fill in a function still active in "
                      "this thread");
        return STEP_STOP;
    }
    /* The frames that the jump leaves end together: in one operation if any of them is visible. */
    uint64_t end = leaves ? t->own_stack : t->stack,
             start = target < &t->frames[top] ? target[1].stack : end;
    if (access_ends_visibly(m, t, start, end - start)) return range_stop(m, t);
    if (leaves) jump_out_of_context(m, t);
    while (&t->frames[t->top] > target) {
        if (t->frames[t->top].ending == 1) t->section--;
        frame_leave(m, t);
    }
    t->pc = target->function->code + (uint32_t)w.place;
    if (!expr) return completed(m, t, (uint32_t)value ? (uint32_t)value : 1);
    const Insn *set = t->pc;
    if (set->d) set_reg_expr(m, t, def(set, 0), expr);
    return end_list(t, set);
}
