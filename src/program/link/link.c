/*
 * link.c — reads and links LLVM modules.
 */
#include "program/front_end/loader.h"
#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Stops LLVM's reader from verifying each module with debug information, a quarter of the time that
 * reading takes: modules from elsewhere are verified here. */
static void read_without_verifying(void) {
    static bool done;
    static const char *const options[] = {"heddle", "-disable-auto-upgrade-debug-info"};
    if (!done) LLVMParseCommandLineOptions((int)ARRAY_LEN(options), options, NULL);
    done = true;
}

/* Whether a module is sound. As in LLVM's reader, debug information that is not, or is of another
 * version, is left out. If not, *message is LLVM's, which the caller disposes of. */
static bool is_sound(LLVMModuleRef m, char **message) {
    if (LLVMGetModuleDebugMetadataVersion(m) != LLVMDebugMetadataVersion())
        LLVMStripModuleDebugInfo(m);
    for (bool stripped = false;; stripped = true) {
        *message = NULL;
        bool sound = !LLVMVerifyModule(m, LLVMReturnStatusAction, message);
        if (sound || stripped || !LLVMStripModuleDebugInfo(m)) return sound;
        LLVMDisposeMessage(*message);
    }
}

/*
 * Parses and, if `foreign`, verifies a module; takes the buffer. What this installation made
 * itself, members of its libraries and what its clang has just compiled, is not verified.
 */
static LLVMModuleRef parse_buffer(Loader *l, LLVMMemoryBufferRef buffer, const char *shown,
                                  bool foreign) {
    char *message = NULL;
    LLVMModuleRef m = NULL;
    read_without_verifying();
    if (LLVMParseIRInContext(l->context, buffer, &m, &message)) {
        char *line = message ? strndup(message, strcspn(message, "\n")) : NULL;
        loader_error(l, "%s: not LLVM bitcode that LLVM 19 can read (%s)", shown,
                     line ? line : "unknown error");
        free(line);
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (foreign && !is_sound(m, &message)) {
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

LLVMModuleRef parse_unit(Loader *l, const void *data, size_t len, const char *shown, bool foreign) {
    return parse_buffer(l, LLVMCreateMemoryBufferWithMemoryRange(data, len, shown, 0), shown,
                        foreign);
}

LLVMModuleRef parse_bytes(Loader *l, const void *data, size_t len, const char *shown) {
    LLVMModuleRef m =
        parse_buffer(l, LLVMCreateMemoryBufferWithMemoryRange(data, len, shown, 0), shown, true);
    if (m) keep_section_sets(m);
    return m;
}

/* Returns the contents of a file, or NULL with an error set. */
static LLVMMemoryBufferRef read_file_buffer(Loader *l, const char *path, const char *shown) {
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
    return buffer;
}

LLVMModuleRef parse_file(Loader *l, const char *path, const char *shown, bool foreign) {
    LLVMMemoryBufferRef buffer = read_file_buffer(l, path, shown);
    return buffer ? parse_buffer(l, buffer, shown, foreign) : NULL;
}

static uint64_t hash_name(const char *name, size_t n) { return hash_bytes(name, n, 1) | 1; }

/* Gives a static function or variable whose name others have a number of its own. LLVM's linker
 * would count: then one more of them in a later version of the program renamed all that follow. */
static void number_static(LLVMModuleRef m, LLVMValueRef v, HashSet *names) {
    size_t n, file;
    const char *name = LLVMGetValueName2(v, &n);
    if (!n || hash_set_add(names, hash_name(name, n)) || !is_static(v)) return;
    uint64_t hash = hash_string(LLVMGetSourceFileName(m, &file));
    for (unsigned tries = 0; tries < 100; tries++, hash = hash_mix(hash)) {
        char *other = xasprintf("%.*s.%09u", (int)n, name, (unsigned)(hash % 1000000000));
        bool is_new = hash_set_add(names, hash_name(other, strlen(other)));
        if (is_new) LLVMSetValueName2(v, other, strlen(other));
        free(other);
        if (is_new) return;
    }
}

static void number_statics(LLVMModuleRef m, HashSet *names) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        number_static(m, f, names);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        number_static(m, g, names);
}

/* Adds the names of a module, of which none is to be changed. */
static void add_known_names(LLVMModuleRef m, HashSet *names) {
    size_t n;
    const char *name;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (name = LLVMGetValueName2(f, &n), n) hash_set_add(names, hash_name(name, n));
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (name = LLVMGetValueName2(g, &n), n) hash_set_add(names, hash_name(name, n));
}

/* Links `m` into `into`, and takes it. */
static void link_into(Loader *l, LLVMModuleRef into, LLVMModuleRef m, const char *shown) {
    LLVMSetTarget(m, LLVMGetTarget(into));
    LLVMSetDataLayout(m, LLVMGetDataLayoutStr(into));
    if (LLVMLinkModules2(into, m)) {
        /* The linker's message comes through the diagnostic handler and names no file. */
        char *said = l->error;
        l->error = NULL;
        if (said) loader_error(l, "%s: cannot be linked with the files before it: %s", shown, said);
        free(said);
        loader_error(l,
                     "%s: cannot be linked with the files before it (a symbol is defined twice, or "
                     "types differ)",
                     shown);
    }
}

void link_module(Loader *l, LLVMModuleRef m, const char *shown) {
    if (l->module) {
        HashSet names = {0};
        add_known_names(l->module, &names);
        number_statics(m, &names);
        hash_set_free(&names);
        link_into(l, l->module, m, shown);
    } else {
        l->module = m;
    }
}

/* Links modules by halves: what is linked twice is small. */
static LLVMModuleRef link_halves(Loader *l, LLVMModuleRef *modules, size_t n, const char *shown) {
    if (n == 1) return modules[0];
    LLVMModuleRef first = link_halves(l, modules, n / 2, shown),
                  second = link_halves(l, modules + n / 2, n - n / 2, shown);
    if (l->error)
        LLVMDisposeModule(second);
    else
        link_into(l, first, second, shown);
    return first;
}

LLVMModuleRef link_modules(Loader *l, LLVMModuleRef *modules, size_t n, const char *shown) {
    HashSet names = {0};
    for (size_t k = 0; n > 1 && k < n; k++) number_statics(modules[k], &names);
    hash_set_free(&names);
    return link_halves(l, modules, n, shown);
}

bool is_static(LLVMValueRef v) {
    LLVMLinkage k = LLVMGetLinkage(v);
    return k == LLVMInternalLinkage || k == LLVMPrivateLinkage;
}

bool is_external(LLVMValueRef v) {
    return !is_static(v) && LLVMGetVisibility(v) != LLVMHiddenVisibility;
}

bool needs_definition(LLVMValueRef v) {
    return LLVMIsDeclaration(v) && LLVMGetFirstUse(v) &&
           LLVMGetLinkage(v) != LLVMExternalWeakLinkage;
}

bool used_by_own(const Loader *l, LLVMValueRef v) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool own =
            LLVMIsAInstruction(user)
                ? ptrmap_get(&l->own, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))) != 0
            : LLVMIsAGlobalVariable(user) ? ptrmap_get(&l->own, user) != 0
                                          : used_by_own(l, user);
        if (own) return true;
    }
    return false;
}
