/*
 * carries.c — compilers' functions for additions with a carry and subtractions with a borrow, which
 * are single machine instructions: they become code. In C they could not be written for 32 bits,
 * as what they give is one register there.
 */
#include "program/front_end/loader.h"

/* Writes `x + y + carry` or `x - y - borrow`, and whether that does not fit. */
static void write_carry_code(LLVMBuilderRef b, LLVMValueRef f, bool subtracts) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    LLVMValueRef given = LLVMGetParam(f, 0), x = LLVMGetParam(f, 1), y = LLVMGetParam(f, 2);
    LLVMTypeRef byte = LLVMTypeOf(given), number = LLVMTypeOf(x);
    LLVMValueRef has = LLVMBuildICmp(b, LLVMIntNE, given, LLVMConstNull(byte), "");
    LLVMValueRef carry = LLVMBuildZExt(b, has, number, ""), first, sum, over[2];
    if (subtracts) {
        first = LLVMBuildSub(b, x, y, "");
        sum = LLVMBuildSub(b, first, carry, "");
        over[0] = LLVMBuildICmp(b, LLVMIntULT, x, y, "");
        over[1] = LLVMBuildICmp(b, LLVMIntULT, first, carry, "");
    } else {
        first = LLVMBuildAdd(b, x, y, "");
        sum = LLVMBuildAdd(b, first, carry, "");
        over[0] = LLVMBuildICmp(b, LLVMIntULT, first, x, "");
        over[1] = LLVMBuildICmp(b, LLVMIntULT, sum, first, "");
    }
    LLVMValueRef out = LLVMBuildZExt(b, LLVMBuildOr(b, over[0], over[1], ""), byte, "");
    LLVMValueRef both = LLVMBuildInsertValue(b, LLVMGetUndef(result), out, 0, "");
    LLVMBuildRet(b, LLVMBuildInsertValue(b, both, sum, 1, ""));
}

bool link_carry(Loader *l, LLVMValueRef f) {
    static const char adds[] = "llvm.x86.addcarry.", subtracts[] = "llvm.x86.subborrow.";
    const char *name = LLVMGetValueName(f);
    bool is_sub = has_prefix(name, subtracts);
    if (!is_sub && !has_prefix(name, adds)) return false;
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    LLVMValueRef ours = LLVMAddFunction(l->module, is_sub ? "subborrow" : "addcarry", type);
    LLVMSetLinkage(ours, LLVMInternalLinkage);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(l->context, ours, ""));
    write_carry_code(b, ours, is_sub);
    LLVMDisposeBuilder(b);
    LLVMReplaceAllUsesWith(f, ours);
    LLVMDeleteFunction(f);
    return true;
}
