/*
 * jumps.c — setjmp and longjmp.
 */
#include "vm/interpreter/builtins.h"
#include "vm/interpreter/lists/special.h"

/* A jump buffer holds a magic number, the frame it was made in (index and stack pointer) and the
 * instruction. */
#define JUMP_MAGIC 0x68656464ull

StepResult builtin_set_jump(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t words[4] = {JUMP_MAGIC << 32 | (uint32_t)thread_slot(t), t->top,
                         t->frames[t->top].stack,
                         (uint64_t)(c->i - t->frames[t->top].function->code)},
             buffer;
    if (!concrete_reg(m, t, use(c->i, 0), &buffer) ||
        range_write(m, t, buffer, words, sizeof words) == STEP_STOP)
        return STEP_STOP;
    return completed(m, t, 0);
}

StepResult builtin_long_jump(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t words[4], buffer, value = frame_regs(t)[use(c->i, 1)];
    bool symbolic;
    if (!concrete_reg(m, t, use(c->i, 0), &buffer)) return STEP_STOP;
    const Expr *expr = reg_expr(t, use(c->i, 1));
    if (expr) {
        /* setjmp returns 1 in place of 0; any other value stays as it is. */
        expr = expr_trunc(m->pool, expr, 32);
        const Expr *zero = expr_eq(m->pool, expr, expr_const(m->pool, 32, 0));
        expr = expr_zext(m->pool, expr_ite(m->pool, zero, expr_const(m->pool, 32, 1), expr), 64);
    }
    if (range_read(m, t, buffer, words, sizeof words, &symbolic) == STEP_STOP) return STEP_STOP;
    if (symbolic || words[0] != (JUMP_MAGIC << 32 | (uint32_t)thread_slot(t)) ||
        words[1] > t->top || t->frames[words[1]].stack != words[2] ||
        words[3] >= t->frames[words[1]].function->code_len) {
        machine_fault(m, t, "memory",
                      "longjmp to a buffer that setjmp did not fill in a function still active in "
                      "this thread");
        return STEP_STOP;
    }
    /* The frames that the jump leaves end together: in one operation if any of them is visible. */
    uint64_t start = words[1] < t->top ? t->frames[words[1] + 1].stack : t->stack;
    if (access_ends_visibly(m, t, start, t->stack - start)) return range_stop(m, t);
    while (t->top > words[1]) {
        if (t->frames[t->top].ending == 1) t->section--;
        frame_leave(m, t);
    }
    t->pc = t->frames[t->top].function->code + words[3];
    if (!expr) return completed(m, t, (uint32_t)value ? (uint32_t)value : 1);
    const Insn *set = t->pc;
    if (set->d) set_reg_expr(m, t, def(set, 0), expr);
    return end_list(t, set);
}
