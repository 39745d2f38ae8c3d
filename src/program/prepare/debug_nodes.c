/* debug_nodes.c — debug information as LLVM's nodes: their operands, and the calls that describe
 * variables. */
#include "program/front_end/loader.h"
#include <stdlib.h>

LLVMValueRef metadata_operand(LLVMValueRef node, unsigned k) {
    unsigned n = node && LLVMIsAMDNode(node) ? LLVMGetMDNodeNumOperands(node) : 0;
    if (k >= n) return NULL;
    LLVMValueRef *all = xcalloc(n, sizeof *all), found;
    LLVMGetMDNodeOperands(node, all);
    found = all[k];
    free(all);
    return found;
}

const char *metadata_text(LLVMValueRef node, unsigned k, unsigned *length) {
    LLVMValueRef text = metadata_operand(node, k);
    *length = 0;
    return text && LLVMIsAMDString(text) ? LLVMGetMDString(text, length) : "";
}

bool is_debug_call(LLVMValueRef i, const char *what) {
    static const char prefix[] = "llvm.dbg.";
    if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i))) return false;
    const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
    return !strncmp(name, prefix, strlen(prefix)) &&
           (!what || !strcmp(name + strlen(prefix), what));
}
