/*
 * asm_arithmetic.c — arithmetic, logic, shifts, multiplication and division, with the flags they
 * set.
 */
#include "program/asm/asm_instructions.h"
#include <stdio.h>

static LLVMValueRef asm_is_negative(Assembly *a, LLVMValueRef v) {
    return LLVMBuildICmp(a->b, LLVMIntSLT, v, asm_number(a, asm_value_width(v), 0), "");
}

static void asm_flags_of_result(Assembly *a, LLVMValueRef v) {
    a->now.zero = asm_is_zero(a, v);
    a->now.sign = asm_is_negative(a, v);
}

static LLVMValueRef flags_of_logic(Assembly *a, LLVMValueRef v) {
    asm_flags_of_result(a, v);
    a->now.carry = a->now.overflow = asm_number(a, 1, 0);
    return v;
}

LLVMValueRef asm_sum(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more) {
    LLVMValueRef v = LLVMBuildAdd(a->b, x, y, ""),
                 carry = LLVMBuildICmp(a->b, LLVMIntULT, v, x, "");
    if (more) {
        v = LLVMBuildAdd(a->b, v, LLVMBuildZExt(a->b, a->now.carry, LLVMTypeOf(x), ""), "");
        LLVMValueRef all_ones = LLVMBuildICmp(a->b, LLVMIntEQ, v, x, "");
        LLVMValueRef around = LLVMBuildAnd(a->b, a->now.carry, all_ones, "");
        LLVMValueRef below = LLVMBuildICmp(a->b, LLVMIntULT, v, x, "");
        carry = LLVMBuildOr(a->b, below, around, "");
    }
    LLVMValueRef other = LLVMBuildXor(a->b, x, v, ""), same = LLVMBuildXor(a->b, y, v, "");
    a->now.overflow = asm_is_negative(a, LLVMBuildAnd(a->b, other, same, ""));
    a->now.carry = carry;
    asm_flags_of_result(a, v);
    return v;
}

LLVMValueRef asm_difference(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more) {
    LLVMValueRef v = LLVMBuildSub(a->b, x, y, ""),
                 borrow = LLVMBuildICmp(a->b, LLVMIntULT, x, y, "");
    if (more) {
        v = LLVMBuildSub(a->b, v, LLVMBuildZExt(a->b, a->now.carry, LLVMTypeOf(x), ""), "");
        LLVMValueRef equal = LLVMBuildICmp(a->b, LLVMIntEQ, x, y, "");
        borrow = LLVMBuildOr(a->b, borrow, LLVMBuildAnd(a->b, a->now.carry, equal, ""), "");
    }
    LLVMValueRef apart = LLVMBuildXor(a->b, x, y, ""), changed = LLVMBuildXor(a->b, x, v, "");
    a->now.overflow = asm_is_negative(a, LLVMBuildAnd(a->b, apart, changed, ""));
    a->now.carry = borrow;
    asm_flags_of_result(a, v);
    return v;
}

static LLVMValueRef asm_compute(Assembly *a, Arithmetic what, LLVMValueRef x, LLVMValueRef y) {
    if ((what == ADC || what == SBB) && !a->now.carry) return NULL;
    switch (what) {
    case ADD:
    case ADC: return asm_sum(a, x, y, what == ADC);
    case SUB:
    case SBB:
    case CMP: return asm_difference(a, x, y, what == SBB);
    case AND:
    case TEST: return flags_of_logic(a, LLVMBuildAnd(a->b, x, y, ""));
    case OR: return flags_of_logic(a, LLVMBuildOr(a->b, x, y, ""));
    case XOR: return flags_of_logic(a, LLVMBuildXor(a->b, x, y, ""));
    }
    return NULL;
}

