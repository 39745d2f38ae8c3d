/*
 * native_steps.c — prepares the program's own code for `heddle replay --native`: each access to
 * memory and each call of a library tells its place to the runtime (native/replay), and calls of
 * the functions that it stands for go there.
 */
#include "program/decode/decoder.h"
#include "program/front_end/loader.h"
#include "program/front_end/native_functions.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

typedef struct Marker {
    Loader *l;
    LLVMBuilderRef b;
    LLVMTypeRef pointer, number, size, access_type, call_type;
    LLVMValueRef access, call;
    PtrMap files; /* scope -> the text with its file */
} Marker;

static bool is_native_function(const char *name) {
#define IS(function) \
    if (!strcmp(name, #function)) return true;
    NATIVE_FUNCTIONS(IS)
    return false;
}

/* Returns the text with the file of an instruction's place; NULL: it has none. Leaves the builder
 * before the instruction. */
static LLVMValueRef file_of(Marker *m, LLVMValueRef i, LLVMMetadataRef *where) {
    *where = LLVMInstructionGetDebugLoc(i);
    if (!*where || !LLVMDILocationGetLine(*where)) return NULL;
    LLVMPositionBuilderBefore(m->b, i);
    LLVMSetCurrentDebugLocation2(m->b, *where);
    LLVMMetadataRef scope = LLVMDILocationGetScope(*where);
    LLVMValueRef text = (LLVMValueRef)(uintptr_t)ptrmap_get(&m->files, scope);
    if (!text) {
        text = LLVMBuildGlobalString(m->b, location_file(m->l, scope), "");
        ptrmap_put(&m->files, scope, (uintptr_t)text);
    }
    return text;
}

/* Whether nothing but plain accesses uses a local variable, so that no other thread has it. */
static bool is_private(LLVMValueRef place) {
    if (!LLVMIsAAllocaInst(place)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool loads = LLVMIsALoadInst(user),
             stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != place;
        if (!loads && !stores && !is_debug_call(user, NULL)) return false;
    }
    return true;
}

static void mark_access(Marker *m, LLVMValueRef i, LLVMValueRef place, LLVMValueRef size,
                        unsigned kind) {
    LLVMMetadataRef where;
    if (is_private(place)) return;
    LLVMValueRef file = file_of(m, i, &where);
    if (!file) return;
    if (LLVMTypeOf(size) != m->size) size = LLVMBuildZExt(m->b, size, m->size, "");
    LLVMValueRef arguments[] = {place,
                                size,
                                LLVMConstInt(m->number, kind, false),
                                file,
                                LLVMConstInt(m->number, LLVMDILocationGetLine(where), false),
                                LLVMConstInt(m->number, LLVMDILocationGetColumn(where), false)};
    LLVMBuildCall2(m->b, m->access_type, m->access, arguments, ARRAY_LEN(arguments), "");
}

static LLVMValueRef size_of_type(Marker *m, LLVMTypeRef t) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m->l->module);
    return LLVMConstInt(m->size, LLVMStoreSizeOfType(layout, t), false);
}

static void mark_call(Marker *m, LLVMValueRef i) {
    LLVMValueRef f = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(f) || !LLVMIsDeclaration(f)) return;
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    bool copies = has_prefix(name, "llvm.memcpy.") || has_prefix(name, "llvm.memmove.");
    if (copies || has_prefix(name, "llvm.memset.")) {
        LLVMValueRef size = LLVMGetOperand(i, 2);
        if (copies) mark_access(m, i, LLVMGetOperand(i, 1), size, NATIVE_LOAD);
        mark_access(m, i, LLVMGetOperand(i, 0), size, NATIVE_STORE);
    } else if (has_prefix(name, "llvm."))
        return;
    LLVMMetadataRef where;
    LLVMValueRef file = file_of(m, i, &where);
    if (!file) return;
    LLVMValueRef arguments[] = {file, LLVMConstInt(m->number, LLVMDILocationGetLine(where), false),
                                LLVMConstInt(m->number, LLVMDILocationGetColumn(where), false),
                                LLVMConstInt(m->number, is_native_function(name), false)};
    LLVMBuildCall2(m->b, m->call_type, m->call, arguments, ARRAY_LEN(arguments), "");
}

static void mark_instruction(Marker *m, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        mark_access(m, i, LLVMGetOperand(i, 0), size_of_type(m, LLVMTypeOf(i)), NATIVE_LOAD);
        break;
    case LLVMStore:
        mark_access(m, i, LLVMGetOperand(i, 1), size_of_type(m, LLVMTypeOf(LLVMGetOperand(i, 0))),
                    NATIVE_STORE);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        mark_access(m, i, LLVMGetOperand(i, 0), size_of_type(m, LLVMTypeOf(LLVMGetOperand(i, 1))),
                    NATIVE_UPDATE);
        break;
    case LLVMCall:
    case LLVMInvoke: mark_call(m, i); break;
    default: break;
    }
}

static void mark_function(Marker *m, LLVMValueRef f) {
    VEC(LLVMValueRef) all = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            vec_push(&all, i);
    for (size_t k = 0; k < all.len; k++) mark_instruction(m, all.data[k]);
    vec_free(&all);
}

static void rename_function(LLVMModuleRef module, const char *name, const char *to) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    if (f) LLVMSetValueName2(f, to, strlen(to));
}

/* Whether the program has one of its own: then that one is called. */
static bool program_defines(LLVMModuleRef module, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    return f && !LLVMIsDeclaration(f);
}

void mark_native_steps(Loader *l) {
    LLVMContextRef c = l->context;
    Marker m = {.l = l,
                .b = LLVMCreateBuilderInContext(c),
                .pointer = LLVMPointerTypeInContext(c, 0),
                .number = LLVMInt32TypeInContext(c),
                .size = LLVMInt64TypeInContext(c)};
    LLVMTypeRef nothing = LLVMVoidTypeInContext(c);
    LLVMTypeRef access[] = {m.pointer, m.size, m.number, m.pointer, m.number, m.number},
                call[] = {m.pointer, m.number, m.number, m.number};
    m.access_type = LLVMFunctionType(nothing, access, ARRAY_LEN(access), 0);
    m.call_type = LLVMFunctionType(nothing, call, ARRAY_LEN(call), 0);
    m.access = LLVMAddFunction(l->module, "__heddle_native_access", m.access_type);
    m.call = LLVMAddFunction(l->module, "__heddle_native_call", m.call_type);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) mark_function(&m, f);
#define RENAME(function)                        \
    if (!program_defines(l->module, #function)) \
        rename_function(l->module, #function, "__heddle_native_" #function);
    NATIVE_FUNCTIONS(RENAME)
    const char *entry = l->options->entry ? l->options->entry : "main";
    LLVMValueRef begin = LLVMGetNamedFunction(l->module, entry);
    if (strcmp(entry, "main")) rename_function(l->module, "main", "__heddle_unused_main");
    LLVMSetLinkage(begin, LLVMExternalLinkage);
    rename_function(l->module, entry, "__heddle_native_main");
    LLVMDisposeBuilder(m.b);
    ptrmap_free(&m.files);
}
