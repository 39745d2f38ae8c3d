/*
 * frontend.c — from what the user gives (C, preprocessed C, LLVM assembly, bitcode) to one optimised LLVM module
 * that holds the program, the parts of libc it needs and the runtime.
 *
 * The program's own code is optimised only in its registers: every load, store and copy is marked volatile while
 * LLVM's passes run, divisions and `unreachable` are hidden behind calls, so are local variables that are more
 * than a register and the targets of indirect calls, library functions are no builtins: no access to memory that
 * another thread may touch is dropped, duplicated or moved, and no undefined behaviour is optimised away before
 * it can be found.
 */
#include "program/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void loader_error(Loader *l, const char *format, ...) {
    if (l->error) return;
    va_list ap;
    va_start(ap, format);
    if (vasprintf(&l->error, format, ap) < 0) base_fatal("out of memory");
    va_end(ap);
}

static bool has_suffix(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && !strcmp(s + n - m, suffix);
}

/* --- compilers ------------------------------------------------------------------------------------------ */

static char *read_text(Loader *l, const char *path) {
    FILE *f = fopen(path, "rb");
    StrBuf b = {0};
    str_add(&b, "");
    if (!f) {
        loader_error(l, "%s: %s", path, strerror(errno));
    } else {
        for (size_t n = 1; n;) {
            vec_reserve(&b, b.len + 65536);
            n = fread(b.data + b.len, 1, 65535, f);
            b.len += n;
        }
        b.data[b.len] = 0;
        if (ferror(f)) loader_error(l, "%s: %s", path, strerror(errno));
    }
    if (f) fclose(f);
    return b.data;
}

/* The end of the token at `s` as far as brackets and names are looked for: literals, comments and lines of the
 * preprocessor are one. */
static char *skip_token(char *s, bool line_start) {
    if (*s == '"' || *s == '\'') {
        char quote = *s++;
        while (*s && *s != quote && *s != '\n') s += *s == '\\' && s[1] ? 2 : 1;
        return *s == quote ? s + 1 : s;
    }
    if (*s == '#' && line_start) return s + strcspn(s, "\n");
    if (*s == '/' && s[1] == '/') return s + strcspn(s, "\n");
    if (*s == '/' && s[1] == '*') {
        char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return s + (n ? n : 1);
}

/*
 * Functions that pass their variable arguments on with gcc's __builtin_va_arg_pack are inline copies of functions
 * that libc has; their bodies are blanked, which leaves declarations. Lines keep their numbers. False where
 * there are none.
 */
static bool blank_packs(char *text) {
    static const char pack[] = "__builtin_va_arg_pack"; /* and …_len */
    bool any = false, packs = false, line_start = true;
    char *body = NULL;
    unsigned depth = 0;
    for (char *s = text, *end; *s; s = end) {
        end = skip_token(s, line_start);
        line_start = *s == '\n' || (line_start && (*s == ' ' || *s == '\t'));
        if (*s == '{' && depth++ == 0) {
            body = s;
            packs = false;
        } else if (!strncmp(s, pack, sizeof pack - 1)) {
            packs = true;
        } else if (*s == '}' && depth && --depth == 0 && packs) {
            for (char *c = body; c <= s; c++)
                if (*c != '\n') *c = ' ';
            *body = ';';
            any = true;
        }
    }
    return any;
}

/* gcc's atomic_flag is an _Atomic structure, which clang lets nobody initialise. Its operations are atomic without that. */
static bool plain_flag(char *text) {
    char *s = strstr(text, "} atomic_flag;");
    while (s && s > text && *s != '{') s--;
    static const char *const before[] = {"struct", "_Atomic"};
    for (size_t k = 0; s && k < ARRAY_LEN(before); k++) {
        size_t n = strlen(before[k]);
        while (s > text && strchr(" \t\n", s[-1])) s--;
        s = (size_t)(s - text) >= n && !strncmp(s - n, before[k], n) ? s - n : NULL;
    }
    if (s) memset(s, ' ', strlen("_Atomic"));
    return s != NULL;
}

/* The flags of a line marker (`# 5 "x.h" 1 3`), or NULL where the line at `s` is none. */
static char *marker_flags(char *s) {
    s += strspn(s, " \t");
    if (*s++ != '#') return NULL;
    s += strspn(s, " \t");
    size_t digits = strspn(s, "0123456789");
    s += digits;
    s += strspn(s, " \t");
    return digits && *s == '"' ? skip_token(s, false) : NULL;
}

/*
 * Line markers say where an included file begins (1) and where one ends (2). Where more end than began, as in programs that
 * somebody took pieces out of, gcc shrugs and clang refuses: there the flags are blanked. False where all is well.
 */
static bool level_markers(char *text) {
    bool level = true;
    for (int pass = 0; pass < 2; pass++) {
        size_t depth = 0;
        for (char *line = text, *end; line; line = end ? end + 1 : NULL) {
            end = strchr(line, '\n');
            for (char *flag = marker_flags(line); flag && *flag && *flag != '\n'; flag++) {
                if (*flag != '1' && *flag != '2') continue;
                if (pass)
                    *flag = ' ';
                else if (*flag == '1')
                    depth++;
                else if (depth)
                    depth--;
                else
                    level = false;
            }
        }
        if (level) return false;
    }
    return true;
}

/* Whether the text gives the type `name` a meaning of its own: `typedef float _Float32;`. */
static bool defines_type(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *s = text; (s = strstr(s, name)); s += n)
        if (s[n + strspn(s + n, " \t")] == ';' && s > text && (s[-1] == ' ' || s[-1] == '\t')) return true;
    return false;
}