bool asm_arithmetic(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    static const int atomic[] = {[ADD] = LLVMAtomicRMWBinOpAdd,
                                 [SUB] = LLVMAtomicRMWBinOpSub,
                                 [AND] = LLVMAtomicRMWBinOpAnd,
                                 [OR] = LLVMAtomicRMWBinOpOr,
                                 [XOR] = LLVMAtomicRMWBinOpXor};
    Arithmetic what = (Arithmetic)row->what;
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    /* A locked operation that leaves the stack unchanged is the oldest form of a fence. */
    if (i->lock && asm_on_stack(to))
        return (what == ADD || what == OR) && from->kind == ASM_ARGUMENT_NUMBER && !from->number &&
               asm_fence(a);
    LLVMValueRef y = asm_read(a, from, bits), x, address;
    if (!y) return false;
    if (what == CMP || what == TEST) {
        x = asm_read(a, to, bits);
        return x && !i->lock && asm_compute(a, what, x, y);
    }
    if (i->lock) {
        if (!asm_in_memory(to) || what == ADC || what == SBB) return false;
        x = asm_exchange(a, (LLVMAtomicRMWBinOp)atomic[what], to, y);
        return x && asm_compute(a, what, x, y);
    }
    x = asm_read_to_change(a, to, bits, &address);
    LLVMValueRef v = x ? asm_compute(a, what, x, y) : NULL;
    return v && asm_write_back(a, to, v, address);
}

static LLVMValueRef compute_unary(Assembly *a, Unary what, LLVMValueRef x) {
    LLVMValueRef one = asm_number(a, asm_value_width(x), 1), carry = a->now.carry, v;
    switch (what) {
    case INC: v = asm_sum(a, x, one, false); break;
    case DEC: v = asm_difference(a, x, one, false); break;
    case NEG: return asm_difference(a, asm_number(a, asm_value_width(x), 0), x, false);
    default: return LLVMBuildNot(a->b, x, ""); /* sets no flags */
    }
    a->now.carry = carry;
    return v;
}

bool asm_unary(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *to = &i->arguments[0];
    LLVMValueRef address, x;
    if (i->lock) {
        if (!asm_in_memory(to) || row->what == NEG) return false;
        x = asm_exchange(a,
                         row->what == INC   ? LLVMAtomicRMWBinOpAdd
                         : row->what == DEC ? LLVMAtomicRMWBinOpSub
                                            : LLVMAtomicRMWBinOpXor,
                         to, asm_number(a, bits, row->what == NOT ? ~0ull : 1));
        return x && compute_unary(a, (Unary)row->what, x);
    }
    x = asm_read_to_change(a, to, bits, &address);
    return x && asm_write_back(a, to, compute_unary(a, (Unary)row->what, x), address);
}

/* Shifts or rotates by a number or by %cl. The flags of a shift by a variable are not kept. */
static LLVMValueRef asm_shifted(Assembly *a, Shift what, LLVMValueRef x, LLVMValueRef n) {
    unsigned bits = asm_value_width(x);
    if (what == SHL) return LLVMBuildShl(a->b, x, n, "");
    if (what == SHR) return LLVMBuildLShr(a->b, x, n, "");
    if (what == SAR) return LLVMBuildAShr(a->b, x, n, "");
    char name[32];
    snprintf(name, sizeof name, "llvm.fsh%c.i%u", what == ROL ? 'l' : 'r', bits);
    return asm_call(a, name, LLVMTypeOf(x), (LLVMValueRef[]){x, x, n}, 3);
}

