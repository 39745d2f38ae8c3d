/*
 * asm_values.c — what instructions are made of: the registers, memory and flags of the statement
 * that is being translated, and steps that several instructions share.
 */
#include "program/asm/asm_instructions.h"

LLVMTypeRef asm_int(Assembly *a, unsigned bits) {
    return LLVMIntTypeInContext(a->l->context, bits);
}
LLVMValueRef asm_number(Assembly *a, unsigned bits, uint64_t value) {
    return LLVMConstInt(asm_int(a, bits), value, 0);
}

/* --- registers -------------------------------------------------------------------------------- */

LLVMValueRef asm_as_integer(Assembly *a, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) <= 64 ? v : NULL;
    case LLVMPointerTypeKind: return LLVMBuildPtrToInt(a->b, v, asm_int(a, 64), "");
    case LLVMFloatTypeKind: return LLVMBuildBitCast(a->b, v, asm_int(a, 32), "");
    case LLVMDoubleTypeKind: return LLVMBuildBitCast(a->b, v, asm_int(a, 64), "");
    default: return NULL;
    }
}

LLVMValueRef asm_register(Assembly *a, int reg) {
    LLVMValueRef v = a->now.registers[reg];
    if (!v) return asm_number(a, 64, 0);
    v = asm_as_integer(a, v);
    return v ? LLVMBuildZExtOrBitCast(a->b, v, asm_int(a, 64), "") : NULL;
}

LLVMValueRef asm_register_low(Assembly *a, int reg, unsigned bits) {
    LLVMValueRef v = asm_register(a, reg);
    return v ? LLVMBuildTruncOrBitCast(a->b, v, asm_int(a, bits), "") : NULL;
}

/* Writes `value` at bit `at` of a register whose other bits stay. */
static bool insert_bits(Assembly *a, int reg, LLVMValueRef value, unsigned at) {
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    LLVMValueRef old = asm_register(a, reg);
    if (!old) return false;
    LLVMValueRef wide = LLVMBuildZExt(a->b, value, asm_int(a, 64), "");
    if (at) wide = LLVMBuildShl(a->b, wide, asm_number(a, 64, at), "");
    LLVMValueRef kept =
        LLVMBuildAnd(a->b, old, asm_number(a, 64, ~(((1ull << bits) - 1) << at)), "");
    a->now.registers[reg] = LLVMBuildOr(a->b, kept, wide, "");
    return true;
}

bool asm_set_register(Assembly *a, int reg, LLVMValueRef value) {
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    if (bits < 32) return insert_bits(a, reg, value, 0);
    a->now.registers[reg] = bits < 64 ? LLVMBuildZExt(a->b, value, asm_int(a, 64), "") : value;
    return true;
}

/* --- arguments -------------------------------------------------------------------------------- */

unsigned asm_type_bits(Assembly *a, LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind: return 64;
    case LLVMFloatTypeKind: return 32;
    case LLVMIntegerTypeKind: {
        unsigned w = LLVMGetIntTypeWidth(t);
        return w <= 8 ? 8 : w == 16 || w == 32 || w == 64 ? w : 0;
    }
    default: return 0;
    }
}

bool asm_in_memory(const AsmArgument *x) {
    return x->kind == ASM_ARGUMENT_MEMORY || x->kind == ASM_ARGUMENT_ADDRESS;
}

bool asm_on_stack(const AsmArgument *x) {
    return x->kind == ASM_ARGUMENT_ADDRESS && x->base == ASM_RSP;
}

/* Memory has no width: the instruction or its other argument has it. */
unsigned asm_width(Assembly *a, const AsmArgument *x) {
    if (x->kind != ASM_ARGUMENT_REGISTER) return 0;
    if (x->bits) return x->bits;
    if (x->operand < 0 || !a->types[x->operand]) return 0;
    LLVMValueRef v = a->now.registers[x->reg];
    if (a->t->operands[x->operand].constant && v && LLVMIsAConstant(v)) return 0; /* an immediate */
    return asm_type_bits(a, a->types[x->operand]);
}