typedef VEC(char *) Arguments;

/*
 * Preprocessed C is what gcc makes of glibc's headers: it is compiled as C once more, with macros for what
 * gcc understands and clang does not. Returns the file to compile, which the caller frees: the given one or a copy.
 */
static char *preprocessed(Loader *l, const char *file, size_t number, Arguments *argv) {
    static const struct {
        const char *name, *meaning;
    } types[] = {{"_Float32", "float"}, {"_Float64", "double"}, {"_Float32x", "double"}, {"_Float64x", "long double"}, {"_Float128", "__float128"}};
    static const char *const fetches[] = {"add", "sub", "and", "or", "xor", "nand"};
    static const char *const atomics[] = {"load", "store", "exchange", "compare_exchange", "load_n", "store_n", "exchange_n", "compare_exchange_n"};
    static const char *const syncs[] = {"bool_compare_and_swap", "val_compare_and_swap", "lock_test_and_set"};
    static const struct {
        const char *name, *arguments;
    } sized[] = {{"memcpy", "a, b, n"},  {"memmove", "a, b, n"}, {"mempcpy", "a, b, n"}, {"memset", "a, b, n"}, {"strncpy", "a, b, n"},
                 {"strncat", "a, b, n"}, {"stpncpy", "a, b, n"}, {"strcpy", "a, b"},     {"strcat", "a, b"},    {"stpcpy", "a, b"}};
    char *text = read_text(l, file);
    char *copy = NULL;
    if (l->error) {
        free(text);
        return NULL;
    }
    vec_push(argv, xstrdup("-x"));
    vec_push(argv, xstrdup("c"));
    vec_push(argv, xstrdup("-undef")); /* identifiers like `linux` are the program's own now */
    vec_push(argv, xstrdup("-w"));
    vec_push(argv, xstrdup("-Wno-error"));
    vec_push(argv, xstrdup("-D__malloc__(...)=__malloc__"));
    for (size_t k = 0; k < ARRAY_LEN(types); k++)
        if (!defines_type(text, types[k].name)) vec_push(argv, xasprintf("-D%s=%s", types[k].name, types[k].meaning));
    /* gcc's <stdatomic.h> gives _Atomic objects to operations that clang has for others only. */
    vec_push(argv, xstrdup("-D__heddle_plain(p)=(__typeof__((void)0, *(p)) *)(p)"));
    for (size_t k = 0; k < ARRAY_LEN(atomics); k++) vec_push(argv, xasprintf("-D__atomic_%s(p, ...)=__atomic_%s(__heddle_plain(p), __VA_ARGS__)", atomics[k], atomics[k]));
    for (size_t k = 0; k < ARRAY_LEN(syncs); k++) vec_push(argv, xasprintf("-D__sync_%s(p, ...)=__sync_%s(__heddle_plain(p), __VA_ARGS__)", syncs[k], syncs[k]));
    vec_push(argv, xstrdup("-D__sync_lock_release(p, ...)=__sync_lock_release(__heddle_plain(p))"));
    for (size_t k = 0; k < ARRAY_LEN(fetches); k++) {
        const char *f = fetches[k];
        vec_push(argv, xasprintf("-D__atomic_fetch_%s(p, ...)=__atomic_fetch_%s(__heddle_plain(p), __VA_ARGS__)", f, f));
        vec_push(argv, xasprintf("-D__atomic_%s_fetch(p, ...)=__atomic_%s_fetch(__heddle_plain(p), __VA_ARGS__)", f, f));
        vec_push(argv, xasprintf("-D__sync_fetch_and_%s(p, ...)=__sync_fetch_and_%s(__heddle_plain(p), __VA_ARGS__)", f, f));
        vec_push(argv, xasprintf("-D__sync_%s_and_fetch(p, ...)=__sync_%s_and_fetch(__heddle_plain(p), __VA_ARGS__)", f, f));
    }
    /* Fortified functions check sizes that the compiler knows; here every access is checked. */
    for (size_t k = 0; k < ARRAY_LEN(sized); k++) {
        const char *f = sized[k].name, *arguments = sized[k].arguments;
        vec_push(argv, xasprintf("-D__builtin___%s_chk(%s, size)=__builtin_%s(%s)", f, arguments, f, arguments));
    }
    vec_push(argv, xstrdup("-D__builtin___vsprintf_chk(s, flag, size, ...)=__builtin_vsprintf(s, __VA_ARGS__)"));
    vec_push(argv, xstrdup("-D__builtin___vsnprintf_chk(s, n, flag, size, ...)=__builtin_vsnprintf(s, n, __VA_ARGS__)"));
    bool packs = blank_packs(text), flag = plain_flag(text), markers = level_markers(text);
    if (packs || flag || markers) {
        copy = xasprintf("%s/unit%zu.i", l->options->temp_dir, number);
        /* Findings tell the name that was given, where the text has no line markers of its own. */
        StrBuf first = {0};
        str_add(&first, "# 1 \"");
        for (const char *c = file; *c; c++) {
            if (*c == '"' || *c == '\\') str_addc(&first, '\\');
            str_addc(&first, *c);
        }
        str_add(&first, "\"\n");
        FILE *out = fopen(copy, "wb");
        bool fine = out && fputs(first.data, out) >= 0 && fputs(text, out) >= 0;
        if (out && fclose(out) != 0) fine = false;
        vec_free(&first);
        if (!fine) loader_error(l, "%s: %s", copy, strerror(errno));
    }
    free(text);
    return copy ? copy : xstrdup(file);
}

