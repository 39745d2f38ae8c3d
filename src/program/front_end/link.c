/*
 * link.c — reads and links LLVM modules, among them the members of the runtime and of libc that the
 * program needs.
 */
#include "base/tables/hash_set.h"
#include "program/front_end/loader.h"
#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/*
 * Parses and, if `foreign`, verifies a module; takes the buffer. What this installation made
 * itself, members of its libraries and what its clang has just compiled, is not verified a second
 * time: LLVM's reader does so for a module with debug information.
 */
static LLVMModuleRef parse_buffer(Loader *l, LLVMMemoryBufferRef buffer, const char *shown,
                                  bool foreign) {
    char *message = NULL;
    LLVMModuleRef m = NULL;
    if (LLVMParseIRInContext(l->context, buffer, &m, &message)) {
        char *line = message ? strndup(message, strcspn(message, "\n")) : NULL;
        loader_error(l, "%s: not LLVM bitcode that LLVM 19 can read (%s)", shown,
                     line ? line : "unknown error");
        free(line);
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (foreign && LLVMVerifyModule(m, LLVMReturnStatusAction, &message)) {
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
    if (l->module)
        link_into(l, l->module, m, shown);
    else
        l->module = m;
}

LLVMModuleRef link_modules(Loader *l, LLVMModuleRef *modules, size_t n, const char *shown) {
    if (n == 1) return modules[0];
    LLVMModuleRef first = link_modules(l, modules, n / 2, shown),
                  second = link_modules(l, modules + n / 2, n - n / 2, shown);
    if (l->error)
        LLVMDisposeModule(second);
    else
        link_into(l, first, second, shown);
    return first;
}

/* --- lazy linking of libc and the runtime ----------------------------------------------------- */

/* Both are texts within the index that names them. */
typedef struct Member {
    const char *symbol, *file;
} Member;

typedef struct MemberIndex {
    const char *library; /* "runtime" or "libc" */
    char *text;          /* of the index, its words ended by zeros */
    VEC(Member) members; /* by symbol, each once */
} MemberIndex;

static int compare_members(const void *a, const void *b) {
    return strcmp(((const Member *)a)->symbol, ((const Member *)b)->symbol);
}

/* Returns the next word of a line that begins at *at, ended by a zero, and moves *at behind it. */
static char *next_word(char **at) {
    char *word = *at + strspn(*at, " "), *end = word + strcspn(word, " \n");
    *at = end + (*end == ' ');
    *end = 0;
    return word;
}

/* Reads the `symbol member strong|weak` lines of a library's index. */
static void read_index(Loader *l, MemberIndex *index, const char *library) {
    char *path = xasprintf("%s/%s/index", l->options->resource_dir, library);
    FILE *f = fopen(path, "r");
    struct stat st;
    *index = (MemberIndex){.library = library};
    if (!f || fstat(fileno(f), &st) != 0) {
        loader_error(l, "%s: %s (build the support libraries first: make)", path, strerror(errno));
        if (f) fclose(f);
        free(path);
        return;
    }
    size_t size = (size_t)st.st_size;
    index->text = xmalloc(size + 1);
    index->text[fread(index->text, 1, size, f)] = 0;
    fclose(f);
    free(path);
    bool sorted = true;
    for (char *line = index->text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) end++;
        Member m = {.symbol = next_word(&line), .file = next_word(&line)};
        size_t n = index->members.len;
        if (n) sorted = sorted && strcmp(index->members.data[n - 1].symbol, m.symbol) < 0;
        if (*m.file) vec_push(&index->members, m);
    }
    /* As they are written, they are. */
    if (!sorted) qsort(index->members.data, index->members.len, sizeof(Member), compare_members);
}

static void free_index(MemberIndex *index) {
    free(index->text);
    vec_free(&index->members);
}

typedef VEC(char *) NameList;
typedef VEC(LLVMModuleRef) ModuleList;

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

static void note_symbol(LLVMValueRef v, NameList *needed, HashSet *defined) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (needs_definition(v))
        vec_push(needed, xstrdup(LLVMGetValueName(v)));
    else if (!LLVMIsDeclaration(v) && linkage != LLVMInternalLinkage &&
             linkage != LLVMPrivateLinkage)
        hash_set_add(defined, hash_string(LLVMGetValueName(v)) | 1);
}

