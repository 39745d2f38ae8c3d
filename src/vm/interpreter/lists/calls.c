/*
 * calls.c — calls with arguments, through pointers too, and returns.
 */
#include "vm/system/interrupt.h"
#include "vm/interpreter/lists/special.h"
#include <stdlib.h>

StepResult call_function(Machine *m, Thread *t, const Insn *i, const Function *f, unsigned first) {
    if (!f->code) {
        machine_fault(m, t, "unsupported",
                      "call of the function `%s`, which is not defined in the program, in libc or "
                      "in the runtime",
                      f->name);
        return STEP_STOP;
    }
    bool atomic = f->atomic;
    if (atomic && t->section == 0 && m->nthreads > 1) {
        if (!access_granted(t, OPERATION_SECTION, 0, 0)) {
            t->pending =
                (Operation){.kind = OPERATION_SECTION, .target = -1, .loc = machine_loc(m, t)};
            return STEP_STOP;
        }
    }
    const Frame *caller = &t->frames[t->top];
    uint64_t *from = frame_regs(t), *to = from + caller->function->nregs;
    bool symbolic = false;
    unsigned n = i->a - first;
    /* The last operand of a call as a variadic function is the place of the arguments. A function
     * that is not variadic has no use for it. */
    bool placed = i->op == OP_CALLI && i->b;
    if (placed) n = MIN(n - 1, (unsigned)(f->nparams - f->vararg));
    for (unsigned k = 0; k < n; k++) to[k] = from[use(i, first + k)];
    if (caller->symbolic)
        for (unsigned k = 0; k < n; k++) {
            frame_sym(t)[caller->function->nregs + k] = frame_sym(t)[use(i, first + k)];
            symbolic |= frame_sym(t)[use(i, first + k)] != NULL;
        }
    /* Missing arguments (a call without a prototype) read as zero. */
    for (unsigned k = n; k < f->nparams; k++) to[k] = 0;
    if (placed && f->vararg) to[f->nparams - 1] = from[use(i, i->a - 1u)];
    t->ndecisions = 0;
    if (!frame_enter(m, t, f, i)) return STEP_STOP;
    Frame *frame = &t->frames[t->top];
    frame->symbolic = symbolic;
    frame->ending = atomic;
    if (symbolic)
        for (unsigned k = n; k < f->nregs; k++) frame_sym(t)[k] = NULL;
    if (atomic) {
        t->section++;
        log_boundary(t);
    }
    t->pc = f->code;
    return STEP_NEXT;
}

StepResult call_indirect(Machine *m, Thread *t, const Insn *i) {
    uint64_t address;
    if (!concrete_reg(m, t, use(i, 0), &address)) return STEP_STOP;
    const Function *f = program_function_at(m->program, address);
    if (!f) {
        char *where = machine_describe_address(m, address);
        machine_fault(m, t, "memory", "call through a pointer to no function: %s", where);
        free(where);
        return STEP_STOP;
    }
    if ((f->builtin == BUILTIN_memcpy || f->builtin == BUILTIN_memmove ||
         f->builtin == BUILTIN_memset) &&
        i->a == 4 + i->b) {
        /* Executed like a call by name: the operands are those after the address. */
        Insn direct[2] = {{.op = OP_BUILTIN, .b = (uint16_t)f->builtin, .a = 3}};
        uint16_t *slots = (uint16_t *)(direct + 1);
        for (unsigned k = 0; k < 3; k++) slots[k] = (uint16_t)use(i, 1 + k);
        return builtin_execute(m, t, direct);
    }
    if (f->builtin) {
        machine_fault(m, t, "unsupported", "call of the engine operation `%s` through a pointer",
                      f->name);
        return STEP_STOP;
    }
    return call_function(m, t, i, f, 1);
}

StepResult return_from(Machine *m, Thread *t, const Insn *i) {
    Frame *f = &t->frames[t->top];
    if (!f->call) {
        if (machine_end_objects(m, t) == STEP_STOP) return STEP_STOP;
        t->pending = (Operation){.kind = OPERATION_EXIT, .target = -1, .loc = machine_loc(m, t)};
        return STEP_STOP;
    }
    if (access_ends_visibly(m, t, f->stack, t->stack - f->stack)) return STEP_STOP;
    if (f->ending == 3) return interrupt_ends(m, t);
    bool repeat = f->ending == 2;
    if (f->ending == 1) {
        t->section--;
        log_boundary(t);
    }
    uint64_t values[64];
    const Expr *exprs[64] = {0};
    const Insn *call = f->call;
    /* Values that the caller does not take are not read. */
    unsigned n = MIN(i->op == OP_RETN   ? i->a
                     : i->op == OP_RETV ? 1u
                                        : 0u,
                     MIN(call->d, (unsigned)ARRAY_LEN(values)));
    for (unsigned k = 0; k < n; k++) {
        unsigned r = i->op == OP_RETN ? use(i, k) : i->a;
        values[k] = frame_regs(t)[r];
        exprs[k] = reg_expr(t, r);
    }
    frame_leave(m, t);
    for (unsigned k = 0; k < call->d; k++) {
        if (k < n && exprs[k])
            set_reg_expr(m, t, def(call, k), exprs[k]);
        else
            set_reg(t, def(call, k), k < n ? values[k] : 0);
    }
    if (repeat) {
        t->pc = call;
        return STEP_NEXT;
    }
    return end_list(t, call);
}
