/*
 * addresses.c — addresses of elements of arrays with several indices, taken apart: what the outer
 * indices give stays the same in an inner loop and can be computed before it. The passes before put
 * such parts together, so this comes behind them.
 */
#include "program/front_end/loader.h"
#include <stdlib.h>

/* Returns the number of the first operand after the first variable index, or 0 if no variable index
 * follows it. */
static unsigned first_part(LLVMValueRef gep) {
    unsigned n = (unsigned)LLVMGetNumOperands(gep), end = 0;
    for (unsigned k = 1; k < n; k++) {
        if (LLVMIsAConstantInt(LLVMGetOperand(gep, k))) continue;
        if (end) return end;
        end = k + 1;
    }
    return 0;
}

/* Returns the type of what the first `count` indices of an address lead to. */
static LLVMTypeRef type_behind(LLVMValueRef gep, unsigned count) {
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (unsigned k = 2; k <= count; k++)
        t = LLVMGetTypeKind(t) == LLVMStructTypeKind
                ? LLVMStructGetTypeAtIndex(
                      t, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, k)))
                : LLVMGetElementType(t);
    return t;
}

/* Replaces an address by two: one with the indices before `end`, the other with the rest. Returns
 * the second. */
static LLVMValueRef split_address(Loader *l, LLVMBuilderRef b, LLVMValueRef gep, unsigned end) {
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    VEC(LLVMValueRef) indices = {0};
    for (unsigned k = 1; k < end; k++) vec_push(&indices, LLVMGetOperand(gep, k));
    LLVMPositionBuilderBefore(b, gep);
    LLVMValueRef first = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(gep), LLVMGetOperand(gep, 0),
                                       indices.data, (unsigned)indices.len, "");
    indices.len = 0;
    vec_push(&indices, LLVMConstInt(LLVMInt64TypeInContext(l->context), 0, 0));
    for (unsigned k = end; k < n; k++) vec_push(&indices, LLVMGetOperand(gep, k));
    LLVMValueRef second =
        LLVMBuildGEP2(b, type_behind(gep, end - 1), first, indices.data, (unsigned)indices.len, "");
    vec_free(&indices);
    LLVMReplaceAllUsesWith(gep, second);
    LLVMInstructionEraseFromParent(gep);
    return second;
}

static bool has_vector_type(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

bool split_addresses(Loader *l) {
    bool any = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                if (!LLVMIsAGetElementPtrInst(i) || has_vector_type(i)) continue;
                for (unsigned end; (end = first_part(i)); any = true)
                    i = split_address(l, b, i, end);
            }
    LLVMDisposeBuilder(b);
    return any;
}
