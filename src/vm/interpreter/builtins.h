/*
 * builtins.h — handlers of the engine operations that bitcode calls by name; they are in
 * builtins.c, builtins_threads.c, inputs.c, asked.c and jumps.c. For these files only.
 */
#ifndef HEDDLE_VM_INTERPRETER_BUILTINS_H
#define HEDDLE_VM_INTERPRETER_BUILTINS_H

#include "vm/interpreter/lists/special.h"
#include "vm/memory/range.h"

typedef struct BuiltinCall {
    const Insn *i;
    uint64_t v[7];           /* operands; not set if the handler takes them from registers */
    OperationKind operation; /* the operation to propose, if the handler serves several builtins */
} BuiltinCall;
typedef StepResult BuiltinHandler(Machine *m, Thread *t, const BuiltinCall *c);

/* Sets the pending operation of the thread and returns STEP_STOP: the thread waits before it. */
StepResult propose(Machine *m, Thread *t, OperationKind kind, uint64_t object, uint64_t detail,
                   int flags);
/* Completes the builtin that `t` is at with a result: goes to the next instruction. */
static inline StepResult completed(Machine *m, Thread *t, uint64_t result) {
    const Insn *i = t->pc;
    (void)m;
    if (i->d) set_reg(t, def(i, 0), result);
    return end_list(t, i);
}

/* Takes the frames of the context that `t` runs on off, if there is one; what an undo needs of them
 * is saved. Returns the instruction at which the thread's own stack is. */
const Insn *contexts_leave(Machine *m, Thread *t);

BuiltinHandler builtin_make_symbolic, builtin_assume, builtin_fail, builtin_mistake,
    builtin_set_jump, builtin_long_jump, builtin_get_context, builtin_switch_context,
    builtin_context_room, builtin_context_current, builtin_is_symbolic, builtin_tell,
    builtin_extent, builtin_claim_thread, builtin_exit_thread, builtin_create_thread,
    builtin_await_thread, builtin_thread_self, builtin_caller, builtin_name_character,
    builtin_next_thread, builtin_thread_after, builtin_generation, builtin_by_program;

#endif