static LLVMValueRef asm_displaced(Assembly *a, LLVMValueRef pointer, LLVMValueRef bytes) {
    if (LLVMIsAConstantInt(bytes) && LLVMIsNull(bytes)) return pointer;
    return LLVMBuildGEP2(a->b, asm_int(a, 8), pointer, &bytes, 1, "");
}

LLVMValueRef asm_address(Assembly *a, const AsmArgument *x) {
    LLVMValueRef number = asm_number(a, 64, (uint64_t)x->number);
    if (x->kind == ASM_ARGUMENT_MEMORY) return asm_displaced(a, a->pointers[x->operand], number);
    if (x->base == ASM_NO_REGISTER || asm_on_stack(x)) return NULL;
    LLVMValueRef base = a->now.registers[x->base];
    if (!base) return NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(base)) != LLVMPointerTypeKind) {
        base = asm_register(a, x->base);
        if (!base) return NULL;
        base = LLVMBuildIntToPtr(a->b, base, LLVMPointerTypeInContext(a->l->context, 0), "");
    }
    if (x->index != ASM_NO_REGISTER) {
        LLVMValueRef index = asm_register(a, x->index);
        if (!index) return NULL;
        base = asm_displaced(a, base, LLVMBuildMul(a->b, index, asm_number(a, 64, x->scale), ""));
    }
    return asm_displaced(a, base, number);
}

void asm_acts(Assembly *a) { a->failed |= a->skips != NULL; }

LLVMValueRef asm_load_plain(Assembly *a, LLVMValueRef address, unsigned bits) {
    asm_acts(a);
    LLVMValueRef v = LLVMBuildLoad2(a->b, asm_int(a, bits), address, "");
    LLVMSetAlignment(v, 1);
    return v;
}

void asm_store_plain(Assembly *a, LLVMValueRef address, LLVMValueRef value) {
    asm_acts(a);
    LLVMSetAlignment(LLVMBuildStore(a->b, value, address), 1);
}

/*
 * Whether an access is one access of the machine, made at once and in order. A volatile statement
 * that loads or stores memory by one instruction asks for that. A compiler may not change it, so
 * that it does not race like a plain access. An instruction that reads and writes without `lock` is
 * two accesses.
 */
static bool is_one_access(Assembly *a, LLVMValueRef address, unsigned bits) {
    return a->is_volatile && bits <= 64 && !LLVMIsAAllocaInst(address);
}

LLVMValueRef asm_load(Assembly *a, LLVMValueRef address, unsigned bits) {
    LLVMValueRef v = asm_load_plain(a, address, bits);
    if (!is_one_access(a, address, bits)) return v;
    LLVMSetOrdering(v, LLVMAtomicOrderingAcquire);
    LLVMSetAlignment(v, bits / 8);
    return v;
}

void asm_store(Assembly *a, LLVMValueRef address, LLVMValueRef value) {
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    LLVMValueRef v = LLVMBuildStore(a->b, value, address);
    asm_acts(a);
    LLVMSetAlignment(v, 1);
    if (!is_one_access(a, address, bits)) return;
    LLVMSetOrdering(v, LLVMAtomicOrderingRelease);
    LLVMSetAlignment(v, bits / 8);
}

LLVMValueRef asm_read(Assembly *a, const AsmArgument *x, unsigned bits) {
    switch (x->kind) {
    case ASM_ARGUMENT_NUMBER: return asm_number(a, bits, (uint64_t)x->number);
    case ASM_ARGUMENT_THREAD:
        return bits == 64 ? asm_call(a, "__heddle_thread_pointer", asm_int(a, 64), NULL, 0) : NULL;
    case ASM_ARGUMENT_REGISTER: {
        if (!x->high) return asm_register_low(a, x->reg, bits);
        LLVMValueRef v = asm_register(a, x->reg);
        if (!v || bits != 8) return NULL;
        v = LLVMBuildLShr(a->b, v, asm_number(a, 64, 8), "");
        return LLVMBuildTrunc(a->b, v, asm_int(a, 8), "");
    }
    default: {
        LLVMValueRef address = asm_address(a, x);
        return address ? asm_load(a, address, bits) : NULL;
    }
    }
}

