/*
 * asm_bits.c — tests and changes single bits, finds and counts bits, and swaps bytes.
 */
#include "program/asm/asm_instructions.h"
#include <stdio.h>

bool asm_bit(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *which = &i->arguments[0], *to = &i->arguments[1];
    LLVMValueRef n = asm_read(a, which, bits), address = NULL, old;
    if (!n || bits == 8 || asm_in_memory(which) || (i->lock && !asm_in_memory(to))) return false;
    LLVMValueRef at = LLVMBuildAnd(a->b, n, asm_number(a, bits, bits - 1), "");
    LLVMValueRef mask = LLVMBuildShl(a->b, asm_number(a, bits, 1), at, "");
    if (asm_in_memory(to)) {
        address = asm_address(a, to);
        if (!address) return false;
        /* A bit number in a register may lie beyond the operand: it counts from the address on. */
        if (asm_width(a, which)) {
            LLVMValueRef words = LLVMBuildAShr(a->b, n,
                                               asm_number(a, bits,
                                                          bits == 64   ? 6
                                                          : bits == 32 ? 5
                                                                       : 4),
                                               "");
            words = LLVMBuildSExtOrBitCast(a->b, words, asm_int(a, 64), "");
            address = LLVMBuildGEP2(a->b, asm_int(a, bits), address, &words, 1, "");
        }
    }
    LLVMValueRef change = row->what == BIT_RESET ? LLVMBuildNot(a->b, mask, "") : mask;
    LLVMAtomicRMWBinOp op = row->what == BIT_SET     ? LLVMAtomicRMWBinOpOr
                            : row->what == BIT_RESET ? LLVMAtomicRMWBinOpAnd
                                                     : LLVMAtomicRMWBinOpXor;
    if (i->lock && row->what == BIT_TEST) return false;
    if (i->lock) asm_acts(a);
    if (i->lock)
        old = LLVMBuildAtomicRMW(a->b, op, address, change,
                                 LLVMAtomicOrderingSequentiallyConsistent, 0);
    else if (address)
        old = row->what == BIT_TEST ? asm_load(a, address, bits) : asm_load_plain(a, address, bits);
    else
        old = asm_read(a, to, bits);
    if (!old) return false;
    LLVMValueRef set = LLVMBuildAnd(a->b, old, mask, "");
    asm_forget_flags(a);
    a->now.carry = LLVMBuildICmp(a->b, LLVMIntNE, set, asm_number(a, bits, 0), "");
    if (i->lock || row->what == BIT_TEST) return true;
    LLVMValueRef v = row->what == BIT_SET     ? LLVMBuildOr(a->b, old, change, "")
                     : row->what == BIT_RESET ? LLVMBuildAnd(a->b, old, change, "")
                                              : LLVMBuildXor(a->b, old, change, "");
    return asm_write_back(a, to, v, address);
}

/* Calls the intrinsic `name` for a value's width. */
static LLVMValueRef asm_count(Assembly *a, const char *name, LLVMValueRef v) {
    char full[40];
    snprintf(full, sizeof full, "llvm.%s.i%u", name, asm_value_width(v));
    bool two = !strcmp(name, "ctlz") || !strcmp(name, "cttz"); /* the width if the value is zero */
    return asm_call(a, full, LLVMTypeOf(v), (LLVMValueRef[]){v, asm_number(a, 1, 0)}, two ? 2 : 1);
}

bool asm_scan(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    LLVMValueRef x = asm_read(a, &i->arguments[0], bits), v;
    if (!x || bits == 8) return false;
    LLVMValueRef none = asm_is_zero(a, x);
    asm_forget_flags(a);
    switch (row->what) {
    case POPULATION:
        v = asm_count(a, "ctpop", x);
        a->now.zero = none;
        a->now.carry = a->now.sign = a->now.overflow = asm_number(a, 1, 0);
        break;
    case TRAILING:
    case LEADING:
        v = asm_count(a, row->what == TRAILING ? "cttz" : "ctlz", x);
        a->now.zero = asm_is_zero(a, v);
        a->now.carry = none;
        break;
    default:
        v = asm_count(a, row->what == FORWARD ? "cttz" : "ctlz", x);
        if (row->what == REVERSE) v = LLVMBuildSub(a->b, asm_number(a, bits, bits - 1), v, "");
        a->now.zero = none;
        /* For zero the whole destination stays unchanged. */
        LLVMValueRef old = asm_register(a, i->arguments[1].reg);
        if (!old || i->arguments[1].kind != ASM_ARGUMENT_REGISTER || bits == 16) return false;
        v = LLVMBuildSelect(a->b, none, old, LLVMBuildZExtOrBitCast(a->b, v, asm_int(a, 64), ""),
                            "");
        return asm_set_register(a, i->arguments[1].reg, v);
    }
    return asm_write(a, &i->arguments[1], v);
}

bool asm_swap_bytes(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    LLVMValueRef x = asm_read(a, &i->arguments[0], bits);
    return x && bits >= 32 && asm_write(a, &i->arguments[0], asm_count(a, "bswap", x));
}
