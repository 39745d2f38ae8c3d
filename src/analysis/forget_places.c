/* forget_places.c — see forget_places.h. */
#include "analysis/forget_places.h"
#include "program/traits.h"
#include <llvm-c/Core.h>
#include <string.h>

static void forget_argument(LLVMValueRef call, int argument) {
    if (argument < 0 || argument >= (int)LLVMGetNumArgOperands(call)) return;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, (unsigned)argument));
    LLVMSetOperand(call, (unsigned)argument, LLVMConstNull(type));
}

void forget_places(struct LLVMOpaqueModule *module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const LibraryFunction *known =
            LLVMIsDeclaration(f) ? library_function(LLVMGetValueName(f)) : NULL;
        for (LLVMUseRef u = known ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f) continue;
            forget_argument(call, known->file);
            forget_argument(call, known->line);
        }
    }
}
