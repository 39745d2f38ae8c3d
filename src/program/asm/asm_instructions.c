/*
 * asm_instructions.c — what the machine's instructions do, written with LLVM's: those that programs have in
 * inline assembly because C has no word for them, and what stands around them there. Instructions that are
 * locked become atomic operations; without that, one that reads and writes memory is a load and a store.
 */
#include "program/asm/asm_lower.h"
#include <stdio.h>

/* An instruction of which the width is known. */
typedef struct Row Row;
typedef bool Handler(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row);
struct Row {
    const char *name;
    Handler *write;
    int what;             /* of several that are alike: which one */
    bool unsized;         /* no suffix says a width, and none is needed */
    unsigned least, most; /* arguments */
};

static unsigned width_of(LLVMValueRef v) { return LLVMGetIntTypeWidth(LLVMTypeOf(v)); }
static const AsmArgument *last(const AsmInstruction *i) { return &i->arguments[i->narguments - 1]; }

static LLVMValueRef asm_is_zero(Assembly *a, LLVMValueRef v) {
    return LLVMBuildICmp(a->b, LLVMIntEQ, v, asm_number(a, width_of(v), 0), "");
}
static LLVMValueRef is_negative(Assembly *a, LLVMValueRef v) {
    return LLVMBuildICmp(a->b, LLVMIntSLT, v, asm_number(a, width_of(v), 0), "");
}

static void forget_flags(Assembly *a) { a->now.carry = a->now.zero = a->now.sign = a->now.overflow = NULL; }

static void flags_of_result(Assembly *a, LLVMValueRef v) {
    a->now.zero = asm_is_zero(a, v);
    a->now.sign = is_negative(a, v);
}

/* --- arithmetic -------------------------------------------------------------------------------------- */

typedef enum Arithmetic { ADD, ADC, SUB, SBB, CMP, AND, OR, XOR, TEST } Arithmetic;

static LLVMValueRef flags_of_logic(Assembly *a, LLVMValueRef v) {
    flags_of_result(a, v);
    a->now.carry = a->now.overflow = asm_number(a, 1, 0);
    return v;
}

/* x + y, with the carry so far where `more`. */
static LLVMValueRef sum(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more) {
    LLVMValueRef v = LLVMBuildAdd(a->b, x, y, ""), carry = LLVMBuildICmp(a->b, LLVMIntULT, v, x, "");
    if (more) {
        v = LLVMBuildAdd(a->b, v, LLVMBuildZExt(a->b, a->now.carry, LLVMTypeOf(x), ""), "");
        LLVMValueRef all_ones = LLVMBuildICmp(a->b, LLVMIntEQ, v, x, "");
        LLVMValueRef around = LLVMBuildAnd(a->b, a->now.carry, all_ones, "");
        LLVMValueRef below = LLVMBuildICmp(a->b, LLVMIntULT, v, x, "");
        carry = LLVMBuildOr(a->b, below, around, "");
    }
    LLVMValueRef other = LLVMBuildXor(a->b, x, v, ""), same = LLVMBuildXor(a->b, y, v, "");
    a->now.overflow = is_negative(a, LLVMBuildAnd(a->b, other, same, ""));
    a->now.carry = carry;
    flags_of_result(a, v);
    return v;
}

/* x - y, and the carry so far where `more`. */
static LLVMValueRef asm_difference(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more) {
    LLVMValueRef v = LLVMBuildSub(a->b, x, y, ""), borrow = LLVMBuildICmp(a->b, LLVMIntULT, x, y, "");
    if (more) {
        v = LLVMBuildSub(a->b, v, LLVMBuildZExt(a->b, a->now.carry, LLVMTypeOf(x), ""), "");
        LLVMValueRef equal = LLVMBuildICmp(a->b, LLVMIntEQ, x, y, "");
        borrow = LLVMBuildOr(a->b, borrow, LLVMBuildAnd(a->b, a->now.carry, equal, ""), "");
    }
    LLVMValueRef apart = LLVMBuildXor(a->b, x, y, ""), changed = LLVMBuildXor(a->b, x, v, "");
    a->now.overflow = is_negative(a, LLVMBuildAnd(a->b, apart, changed, ""));
    a->now.carry = borrow;
    flags_of_result(a, v);
    return v;
}

