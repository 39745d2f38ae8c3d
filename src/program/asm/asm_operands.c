/*
 * asm_operands.c — the operands of a statement: what registers hold at its beginning, and the
 * results that it has at its end.
 */
#include "program/asm/asm_lower.h"

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

bool asm_take_operands(Assembly *a, LLVMValueRef call) {
    unsigned argument = 0, result = 0, given = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < a->t->noperands; k++) {
        const AsmOperand *o = &a->t->operands[k];
        if (o->label) continue;
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
    if (o->vector) return asm_vector_as(a, v, type);
    unsigned bits = asm_type_bits(a, type);
    v = asm_as_integer(a, v);
    if (!v || !bits) return NULL;
    if (integer) return LLVMBuildIntCast2(a->b, v, type, 0, "");
    v = LLVMBuildIntCast2(a->b, v, asm_int(a, bits), 0, "");
    bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    return pointer ? LLVMBuildIntToPtr(a->b, v, type, "") : LLVMBuildBitCast(a->b, v, type, "");
}

bool asm_results(Assembly *a, LLVMValueRef call, LLVMValueRef *out) {
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
    *out = all;
    return true;
}
