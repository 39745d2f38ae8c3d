/*
 * variadic.c — where the x86-64 convention puts the arguments of a call, as seen by a variadic
 * function. Its va_arg takes them from an image of the registers (6 general ones, then 8 vector
 * registers of 16 bytes) or from the stack. Clang passes arguments as parts that fit one register
 * each. A part that finds no register left goes to the stack.
 */
#include "program/front_end/loader.h"

static unsigned scalar_bits(Loader *l, LLVMTypeRef t) {
    return (unsigned)LLVMSizeOfTypeInBits(l->layout, t);
}

static uint64_t on_stack(ArgumentCursor *c, uint64_t size, uint64_t align) {
    c->stack = (c->stack + align - 1) & ~(align - 1);
    uint64_t at = VARIADIC_STACK + c->stack;
    c->stack += (size + 7) & ~7ull;
    c->align = MAX(c->align, align);
    return at;
}

static uint64_t in_general(ArgumentCursor *c, unsigned registers) {
    uint64_t at = 8ull * c->general;
    c->general += registers;
    return at;
}

uint64_t argument_place(Loader *l, ArgumentCursor *c, LLVMTypeRef t) {
    unsigned bits = scalar_bits(l, t);
    switch (LLVMGetTypeKind(t)) {
    case LLVMX86_FP80TypeKind: return on_stack(c, 16, 16);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMFP128TypeKind:
    case LLVMVectorTypeKind:
        if (bits <= 128 && c->vector < VARIADIC_VECTOR)
            return VARIADIC_GENERAL * 8 + 16ull * c->vector++;
        return on_stack(c, MAX(bits / 8, 8), MAX(bits / 8, 8));
    default:
        /* A wide integer takes two registers or none; a register left over serves the next
         * argument. */
        if (bits > 64)
            return c->general + 2 <= VARIADIC_GENERAL ? in_general(c, 2) : on_stack(c, 16, 16);
        return c->general < VARIADIC_GENERAL ? in_general(c, 1) : on_stack(c, 8, 8);
    }
}

uint64_t argument_place_of_copy(ArgumentCursor *c, uint64_t size, uint64_t align) {
    return on_stack(c, size, MAX(align, 8));
}