/* Notes the functions of a member of libc that has functions on streams. */
static void note_streams(Loader *l, LLVMModuleRef m, const char *path) {
    if (!strstr(path, "/libc/stdio-")) return;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) hash_set_add(&l->streams, hash_string(LLVMGetValueName(f)) | 1);
}

/* Collects the symbols that a module needs and those it defines. */
static void note_symbols(LLVMModuleRef m, NameList *needed, HashSet *defined) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        note_symbol(f, needed, defined);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        note_symbol(g, needed, defined);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        note_symbol(a, needed, defined);
}

/*
 * Makes the references to these symbols strong. If one module needs a symbol and another refers to
 * it weakly, LLVM's linker may leave the merged declaration weak, and the need would be lost.
 */
static void strengthen(LLVMModuleRef m, const NameList *needed) {
    for (size_t i = 0; i < needed->len; i++) {
        LLVMValueRef v = LLVMGetNamedFunction(m, needed->data[i]);
        if (!v) v = LLVMGetNamedGlobal(m, needed->data[i]);
        if (v && LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage)
            LLVMSetLinkage(v, LLVMExternalLinkage);
    }
}

/* Reads the indexes of both libraries, the runtime first: its symbols precede libc's. */
static void read_libraries(Loader *l, MemberIndex libraries[2]) {
    read_index(l, &libraries[0], "runtime");
    read_index(l, &libraries[1], "libc");
}

static Member *find_member(MemberIndex *index, const char *symbol) {
    Member key = {.symbol = symbol};
    return index->members.len ? bsearch(&key, index->members.data, index->members.len,
                                        sizeof(Member), compare_members)
                              : NULL;
}

bool library_defines(Loader *l, const char *name) {
    MemberIndex libraries[2] = {0};
    read_libraries(l, libraries);
    bool defined = find_member(&libraries[0], name) || find_member(&libraries[1], name);
    free_index(&libraries[0]);
    free_index(&libraries[1]);
    return defined;
}

void keep_inline_definitions(Loader *l) {
    MemberIndex libraries[2] = {0};
    bool read = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f && !l->error;
         f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage) continue;
        if (!read) read_libraries(l, libraries);
        read = true;
        const char *name = LLVMGetValueName(f);
        if (!find_member(&libraries[0], name) && !find_member(&libraries[1], name))
            LLVMSetLinkage(f, LLVMExternalLinkage);
    }
    free_index(&libraries[0]);
    free_index(&libraries[1]);
}

/* Parses a member, and records its contents. */
static LLVMModuleRef parse_member(Loader *l, const char *path) {
    LLVMMemoryBufferRef buffer = read_file_buffer(l, path, path);
    if (!buffer) return NULL;
    LibraryMember m = {xstrdup(path + strlen(l->options->resource_dir) + 1), digest_new()};
    digest_add(&m.contents, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    vec_push(&l->record->members, m);
    return parse_buffer(l, buffer, path, false);
}

/* Parses the member that defines a symbol, unless it is among those loaded. NULL: no library
 * has one, or it is loaded, or there is an error. */
static LLVMModuleRef load_member(Loader *l, MemberIndex libraries[2], const char *symbol,
                                 HashSet *loaded) {
    for (int k = 0; k < 2; k++) {
        Member *m = find_member(&libraries[k], symbol);
        if (!m) continue;
        char *path = xasprintf("%s/%s/%s", l->options->resource_dir, libraries[k].library, m->file);
        LLVMModuleRef module = NULL;
        if (hash_set_add(loaded, hash_string(path) | 1)) module = parse_member(l, path);
        if (module) note_streams(l, module, path);
        free(path);
        return module;
    }
    return NULL;
}

static bool begins_with_phi(LLVMBasicBlockRef block) {
    return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL;
}

/* Whether a block has no predecessor, and is none of a block whose phis would have to forget it. */
static bool may_be_deleted(LLVMBasicBlockRef block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetFirstUse(LLVMBasicBlockAsValue(block))) return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (begins_with_phi(LLVMGetSuccessor(end, k))) return false;
    return true;
}