static LLVMValueRef asm_compute(Assembly *a, Arithmetic what, LLVMValueRef x, LLVMValueRef y) {
    if ((what == ADC || what == SBB) && !a->now.carry) return NULL;
    switch (what) {
    case ADD:
    case ADC: return sum(a, x, y, what == ADC);
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

/* The locked operation on memory: what was there before. */
static LLVMValueRef asm_exchange(Assembly *a, LLVMAtomicRMWBinOp op, const AsmArgument *where,
                                 LLVMValueRef v) {
    LLVMValueRef address = asm_address(a, where);
    if (!address) return NULL;
    asm_acts(a);
    return LLVMBuildAtomicRMW(a->b, op, address, v, LLVMAtomicOrderingSequentiallyConsistent, 0);
}

static bool asm_fence(Assembly *a) {
    asm_acts(a);
    LLVMBuildFence(a->b, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
    return true;
}

/* A destination that is read and written, not atomically: its value before, for write_back. */
static LLVMValueRef read_to_change(Assembly *a, const AsmArgument *x, unsigned bits, LLVMValueRef *address) {
    *address = NULL;
    if (!asm_in_memory(x)) return asm_read(a, x, bits);
    *address = asm_address(a, x);
    return *address ? asm_load_plain(a, *address, bits) : NULL;
}

static bool write_back(Assembly *a, const AsmArgument *x, LLVMValueRef v, LLVMValueRef address) {
    if (!address) return asm_write(a, x, v);
    asm_store_plain(a, address, v);
    return true;
}

static bool asm_arithmetic(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    static const int atomic[] = {[ADD] = LLVMAtomicRMWBinOpAdd,
                                 [SUB] = LLVMAtomicRMWBinOpSub,
                                 [AND] = LLVMAtomicRMWBinOpAnd,
                                 [OR] = LLVMAtomicRMWBinOpOr,
                                 [XOR] = LLVMAtomicRMWBinOpXor};
    Arithmetic what = (Arithmetic)row->what;
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    /* A locked operation that leaves the stack as it is, is the oldest of fences. */
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
    x = read_to_change(a, to, bits, &address);
    LLVMValueRef v = x ? asm_compute(a, what, x, y) : NULL;
    return v && write_back(a, to, v, address);
}

typedef enum Unary { INC, DEC, NEG, NOT } Unary;

static LLVMValueRef compute_unary(Assembly *a, Unary what, LLVMValueRef x) {
    LLVMValueRef one = asm_number(a, width_of(x), 1), carry = a->now.carry, v;
    switch (what) {
    case INC: v = sum(a, x, one, false); break;
    case DEC: v = asm_difference(a, x, one, false); break;
    case NEG: return asm_difference(a, asm_number(a, width_of(x), 0), x, false);
    default: return LLVMBuildNot(a->b, x, ""); /* no flags */
    }
    a->now.carry = carry;
    return v;
}

static bool unary(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
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
    x = read_to_change(a, to, bits, &address);
    return x && write_back(a, to, compute_unary(a, (Unary)row->what, x), address);
}

/* Shifts and rotations by a number or by %cl. The flags of a shift by a variable are not kept. */
typedef enum Shift { SHL, SHR, SAR, ROL, ROR } Shift;

static LLVMValueRef shifted(Assembly *a, Shift what, LLVMValueRef x, LLVMValueRef n) {
    unsigned bits = width_of(x);
    if (what == SHL) return LLVMBuildShl(a->b, x, n, "");
    if (what == SHR) return LLVMBuildLShr(a->b, x, n, "");
    if (what == SAR) return LLVMBuildAShr(a->b, x, n, "");
    char name[32];
    snprintf(name, sizeof name, "llvm.fsh%c.i%u", what == ROL ? 'l' : 'r', bits);
    return asm_call(a, name, LLVMTypeOf(x), (LLVMValueRef[]){x, x, n}, 3);
}

static bool shift(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *to = last(i);
    Shift what = (Shift)row->what;
    LLVMValueRef n = i->narguments == 2 ? asm_read(a, &i->arguments[0], 8) : asm_number(a, 8, 1), address, x;
    if (!n) return false;
    n = LLVMBuildAnd(a->b, n, asm_number(a, 8, bits == 64 ? 63 : 31), "");
    if (bits < 32 && (what == ROL || what == ROR)) n = LLVMBuildAnd(a->b, n, asm_number(a, 8, bits - 1), "");
    n = LLVMBuildZExtOrBitCast(a->b, n, asm_int(a, bits), "");
    x = read_to_change(a, to, bits, &address);
    if (!x) return false;
    /* Narrow values: what is shifted out beyond their width is gone. */
    unsigned wide = bits < 32 && what <= SAR ? 32 : bits;
    LLVMValueRef from = what == SAR ? LLVMBuildSExtOrBitCast(a->b, x, asm_int(a, wide), "")
                                    : LLVMBuildZExtOrBitCast(a->b, x, asm_int(a, wide), "");
    LLVMValueRef v = shifted(a, what, from, LLVMBuildZExtOrBitCast(a->b, n, asm_int(a, wide), ""));
    v = LLVMBuildTruncOrBitCast(a->b, v, asm_int(a, bits), "");
    uint64_t count = LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : 0;
    if (!LLVMIsAConstantInt(n) || what >= ROL || count > bits) {
        forget_flags(a);
    } else if (count) {
        uint64_t out = what == SHL ? bits - count : count - 1;
        LLVMValueRef bit = LLVMBuildLShr(a->b, x, asm_number(a, bits, out), "");
        flags_of_result(a, v);
        a->now.carry = LLVMBuildTrunc(a->b, bit, asm_int(a, 1), "");
        a->now.overflow = NULL;
    }
    return write_back(a, to, v, address);
}

/* Rotation by one bit, the carry being one bit more. */
static bool rotate_through_carry(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *to = last(i);
    LLVMValueRef address, x, one = asm_number(a, bits, 1), most = asm_number(a, bits, bits - 1);
    if (!a->now.carry ||
        (i->narguments == 2 && (i->arguments[0].kind != ASM_ARGUMENT_NUMBER || i->arguments[0].number != 1)))
        return false;
    x = read_to_change(a, to, bits, &address);
    if (!x) return false;
    bool left = row->what == SHL;
    LLVMValueRef in = LLVMBuildZExt(a->b, a->now.carry, LLVMTypeOf(x), ""),
                 out = LLVMBuildLShr(a->b, x, left ? most : asm_number(a, bits, 0), "");
    LLVMValueRef v = left ? LLVMBuildShl(a->b, x, one, "") : LLVMBuildLShr(a->b, x, one, "");
    v = LLVMBuildOr(a->b, v, left ? in : LLVMBuildShl(a->b, in, most, ""), "");
    a->now.carry = LLVMBuildTrunc(a->b, out, asm_int(a, 1), "");
    a->now.overflow = NULL;
    return write_back(a, to, v, address);
}

/* As shift, where the bits that come in are those of another register. */
static bool double_shift(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *to = last(i);
    LLVMValueRef n = asm_read(a, &i->arguments[0], 8), y = asm_read(a, &i->arguments[1], bits), address;
    if (!n || !y || bits < 32) return false; /* narrow ones are not defined for all amounts */
    n = LLVMBuildZExt(a->b, LLVMBuildAnd(a->b, n, asm_number(a, 8, bits - 1), ""), asm_int(a, bits), "");
    LLVMValueRef x = read_to_change(a, to, bits, &address);
    if (!x) return false;
    bool left = row->what == SHL;
    char name[32];
    snprintf(name, sizeof name, "llvm.fsh%c.i%u", left ? 'l' : 'r', bits);
    forget_flags(a);
    LLVMValueRef v = asm_call(a, name, LLVMTypeOf(x), (LLVMValueRef[]){left ? x : y, left ? y : x, n}, 3);
    return write_back(a, to, v, address);
}

/* rdx:rax = rax * argument, and the forms with two and three arguments. */
static bool multiply(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    bool is_signed = row->what;
    LLVMValueRef y = asm_read(a, &i->arguments[0], bits);
    if (!y) return false;
    forget_flags(a);
    if (i->narguments > 1) {
        LLVMValueRef x = asm_read(a, &i->arguments[1], bits);
        return is_signed && bits > 8 && x && asm_write(a, last(i), LLVMBuildMul(a->b, x, y, ""));
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
        a->now.carry = a->now.overflow = LLVMBuildICmp(a->b, LLVMIntNE, high, asm_number(a, bits, 0), "");
    return asm_set_register(a, ASM_RAX, LLVMBuildTrunc(a->b, v, asm_int(a, bits), "")) &&
           asm_set_register(a, ASM_RDX, high);
}

/* --- moves ------------------------------------------------------------------------------------------- */

static bool move(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    /* A whole register keeps what it is: a pointer that is moved is still one. */
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

static bool load_address(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    if (!asm_in_memory(&i->arguments[0]) || bits < 32) return false;
    LLVMValueRef v = asm_address(a, &i->arguments[0]);
    if (!v) return false;
    v = LLVMBuildPtrToInt(a->b, v, asm_int(a, bits), "");
    return asm_write(a, &i->arguments[1], v);
}

static bool swap(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *x = &i->arguments[0], *y = &i->arguments[1];
    if (asm_in_memory(x)) {
        const AsmArgument *other = x;
        x = y;
        y = other;
    }
    LLVMValueRef v = asm_read(a, x, bits);
    if (!v || x->kind != ASM_ARGUMENT_REGISTER) return false;
    if (asm_in_memory(y)) { /* locked, always */
        LLVMValueRef old = asm_exchange(a, LLVMAtomicRMWBinOpXchg, y, v);
        return old && asm_write(a, x, old);
    }
    LLVMValueRef other = asm_read(a, y, bits);
    return other && !i->lock && asm_write(a, x, other) && asm_write(a, y, v);
}

static bool exchange_add(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    LLVMValueRef y = asm_read(a, from, bits), x, address = NULL;
    if (!y || from->kind != ASM_ARGUMENT_REGISTER || (i->lock && !asm_in_memory(to))) return false;
    x = i->lock ? asm_exchange(a, LLVMAtomicRMWBinOpAdd, to, y) : read_to_change(a, to, bits, &address);
    if (!x) return false;
    LLVMValueRef v = sum(a, x, y, false);
    return asm_write(a, from, x) && (i->lock || write_back(a, to, v, address));
}

/* Compares the bytes at an address with `expected` and, where they are the same, replaces them; what was
 * there comes back. */
static LLVMValueRef asm_compare_exchange(Assembly *a, bool lock, LLVMValueRef address, LLVMValueRef expected,
                                         LLVMValueRef wanted) {
    asm_acts(a);
    if (lock) {
        LLVMValueRef both =
            LLVMBuildAtomicCmpXchg(a->b, address, expected, wanted, LLVMAtomicOrderingSequentiallyConsistent,
                                   LLVMAtomicOrderingSequentiallyConsistent, 0);
        return LLVMBuildExtractValue(a->b, both, 0, "");
    }
    LLVMValueRef old = asm_load_plain(a, address, width_of(expected));
    LLVMValueRef same = LLVMBuildICmp(a->b, LLVMIntEQ, old, expected, "");
    asm_store_plain(a, address, LLVMBuildSelect(a->b, same, wanted, old, "")); /* it writes in any case */
    return old;
}

static bool compare_and_exchange(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *to = &i->arguments[1];
    LLVMValueRef wanted = asm_read(a, &i->arguments[0], bits), expected = asm_register_low(a, ASM_RAX, bits);
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

/* The low `half` bits of two registers as one number. */
static LLVMValueRef pair(Assembly *a, int high, int low, unsigned half) {
    LLVMValueRef h = asm_register_low(a, high, half), l = asm_register_low(a, low, half);
    if (!h || !l) return NULL;
    LLVMTypeRef wide = asm_int(a, 2 * half);
    h = LLVMBuildShl(a->b, LLVMBuildZExt(a->b, h, wide, ""), LLVMConstInt(wide, half, 0), "");
    return LLVMBuildOr(a->b, h, LLVMBuildZExt(a->b, l, wide, ""), "");
}

/* cmpxchg8b and cmpxchg16b: `what` is half the width. */
static bool compare_and_exchange_pair(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    unsigned half = (unsigned)row->what;
    LLVMValueRef expected = pair(a, ASM_RDX, ASM_RAX, half), wanted = pair(a, ASM_RCX, ASM_RBX, half);
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

/* rax, rdx = rdx:rax divided by the argument, and what is left. A quotient that has no room is the error that
 * a division by zero is. */
static bool asm_divide(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    bool is_signed = row->what;
    LLVMValueRef d = asm_read(a, &i->arguments[0], bits), x = pair(a, ASM_RDX, ASM_RAX, bits), q, left;
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
        d = LLVMBuildZExt(a->b, LLVMBuildSelect(a->b, fits, d, asm_number(a, bits, 0), ""), wide, "");
        q = LLVMBuildUDiv(a->b, x, d, "");
        left = LLVMBuildURem(a->b, x, d, "");
    }
    forget_flags(a);
    return asm_set_register(a, ASM_RAX, LLVMBuildTrunc(a->b, q, narrow, "")) &&
           asm_set_register(a, ASM_RDX, LLVMBuildTrunc(a->b, left, narrow, ""));
}

static bool asm_push(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    LLVMValueRef v = asm_read(a, &i->arguments[0], 64);
    if (!v || a->now.npushed == ARRAY_LEN(a->now.pushed) || asm_in_memory(&i->arguments[0])) return false;
    a->now.pushed[a->now.npushed++] = v;
    return true;
}

static bool asm_pop(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    if (!a->now.npushed || asm_in_memory(&i->arguments[0])) return false;
    a->now.npushed--;
    return asm_write(a, &i->arguments[0], a->now.pushed[a->now.npushed]);
}

/* A number is made wider in %rax: `what` is its width. */
static bool widen(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    LLVMValueRef v = asm_register_low(a, ASM_RAX, (unsigned)row->what);
    return v && asm_set_register(a, ASM_RAX, LLVMBuildSExt(a->b, v, asm_int(a, 2 * (unsigned)row->what), ""));
}

/* The sign of %rax in %rdx. */
static bool spread_sign(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    unsigned width = (unsigned)row->what;
    LLVMValueRef v = asm_register_low(a, ASM_RAX, width);
    return v && asm_set_register(a, ASM_RDX, LLVMBuildAShr(a->b, v, asm_number(a, width, width - 1), ""));
}

/* --- bits -------------------------------------------------------------------------------------------- */

typedef enum BitChange { BIT_TEST, BIT_SET, BIT_RESET, BIT_COMPLEMENT } BitChange;

static bool bit(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    const AsmArgument *which = &i->arguments[0], *to = &i->arguments[1];
    LLVMValueRef n = asm_read(a, which, bits), address = NULL, old;
    if (!n || bits == 8 || asm_in_memory(which) || (i->lock && !asm_in_memory(to))) return false;
    LLVMValueRef at = LLVMBuildAnd(a->b, n, asm_number(a, bits, bits - 1), "");
    LLVMValueRef mask = LLVMBuildShl(a->b, asm_number(a, bits, 1), at, "");
    if (asm_in_memory(to)) {
        address = asm_address(a, to);
        if (!address) return false;
        /* A number in a register counts from the address on, as far as it goes. */
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
        old = LLVMBuildAtomicRMW(a->b, op, address, change, LLVMAtomicOrderingSequentiallyConsistent, 0);
    else if (address)
        old = row->what == BIT_TEST ? asm_load(a, address, bits) : asm_load_plain(a, address, bits);
    else
        old = asm_read(a, to, bits);
    if (!old) return false;
    LLVMValueRef set = LLVMBuildAnd(a->b, old, mask, "");
    forget_flags(a);
    a->now.carry = LLVMBuildICmp(a->b, LLVMIntNE, set, asm_number(a, bits, 0), "");
    if (i->lock || row->what == BIT_TEST) return true;
    LLVMValueRef v = row->what == BIT_SET     ? LLVMBuildOr(a->b, old, change, "")
                     : row->what == BIT_RESET ? LLVMBuildAnd(a->b, old, change, "")
                                              : LLVMBuildXor(a->b, old, change, "");
    return write_back(a, to, v, address);
}

/* The intrinsic `name` on a value's width. */
static LLVMValueRef asm_count(Assembly *a, const char *name, LLVMValueRef v) {
    char full[40];
    snprintf(full, sizeof full, "llvm.%s.i%u", name, width_of(v));
    bool two = !strcmp(name, "ctlz") || !strcmp(name, "cttz"); /* of zero it is the width */
    return asm_call(a, full, LLVMTypeOf(v), (LLVMValueRef[]){v, asm_number(a, 1, 0)}, two ? 2 : 1);
}

typedef enum Scan { FORWARD, REVERSE, TRAILING, LEADING, POPULATION } Scan;

static bool scan(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    LLVMValueRef x = asm_read(a, &i->arguments[0], bits), v;
    if (!x || bits == 8) return false;
    LLVMValueRef none = asm_is_zero(a, x);
    forget_flags(a);
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
        /* Of zero the destination stays what it is, all of it. */
        LLVMValueRef old = asm_register(a, i->arguments[1].reg);
        if (!old || i->arguments[1].kind != ASM_ARGUMENT_REGISTER || bits == 16) return false;
        v = LLVMBuildSelect(a->b, none, old, LLVMBuildZExtOrBitCast(a->b, v, asm_int(a, 64), ""), "");
        return asm_set_register(a, i->arguments[1].reg, v);
    }
    return asm_write(a, &i->arguments[1], v);
}

static bool swap_bytes(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    LLVMValueRef x = asm_read(a, &i->arguments[0], bits);
    return x && bits >= 32 && asm_write(a, &i->arguments[0], asm_count(a, "bswap", x));
}

/* --- the machine ------------------------------------------------------------------------------------- */

static bool nothing(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) { return true; }
static bool full_fence(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    return asm_fence(a);
}

/* Basic leaves are numbered up to 1, and no feature is there: programs take the ways that C can say. */
static bool asm_cpuid(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    LLVMValueRef leaf = asm_register_low(a, ASM_RAX, 32), none = asm_number(a, 64, 0);
    if (!leaf) return false;
    a->now.registers[ASM_RAX] = LLVMBuildZExt(a->b, asm_is_zero(a, leaf), asm_int(a, 64), "");
    a->now.registers[ASM_RBX] = a->now.registers[ASM_RCX] = a->now.registers[ASM_RDX] = none;
    return true;
}

/* Virtual time; `what`: the number of the processor, too. */
static bool read_time(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    LLVMValueRef v = asm_call(a, "llvm.readcyclecounter", asm_int(a, 64), NULL, 0);
    a->now.registers[ASM_RDX] = LLVMBuildLShr(a->b, v, asm_number(a, 64, 32), "");
    a->now.registers[ASM_RAX] = LLVMBuildAnd(a->b, v, asm_number(a, 64, 0xffffffff), "");
    if (row->what) a->now.registers[ASM_RCX] = asm_number(a, 64, 0);
    return true;
}

static bool read_extended_state(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    a->now.registers[ASM_RAX] = a->now.registers[ASM_RDX] = asm_number(a, 64, 0);
    return true;
}

/* Linux's calling convention; what it changes besides %rax is as the statement says. */
static bool asm_system_call(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    static const int registers[] = {ASM_RAX, ASM_RDI, ASM_RSI, ASM_RDX, ASM_R10, ASM_R8, ASM_R9};
    LLVMValueRef arguments[ARRAY_LEN(registers)];
    for (size_t k = 0; k < ARRAY_LEN(registers); k++) {
        bool given = a->now.registers[registers[k]];
        arguments[k] = given ? asm_register(a, registers[k]) : asm_number(a, 64, 0);
        if (!arguments[k]) return false;
    }
    asm_acts(a);
    a->now.registers[ASM_RAX] =
        asm_call(a, "__heddle_syscall_instruction", asm_int(a, 64), arguments, ARRAY_LEN(arguments));
    forget_flags(a);
    return true;
}

static bool trap(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    asm_acts(a);
    asm_call(a, "llvm.trap", LLVMVoidTypeInContext(a->l->context), NULL, 0);
    return true;
}

static bool set_carry(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    a->now.carry = asm_number(a, 1, (uint64_t)row->what);
    return true;
}

/* --- strings ----------------------------------------------------------------------------------------- */

static LLVMValueRef pointer_in(Assembly *a, int reg) {
    LLVMValueRef v = a->now.registers[reg];
    LLVMTypeRef pointer = LLVMPointerTypeInContext(a->l->context, 0);
    if (!v) return NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) return v;
    v = asm_register(a, reg);
    return v ? LLVMBuildIntToPtr(a->b, v, pointer, "") : NULL;
}

/* movs, stos, as often as %rcx says with `rep`; what they do is in runtime/string_units.c. */
static bool string(Assembly *a, const AsmInstruction *i, unsigned bits, bool fills) {
    LLVMValueRef unit = asm_number(a, 64, bits / 8), n = asm_number(a, 64, 1), to = pointer_in(a, ASM_RDI),
                 from = fills ? asm_register(a, ASM_RAX) : pointer_in(a, ASM_RSI);
    if (i->repeat == ASM_REPEAT) n = asm_register(a, ASM_RCX);
    if (!to || !from || !n || i->lock || i->repeat == ASM_REPEAT_NOT_EQUAL) return false;
    asm_acts(a);
    asm_call(a, fills ? "__heddle_fill_units" : "__heddle_move_units", LLVMVoidTypeInContext(a->l->context),
             (LLVMValueRef[]){to, from, n, unit}, 4);
    LLVMValueRef bytes = LLVMBuildMul(a->b, n, unit, "");
    a->now.registers[ASM_RDI] = LLVMBuildGEP2(a->b, asm_int(a, 8), to, &bytes, 1, "");
    if (!fills) a->now.registers[ASM_RSI] = LLVMBuildGEP2(a->b, asm_int(a, 8), from, &bytes, 1, "");
    if (i->repeat == ASM_REPEAT) a->now.registers[ASM_RCX] = asm_number(a, 64, 0);
    return true;
}

static unsigned bits_of_suffix(char c) {
    return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' ? 32 : c == 'q' ? 64 : 0;
}

static bool is_string(Assembly *a, const AsmInstruction *i, bool *known) {
    bool moves = !strncmp(i->name, "movs", 4), fills = !strncmp(i->name, "stos", 4);
    if ((!moves && !fills) || i->narguments || strlen(i->name) != 5 || !bits_of_suffix(i->name[4]))
        return false;
    *known = string(a, i, bits_of_suffix(i->name[4]), fills);
    return true;
}

/* --- which instruction it is ------------------------------------------------------------------------- */

static const Row rows[] = {
    {"add", asm_arithmetic, ADD, false, 2, 2},
    {"adc", asm_arithmetic, ADC, false, 2, 2},
    {"sub", asm_arithmetic, SUB, false, 2, 2},
    {"sbb", asm_arithmetic, SBB, false, 2, 2},
    {"cmp", asm_arithmetic, CMP, false, 2, 2},
    {"and", asm_arithmetic, AND, false, 2, 2},
    {"or", asm_arithmetic, OR, false, 2, 2},
    {"xor", asm_arithmetic, XOR, false, 2, 2},
    {"test", asm_arithmetic, TEST, false, 2, 2},
    {"inc", unary, INC, false, 1, 1},
    {"dec", unary, DEC, false, 1, 1},
    {"neg", unary, NEG, false, 1, 1},
    {"not", unary, NOT, false, 1, 1},
    {"shl", shift, SHL, false, 1, 2},
    {"sal", shift, SHL, false, 1, 2},
    {"shr", shift, SHR, false, 1, 2},
    {"sar", shift, SAR, false, 1, 2},
    {"rol", shift, ROL, false, 1, 2},
    {"ror", shift, ROR, false, 1, 2},
    {"rcl", rotate_through_carry, SHL, false, 1, 2},
    {"rcr", rotate_through_carry, SHR, false, 1, 2},
    {"shld", double_shift, SHL, false, 3, 3},
    {"shrd", double_shift, SHR, false, 3, 3},
    {"div", asm_divide, false, false, 1, 1},
    {"idiv", asm_divide, true, false, 1, 1},
    {"mul", multiply, false, false, 1, 1},
    {"imul", multiply, true, false, 1, 3},
    {"mov", move, 0, false, 2, 2},
    {"movabs", move, 0, false, 2, 2},
    {"movnti", move, 0, false, 2, 2},
    {"lea", load_address, 0, false, 2, 2},
    {"xchg", swap, 0, false, 2, 2},
    {"xadd", exchange_add, 0, false, 2, 2},
    {"cmpxchg", compare_and_exchange, 0, false, 2, 2},
    {"cmpxchg8b", compare_and_exchange_pair, 32, true, 1, 1},
    {"cmpxchg16b", compare_and_exchange_pair, 64, true, 1, 1},
    {"push", asm_push, 0, true, 1, 1},
    {"pushq", asm_push, 0, true, 1, 1},
    {"pop", asm_pop, 0, true, 1, 1},
    {"popq", asm_pop, 0, true, 1, 1},
    {"cbtw", widen, 8, true, 0, 0},
    {"cwtl", widen, 16, true, 0, 0},
    {"cltq", widen, 32, true, 0, 0},
    {"cwtd", spread_sign, 16, true, 0, 0},
    {"cltd", spread_sign, 32, true, 0, 0},
    {"cqto", spread_sign, 64, true, 0, 0},
    {"bt", bit, BIT_TEST, false, 2, 2},
    {"bts", bit, BIT_SET, false, 2, 2},
    {"btr", bit, BIT_RESET, false, 2, 2},
    {"btc", bit, BIT_COMPLEMENT, false, 2, 2},
    {"bsf", scan, FORWARD, false, 2, 2},
    {"bsr", scan, REVERSE, false, 2, 2},
    {"tzcnt", scan, TRAILING, false, 2, 2},
    {"lzcnt", scan, LEADING, false, 2, 2},
    {"popcnt", scan, POPULATION, false, 2, 2},
    {"bswap", swap_bytes, 0, false, 1, 1},
    {"nop", nothing, 0, true, 0, 1},
    {"nopw", nothing, 0, true, 0, 1},
    {"nopl", nothing, 0, true, 0, 1},
    {"pause", nothing, 0, true, 0, 0},
    {"endbr64", nothing, 0, true, 0, 0},
    {"cld", nothing, 0, true, 0, 0},
    {"prefetcht0", nothing, 0, true, 1, 1},
    {"prefetcht1", nothing, 0, true, 1, 1},
    {"prefetcht2", nothing, 0, true, 1, 1},
    {"prefetchnta", nothing, 0, true, 1, 1},
    {"prefetchw", nothing, 0, true, 1, 1},
    {"prefetch", nothing, 0, true, 1, 1},
    {"clflush", nothing, 0, true, 1, 1},
    {"clflushopt", nothing, 0, true, 1, 1},
    {"clwb", nothing, 0, true, 1, 1},
    {".p2align", nothing, 0, true, 1, 3},
    {".align", nothing, 0, true, 1, 3},
    {"mfence", full_fence, 0, true, 0, 0},
    {"lfence", full_fence, 0, true, 0, 0},
    {"sfence", full_fence, 0, true, 0, 0},
    {"cpuid", asm_cpuid, 0, true, 0, 0},
    {"rdtsc", read_time, 0, true, 0, 0},
    {"rdtscp", read_time, 1, true, 0, 0},
    {"xgetbv", read_extended_state, 0, true, 0, 0},
    {"syscall", asm_system_call, 0, true, 0, 0},
    {"ud2", trap, 0, true, 0, 0},
    {"int3", trap, 0, true, 0, 0},
    {"clc", set_carry, 0, true, 0, 0},
    {"stc", set_carry, 1, true, 0, 0},
};

/* The row of the first `n` letters of a name. */
static const Row *asm_find_row(const char *name, size_t n) {
    for (size_t k = 0; k < ARRAY_LEN(rows); k++)
        if (strlen(rows[k].name) == n && !memcmp(rows[k].name, name, n)) return &rows[k];
    return NULL;
}

/* "setnz %al" */
static bool set_on_condition(Assembly *a, const AsmInstruction *i) {
    AsmCondition c = asm_condition(i->name + 3);
    LLVMValueRef v = c != ASM_CC_NONE && i->narguments == 1 && !i->lock ? asm_holds(a, c) : NULL;
    return v && asm_write(a, &i->arguments[0], LLVMBuildZExt(a->b, v, asm_int(a, 8), ""));
}

/* "cmovzl %eax, %ebx"; the suffix may be missing. */
static bool move_on_condition(Assembly *a, const AsmInstruction *i) {
    char name[20];
    if (i->narguments != 2 || i->lock) return false;
    unsigned bits = asm_width(a, &i->arguments[1]);
    snprintf(name, sizeof name, "%s", i->name + 4);
    AsmCondition c = asm_condition(name);
    size_t n = strlen(name);
    if (c == ASM_CC_NONE && n > 1) {
        bits = bits_of_suffix(name[n - 1]);
        name[n - 1] = 0;
        c = asm_condition(name);
    }
    LLVMValueRef holds = c != ASM_CC_NONE ? asm_holds(a, c) : NULL;
    if (!holds || bits < 16 || asm_in_memory(&i->arguments[1])) return false;
    LLVMValueRef x = asm_read(a, &i->arguments[0], bits), old = asm_read(a, &i->arguments[1], bits);
    return x && old && asm_write(a, &i->arguments[1], LLVMBuildSelect(a->b, holds, x, old, ""));
}

/* "movzbl %al, %eax", "movzb", "movslq"; `is_signed` by the name. */
static bool asm_extend(Assembly *a, const AsmInstruction *i) {
    const char *suffix = i->name + 4;
    bool is_signed = i->name[3] == 's';
    if (i->narguments != 2 || i->lock) return false;
    unsigned from = *suffix == 'x' ? asm_width(a, &i->arguments[0]) : bits_of_suffix(*suffix),
             to = asm_width(a, &i->arguments[1]);
    if (*suffix && suffix[1]) to = bits_of_suffix(suffix[1]);
    if ((*suffix && suffix[1] && suffix[2]) || !from || from >= to) return false;
    LLVMValueRef v = asm_read(a, &i->arguments[0], from);
    if (!v) return false;
    v = is_signed ? LLVMBuildSExt(a->b, v, asm_int(a, to), "") : LLVMBuildZExt(a->b, v, asm_int(a, to), "");
    return asm_write(a, &i->arguments[1], v);
}

/* `.byte`: what assemblers did not know when the program was written. */
static bool bytes(Assembly *a, const AsmInstruction *i) {
    static const struct {
        uint8_t code[3];
        unsigned n;
        Handler *write;
    } known[] = {{{0x0f, 0x01, 0xd0}, 3, read_extended_state}, {{0xf3, 0x90}, 2, nothing}};
    for (size_t k = 0; k < ARRAY_LEN(known); k++)
        if (i->nbytes == known[k].n && !memcmp(i->bytes, known[k].code, known[k].n))
            return known[k].write(a, i, 0, NULL);
    return false;
}

/* "jnz 1f": what follows up to the label counts where the condition does not hold. */
static bool asm_jump(Assembly *a, const AsmInstruction *i) {
    AsmCondition c = asm_condition(i->name + 1);
    const AsmArgument *to = &i->arguments[0];
    if (a->skips || i->lock || i->repeat || i->narguments != 1 || to->kind != ASM_ARGUMENT_LABEL)
        return false;
    a->skips = c != ASM_CC_NONE ? asm_holds(a, c) : NULL;
    a->skips_to = to->number;
    a->at_jump = a->now;
    return a->skips;
}

static LLVMValueRef either(Assembly *a, LLVMValueRef jumped, LLVMValueRef fell) {
    if (jumped == fell) return fell;
    return jumped && fell ? LLVMBuildSelect(a->b, a->skips, jumped, fell, "") : NULL;
}

/* A label, where a jump may come from. */
static bool asm_arrive(Assembly *a, int64_t label) {
    if (!a->skips || a->skips_to != label) return !a->skips;
    AsmState fell = a->now;
    for (int r = 0; r < ASM_REGISTERS; r++) {
        if (a->at_jump.registers[r] == fell.registers[r]) continue;
        a->now = a->at_jump;
        LLVMValueRef x = asm_register(a, r);
        a->now = fell;
        LLVMValueRef y = asm_register(a, r);
        if (!x || !y) return false;
        fell.registers[r] = either(a, x, y);
    }
    fell.carry = either(a, a->at_jump.carry, fell.carry);
    fell.zero = either(a, a->at_jump.zero, fell.zero);
    fell.sign = either(a, a->at_jump.sign, fell.sign);
    fell.overflow = either(a, a->at_jump.overflow, fell.overflow);
    bool same = a->at_jump.npushed == fell.npushed &&
                !memcmp(a->at_jump.pushed, fell.pushed, fell.npushed * sizeof *fell.pushed);
    a->now = fell;
    a->skips = NULL;
    return same;
}

/* Whether the first argument is the amount of a shift, which has a width of its own. */
static bool has_amount(const AsmInstruction *i, const Row *row) {
    bool one = row->write == shift || row->write == rotate_through_carry;
    return (one && i->narguments == 2) || row->write == double_shift;
}

/* The width that the arguments show: all that show one must agree, the amount of a shift excepted. */
static unsigned width_of_arguments(Assembly *a, const AsmInstruction *i, const Row *row) {
    if (row->write == shift) return asm_width(a, last(i));
    unsigned bits = 0;
    for (unsigned k = has_amount(i, row); k < i->narguments; k++) {
        unsigned w = asm_width(a, &i->arguments[k]);
        if (w && bits && w != bits) return 0;
        if (w) bits = w;
    }
    return bits;
}

/* A register that is named with another width than the instruction has is a mistake of the program's; what an
 * assembler makes of it is not known. */
static bool widths_agree(Assembly *a, const AsmInstruction *i, unsigned bits, const Row *row) {
    for (unsigned k = has_amount(i, row); k < i->narguments; k++)
        if (i->arguments[k].kind == ASM_ARGUMENT_REGISTER && i->arguments[k].bits &&
            i->arguments[k].bits != bits)
            return false;
    return true;
}

/* Whether `lock` and `rep` stand before what they can stand before. `rep nop` is a pause; `rep bsf` is what
 * old machines take for bsf and new ones for tzcnt, which is another one of zero only. */
static bool prefixes_fit(const AsmInstruction *i, const Row *row) {
    static Handler *const lockable[] = {
        asm_arithmetic, unary, swap, exchange_add, compare_and_exchange, compare_and_exchange_pair, bit};
    bool scans = row->write == scan && row->what == FORWARD;
    if (i->repeat) return (row->write == nothing || scans) && i->repeat == ASM_REPEAT;
    if (!i->lock) return true;
    for (size_t k = 0; k < ARRAY_LEN(lockable); k++)
        if (row->write == lockable[k]) return true;
    return false;
}

bool asm_instruction(Assembly *a, const AsmInstruction *i) {
    bool known;
    if (i->is_label) return asm_arrive(a, i->label);
    if (i->nbytes) return !i->lock && !i->repeat && bytes(a, i);
    if (is_string(a, i, &known)) return known;
    size_t n = strlen(i->name);
    const Row *row = asm_find_row(i->name, n);
    unsigned bits = 0;
    if (!row && n > 1 && bits_of_suffix(i->name[n - 1])) {
        row = asm_find_row(i->name, n - 1);
        bits = bits_of_suffix(i->name[n - 1]);
        if (row && row->unsized) row = NULL;
    }
    if (!row && !i->repeat) {
        if (i->name[0] == 'j') return asm_jump(a, i);
        if (!strncmp(i->name, "set", 3)) return set_on_condition(a, i);
        if (!strncmp(i->name, "cmov", 4)) return move_on_condition(a, i);
        if (!strncmp(i->name, "movz", 4) || !strncmp(i->name, "movs", 4)) return asm_extend(a, i);
    }
    if (!row || i->narguments < row->least || i->narguments > row->most || !prefixes_fit(i, row))
        return false;
    if (row->unsized) return row->write(a, i, 0, row);
    if (!bits) bits = width_of_arguments(a, i, row);
    return bits && widths_agree(a, i, bits, row) && row->write(a, i, bits, row);
}
