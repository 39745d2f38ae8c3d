/*
 * frame_address.c — makes what asks for the address of its own frame (`__builtin_frame_address(0)`)
 * the address of a local variable there. Programs compare it with others to tell how deep they are
 * in calls, or on which stack. Frames of callers are not found: their addresses stay zero.
 */
#include "program/front_end/loader.h"

/* The address of a new variable of the function that makes this call. What a machine has there is
 * the address of the caller's frame and that to which the function returns: both are zero, so that
 * who walks up the stack is at its end. */
static LLVMValueRef place_in_frame(LLVMBuilderRef b, LLVMValueRef call, LLVMTypeRef word) {
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    LLVMTypeRef record = LLVMArrayType2(word, 2);
    LLVMPositionBuilderBefore(b, first);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef place = LLVMBuildAlloca(b, record, "");
    LLVMSetAlignment(place, 16);
    LLVMBuildStore(b, LLVMConstNull(record), place);
    return place;
}

void find_own_frames(Loader *l) {
    static const char name[] = "llvm.frameaddress.p0";
    LLVMValueRef f = LLVMGetNamedFunction(l->module, name);
    if (!f) return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMUseRef u = LLVMGetFirstUse(f), after; u; u = after) {
        after = LLVMGetNextUse(u);
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) != 0) continue;
        LLVMReplaceAllUsesWith(call, place_in_frame(b, call, LLVMInt64TypeInContext(l->context)));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(b);
}
