/*
 * asm_lower.c — turns inline assembly into LLVM instructions before any other pass, so that
 * everything known about atomic operations, accesses and arithmetic applies. A statement is
 * recognised by its text and its constraints. A statement that is not understood completely stays
 * as it is, and is reported when executed (decode_call.c).
 */
#include "program/asm/asm_lower.h"
#include <llvm-c/DebugInfo.h>

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
    unsigned bits = asm_type_bits(a, type);
    v = asm_as_integer(a, v);
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
