/*
 * shared_library.c — the bitcode of a shared library as one module. A dynamic linker takes the
 * first definition of each symbol, the executable's before all others, and sees no hidden symbols.
 * So hidden symbols become local to the library here, and the others give way to other definitions.
 */
#include "program/front_end/loader.h"

static void settle_linkage(LLVMValueRef v) {
    if (LLVMIsDeclaration(v)) return;
    LLVMLinkage linkage = LLVMGetLinkage(v);
    /* A definition for inlining only stays one. */
    if (linkage != LLVMExternalLinkage && linkage != LLVMWeakAnyLinkage &&
        linkage != LLVMWeakODRLinkage && linkage != LLVMLinkOnceAnyLinkage &&
        linkage != LLVMLinkOnceODRLinkage)
        return;
    bool hidden = LLVMGetVisibility(v) == LLVMHiddenVisibility;
    if (hidden) LLVMSetVisibility(v, LLVMDefaultVisibility);
    LLVMSetLinkage(v, hidden ? LLVMInternalLinkage : LLVMWeakAnyLinkage);
}

bool join_library(const char *file, const char *path, char **error) {
    ProgramOptions options = {0};
    LoadRecord record = {0};
    Loader l = {.options = &options, .record = &record};
    l.context = LLVMContextCreate();
    link_elf(&l, file);
    if (!l.error) {
        for (LLVMValueRef f = LLVMGetFirstFunction(l.module); f; f = LLVMGetNextFunction(f))
            settle_linkage(f);
        for (LLVMValueRef g = LLVMGetFirstGlobal(l.module); g; g = LLVMGetNextGlobal(g))
            settle_linkage(g);
        for (LLVMValueRef a = LLVMGetFirstGlobalAlias(l.module); a; a = LLVMGetNextGlobalAlias(a))
            settle_linkage(a);
        loader_write_module(&l, path, false);
    }
    if (l.module) LLVMDisposeModule(l.module);
    LLVMContextDispose(l.context);
    load_record_clear(&record);
    *error = l.error;
    return !l.error;
}
