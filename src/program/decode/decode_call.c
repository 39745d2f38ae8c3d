/*
 * decode_call.c — calls, inline assembly, and the operations that are hidden in calls.
 */
#include "program/decode/decoder.h"
#include <stdlib.h>

#define MAX_REGS 64 /* registers of one first-class value that a call returns */

/* --- calls ------------------------------------------------------------------------------------ */

/* Reports inline assembly that asm_lower.c has left. */
static void decode_asm(Decoder *d, LLVMValueRef assembly) {
    size_t n;
    missing(d, "inline assembly, which is not supported: \"%.120s\"",
            LLVMGetInlineAsmAsmString(assembly, &n));
}

/* Decodes a hidden operation: one made a call so that LLVM assumes nothing about it (facts.c). */
static void decode_hidden_operation(Decoder *d, LLVMValueRef call, const char *name) {
    const char *s = name + strlen("__heddle_op_");
    if (!strcmp(s, "unreachable")) {
        emit(d, OP_UNREACHABLE, 0, 0, 0, 0);
        return;
    }
    if (starts(s, "guard.")) {
        emit(d, OP_GUARD, reg_of(d, call, 0), reg_of(d, LLVMGetOperand(call, 0), 0),
             reg_of(d, LLVMGetOperand(call, 1), 0), 0);
        return;
    }
    if (starts(s, "fptosi.") || starts(s, "fptoui.")) {
        decode_cast(d, call, starts(s, "fptosi.") ? LLVMFPToSI : LLVMFPToUI);
        return;
    }
    LLVMOpcode op = starts(s, "shl.")    ? LLVMShl
                    : starts(s, "lshr.") ? LLVMLShr
                    : starts(s, "ashr.") ? LLVMAShr
                    : starts(s, "sdiv")  ? LLVMSDiv
                    : starts(s, "udiv")  ? LLVMUDiv
                    : starts(s, "srem")  ? LLVMSRem
                                         : LLVMURem;
    LLVMTypeRef t = LLVMTypeOf(call);
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
    uint32_t dst = reg_of(d, call, 0);
    if (is_wide(t))
        decode_wide_binary(d, op, int_bits(t), dst, x, y);
    else {
        Operand b = operand_of(d, y);
        emit_binary(d, op, int_bits(t), dst, reg_of(d, x, 0), b);
    }
}

/* Returns the dangers of a system call. An unknown number may be any. */
static Traits dangers_of_system_call(LLVMValueRef call) {
    LLVMValueRef number = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    bool known = number && LLVMIsAConstantInt(number);
    return known ? engine_call_dangers(LLVMConstIntGetZExtValue(number)) : ANY_DANGER;
}

/* Returns how many arguments of a system call are decoded: without those at the end that are zero,
 * as the engine takes missing ones, but with the number and one more. */
static unsigned system_call_arguments(LLVMValueRef call, unsigned n) {
    while (n > 2 && LLVMIsAConstantInt(LLVMGetOperand(call, n - 1)) &&
           LLVMIsNull(LLVMGetOperand(call, n - 1)))
        n--;
    return n;
}

/* Whether the program's own code gives a stream a buffer of its own memory for output. */
static bool gives_buffer(const Decoder *d, LLVMValueRef call, const char *name) {
    return !d->out->library && library_function_has(name, TAKES_BUFFER) &&
           (LLVMGetNumArgOperands(call) < 2 ||
            !LLVMIsAConstantPointerNull(LLVMGetOperand(call, 1)));
}

void decode_call(Decoder *d, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee)) {
        decode_asm(d, callee);
        return;
    }
    while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    LLVMTypeRef ft = LLVMGetCalledFunctionType(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : NULL;
    if (name && starts(name, "llvm.")) {
        decode_intrinsic(d, call, name);
        return;
    }
    if (name && starts(name, "__heddle_op_")) {
        decode_hidden_operation(d, call, name);
        return;
    }

    unsigned nargs = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(ft);
    unsigned nd = LLVMGetFirstUse(call) ? type_registers(LLVMTypeOf(call)) : 0;
    VEC(uint32_t) uses = {0};
    uint64_t index = name ? ptrmap_get(&d->l->function_index, callee) : 0;
    /* Without a prototype the arguments of a variadic function look like those of any other. The
     * type of the function itself is exact. */
    LLVMTypeRef own = index ? LLVMGlobalGetValueType(callee) : ft;
    bool variadic = LLVMIsFunctionVarArg(own);
    bool defined = index && !LLVMIsDeclaration(callee);
    unsigned named = index && (defined || variadic) ? LLVMCountParamTypes(own) : fixed;
    if (index && nargs >= named && d->l->program->functions[index - 1].builtin == BUILTIN_syscall)
        nargs = named = system_call_arguments(call, named);
    if (!index) vec_push(&uses, reg_of(d, callee, 0));
    for (unsigned k = 0; k < nargs && k < named; k++) {
        LLVMValueRef a = LLVMGetOperand(call, k);
        for (unsigned n = 0; n < type_registers(LLVMTypeOf(a)); n++)
            vec_push(&uses, reg_of(d, a, n));
    }
    for (unsigned k = nargs; k < named; k++) /* missing arguments are zero */
        for (unsigned n = 0, m = type_registers(LLVMTypeOf(LLVMGetParam(callee, k))); n < m; n++)
            vec_push(&uses, zero_reg(d));
    if (variadic) {
        /* The number of named parameters of a function behind a pointer is unknown: it gets all
         * arguments here, too. */
        vec_push(&uses, pass_variadic(d, call, index ? named : 0, name));
    }
    uint32_t defs[MAX_REGS];
    if (nd > MAX_REGS) {
        missing(d, "a call that returns more than %d registers, which is not supported", MAX_REGS);
        vec_free(&uses);
        return;
    }
    for (unsigned k = 0; k < nd; k++) defs[k] = reg_of(d, call, k);
    if (index) {
        Builtin b = d->l->program->functions[index - 1].builtin;
        if (b == BUILTIN_setjmp || b == BUILTIN_getcontext) d->v.returns_twice = true;
        if (gives_buffer(d, call, name)) d->out->dangers |= SHOWS_OUTPUT;
        d->out->dangers |=
            b == BUILTIN_syscall ? dangers_of_system_call(call) : builtin_traits[b] & ANY_DANGER;
        if (b)
            emit_list(d, OP_BUILTIN, (uint16_t)b, index - 1, (Registers){defs, nd},
                      (Registers){uses.data, (unsigned)uses.len});
        else
            emit_list(d, OP_CALL, 0, index - 1, (Registers){defs, nd},
                      (Registers){uses.data, (unsigned)uses.len});
    } else
        emit_list(d, OP_CALLI, variadic, 0, (Registers){defs, nd},
                  (Registers){uses.data, (unsigned)uses.len});
    vec_free(&uses);
}
