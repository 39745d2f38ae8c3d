/*
 * strip.c — removes from a unit what only debuggers need of its debug information: variables and
 * types. Places in sources stay, with their scopes and functions. A unit without types is much
 * smaller.
 */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

/* Operands of the node of a function, and of a compilation unit, that lead to types and variables.
 */
static const unsigned of_function[] = {4, 6, 7, 8, 9, 10, 11}, of_file[] = {4, 5, 6, 7, 8};

static void clear_operands(LLVMValueRef node, const unsigned *operands, size_t n) {
    unsigned count = LLVMGetMDNodeNumOperands(node);
    for (size_t k = 0; k < n; k++)
        if (operands[k] < count) LLVMReplaceMDNodeOperandWith(node, operands[k], NULL);
}

static void strip_function(const Loader *l, LLVMValueRef f) {
    LLVMMetadataRef sub = LLVMGetSubprogram(f);
    if (sub && LLVMIsDeclaration(f))
        LLVMGlobalEraseMetadata(f, 0);
    else if (sub)
        clear_operands(LLVMMetadataAsValue(l->context, sub), of_function, ARRAY_LEN(of_function));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (is_debug_call(i, NULL)) LLVMInstructionEraseFromParent(i);
        }
}

void strip_variables(Loader *l) {
    /* Now variables are calls of `llvm.dbg.declare`. */
    bool records = LLVMIsNewDbgInfoFormat(l->module);
    if (records) LLVMSetIsNewDbgInfoFormat(l->module, false);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        strip_function(l, f);
    if (records) LLVMSetIsNewDbgInfoFormat(l->module, true);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
        LLVMGlobalEraseMetadata(g, 0);
    unsigned n;
    LLVMValueRef *files = metadata_list(l->module, "llvm.dbg.cu", &n);
    for (unsigned k = 0; k < n; k++) clear_operands(files[k], of_file, ARRAY_LEN(of_file));
    free(files);
}