bool asm_write(Assembly *a, const AsmArgument *x, LLVMValueRef value) {
    if (x->kind == ASM_ARGUMENT_NUMBER || x->kind == ASM_ARGUMENT_THREAD) return false;
    if (x->kind == ASM_ARGUMENT_REGISTER)
        return x->high ? insert_bits(a, x->reg, value, 8) : asm_set_register(a, x->reg, value);
    LLVMValueRef address = asm_address(a, x);
    if (address) asm_store(a, address, value);
    return address;
}

/* --- flags ------------------------------------------------------------------------------------ */

LLVMValueRef asm_holds(Assembly *a, AsmCondition c) {
    LLVMValueRef v = NULL, less = NULL;
    if (a->now.sign && a->now.overflow) less = LLVMBuildXor(a->b, a->now.sign, a->now.overflow, "");
    switch (c & ~1) {
    case ASM_CC_O: v = a->now.overflow; break;
    case ASM_CC_B: v = a->now.carry; break;
    case ASM_CC_E: v = a->now.zero; break;
    case ASM_CC_BE:
        v = a->now.carry && a->now.zero ? LLVMBuildOr(a->b, a->now.carry, a->now.zero, "") : NULL;
        break;
    case ASM_CC_S: v = a->now.sign; break;
    case ASM_CC_L: v = less; break;
    case ASM_CC_LE:
        v = less && a->now.zero ? LLVMBuildOr(a->b, less, a->now.zero, "") : NULL;
        break;
    default: break; /* parity is not kept */
    }
    return v && c & 1 ? LLVMBuildNot(a->b, v, "") : v;
}

LLVMValueRef asm_call(Assembly *a, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                      unsigned n) {
    LLVMTypeRef types[ASM_CALL_MAX];
    invariant(n <= ASM_CALL_MAX);
    for (unsigned k = 0; k < n; k++) types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(a->l->module, name);
    if (!f) f = LLVMAddFunction(a->l->module, name, type);
    return LLVMBuildCall2(a->b, type, f, arguments, n, "");
}

/* --- common steps of several instructions ----------------------------------------------------- */

bool asm_fence(Assembly *a) {
    asm_acts(a);
    LLVMBuildFence(a->b, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
    return true;
}

LLVMValueRef asm_is_zero(Assembly *a, LLVMValueRef v) {
    return LLVMBuildICmp(a->b, LLVMIntEQ, v, asm_number(a, asm_value_width(v), 0), "");
}

LLVMValueRef asm_read_to_change(Assembly *a, const AsmArgument *x, unsigned bits,
                                LLVMValueRef *address) {
    *address = NULL;
    if (!asm_in_memory(x)) return asm_read(a, x, bits);
    *address = asm_address(a, x);
    return *address ? asm_load_plain(a, *address, bits) : NULL;
}

bool asm_write_back(Assembly *a, const AsmArgument *x, LLVMValueRef v, LLVMValueRef address) {
    if (!address) return asm_write(a, x, v);
    asm_store_plain(a, address, v);
    return true;
}

LLVMValueRef asm_exchange(Assembly *a, LLVMAtomicRMWBinOp op, const AsmArgument *where,
                          LLVMValueRef v) {
    LLVMValueRef address = asm_address(a, where);
    if (!address) return NULL;
    asm_acts(a);
    return LLVMBuildAtomicRMW(a->b, op, address, v, LLVMAtomicOrderingSequentiallyConsistent, 0);
}

LLVMValueRef asm_register_pair(Assembly *a, int high, int low, unsigned half) {
    LLVMValueRef h = asm_register_low(a, high, half), l = asm_register_low(a, low, half);
    if (!h || !l) return NULL;
    LLVMTypeRef wide = asm_int(a, 2 * half);
    h = LLVMBuildShl(a->b, LLVMBuildZExt(a->b, h, wide, ""), LLVMConstInt(wide, half, 0), "");
    return LLVMBuildOr(a->b, h, LLVMBuildZExt(a->b, l, wide, ""), "");
}
