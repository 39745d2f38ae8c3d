/*
 * builtins.h — how the engine operations that bitcode calls by name are carried out: a handler for
 * each, in builtins.c, inputs.c and jumps.c. Not for others.
 */
#ifndef HEDDLE_VM_INTERPRETER_BUILTINS_H
#define HEDDLE_VM_INTERPRETER_BUILTINS_H

#include "vm/memory/range.h"

typedef struct BuiltinCall {
    const Insn *i;
    uint64_t v[7]; /* the operands; not of handlers that take them from registers themselves */
    OperationKind operation; /* where the handler serves several builtins: what it proposes */
} BuiltinCall;
typedef StepResult BuiltinHandler(Machine *m, Thread *t, const BuiltinCall *c);

/* The thread waits before a visible operation. */
StepResult propose(Machine *m, Thread *t, OperationKind kind, uint64_t object, uint64_t detail,
                   int flags);
/* The builtin is over, with a result. */
static inline StepResult completed(Machine *m, Thread *t, uint64_t result) {
    complete(m, t, result);
    return STEP_NEXT;
}

BuiltinHandler builtin_make_symbolic, builtin_assume, builtin_fail, builtin_set_jump,
    builtin_long_jump;

#endif
