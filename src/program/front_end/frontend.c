/*
 * frontend.c — makes one optimised LLVM module of the user's files (C, preprocessed C, LLVM
 * assembly, bitcode, native files that carry bitcode). The module holds the program, the parts of
 * libc it needs, and the runtime.
 */
#include "analysis/forget_places.h"
#include "analysis/sequentialize.h"
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include <errno.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void handle_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    Loader *l = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(info);
    loader_error(l, "%s", text);
    LLVMDisposeMessage(text);
}

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

/* Compiles or reads one file that is not native, and links it with the module so far. */
static void add_file(Loader *l, const char *file, size_t number) {
    const char *path = file;
    char *made = NULL;
    if (is_source(file)) {
        made = compile_source(l, file, number);
        path = made;
    } else if (has_suffix(file, ".cc") || has_suffix(file, ".cpp") || has_suffix(file, ".cxx") ||
               has_suffix(file, ".C")) {
        loader_error(l, "%s: C++ is not supported; Heddle tests programs written in C", file);
    }
    if (!l->error) {
        LLVMModuleRef m = parse_file(l, path, file, !made);
        if (m && LLVMGetTarget(m) && *LLVMGetTarget(m) && strncmp(LLVMGetTarget(m), "x86_64", 6))
            loader_error(l, "%s: compiled for %s; only 64-bit x86 (x86_64) is supported", file,
                         LLVMGetTarget(m));
        else if (m)
            link_module(l, m, file);
    }
    if (made) {
        unlink(made);
        free(made);
    }
}

void link_file(Loader *l, const char *file, size_t number) {
    NativeKind native = native_kind(file);
    if (!is_source(file)) reads_add_contents(l->record, file);
    if (native == NATIVE_ELF)
        link_elf(l, file);
    else if (native == NATIVE_ARCHIVE)
        link_whole_archive(l, file);
    else
        add_file(l, file, number);
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
    if (o->rewrite == REWRITE_FORGET_PLACES)
        forget_places(l->module);
    else if (!sequentialize(l->module, o->sequentialization, &error))
        loader_error(l, "%s", error);
    free(error);
    for (size_t k = 0; k < o->nadded && !l->error; k++) add_file(l, o->added[k], o->nfiles + k);
}

void loader_diagnostics(Loader *l) {
    LLVMContextSetDiagnosticHandler(l->context, handle_diagnostic, l);
}

/* Links the program's own files as they are. */
static void link_files(Loader *l, const char *entry) {
    const ProgramOptions *o = l->options;
    VEC(const char *) archives = {0};
    for (size_t i = 0; i < o->nfiles && !l->error; i++) {
        const char *file = o->files[i];
        struct stat st;
        if (stat(file, &st) != 0) {
            loader_error(l, "%s: %s", file, strerror(errno));
            break;
        }
        if (native_kind(file) != NATIVE_ARCHIVE) {
            link_file(l, file, i);
            continue;
        }
        reads_add_contents(l->record, file);
        vec_push(&archives, file);
    }
    if (archives.len && !l->error) link_archives(l, archives.data, archives.len, entry);
    vec_free(&archives);
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
        if (!l->error) optimise(l);
    }
    if (l->error) return;
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
