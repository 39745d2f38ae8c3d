/*
 * asm_moves.c — moves between registers and memory, exchanges, compare-and-exchange, the stack, and
 * widening.
 */
#include "program/asm/asm_instructions.h"

bool asm_move(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    /* A whole register keeps its type: a moved pointer stays a pointer. */
    if (bits == 64 && from->kind == ASM_ARGUMENT_REGISTER && to->kind == ASM_ARGUMENT_REGISTER &&
        a->now.registers[from->reg] && !from->high && !to->high) {
        LLVMTypeRef t = LLVMTypeOf(a->now.registers[from->reg]);
        if (LLVMGetTypeKind(t) == LLVMPointerTypeKind) {
            a->now.registers[to->reg] = a->now.registers[from->reg];
            return true;
        }
    }
    LLVMValueRef v = asm_read(a, from, bits);
    return v && !(asm_in_memory(from) && asm_in_memory(to)) && asm_write(a, to, v);
}

bool asm_load_address(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    if (!asm_in_memory(&i->arguments[0]) || bits < 32) return false;
    LLVMValueRef v = asm_address(a, &i->arguments[0]);
    if (!v) return false;
    v = LLVMBuildPtrToInt(a->b, v, asm_int(a, bits), "");
    return asm_write(a, &i->arguments[1], v);
}

bool asm_swap(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *x = &i->arguments[0], *y = &i->arguments[1];
    if (asm_in_memory(x)) {
        const AsmArgument *other = x;
        x = y;
        y = other;
    }
    LLVMValueRef v = asm_read(a, x, bits);
    if (!v || x->kind != ASM_ARGUMENT_REGISTER) return false;
    if (asm_in_memory(y)) { /* always locked */
        LLVMValueRef old = asm_exchange(a, LLVMAtomicRMWBinOpXchg, y, v);
        return old && asm_write(a, x, old);
    }
    LLVMValueRef other = asm_read(a, y, bits);
    return other && !i->lock && asm_write(a, x, other) && asm_write(a, y, v);
}

bool asm_exchange_add(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    LLVMValueRef y = asm_read(a, from, bits), x, address = NULL;
    if (!y || from->kind != ASM_ARGUMENT_REGISTER || (i->lock && !asm_in_memory(to))) return false;
    x = i->lock ? asm_exchange(a, LLVMAtomicRMWBinOpAdd, to, y)
                : asm_read_to_change(a, to, bits, &address);
    if (!x) return false;
    LLVMValueRef v = asm_sum(a, x, y, false);
    return asm_write(a, from, x) && (i->lock || asm_write_back(a, to, v, address));
}

/* Compares the bytes at an address with `expected` and, if equal, replaces them. Returns the old
 * value. */
static LLVMValueRef asm_compare_exchange(Assembly *a, bool lock, LLVMValueRef address,
                                         LLVMValueRef expected, LLVMValueRef wanted) {
    asm_acts(a);
    if (lock) {
        LLVMValueRef both = LLVMBuildAtomicCmpXchg(a->b, address, expected, wanted,
                                                   LLVMAtomicOrderingSequentiallyConsistent,
                                                   LLVMAtomicOrderingSequentiallyConsistent, 0);
        return LLVMBuildExtractValue(a->b, both, 0, "");
    }
    LLVMValueRef old = asm_load_plain(a, address, asm_value_width(expected));
    LLVMValueRef same = LLVMBuildICmp(a->b, LLVMIntEQ, old, expected, "");
    asm_store_plain(a, address,
                    LLVMBuildSelect(a->b, same, wanted, old, "")); /* it writes in any case */
    return old;
}

bool asm_compare_and_exchange(Assembly *a, const AsmInstruction *i, unsigned bits,
                              const AsmRow *row) {
    const AsmArgument *to = &i->arguments[1];
    LLVMValueRef wanted = asm_read(a, &i->arguments[0], bits),
                 expected = asm_register_low(a, ASM_RAX, bits);
    if (!wanted || !expected || (i->lock && !asm_in_memory(to))) return false;
    if (!asm_in_memory(to)) {
        LLVMValueRef old = asm_read(a, to, bits);
        if (!old) return false;
        LLVMValueRef same = LLVMBuildICmp(a->b, LLVMIntEQ, old, expected, "");
        asm_difference(a, expected, old, false);
        return asm_write(a, to, LLVMBuildSelect(a->b, same, wanted, old, "")) &&
               asm_set_register(a, ASM_RAX, old);
    }
    LLVMValueRef address = asm_address(a, to);
    if (!address) return false;
    LLVMValueRef old = asm_compare_exchange(a, i->lock, address, expected, wanted);
    asm_difference(a, expected, old, false);
    return asm_set_register(a, ASM_RAX, old);
}

/* cmpxchg8b and cmpxchg16b: `what` is half the width. */
bool asm_compare_and_exchange_pair(Assembly *a, const AsmInstruction *i, unsigned bits,
                                   const AsmRow *row) {
    unsigned half = (unsigned)row->what;
    LLVMValueRef expected = asm_register_pair(a, ASM_RDX, ASM_RAX, half),
                 wanted = asm_register_pair(a, ASM_RCX, ASM_RBX, half);
    if (!expected || !wanted || !asm_in_memory(&i->arguments[0])) return false;
    LLVMValueRef address = asm_address(a, &i->arguments[0]);
    if (!address) return false;
    LLVMValueRef old = asm_compare_exchange(a, i->lock, address, expected, wanted);
    a->now.zero = LLVMBuildICmp(a->b, LLVMIntEQ, old, expected, "");
    LLVMTypeRef narrow = asm_int(a, half);
    LLVMValueRef high = LLVMBuildLShr(a->b, old, LLVMConstInt(LLVMTypeOf(old), half, 0), "");
    return asm_set_register(a, ASM_RAX, LLVMBuildTrunc(a->b, old, narrow, "")) &&
           asm_set_register(a, ASM_RDX, LLVMBuildTrunc(a->b, high, narrow, ""));
}

bool asm_push(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    LLVMValueRef v = asm_read(a, &i->arguments[0], 64);
    if (!v || a->now.npushed == ARRAY_LEN(a->now.pushed) || asm_in_memory(&i->arguments[0]))
        return false;
    a->now.pushed[a->now.npushed++] = v;
    return true;
}

bool asm_pop(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    if (!a->now.npushed || asm_in_memory(&i->arguments[0])) return false;
    a->now.npushed--;
    return asm_write(a, &i->arguments[0], a->now.pushed[a->now.npushed]);
}

/* Widens a number in %rax; `what` is its width. */
bool asm_widen(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    LLVMValueRef v = asm_register_low(a, ASM_RAX, (unsigned)row->what);
    return v && asm_set_register(a, ASM_RAX,
                                 LLVMBuildSExt(a->b, v, asm_int(a, 2 * (unsigned)row->what), ""));
}

/* Copies the sign of %rax into all of %rdx; `what` is the width. */
bool asm_spread_sign(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    unsigned width = (unsigned)row->what;
    LLVMValueRef v = asm_register_low(a, ASM_RAX, width);
    return v && asm_set_register(a, ASM_RDX,
                                 LLVMBuildAShr(a->b, v, asm_number(a, width, width - 1), ""));
}
