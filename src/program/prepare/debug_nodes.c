/* debug_nodes.c — debug information as LLVM's nodes: their operands, and the calls that describe
 * variables. */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>
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

LLVMValueRef *metadata_list(LLVMModuleRef module, const char *name, unsigned *n) {
    *n = LLVMGetNamedMetadataNumOperands(module, name);
    LLVMValueRef *all = xcalloc(*n + 1, sizeof *all);
    LLVMGetNamedMetadataOperands(module, name, all);
    return all;
}

void metadata_list_add(const Loader *l, const char *name, LLVMMetadataRef about,
                       const StrBuf *text) {
    LLVMMetadataRef parts[] = {about, LLVMMDStringInContext2(l->context, text->data, text->len)};
    LLVMMetadataRef node = LLVMMDNodeInContext2(l->context, parts, ARRAY_LEN(parts));
    LLVMAddNamedMetadataOperand(l->module, name, LLVMMetadataAsValue(l->context, node));
}

LLVMMetadataRef global_debug_node(const Loader *l, LLVMValueRef g, unsigned k) {
    size_t n = 0;
    unsigned kind = LLVMGetMDKindIDInContext(l->context, "dbg", 3);
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
    LLVMMetadataRef found = NULL;
    for (unsigned j = 0; j < n && !found; j++)
        if (LLVMValueMetadataEntriesGetKind(all, j) == kind && !k--)
            found = LLVMDIGlobalVariableExpressionGetVariable(
                LLVMValueMetadataEntriesGetMetadata(all, j));
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

/* Operand of the node of a range. */
enum { RANGE_COUNT = 0 };

uint64_t debug_array_count(LLVMValueRef type, unsigned k) {
    LLVMValueRef count =
        metadata_operand(metadata_operand(metadata_operand(type, TYPE_ELEMENTS), k), RANGE_COUNT);
    return count && LLVMIsAConstantInt(count) && LLVMConstIntGetSExtValue(count) > 0
               ? LLVMConstIntGetZExtValue(count)
               : 0;
}

bool is_debug_call(LLVMValueRef i, const char *what) {
    static const char prefix[] = "llvm.dbg.";
    if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i))) return false;
    const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
    return !strncmp(name, prefix, strlen(prefix)) &&
           (!what || !strcmp(name + strlen(prefix), what));
}
