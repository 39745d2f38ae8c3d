/*
 * counters.c — moves the step of a loop's counter behind the other uses of the count in its block.
 * Compilers like to compare the old count after they have calculated the new one. Then both are
 * alive at once and need a register each, and each round copies one to the other. Counted loops
 * (src/state/loops) are those that count in one register.
 */
#include "program/front_end/loader.h"

/* Whether `add` is what a loop's counter `phi` becomes in the next round. */
static bool is_step(LLVMValueRef add, LLVMValueRef phi) {
    if (!LLVMIsABinaryOperator(add)) return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(add);
    return (op == LLVMAdd || op == LLVMSub) && LLVMGetOperand(add, 0) == phi &&
           LLVMIsAConstantInt(LLVMGetOperand(add, 1));
}

static bool has_operand(LLVMValueRef i, LLVMValueRef value) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, (unsigned)k) == value) return true;
    return false;
}

/* Returns the instruction that the step can be moved before: the first one that uses the new count,
 * or the last of the block. NULL if the old count is used only before the step, or also after that
 * place. */
static LLVMValueRef place_behind(LLVMValueRef add, LLVMValueRef phi) {
    LLVMValueRef place = NULL;
    bool used = false;
    for (LLVMValueRef i = LLVMGetNextInstruction(add); i; i = LLVMGetNextInstruction(i)) {
        if (!place && (has_operand(i, add) || LLVMIsATerminatorInst(i))) place = i;
        if (!has_operand(i, phi)) continue;
        if (place) return NULL;
        used = true;
    }
    return used ? place : NULL;
}

static void move_step(LLVMBuilderRef b, LLVMValueRef phi) {
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef add = LLVMGetIncomingValue(phi, k), place;
        if (!is_step(add, phi) || !(place = place_behind(add, phi))) continue;
        LLVMInstructionRemoveFromParent(add);
        LLVMPositionBuilderBefore(b, place);
        LLVMInsertIntoBuilder(b, add);
        return;
    }
}

void move_counters(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef phi = LLVMGetFirstInstruction(bb); LLVMIsAPHINode(phi);
                 phi = LLVMGetNextInstruction(phi))
                move_step(b, phi);
    LLVMDisposeBuilder(b);
}
