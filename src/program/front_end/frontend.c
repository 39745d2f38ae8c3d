/*
 * frontend.c — makes one optimised LLVM module of the user's files (C, preprocessed C, LLVM
 * assembly, bitcode, native files that carry bitcode). The module holds the program, the parts of
 * libc it needs, and the runtime.
 */
#include "analysis/forget_places.h"
#include "analysis/sequentialize.h"
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Makes sigsetjmp and siglongjmp save and restore the runtime's mask of signals. A call that saves
 * it is inserted before each sigsetjmp, and a function that restores it replaces siglongjmp.
 */
static void keep_masks(Loader *l) {
    static const char *const names[] = {"sigsetjmp", "__sigsetjmp"};
    LLVMTypeRef types[] = {LLVMPointerTypeInContext(l->context, 0),
                           LLVMInt32TypeInContext(l->context)},
                type = LLVMFunctionType(LLVMVoidTypeInContext(l->context), types, 2, 0);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (size_t k = 0; k < ARRAY_LEN(names); k++) {
        LLVMValueRef f = LLVMGetNamedFunction(l->module, names[k]),
                     save = LLVMGetNamedFunction(l->module, "__heddle_save_mask");
        if (!f || !LLVMIsDeclaration(f) || LLVMCountParams(f) != 2) continue;
        if (!save) save = LLVMAddFunction(l->module, "__heddle_save_mask", type);
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f ||
                LLVMGetNumArgOperands(call) != 2)
                continue;
            LLVMPositionBuilderBefore(b, call);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
            LLVMBuildCall2(b, type, save,
                           (LLVMValueRef[]){LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)}, 2,
                           "");
        }
    }
    LLVMDisposeBuilder(b);
    LLVMValueRef jump = LLVMGetNamedFunction(l->module, "siglongjmp");
    if (jump && LLVMIsDeclaration(jump)) LLVMSetValueName2(jump, "__heddle_siglongjmp", 19);
}

/* Converts an argument of makecontext to the parameter of the function that is begun (NULL: not
 * known), and to 64 bits. */
static LLVMValueRef context_argument(Loader *l, LLVMBuilderRef b, LLVMValueRef x,
                                     LLVMTypeRef parameter) {
    LLVMTypeRef type = LLVMTypeOf(x), word = LLVMInt64TypeInContext(l->context);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) return x;
    bool narrower = parameter && LLVMGetTypeKind(parameter) == LLVMIntegerTypeKind &&
                    LLVMGetIntTypeWidth(parameter) < LLVMGetIntTypeWidth(type);
    if (narrower) x = LLVMBuildTrunc(b, x, parameter, "");
    return LLVMBuildZExt(b, x, word, "");
}

static void fix_makecontext(Loader *l, LLVMBuilderRef b, LLVMValueRef call) {
    LLVMValueRef f = LLVMIsAFunction(LLVMGetOperand(call, 1));
    LLVMTypeRef parameters[64] = {NULL};
    if (f && LLVMCountParams(f) <= ARRAY_LEN(parameters))
        LLVMGetParamTypes(LLVMGlobalGetValueType(f), parameters);
    LLVMPositionBuilderBefore(b, call);
    for (unsigned k = 3; k < LLVMGetNumArgOperands(call); k++) {
        LLVMTypeRef parameter = k - 3 < ARRAY_LEN(parameters) ? parameters[k - 3] : NULL;
        LLVMSetOperand(call, k, context_argument(l, b, LLVMGetOperand(call, k), parameter));
    }
}

/* Calls of getcontext return twice, and keep the mask of signals. Arguments of makecontext become
 * words as the function takes them. */
