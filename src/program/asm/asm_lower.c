/*
 * asm_lower.c — turns inline assembly into LLVM instructions before any other pass, so that
 * everything known about atomic operations, accesses and arithmetic applies. A statement is
 * recognised by its text and its constraints. A statement that is not understood completely stays
 * as it is, and is reported when executed (decode_call.c).
 */
#include "program/asm/asm_lower.h"
#include <llvm-c/DebugInfo.h>

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

/* Translates a statement in which no jump leads back or around an access to memory. Whether it was
 * done. */
static bool lower_straight(Assembly *a, LLVMValueRef call) {
    LLVMValueRef before = LLVMGetPreviousInstruction(call), all = NULL;
    LLVMPositionBuilderBefore(a->b, call);
    bool known = asm_take_operands(a, call);
    for (size_t k = 0; k < a->t->instructions.len && known; k++)
        known = asm_instruction(a, &a->t->instructions.data[k]);
    known = known && !a->failed && !a->skips && asm_results(a, call, &all);
    if (all && known) LLVMReplaceAllUsesWith(call, all);
    take_back(call, before, !known);
    if (known) LLVMInstructionEraseFromParent(call);
    return known;
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
        const Assembly a = {
            .l = l, .b = b, .t = &t, .is_volatile = LLVMGetInlineAsmHasSideEffects(assembly)};
        Assembly straight = a, flow = a;
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
        if (!LLVMIsACallInst(call) || !lower_straight(&straight, call)) asm_flow(&flow, call);
    }
    asm_template_free(&t);
}

static bool is_assembly(LLVMValueRef i) {
    bool calls = LLVMIsACallInst(i) || LLVMGetInstructionOpcode(i) == LLVMCallBr;
    return calls && LLVMIsAInlineAsm(LLVMGetCalledValue(i));
}

void lower_assembly(Loader *l) {
    lower_top_assembly(l);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (is_assembly(i)) lower(l, b, i);
            }
    LLVMDisposeBuilder(b);
}
