/*
 * decode_call.c — calls: passing of arguments, also to variadic functions, inline assembly, and the
 * operations that are hidden in calls.
 */
#include "program/decode/decoder.h"
#include <stdlib.h>

#define MAX_REGS 64 /* registers of one first-class value that a call returns */

/* --- variable arguments ----------------------------------------------------------------------- */

LLVMTypeRef byval_type(LLVMValueRef call, unsigned argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMIsAFunction(call)
                             ? LLVMGetEnumAttributeAtIndex(call, argument + 1, kind)
                             : LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* Returns the alignment of a copy on the stack. */
static uint64_t byval_alignment(Decoder *d, LLVMValueRef call, unsigned argument, LLVMTypeRef by) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef a = LLVMIsAFunction(call)
                             ? LLVMGetEnumAttributeAtIndex(call, argument + 1, kind)
                             : LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetEnumAttributeValue(a) : LLVMABIAlignmentOfType(d->l->layout, by);
}

/* Moves the cursor over an argument of type `t`; with `area`, stores the argument there. Its
 * registers begin with `first`. */
static void pass_argument(Decoder *d, ArgumentCursor *c, LLVMTypeRef t, uint32_t first,
                          uint32_t area) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind) {
        unsigned n = k == LLVMStructTypeKind ? LLVMCountStructElementTypes(t)
                                             : (unsigned)LLVMGetArrayLength2(t);
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef et;
            unsigned at = element_registers(t, i, &et);
            pass_argument(d, c, et, first + at, area);
        }
        return;
    }
    uint64_t at = argument_place(d->l, c, t);
    if (!area) return;
    /* A narrow integer fills its place, as in a register of the machine. */
    if (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < 64)
        t = LLVMInt64TypeInContext(d->l->context);
    access_memory(d, true, t, first, (Address){.base = area}, (int64_t)at);
}

/* Stores the arguments of a call from number `from` on where a variadic function finds them.
 * Returns the register with the address. */
static uint32_t pass_variadic(Decoder *d, LLVMValueRef call, unsigned from, const char *name) {
    ArgumentCursor c = {0}, *most = &d->va_most;
    uint32_t area = new_reg(d);
    emit(d, OP_STACKADDR, area, 0, 0, UINT64_MAX); /* patched when the size of the area is known */
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef a = LLVMGetOperand(call, k);
        LLVMTypeRef by = byval_type(call, k);
        if (!by) {
            pass_argument(d, &c, LLVMTypeOf(a), k < from ? 0 : contiguous(d, a),
                          k < from ? 0 : area);
            continue;
        }
        uint64_t bytes = LLVMABISizeOfType(d->l->layout, by),
                 at = argument_place_of_copy(&c, bytes, byval_alignment(d, call, k, by));
        if (k < from) continue;
        uint32_t to = new_reg(d);
        emit(d, OP_ADDI64, to, area, 0, at);
        emit_list(d, OP_MISC, MISC_MEMCPY, 0, NO_REGISTERS,
                  REGISTERS(to, reg_of(d, a, 0), constant_reg(d, bytes)));
    }
    /* Such functions pass all registers on to a system call that ignores those not set. */
    if (name && library_function_has(name, ALL_REGISTERS)) {
        c.general = VARIADIC_GENERAL;
        c.stack = MAX(c.stack, 8);
    }
    most->general = MAX(most->general, c.general);
    most->vector = MAX(most->vector, c.vector);
    most->stack = MAX(most->stack, c.stack);
    most->align = MAX(most->align, c.align);
    return area;
}

void decode_va_start(Decoder *d, uint32_t list) {
    ArgumentCursor c = {0};
    for (unsigned k = 0, n = LLVMCountParams(d->fn); k < n; k++) {
        LLVMTypeRef by = byval_type(d->fn, k);
        if (by)
            argument_place_of_copy(&c, LLVMABISizeOfType(d->l->layout, by),
                                   byval_alignment(d, d->fn, k, by));
        else
            pass_argument(d, &c, LLVMTypeOf(LLVMGetParam(d->fn, k)), 0, 0);
    }
    uint32_t area = d->va_area ? d->va_area : constant_reg(d, 0), stack = new_reg(d);
    emit_list(d, OP_MISC, MISC_VASTART, 0, NO_REGISTERS, REGISTERS(area));
    emit(d, OP_ADDI64, stack, area, 0, VARIADIC_STACK + c.stack);
    Address to = {.base = list};
    store_bytes(
        d, constant_reg(d, 8 * c.general | (uint64_t)(8 * VARIADIC_GENERAL + 16 * c.vector) << 32),
        8, to, 0);
    store_bytes(d, stack, 8, to, 8);
    store_bytes(d, area, 8, to, 16);
}

void place_variadic(Decoder *d) {
    bool used = false;
    for (size_t k = 0; k < d->v.code.len; k++)
        used |= d->v.code.data[k].op == OP_STACKADDR && d->v.code.data[k].imm == UINT64_MAX;
    if (!used) return;
    const ArgumentCursor *most = &d->va_most;
    if (most->align > VARIADIC_STACK)
        loader_error(
            d->l,
            "the function `%s` passes a variable argument that is aligned to more than %d bytes",
            d->out->name, VARIADIC_STACK);
    uint64_t align = MAX(most->align, 16), at = (d->frame_bytes + 16 + align - 1) & ~(align - 1);
    const StackObject parts[] = {{0, MAX(8 * most->general, 1), 0},
                                 {8 * VARIADIC_GENERAL, 16 * most->vector, 0},
                                 {VARIADIC_STACK, (uint32_t)most->stack, 0}};
    for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
        StackObject o = {(uint32_t)at + parts[k].offset, parts[k].size, 0};
        if (o.size) vec_push(&d->objects, o);
    }
    d->frame_bytes = (at + VARIADIC_STACK + most->stack + 15) & ~15ull;
    d->frame_align = MAX(d->frame_align, align);
    for (size_t k = 0; k < d->v.code.len; k++)
        if (d->v.code.data[k].op == OP_STACKADDR && d->v.code.data[k].imm == UINT64_MAX)
            d->v.code.data[k].imm = at;
}

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
        if (b == BUILTIN_setjmp) d->v.returns_twice = true;
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
