/*
 * asm_lower.c — turns inline assembly into LLVM instructions before any other pass, so that
 * everything known about atomic operations, accesses and arithmetic applies. A statement is
 * recognised by its text and its constraints. A statement that is not understood completely stays
 * as it is, and is reported when executed (decode_call.c).
 */
#include "program/asm/asm_lower.h"
#include <llvm-c/DebugInfo.h>

LLVMTypeRef asm_int(Assembly *a, unsigned bits) {
    return LLVMIntTypeInContext(a->l->context, bits);
}
LLVMValueRef asm_number(Assembly *a, unsigned bits, uint64_t value) {
    return LLVMConstInt(asm_int(a, bits), value, 0);
}

/* --- registers -------------------------------------------------------------------------------- */

/* Returns a value as an integer of its width, or NULL if no general register can hold it. */
static LLVMValueRef as_integer(Assembly *a, LLVMValueRef v) {
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
    v = as_integer(a, v);
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

static unsigned type_bits(Assembly *a, LLVMTypeRef t) {
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
    return type_bits(a, a->types[x->operand]);
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

/* --- the statement ---------------------------------------------------------------------------- */

static LLVMTypeRef element_type(LLVMValueRef call, unsigned argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Returns the type of result `n` of the statement. */
static LLVMTypeRef result_type(LLVMValueRef call, unsigned n) {
    LLVMTypeRef t = LLVMTypeOf(call);
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind)
        return n < LLVMCountStructElementTypes(t) ? LLVMStructGetTypeAtIndex(t, n) : NULL;
    return n == 0 && LLVMGetTypeKind(t) != LLVMVoidTypeKind ? t : NULL;
}

/* Sets the registers at the beginning of the statement. */
static bool take_operands(Assembly *a, LLVMValueRef call) {
    unsigned argument = 0, result = 0, given = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < a->t->noperands; k++) {
        const AsmOperand *o = &a->t->operands[k];
        if (o->output && !o->indirect) {
            a->types[k] = result_type(call, result++);
            if (!a->types[k]) return false;
            continue;
        }
        if (argument == given) return false;
        LLVMValueRef v = LLVMGetOperand(call, argument);
        if (o->indirect) {
            a->pointers[k] = v;
            a->types[k] = element_type(call, argument++);
            if (!a->types[k]) return false;
            continue;
        }
        argument++;
        a->types[k] = LLVMTypeOf(v);
        if (o->constant && LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(a->types[k]) <= 64)
            v = asm_number(a, 64, (uint64_t)LLVMConstIntGetSExtValue(v));
        if (o->tied < 0 || !a->t->operands[o->tied].memory) a->now.registers[o->reg] = v;
    }
    return argument == given;
}

/* Returns the value of operand `k` at the end of the statement, or NULL if no register can hold its
 * type. */
static LLVMValueRef asm_output(Assembly *a, unsigned k) {
    const AsmOperand *o = &a->t->operands[k];
    LLVMTypeRef type = a->types[k];
    bool integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    if (o->flag != ASM_CC_NONE) {
        LLVMValueRef v = asm_holds(a, o->flag);
        return v && integer ? LLVMBuildZExtOrBitCast(a->b, v, type, "") : NULL;
    }
    LLVMValueRef v = a->now.registers[o->reg];
    if (!v) return LLVMConstNull(type);
    if (LLVMTypeOf(v) == type) return v;
    unsigned bits = type_bits(a, type);
    v = as_integer(a, v);
    if (!v || !bits) return NULL;
    if (integer) return LLVMBuildIntCast2(a->b, v, type, 0, "");
    v = LLVMBuildIntCast2(a->b, v, asm_int(a, bits), 0, "");
    bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    return pointer ? LLVMBuildIntToPtr(a->b, v, type, "") : LLVMBuildBitCast(a->b, v, type, "");
}

/* Replaces the result of the statement. */
static bool give_results(Assembly *a, LLVMValueRef call) {
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMValueRef all = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetPoison(type) : NULL;
    unsigned result = 0;
    for (unsigned k = 0; k < a->t->noperands; k++) {
        const AsmOperand *o = &a->t->operands[k];
        if (!o->output || o->memory) continue;
        LLVMValueRef v = asm_output(a, k);
        if (!v) return false;
        if (o->indirect)
            LLVMBuildStore(a->b, v, a->pointers[k]);
        else if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
            all = LLVMBuildInsertValue(a->b, all, v, result++, "");
        else
            all = v;
    }
    if (all) LLVMReplaceAllUsesWith(call, all);
    return true;
}

static bool asm_is_value(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMCall: return false;
    default: return true;
    }
}

/* Removes the instructions between `before` and `call`: all of them, or those without uses. */
static void take_back(LLVMValueRef call, LLVMValueRef before, bool all) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(call), next; i && i != before; i = next) {
        next = LLVMGetPreviousInstruction(i);
        if (all || (!LLVMGetFirstUse(i) && asm_is_value(i))) LLVMInstructionEraseFromParent(i);
    }
}

static void lower(Loader *l, LLVMBuilderRef b, LLVMValueRef call) {
    LLVMValueRef assembly = LLVMGetCalledValue(call);
    size_t text_length, constraints_length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &text_length);
    const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &constraints_length);
    AsmTemplate t;
    bool known = asm_template_parse(text, constraints, &t);
    if (LLVMGetInlineAsmDialect(assembly) != LLVMInlineAsmDialectATT && known && t.instructions.len)
        known = false;
    if (known) {
        LLVMValueRef before = LLVMGetPreviousInstruction(call);
        LLVMPositionBuilderBefore(b, call);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
        Assembly a = {
            .l = l, .b = b, .t = &t, .is_volatile = LLVMGetInlineAsmHasSideEffects(assembly)};
        known = take_operands(&a, call);
        for (size_t k = 0; k < t.instructions.len && known; k++)
            known = asm_instruction(&a, &t.instructions.data[k]);
        known = known && !a.failed && !a.skips && give_results(&a, call);
        take_back(call, before, !known);
        if (known) LLVMInstructionEraseFromParent(call);
    }
    asm_template_free(&t);
}

void lower_assembly(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i))) lower(l, b, i);
            }
    LLVMDisposeBuilder(b);
}