/* Runs clang on one source file; the bitcode's path, which the caller frees, or NULL. */
static char *compile(Loader *l, const char *file, size_t number) {
    const ProgramOptions *o = l->options;
    static const char *const fixed[] = {"clang-19", "-c", "-emit-llvm", "-O1", "-g", "-Xclang", "-disable-llvm-passes",
                                        "-fno-builtin", "-fno-stack-protector", "-fno-pie", "-fno-vectorize",
                                        "--target=x86_64-linux-musl", "-fno-discard-value-names", "-nostdinc",
                                        /* As gcc does, these are warnings: programs older than C99 have them. */
                                        "-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
                                        "-Wno-error=incompatible-function-pointer-types", "-Wno-error=int-conversion",
                                        "-Wno-error=return-mismatch"};
    bool again = has_suffix(file, ".i");
    Arguments argv = {0};
    for (size_t i = 0; i < ARRAY_LEN(fixed); i++) vec_push(&argv, xstrdup(fixed[i]));
    char *source = again ? preprocessed(l, file, number, &argv) : xstrdup(file);
    if (!again) {
        vec_push(&argv, xstrdup("-isystem"));
        vec_push(&argv, xasprintf("%s/include", o->resource_dir));
        vec_push(&argv, xstrdup("-D__HEDDLE__=1"));
    }
    /* clang's own headers (stddef.h, stdarg.h, …) come after musl's. */
    char *builtin_headers = xasprintf("%s/clang-include", o->resource_dir);
    struct stat st;
    vec_push(&argv, xstrdup("-idirafter"));
    vec_push(&argv, xstrdup(stat(builtin_headers, &st) == 0 ? builtin_headers : "/usr/lib/llvm-19/lib/clang/19/include"));
    free(builtin_headers);
    for (size_t i = 0; i < o->ncompiler_args; i++) {
        /* Macros and what is included were there already when it was preprocessed. */
        const char *arg = o->compiler_args[i];
        bool pair = !strcmp(arg, "-D") || !strcmp(arg, "-U") || !strcmp(arg, "-include") || !strcmp(arg, "-imacros");
        if (again && pair)
            i++;
        else
            vec_push(&argv, xstrdup(arg));
    }
    if (again) vec_push(&argv, xstrdup("-fno-trigraphs")); /* -std=, if it comes last, wins */
    char *out = xasprintf("%s/unit%zu.bc", o->temp_dir, number);
    vec_push(&argv, xstrdup("-o"));
    vec_push(&argv, xstrdup(out));
    if (source) vec_push(&argv, source);
    vec_push(&argv, NULL);

    pid_t pid;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    int e = l->error ? 0 : posix_spawnp(&pid, argv.data[0], &actions, NULL, argv.data, environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (e) {
        loader_error(l, "cannot run clang-19: %s (install the package clang-19)", strerror(e));
    } else if (!l->error) {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
        if (status != 0) loader_error(l, "%s: compilation failed (see the messages of clang above)", file);
    }
    for (size_t i = 0; i < argv.len; i++) free(argv.data[i]);
    vec_free(&argv);
    if (l->error) {
        free(out);
        return NULL;
    }
    return out;
}

/* --- modules -------------------------------------------------------------------------------------------- */

static LLVMModuleRef parse_file(Loader *l, const char *path, const char *shown) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    struct stat st;
    if (stat(path, &st) != 0) {
        loader_error(l, "%s: %s", shown, strerror(errno));
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        loader_error(l, "%s: is a directory; give C files, bitcode or an executable", shown);
        return NULL;
    }
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        loader_error(l, "%s: %s", shown, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMModuleRef m = NULL;
    if (LLVMParseIRInContext(l->context, buffer, &m, &message)) {
        char *line = message ? strndup(message, strcspn(message, "\n")) : NULL;
        loader_error(l, "%s: not LLVM bitcode that LLVM 19 can read (%s)", shown, line ? line : "unknown error");
        free(line);
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (LLVMVerifyModule(m, LLVMReturnStatusAction, &message)) {
        char *line = strndup(message, strcspn(message, "\n"));
        loader_error(l, "%s: broken bitcode (%s)", shown, line);
        free(line);
        LLVMDisposeMessage(message);
        LLVMDisposeModule(m);
        return NULL;
    }
    LLVMDisposeMessage(message);
    return m;
}

static void link_module(Loader *l, LLVMModuleRef m, const char *shown) {
    if (!l->module) {
        l->module = m;
        return;
    }
    LLVMSetTarget(m, LLVMGetTarget(l->module));
    LLVMSetDataLayout(m, LLVMGetDataLayoutStr(l->module));
    if (LLVMLinkModules2(l->module, m)) {
        /* What the linker said comes through the diagnostic handler and names no file. */
        char *said = l->error;
        l->error = NULL;
        if (said) loader_error(l, "%s: cannot be linked with the files before it: %s", shown, said);
        free(said);
        loader_error(l, "%s: cannot be linked with the files before it (a symbol is defined twice, or types differ)", shown);
    }
}

/* Hides divisions whose divisor may be zero from the optimiser: `sdiv a, b` becomes a call. */
static void hide_divisions(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                LLVMOpcode op = LLVMGetInstructionOpcode(i);
                if (op != LLVMSDiv && op != LLVMUDiv && op != LLVMSRem && op != LLVMURem) continue;
                LLVMTypeRef t = LLVMTypeOf(i);
                LLVMValueRef divisor = LLVMGetOperand(i, 1);
                if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind) continue;
                if (LLVMIsAConstantInt(divisor) && !LLVMIsNull(divisor)) continue;
                const char *kind = op == LLVMSDiv ? "sdiv" : op == LLVMUDiv ? "udiv" : op == LLVMSRem ? "srem" : "urem";
                char name[64];
                snprintf(name, sizeof name, "__heddle_op_%s%u", kind, LLVMGetIntTypeWidth(t));
                LLVMTypeRef ft = LLVMFunctionType(t, (LLVMTypeRef[]){t, t}, 2, 0);
                LLVMValueRef callee = LLVMGetNamedFunction(l->module, name);
                if (!callee) callee = LLVMAddFunction(l->module, name, ft);
                LLVMPositionBuilderBefore(b, i);
                LLVMValueRef call = LLVMBuildCall2(b, ft, callee, (LLVMValueRef[]){LLVMGetOperand(i, 0), divisor}, 2, "");
                LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(i));
                LLVMReplaceAllUsesWith(i, call);
                LLVMInstructionEraseFromParent(i);
            }
    LLVMDisposeBuilder(b);
}