static void prepare_contexts(Loader *l) {
    LLVMValueRef get = LLVMGetNamedFunction(l->module, "getcontext"),
                 make = LLVMGetNamedFunction(l->module, "makecontext");
    LLVMTypeRef pointer = LLVMPointerTypeInContext(l->context, 0),
                type = LLVMFunctionType(LLVMVoidTypeInContext(l->context), &pointer, 1, 0);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    if (get && LLVMIsDeclaration(get) && LLVMCountParams(get) == 1) {
        unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
        LLVMAddAttributeAtIndex(get, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(l->context, kind, 0));
        LLVMValueRef save = LLVMAddFunction(l->module, "__heddle_context_mask", type);
        for (LLVMUseRef u = LLVMGetFirstUse(get); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != get) continue;
            LLVMPositionBuilderBefore(b, call);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
            LLVMValueRef context = LLVMGetOperand(call, 0);
            LLVMBuildCall2(b, type, save, &context, 1, "");
        }
    }
    for (LLVMUseRef u = make && LLVMIsDeclaration(make) ? LLVMGetFirstUse(make) : NULL; u;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == make &&
            LLVMGetNumArgOperands(call) >= 3)
            fix_makecontext(l, b, call);
    }
    LLVMDisposeBuilder(b);
}

static void rewrite_module(Loader *l) {
    const ProgramOptions *o = l->options;
    if (o->rewrite == REWRITE_NOT) return;
    if (o->rewrite == REWRITE_NATIVE) {
        keep_inline_definitions(l);
        mark_native_steps(l);
        return;
    }
    char *error = NULL;
    promote_locals(l);
    if (l->error) return;
    if (o->rewrite == REWRITE_SEQUENTIAL) tell_waits_apart(l);
    if (o->rewrite == REWRITE_FORGET_PLACES)
        forget_places(l->module);
    else if (!sequentialize(l->module, o->sequentialization, &error))
        loader_error(l, "%s", error);
    free(error);
    for (size_t k = 0; k < o->nadded && !l->error; k++) add_file(l, o->added[k], o->nfiles + k);
}

void frontend_own(Loader *l) {
    const ProgramOptions *o = l->options;
    const char *entry = o->entry ? o->entry : "main";
    loader_diagnostics(l);
    if (!units_link(l)) link_files(l, entry);
    if (l->error) return;
    LLVMValueRef main_function = l->module ? LLVMGetNamedFunction(l->module, entry) : NULL;
    if (!main_function || LLVMIsDeclaration(main_function)) {
        loader_error(l, "no function `%s` in %s%s (name another with --entry=FUNCTION)", entry,
                     o->files[0], o->nfiles > 1 ? " and the other files" : "");
        return;
    }
    if (l->by_units) return;
    /* A static function without other uses would be removed. */
    LLVMSetLinkage(main_function, LLVMExternalLinkage);
    /* A set of a linker is of one file: the program, or a plugin. */
    gather_section_sets(l);
    link_plugins(l);
    if (l->error) return;
    LLVMValueRef chosen = LLVMGetFirstGlobalIFunc(l->module);
    if (chosen) {
        size_t n;
        loader_error(l,
                     "`%s` is chosen while the program is loaded (attribute ifunc), which libc "
                     "does not offer: "
                     "build the program without",
                     LLVMGetValueName2(chosen, &n));
        return;
    }
    mark_volatile_accesses(l);
    lower_assembly(l);
    rewrite_module(l);
}

void frontend_build(Loader *l) {
    const char *entry = l->options->entry ? l->options->entry : "main";
    frontend_own(l);
    if (l->alarmed) alarm(0);
    if (l->error) return;
    LLVMValueRef main_function = LLVMGetNamedFunction(l->module, entry);
    if (!l->by_units) {
        keep_masks(l);
        prepare_contexts(l);
    }
    keep_inline_definitions(l);
    if (l->by_units) {
        units_finish(l);
    } else {
        members_note(l);
        shapes_note(l);
        if (!l->error) optimise(l);
    }
    if (l->error) return;
    move_counters(l);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) ptrmap_put(&l->own, f, 1);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g)) ptrmap_put(&l->own, g, 1);
    if (strcmp(entry, "main")) {
        LLVMValueRef old = LLVMGetNamedFunction(l->module, "main");
        if (old) LLVMSetValueName2(old, "__heddle_unused_main", 20);
        LLVMSetValueName2(main_function, "main", 4);
    }
    link_libraries(l);
    if (!l->error) look_at_volatile_accesses(l);
}
