/*
 * strict.c — makes arithmetic under `#pragma STDC FENV_ACCESS ON` plain arithmetic. Compilers write
 * it as calls with the rounding mode and the exceptions in question. Here there is one rounding
 * mode and there are no exceptions, and runtime/fenv.c says so.
 */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>

static const char constrained[] = "llvm.experimental.constrained.";

/* Returns the predicate named "oeq" or similar, by LLVM's numbers. */
static LLVMRealPredicate predicate_of(LLVMValueRef call) {
    static const char *const names[] = {"",    "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                        "uno", "ueq", "ugt", "uge", "ult", "ule", "une"};
    unsigned n = 0;
    LLVMValueRef operand = LLVMGetOperand(call, 2);
    const char *text = LLVMIsAMDString(operand) ? LLVMGetMDString(operand, &n) : "";
    for (unsigned k = 1; k < ARRAY_LEN(names); k++)
        if (n == 3 && !strncmp(text, names[k], 3)) return (LLVMRealPredicate)k;
    return LLVMRealPredicateFalse;
}

/* Builds a call of the same intrinsic without constraints. */
static LLVMValueRef plain_call(Loader *l, LLVMBuilderRef b, LLVMValueRef call,
                               const char *operation) {
    LLVMTypeRef types[4];
    LLVMValueRef operands[4];
    unsigned n = 0;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call) && n < ARRAY_LEN(operands); k++) {
        LLVMValueRef x = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMMetadataTypeKind) continue;
        types[n] = LLVMTypeOf(x);
        operands[n++] = x;
    }
    char name[120];
    snprintf(name, sizeof name, "llvm.%s", operation);
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->module, name);
    if (!f) f = LLVMAddFunction(l->module, name, type);
    return LLVMBuildCall2(b, type, f, operands, n, "");
}

static LLVMValueRef plain(Loader *l, LLVMBuilderRef b, LLVMValueRef call, const char *operation) {
    static const struct {
        const char *prefix;
        LLVMOpcode op;
        bool cast;
    } operations[] = {{"fadd.", LLVMFAdd, false},    {"fsub.", LLVMFSub, false},
                      {"fmul.", LLVMFMul, false},    {"fdiv.", LLVMFDiv, false},
                      {"frem.", LLVMFRem, false},    {"fptosi.", LLVMFPToSI, true},
                      {"fptoui.", LLVMFPToUI, true}, {"sitofp.", LLVMSIToFP, true},
                      {"uitofp.", LLVMUIToFP, true}, {"fptrunc.", LLVMFPTrunc, true},
                      {"fpext.", LLVMFPExt, true}};
    LLVMValueRef x = LLVMGetOperand(call, 0);
    for (size_t k = 0; k < ARRAY_LEN(operations); k++) {
        if (strncmp(operation, operations[k].prefix, strlen(operations[k].prefix))) continue;
        return operations[k].cast
                   ? LLVMBuildCast(b, operations[k].op, x, LLVMTypeOf(call), "")
                   : LLVMBuildBinOp(b, operations[k].op, x, LLVMGetOperand(call, 1), "");
    }
    if (!strncmp(operation, "fcmp.", 5) || !strncmp(operation, "fcmps.", 6))
        return LLVMBuildFCmp(b, predicate_of(call), x, LLVMGetOperand(call, 1), "");
    return plain_call(l, b, call, operation);
}

void relax_arithmetic(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    unsigned strict = LLVMGetEnumAttributeKindForName("strictfp", 8);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, strict);
        if (strncmp(LLVMGetValueName(f), constrained, sizeof constrained - 1)) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(f), after; u; u = after) {
            after = LLVMGetNextUse(u);
            LLVMValueRef call = LLVMGetUser(u);
            LLVMPositionBuilderBefore(b, call);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
            LLVMReplaceAllUsesWith(call,
                                   plain(l, b, call, LLVMGetValueName(f) + sizeof constrained - 1));
            LLVMInstructionEraseFromParent(call);
        }
        LLVMDeleteFunction(f);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i))
                    LLVMRemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, strict);
    LLVMDisposeBuilder(b);
}
