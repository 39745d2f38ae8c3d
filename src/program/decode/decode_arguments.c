/* decode_arguments.c — where variadic functions find their arguments: calls, and va_start. */
#include "program/decode/decoder.h"

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

uint32_t pass_variadic(Decoder *d, LLVMValueRef call, unsigned from, const char *name) {
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
    const StackObject parts[] = {{0, MAX(8 * most->general, 1), 0, 0},
                                 {8 * VARIADIC_GENERAL, 16 * most->vector, 0, 0},
                                 {VARIADIC_STACK, (uint32_t)most->stack, 0, 0}};
    for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
        StackObject o = {(uint32_t)at + parts[k].offset, parts[k].size, 0, 0};
        if (o.size) vec_push(&d->objects, o);
    }
    d->frame_bytes = (at + VARIADIC_STACK + most->stack + 15) & ~15ull;
    d->frame_align = MAX(d->frame_align, align);
    for (size_t k = 0; k < d->v.code.len; k++)
        if (d->v.code.data[k].op == OP_STACKADDR && d->v.code.data[k].imm == UINT64_MAX)
            d->v.code.data[k].imm = at;
}