static void hide_unreachable(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMTypeRef ft = LLVMFunctionType(LLVMVoidTypeInContext(l->context), NULL, 0, 0);
    LLVMValueRef callee = LLVMAddFunction(l->module, "__heddle_op_unreachable", ft);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
            if (!last || LLVMGetInstructionOpcode(last) != LLVMUnreachable) continue;
            LLVMPositionBuilderBefore(b, last);
            LLVMValueRef call = LLVMBuildCall2(b, ft, callee, NULL, 0, "");
            LLVMValueRef previous = LLVMGetPreviousInstruction(call);
            LLVMMetadataRef where = LLVMInstructionGetDebugLoc(last);
            if (!where && previous) where = LLVMInstructionGetDebugLoc(previous);
            LLVMInstructionSetDebugLoc(call, where);
        }
    LLVMDisposeBuilder(b);
}

/* Whether every use of `pointer`, which is `offset` bytes into a local variable of `size` bytes, is a plain access
 * at a known place inside of it. The optimiser drops accesses outside, as they are undefined. */
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
            const char *name = LLVMIsAFunction(LLVMGetCalledValue(user)) ? LLVMGetValueName2(LLVMGetCalledValue(user), &n) : "";
            if (!strncmp(name, "llvm.lifetime.", 14)) continue;
            if (strncmp(name, "llvm.memcpy.", 12) && strncmp(name, "llvm.memmove.", 13) && strncmp(name, "llvm.memset.", 12)) return false;
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