bool asm_shift(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *to = asm_last_argument(i);
    Shift what = (Shift)row->what;
    LLVMValueRef n = i->narguments == 2 ? asm_read(a, &i->arguments[0], 8) : asm_number(a, 8, 1),
                 address, x;
    if (!n) return false;
    n = LLVMBuildAnd(a->b, n, asm_number(a, 8, bits == 64 ? 63 : 31), "");
    if (bits < 32 && (what == ROL || what == ROR))
        n = LLVMBuildAnd(a->b, n, asm_number(a, 8, bits - 1), "");
    n = LLVMBuildZExtOrBitCast(a->b, n, asm_int(a, bits), "");
    x = asm_read_to_change(a, to, bits, &address);
    if (!x) return false;
    /* Narrow values are shifted in 32 bits: bits shifted out beyond their width are lost. */
    unsigned wide = bits < 32 && what <= SAR ? 32 : bits;
    LLVMValueRef from = what == SAR ? LLVMBuildSExtOrBitCast(a->b, x, asm_int(a, wide), "")
                                    : LLVMBuildZExtOrBitCast(a->b, x, asm_int(a, wide), "");
    LLVMValueRef v =
        asm_shifted(a, what, from, LLVMBuildZExtOrBitCast(a->b, n, asm_int(a, wide), ""));
    v = LLVMBuildTruncOrBitCast(a->b, v, asm_int(a, bits), "");
    uint64_t count = LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : 0;
    if (!LLVMIsAConstantInt(n) || what >= ROL || count > bits) {
        asm_forget_flags(a);
    } else if (count) {
        uint64_t out = what == SHL ? bits - count : count - 1;
        LLVMValueRef bit = LLVMBuildLShr(a->b, x, asm_number(a, bits, out), "");
        asm_flags_of_result(a, v);
        a->now.carry = LLVMBuildTrunc(a->b, bit, asm_int(a, 1), "");
        a->now.overflow = NULL;
    }
    return asm_write_back(a, to, v, address);
}

/* Rotates by one bit through the carry. */
bool asm_rotate_through_carry(Assembly *a, const AsmInstruction *i, unsigned bits,
                              const AsmRow *row) {
    const AsmArgument *to = asm_last_argument(i);
    LLVMValueRef address, x, one = asm_number(a, bits, 1), most = asm_number(a, bits, bits - 1);
    if (!a->now.carry || (i->narguments == 2 && (i->arguments[0].kind != ASM_ARGUMENT_NUMBER ||
                                                 i->arguments[0].number != 1)))
        return false;
    x = asm_read_to_change(a, to, bits, &address);
    if (!x) return false;
    bool left = row->what == SHL;
    LLVMValueRef in = LLVMBuildZExt(a->b, a->now.carry, LLVMTypeOf(x), ""),
                 out = LLVMBuildLShr(a->b, x, left ? most : asm_number(a, bits, 0), "");
    LLVMValueRef v = left ? LLVMBuildShl(a->b, x, one, "") : LLVMBuildLShr(a->b, x, one, "");
    v = LLVMBuildOr(a->b, v, left ? in : LLVMBuildShl(a->b, in, most, ""), "");
    a->now.carry = LLVMBuildTrunc(a->b, out, asm_int(a, 1), "");
    a->now.overflow = NULL;
    return asm_write_back(a, to, v, address);
}

/* Shifts in bits of another register. */
bool asm_double_shift(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    const AsmArgument *to = asm_last_argument(i);
    LLVMValueRef n = asm_read(a, &i->arguments[0], 8), y = asm_read(a, &i->arguments[1], bits),
                 address;
    if (!n || !y || bits < 32) return false; /* narrow ones are not defined for all amounts */
    n = LLVMBuildZExt(a->b, LLVMBuildAnd(a->b, n, asm_number(a, 8, bits - 1), ""), asm_int(a, bits),
                      "");
    LLVMValueRef x = asm_read_to_change(a, to, bits, &address);
    if (!x) return false;
    bool left = row->what == SHL;
    char name[32];
    snprintf(name, sizeof name, "llvm.fsh%c.i%u", left ? 'l' : 'r', bits);
    asm_forget_flags(a);
    LLVMValueRef v =
        asm_call(a, name, LLVMTypeOf(x), (LLVMValueRef[]){left ? x : y, left ? y : x, n}, 3);
    return asm_write_back(a, to, v, address);
}