static void delete_block(LLVMBasicBlockRef block) {
    /* Code that follows only this block, and goes next, may use what is computed in it. */
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMGetFirstUse(i)) LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
    LLVMDeleteBasicBlock(block);
}

/* Deletes the blocks of a function that are never reached any more. */
static void delete_unreachable(LLVMValueRef function) {
    for (bool again = true; again;) {
        again = false;
        for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(function), next; k; k = next) {
            next = LLVMGetNextBasicBlock(k);
            if (k == LLVMGetEntryBasicBlock(function) || !may_be_deleted(k)) continue;
            delete_block(k);
            again = true;
        }
    }
}

/* Moves the code of a block to the end of its only predecessor, so that no jump remains. */
static void join_blocks(LLVMBuilderRef b, LLVMBasicBlockRef first, LLVMBasicBlockRef second) {
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(first), block = LLVMBasicBlockAsValue(second);
    LLVMUseRef use = LLVMGetFirstUse(block);
    if (first == second || begins_with_phi(second) || !use || LLVMGetNextUse(use)) return;
    if (LLVMGetUser(use) != jump || LLVMGetNumSuccessors(jump) != 1) return;
    LLVMInstructionEraseFromParent(jump);
    LLVMReplaceAllUsesWith(block, LLVMBasicBlockAsValue(first)); /* in the phis that follow */
    LLVMPositionBuilderAtEnd(b, first);
    for (LLVMValueRef i; (i = LLVMGetFirstInstruction(second));) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(b, i);
    }
    LLVMDeleteBasicBlock(second);
}

/* Replaces a branch whose condition is known. False if that is not possible. */
static bool decide_branch(LLVMBuilderRef b, LLVMValueRef branch, bool holds) {
    LLVMBasicBlockRef live = LLVMGetSuccessor(branch, !holds),
                      dead = LLVMGetSuccessor(branch, holds);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
    if (live == dead || begins_with_phi(dead)) return false;
    LLVMPositionBuilderBefore(b, branch);
    LLVMBuildBr(b, live);
    LLVMInstructionEraseFromParent(branch);
    delete_unreachable(LLVMGetBasicBlockParent(block));
    join_blocks(b, block, live);
    return true;
}

/* Replaces a comparison of a function with null. */
static void decide_comparison(LLVMBuilderRef b, LLVMValueRef compare, bool is_null) {
    bool holds = (LLVMGetICmpPredicate(compare) == LLVMIntEQ) == is_null;
    /* What is removed with one branch may have another one: the list of uses starts anew. */
    for (LLVMUseRef u = LLVMGetFirstUse(compare); u;) {
        LLVMValueRef user = LLVMGetUser(u);
        bool decided = LLVMIsABranchInst(user) && decide_branch(b, user, holds);
        u = decided ? LLVMGetFirstUse(compare) : LLVMGetNextUse(u);
    }
    LLVMReplaceAllUsesWith(compare, LLVMConstInt(LLVMTypeOf(compare), holds, 0));
    LLVMInstructionEraseFromParent(compare);
}

/* Returns a comparison of `f` with null, or NULL. *address: `f` as a number, if it is used so. */
static LLVMValueRef comparison_of(LLVMValueRef f, LLVMValueRef *address) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAICmpInst(user) && LLVMIsNull(LLVMGetOperand(user, LLVMGetOperand(user, 0) == f)))
            return user;
        if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMPtrToInt) *address = user;
    }
    return NULL;
}