static LLVMValueRef hider(Loader *l) {
    LLVMValueRef f = LLVMGetNamedFunction(l->module, "__heddle_op_hide");
    if (f) return f;
    LLVMTypeRef p = LLVMPointerTypeInContext(l->context, 0);
    f = LLVMAddFunction(l->module, "__heddle_op_hide", LLVMFunctionType(p, (LLVMTypeRef[]){p}, 1, 0));
    static const char *const attributes[] = {"memory", "nounwind", "willreturn", "nocallback", "nofree", "nosync", "speculatable"};
    for (size_t k = 0; k < ARRAY_LEN(attributes); k++)
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(l->context, LLVMGetEnumAttributeKindForName(attributes[k], strlen(attributes[k])), 0));
    return f;
}

static LLVMValueRef build_hide(Loader *l, LLVMBuilderRef b, LLVMValueRef v) {
    LLVMValueRef callee = hider(l);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, (LLVMValueRef[]){v}, 1, "");
}

/* Hides local variables behind a call that the optimiser cannot see through: `all` of them, or those that are
 * accessed outside or in ways that are not known. */
static void hide_variables(Loader *l, bool all) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (!LLVMIsAAllocaInst(i) || !LLVMGetFirstUse(i)) continue;
                LLVMValueRef first = LLVMGetUser(LLVMGetFirstUse(i));
                if (LLVMIsACallInst(first) && LLVMGetCalledValue(first) == hider(l)) continue;
                LLVMValueRef count = LLVMGetOperand(i, 0);
                uint64_t size = LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(i));
                if (!all && LLVMIsAConstantInt(count) && stays_inside(l, i, 0, size * LLVMConstIntGetZExtValue(count))) continue;
                LLVMPositionBuilderBefore(b, next);
                LLVMSetCurrentDebugLocation2(b, NULL);
                LLVMValueRef hidden = build_hide(l, b, i);
                LLVMReplaceAllUsesWith(i, hidden);
                LLVMSetOperand(hidden, 0, i);
            }
    LLVMDisposeBuilder(b);
}