/* Multiplies: rdx:rax = rax * argument, and the forms with two and three arguments. */
bool asm_multiply(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    bool is_signed = row->what;
    LLVMValueRef y = asm_read(a, &i->arguments[0], bits);
    if (!y) return false;
    asm_forget_flags(a);
    if (i->narguments > 1) {
        LLVMValueRef x = asm_read(a, &i->arguments[1], bits);
        if (!is_signed || bits == 8 || !x) return false;
        LLVMTypeRef wide = asm_int(a, bits * 2);
        LLVMValueRef full = LLVMBuildMul(a->b, LLVMBuildSExt(a->b, x, wide, ""),
                                         LLVMBuildSExt(a->b, y, wide, ""), ""),
                     low = LLVMBuildMul(a->b, x, y, "");
        a->now.carry = a->now.overflow =
            LLVMBuildICmp(a->b, LLVMIntNE, full, LLVMBuildSExt(a->b, low, wide, ""), "");
        return asm_write(a, asm_last_argument(i), low);
    }
    LLVMValueRef x = asm_register_low(a, ASM_RAX, bits);
    if (!x || bits == 8) return false;
    LLVMTypeRef wide = asm_int(a, bits * 2);
    x = is_signed ? LLVMBuildSExt(a->b, x, wide, "") : LLVMBuildZExt(a->b, x, wide, "");
    y = is_signed ? LLVMBuildSExt(a->b, y, wide, "") : LLVMBuildZExt(a->b, y, wide, "");
    LLVMValueRef v = LLVMBuildMul(a->b, x, y, ""),
                 high = LLVMBuildLShr(a->b, v, asm_number(a, bits * 2, bits), "");
    high = LLVMBuildTrunc(a->b, high, asm_int(a, bits), "");
    if (!is_signed)
        a->now.carry = a->now.overflow =
            LLVMBuildICmp(a->b, LLVMIntNE, high, asm_number(a, bits, 0), "");
    return asm_set_register(a, ASM_RAX, LLVMBuildTrunc(a->b, v, asm_int(a, bits), "")) &&
           asm_set_register(a, ASM_RDX, high);
}

/* Divides rdx:rax by the argument: quotient in rax, remainder in rdx. A quotient that does not fit
 * is an error like division by zero. */
bool asm_divide(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    bool is_signed = row->what;
    LLVMValueRef d = asm_read(a, &i->arguments[0], bits),
                 x = asm_register_pair(a, ASM_RDX, ASM_RAX, bits), q, left;
    if (!d || !x || bits < 32) return false;
    asm_acts(a);
    LLVMTypeRef narrow = asm_int(a, bits), wide = asm_int(a, 2 * bits);
    if (is_signed) {
        d = LLVMBuildSExt(a->b, d, wide, "");
        q = LLVMBuildSDiv(a->b, x, d, "");
        left = LLVMBuildSRem(a->b, x, d, "");
        LLVMValueRef again = LLVMBuildSExt(a->b, LLVMBuildTrunc(a->b, q, narrow, ""), wide, "");
        LLVMValueRef fits = LLVMBuildICmp(a->b, LLVMIntEQ, q, again, "");
        q = LLVMBuildSDiv(a->b, q, LLVMBuildZExt(a->b, fits, wide, ""), "");
    } else {
        LLVMValueRef high = asm_register_low(a, ASM_RDX, bits);
        LLVMValueRef fits = LLVMBuildICmp(a->b, LLVMIntULT, high, d, "");
        d = LLVMBuildZExt(a->b, LLVMBuildSelect(a->b, fits, d, asm_number(a, bits, 0), ""), wide,
                          "");
        q = LLVMBuildUDiv(a->b, x, d, "");
        left = LLVMBuildURem(a->b, x, d, "");
    }
    asm_forget_flags(a);
    return asm_set_register(a, ASM_RAX, LLVMBuildTrunc(a->b, q, narrow, "")) &&
           asm_set_register(a, ASM_RDX, LLVMBuildTrunc(a->b, left, narrow, ""));
}
