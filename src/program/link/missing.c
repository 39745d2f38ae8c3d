/*
 * missing.c — functions to which the runtime refers weakly and that no linked module has: what
 * would call them is removed.
 */
#include "program/front_end/loader.h"

static bool begins_with_phi(LLVMBasicBlockRef block) {
    return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL;
}

/* Whether a block has no predecessor, and is none of a block whose phis would have to forget it. */
static bool may_be_deleted(LLVMBasicBlockRef block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetFirstUse(LLVMBasicBlockAsValue(block))) return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (begins_with_phi(LLVMGetSuccessor(end, k))) return false;
    return true;
}

static void delete_block(LLVMBasicBlockRef block) {
    /* Code that follows only this block, and goes next, may use what is computed in it. */
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMGetFirstUse(i)) LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
    LLVMDeleteBasicBlock(block);
}

/* Deletes the blocks of a function that are never reached any more. */
static void delete_unreachable(LLVMValueRef function) {
    for (bool again = true; again;) {
        again = false;
        for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(function), next; k; k = next) {
            next = LLVMGetNextBasicBlock(k);
            if (k == LLVMGetEntryBasicBlock(function) || !may_be_deleted(k)) continue;
            delete_block(k);
            again = true;
        }
    }
}

/* Moves the code of a block to the end of its only predecessor, so that no jump remains. */
static void join_blocks(LLVMBuilderRef b, LLVMBasicBlockRef first, LLVMBasicBlockRef second) {
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(first), block = LLVMBasicBlockAsValue(second);
    LLVMUseRef use = LLVMGetFirstUse(block);
    if (first == second || begins_with_phi(second) || !use || LLVMGetNextUse(use)) return;
    if (LLVMGetUser(use) != jump || LLVMGetNumSuccessors(jump) != 1) return;
    LLVMInstructionEraseFromParent(jump);
    LLVMReplaceAllUsesWith(block, LLVMBasicBlockAsValue(first)); /* in the phis that follow */
    LLVMPositionBuilderAtEnd(b, first);
    for (LLVMValueRef i; (i = LLVMGetFirstInstruction(second));) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(b, i);
    }
    LLVMDeleteBasicBlock(second);
}

/* Replaces a branch whose condition is known. False if that is not possible. */
static bool decide_branch(LLVMBuilderRef b, LLVMValueRef branch, bool holds) {
    LLVMBasicBlockRef live = LLVMGetSuccessor(branch, !holds),
                      dead = LLVMGetSuccessor(branch, holds);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
    if (live == dead || begins_with_phi(dead)) return false;
    LLVMPositionBuilderBefore(b, branch);
    LLVMBuildBr(b, live);
    LLVMInstructionEraseFromParent(branch);
    delete_unreachable(LLVMGetBasicBlockParent(block));
    join_blocks(b, block, live);
    return true;
}

/* Replaces a comparison of a function with null. */
static void decide_comparison(LLVMBuilderRef b, LLVMValueRef compare, bool is_null) {
    bool holds = (LLVMGetICmpPredicate(compare) == LLVMIntEQ) == is_null;
    /* What is removed with one branch may have another one: the list of uses starts anew. */
    for (LLVMUseRef u = LLVMGetFirstUse(compare); u;) {
        LLVMValueRef user = LLVMGetUser(u);
        bool decided = LLVMIsABranchInst(user) && decide_branch(b, user, holds);
        u = decided ? LLVMGetFirstUse(compare) : LLVMGetNextUse(u);
    }
    LLVMReplaceAllUsesWith(compare, LLVMConstInt(LLVMTypeOf(compare), holds, 0));
    LLVMInstructionEraseFromParent(compare);
}

/* Returns a comparison of `f` with null, or NULL. *address: `f` as a number, if it is used so. */
static LLVMValueRef comparison_of(LLVMValueRef f, LLVMValueRef *address) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAICmpInst(user) && LLVMIsNull(LLVMGetOperand(user, LLVMGetOperand(user, 0) == f)))
            return user;
        if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMPtrToInt) *address = user;
    }
    return NULL;
}

/* Replaces all comparisons of a function with null. */
static void decide_comparisons(LLVMBuilderRef b, LLVMValueRef f, bool is_null) {
    LLVMValueRef compare, address = NULL, none;
    while ((compare = comparison_of(f, &address))) decide_comparison(b, compare, is_null);
    while (address && (compare = comparison_of(address, &none)))
        decide_comparison(b, compare, is_null);
}

void forget_missing(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMExternalWeakLinkage ||
            strncmp(LLVMGetValueName(f), "__heddle_", 9))
            continue;
        bool checks = base_invariants && !strcmp(LLVMGetValueName(f), "__heddle_check");
        decide_comparisons(b, f, !checks);
        if (checks) {
            LLVMSetLinkage(f, LLVMExternalLinkage);
            continue;
        }
        LLVMReplaceAllUsesWith(f, LLVMConstNull(LLVMTypeOf(f)));
        LLVMDeleteFunction(f);
    }
    LLVMDisposeBuilder(b);
}