/* Hides the targets of indirect calls: a call of null or of a function with other parameters is to happen. */
static void hide_targets(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                if (!LLVMIsACallInst(i)) continue;
                LLVMValueRef callee = LLVMGetCalledValue(i);
                if (LLVMIsAFunction(callee) || LLVMIsAInlineAsm(callee) || LLVMIsAGlobalAlias(callee)) continue;
                LLVMPositionBuilderBefore(b, i);
                LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, build_hide(l, b, callee));
            }
    LLVMDisposeBuilder(b);
}

static void unhide(Loader *l) {
    LLVMValueRef f = LLVMGetNamedFunction(l->module, "__heddle_op_hide");
    if (!f) return;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetFirstUse(f)) {
        LLVMValueRef call = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDeleteFunction(f);
}

/* Sets or clears the volatile mark of every access (which means nothing to the decoder). */
static void mark_accesses(Loader *l, bool mark) {
    LLVMValueRef flag = LLVMConstInt(LLVMInt1TypeInContext(l->context), mark, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                LLVMOpcode op = LLVMGetInstructionOpcode(i);
                if (op == LLVMLoad || op == LLVMStore || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg) {
                    LLVMSetVolatile(i, mark);
                } else if (op == LLVMCall && LLVMIsAFunction(LLVMGetCalledValue(i))) {
                    const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
                    if (!strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13) || !strncmp(name, "llvm.memset.", 12)) LLVMSetOperand(i, 3, flag);
                }
            }
}

/* Mathematical intrinsics, which compilers make of calls, become the calls of libm again. */
static void call_libm(Loader *l) {
    static const char *const names[] = {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2", "log10", "pow", "lround", "llround", "ldexp"};
    static const struct {
        const char *type, *suffix;
    } types[] = {{"f32", "f"}, {"f64", ""}, {"f80", "l"}};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        const char *name = LLVMGetValueName(f);
        if (strncmp(name, "llvm.", 5)) continue;
        const char *base = name + 5, *dot = strchr(base, '.'), *last = strrchr(base, '.');
        if (!dot) continue;
        /* ldexp names the exponent's type last, lround the result's first. */
        if (!strcmp(last, ".i32") && dot != last) last = dot;
        for (size_t k = 0; k < ARRAY_LEN(names); k++)
            for (size_t t = 0; t < ARRAY_LEN(types); t++) {
                if (strlen(names[k]) != (size_t)(dot - base) || strncmp(base, names[k], (size_t)(dot - base)) || strncmp(last + 1, types[t].type, 3)) continue;
                char libm[32];
                snprintf(libm, sizeof libm, "%s%s", names[k], types[t].suffix);
                LLVMValueRef callee = LLVMGetNamedFunction(l->module, libm);
                if (!callee) callee = LLVMAddFunction(l->module, libm, LLVMGlobalGetValueType(f));
                LLVMReplaceAllUsesWith(f, callee);
                k = ARRAY_LEN(names) - 1;
                break;
            }
        if (!LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
    }
}

static void run_passes(Loader *l, const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
    LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
    LLVMErrorRef e = LLVMRunPasses(l->module, passes, NULL, options);
    if (e) {
        char *m = LLVMGetErrorMessage(e);
        loader_error(l, "optimisation passes failed: %s", m);
        LLVMDisposeErrorMessage(m);
    }
    LLVMDisposePassBuilderOptions(options);
}

static bool has_memory(LLVMValueRef f) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetInstructionOpcode(i) == LLVMAlloca) return true;
    return false;
}