/* Replaces all comparisons of a function with null. */
static void decide_comparisons(LLVMBuilderRef b, LLVMValueRef f, bool is_null) {
    LLVMValueRef compare, address = NULL, none;
    while ((compare = comparison_of(f, &address))) decide_comparison(b, compare, is_null);
    while (address && (compare = comparison_of(address, &none)))
        decide_comparison(b, compare, is_null);
}

/* Makes undefined functions that the runtime refers to weakly null. The code that would call them
 * is removed here, since libraries are not optimised again. The invariants of the runtime are such
 * calls, which stay where the engine checks its own. */
static void forget_missing(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMExternalWeakLinkage ||
            strncmp(LLVMGetValueName(f), "__heddle_", 9))
            continue;
        bool checks = base_invariants && !strcmp(LLVMGetValueName(f), "__heddle_check");
        decide_comparisons(b, f, !checks);
        if (checks) {
            LLVMSetLinkage(f, LLVMExternalLinkage);
            continue;
        }
        LLVMReplaceAllUsesWith(f, LLVMConstNull(LLVMTypeOf(f)));
        LLVMDeleteFunction(f);
    }
    LLVMDisposeBuilder(b);
}

/* Replaces compilers' functions for single machine instructions by functions of the runtime, if it
 * has them: runtime/machine_vectors.c. */
static void call_runtime_for_instructions(Loader *l, MemberIndex *runtime) {
    static const char of_machine[] = "llvm.x86.";
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        const char *name = LLVMGetValueName(f);
        if (strncmp(name, of_machine, strlen(of_machine)) || !needs_definition(f)) continue;
        char *symbol = xasprintf("__heddle_%s", name + strlen("llvm."));
        for (char *c = symbol; *c; c++)
            if (*c == '.') *c = '_';
        if (find_member(runtime, symbol)) {
            LLVMValueRef ours = LLVMAddFunction(l->module, symbol, LLVMGlobalGetValueType(f));
            LLVMReplaceAllUsesWith(f, ours);
            LLVMDeleteFunction(f);
        }
        free(symbol);
    }
}

void link_libraries(Loader *l) {
    MemberIndex libraries[2] = {0};
    read_libraries(l, libraries);
    if (!l->error) call_runtime_for_instructions(l, &libraries[0]);
    HashSet defined = {0}, loaded = {0};
    NameList needed = {0};
    ModuleList modules = {0};
    note_symbols(l->module, &needed, &defined);
    vec_push(&needed, xstrdup("__heddle_start")); /* the start-up code needs everything else */
    /* Each round loads what is needed and undefined at its beginning. */
    for (size_t begin = 0, end = needed.len; begin < end && !l->error;
         begin = end, end = needed.len) {
        NameList wanted = {0};
        for (size_t i = begin; i < end; i++)
            if (!hash_set_has(&defined, hash_string(needed.data[i]) | 1))
                vec_push(&wanted, needed.data[i]);
        for (size_t i = 0; i < wanted.len && !l->error; i++) {
            LLVMModuleRef module = load_member(l, libraries, wanted.data[i], &loaded);
            if (!module) continue;
            note_symbols(module, &needed, &defined);
            vec_push(&modules, module);
        }
        vec_free(&wanted);
    }
    if (modules.len) {
        LLVMModuleRef all = link_modules(l, modules.data, modules.len, "libc");
        if (l->error)
            LLVMDisposeModule(all);
        else
            link_into(l, l->module, all, "libc");
    }
    strengthen(l->module, &needed);
    forget_missing(l);
    for (size_t i = 0; i < needed.len; i++) free(needed.data[i]);
    vec_free(&needed);
    vec_free(&modules);
    hash_set_free(&defined);
    hash_set_free(&loaded);
    free_index(&libraries[0]);
    free_index(&libraries[1]);
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
