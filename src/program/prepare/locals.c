/* locals.c — whether the pointers to a local variable are only used for accesses inside it. */
#include "program/front_end/loader.h"
#include <string.h>

/* Whether every use of `pointer`, which is `offset` bytes into a local variable of `size` bytes, is
 * a plain access at a known place inside it. The optimiser drops accesses outside, since they are
 * undefined. */
static bool stays_inside(Loader *l, LLVMValueRef pointer, int64_t offset, uint64_t size) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint64_t bytes;
        if (LLVMIsALoadInst(user)) {
            bytes = LLVMStoreSizeOfType(l->layout, LLVMTypeOf(user));
        } else if (LLVMIsAStoreInst(user)) {
            if (LLVMGetOperand(user, 0) == pointer) return false;
            bytes = LLVMStoreSizeOfType(l->layout, LLVMTypeOf(LLVMGetOperand(user, 0)));
        } else if (LLVMIsAGetElementPtrInst(user)) {
            int64_t at = offset;
            LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
            for (int k = 1, n = LLVMGetNumOperands(user); k < n; k++) {
                LLVMValueRef index = LLVMGetOperand(user, (unsigned)k);
                if (!LLVMIsAConstantInt(index)) return false;
                int64_t i = LLVMConstIntGetSExtValue(index);
                if (i < -(1 << 24) || i > 1 << 24) return false;
                if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                    at += (int64_t)LLVMOffsetOfElement(l->layout, type, (unsigned)i);
                    type = LLVMStructGetTypeAtIndex(type, (unsigned)i);
                    continue;
                }
                if (k > 1) type = LLVMGetElementType(type);
                at += i * (int64_t)LLVMABISizeOfType(l->layout, type);
            }
            if (!stays_inside(l, user, at, size)) return false;
            continue;
        } else if (LLVMIsACallInst(user)) {
            size_t n;
            const char *name = LLVMIsAFunction(LLVMGetCalledValue(user))
                                   ? LLVMGetValueName2(LLVMGetCalledValue(user), &n)
                                   : "";
            if (!strncmp(name, "llvm.lifetime.", 14)) continue;
            if (strncmp(name, "llvm.memcpy.", 12) && strncmp(name, "llvm.memmove.", 13) &&
                strncmp(name, "llvm.memset.", 12))
                return false;
            LLVMValueRef length = LLVMGetOperand(user, 2);
            if (!LLVMIsAConstantInt(length)) return false;
            bytes = LLVMConstIntGetZExtValue(length);
        } else {
            return false;
        }
        if (offset < 0 || (uint64_t)offset > size || bytes > size - (uint64_t)offset) return false;
    }
    return true;
}

bool stays_in_function(Loader *l, LLVMValueRef alloca) {
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    return LLVMIsAConstantInt(count) &&
           stays_inside(l, alloca, 0,
                        LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(alloca)) *
                            LLVMConstIntGetZExtValue(count));
}