static void optimise(Loader *l) {
    l->layout = LLVMGetModuleDataLayout(l->module);
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
    unsigned noinline_ = LLVMGetEnumAttributeKindForName("noinline", 8);
    /* A null pointer that is used is a finding, not a fact to optimise with. */
    unsigned null_is_valid = LLVMGetEnumAttributeKindForName("null_pointer_is_valid", 21);
    LLVMAttributeRef no_builtins = LLVMCreateStringAttribute(l->context, "no-builtins", 11, "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, optnone)) {
            LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, optnone);
            LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, noinline_);
        }
        if (!LLVMIsDeclaration(f)) {
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, no_builtins);
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(l->context, null_is_valid, 0));
            /* Atomic sections are recognised by name when they are called. */
            const char *name = LLVMGetValueName(f);
            if (!strncmp(name, "__VERIFIER_atomic_", 18))
                LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(l->context, noinline_, 0));
        }
    }
    hide_divisions(l);
    hide_unreachable(l);
    hide_variables(l, false);
    run_passes(l, "function(sroa,mem2reg)");
    if (!l->error && !l->options->no_optimisation && !l->options->check_overflow) {
        /* What is left in memory stays there: after inlining, an access to it may turn out to be outside. */
        hide_variables(l, true);
        hide_targets(l);
        /* Locals that stay in memory end with their function: it is kept apart, so that a use after its return
         * is still one. */
        for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
            if (has_memory(f)) LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(l->context, noinline_, 0));
        mark_accesses(l, true);
        run_passes(l, "default<O1>");
        mark_accesses(l, false);
    }
    unhide(l);
    call_libm(l);
}

/* --- lazy linking of libc and the runtime ------------------------------------------------------------- */

typedef struct Member {
    char *symbol, *path;
} Member;

typedef VEC(Member) MemberIndex;

static int compare_members(const void *a, const void *b) {
    return strcmp(((const Member *)a)->symbol, ((const Member *)b)->symbol);
}

/* Reads `symbol member strong|weak` lines; the first definition of a symbol wins, strong before weak. */
static void read_index(Loader *l, MemberIndex *index, const char *library) {
    char *path = xasprintf("%s/%s/index", l->options->resource_dir, library);
    FILE *f = fopen(path, "r");
    if (!f) {
        loader_error(l, "%s: %s (build the support libraries first: make)", path, strerror(errno));
        free(path);
        return;
    }
    char symbol[512], member[512], kind[32];
    MemberIndex weak = {0};
    while (fscanf(f, "%511s %511s %31s", symbol, member, kind) == 3) {
        Member m = {xstrdup(symbol), xasprintf("%s/%s/%s", l->options->resource_dir, library, member)};
        if (!strcmp(kind, "weak"))
            vec_push(&weak, m);
        else
            vec_push(index, m);
    }
    fclose(f);
    free(path);
    for (size_t i = 0; i < weak.len; i++) vec_push(index, weak.data[i]);
    vec_free(&weak);
}

static void free_index(MemberIndex *index) {
    for (size_t i = 0; i < index->len; i++) {
        free(index->data[i].symbol);
        free(index->data[i].path);
    }
    vec_free(index);
}

typedef VEC(char *) NameList;

/*
 * Makes the references that a module needs strong: where one module needs a symbol and another only asks for it
 * weakly, LLVM's linker may leave the merged declaration weak, and the need would be lost.
 */
static void note_needs(LLVMModuleRef m, NameList *needed) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && LLVMGetLinkage(f) != LLVMExternalWeakLinkage) vec_push(needed, xstrdup(LLVMGetValueName(f)));
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g) && LLVMGetFirstUse(g) && LLVMGetLinkage(g) != LLVMExternalWeakLinkage) vec_push(needed, xstrdup(LLVMGetValueName(g)));
}

static void strengthen(LLVMModuleRef m, const NameList *needed) {
    for (size_t i = 0; i < needed->len; i++) {
        LLVMValueRef v = LLVMGetNamedFunction(m, needed->data[i]);
        if (!v) v = LLVMGetNamedGlobal(m, needed->data[i]);
        if (v && LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage) LLVMSetLinkage(v, LLVMExternalLinkage);
    }
}

static bool needs_definition(LLVMValueRef v) {
    return LLVMIsDeclaration(v) && LLVMGetFirstUse(v) && LLVMGetLinkage(v) != LLVMExternalWeakLinkage;
}

static void link_libraries(Loader *l) {
    MemberIndex libraries[2] = {0}; /* the runtime's symbols come before libc's */
    read_index(l, &libraries[0], "runtime");
    read_index(l, &libraries[1], "libc");
    for (int k = 0; k < 2 && !l->error; k++) {
        /* A stable sort by symbol: insertion order decides between equal names. */
        MemberIndex *m = &libraries[k];
        if (m->len) qsort(m->data, m->len, sizeof(Member), compare_members);
    }
    VEC(const char *) loaded = {0};
    NameList needed = {0};
    note_needs(l->module, &needed);
    /* The start-up code is what everything hangs on. */
    LLVMTypeRef void_type = LLVMFunctionType(LLVMVoidTypeInContext(l->context), NULL, 0, 0);
    if (!l->error && !LLVMGetNamedFunction(l->module, "__heddle_start"))
        LLVMAddFunction(l->module, "__heddle_start", void_type);
    for (bool again = true; again && !l->error;) {
        again = false;
        VEC(const char *) wanted = {0};
        for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
            if (needs_definition(f) || (LLVMIsDeclaration(f) && !strcmp(LLVMGetValueName(f), "__heddle_start")))
                vec_push(&wanted, xstrdup(LLVMGetValueName(f)));
        for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
            if (needs_definition(g)) vec_push(&wanted, xstrdup(LLVMGetValueName(g)));
        for (size_t i = 0; i < wanted.len && !l->error; i++) {
            for (int k = 0; k < 2; k++) {
                Member key = {(char *)wanted.data[i], NULL};
                Member *m = libraries[k].len ? bsearch(&key, libraries[k].data, libraries[k].len, sizeof(Member), compare_members) : NULL;
                if (!m) continue;
                bool seen = false;
                for (size_t j = 0; j < loaded.len; j++) seen |= !strcmp(loaded.data[j], m->path);
                if (seen) break;
                vec_push(&loaded, m->path);
                LLVMModuleRef module = parse_file(l, m->path, m->path);
                if (module) {
                    note_needs(module, &needed);
                    link_module(l, module, m->path);
                }
                again = true;
                break;
            }
        }
        strengthen(l->module, &needed);
        for (size_t i = 0; i < wanted.len; i++) free((char *)wanted.data[i]);
        vec_free(&wanted);
    }
    for (size_t i = 0; i < needed.len; i++) free(needed.data[i]);
    vec_free(&needed);
    vec_free(&loaded);
    free_index(&libraries[0]);
    free_index(&libraries[1]);
}

static void handle_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    Loader *l = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(info);
    loader_error(l, "%s", text);
    LLVMDisposeMessage(text);
}

void frontend_build(Loader *l) {
    const ProgramOptions *o = l->options;
    LLVMContextSetDiagnosticHandler(l->context, handle_diagnostic, l);
    for (size_t i = 0; i < o->nfiles && !l->error; i++) {
        const char *file = o->files[i];
        const char *path = file;
        char *made = NULL;
        struct stat st;
        if (stat(file, &st) != 0) {
            loader_error(l, "%s: %s", file, strerror(errno));
            return;
        }
        if (has_suffix(file, ".c") || has_suffix(file, ".i")) {
            made = compile(l, file, i);
            path = made;
        } else if (has_suffix(file, ".cc") || has_suffix(file, ".cpp") || has_suffix(file, ".cxx") || has_suffix(file, ".C")) {
            loader_error(l, "%s: C++ is not supported; Heddle tests programs written in C", file);
        }
        if (!l->error) {
            LLVMModuleRef m = parse_file(l, path, file);
            if (m && LLVMGetTarget(m) && *LLVMGetTarget(m) && strncmp(LLVMGetTarget(m), "x86_64", 6))
                loader_error(l, "%s: compiled for %s; only 64-bit x86 (x86_64) is supported", file, LLVMGetTarget(m));
            else if (m)
                link_module(l, m, file);
        }
        if (made) {
            unlink(made);
            free(made);
        }
    }
    if (l->error) return;
    const char *entry = o->entry ? o->entry : "main";
    LLVMValueRef main_function = LLVMGetNamedFunction(l->module, entry);
    if (!main_function || LLVMIsDeclaration(main_function)) {
        loader_error(l, "no function `%s` in %s%s (name another with --entry=FUNCTION)", entry, o->files[0],
                     o->nfiles > 1 ? " and the other files" : "");
        return;
    }
    optimise(l);
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
}
