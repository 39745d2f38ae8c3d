/*
 * libraries.c — links the members of libc and of the runtime that a program needs. Which these are
 * follows from two texts beside the members, without parsing any of them. The members of a program
 * are linked with each other first. The result depends on nothing else, and is kept in the cache of
 * programs: many programs need the same members.
 */
#include "base/tables/hash_set.h"
#include "program/front_end/loader.h"
#include <errno.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* --- the texts -------------------------------------------------------------------------------- */

/* The member to link for a symbol. Both are texts within `index`. */
typedef struct SymbolPlace {
    const char *symbol, *member;
} SymbolPlace;

/* What a member defines and needs: its line in `symbols`, behind its name. */
typedef struct MemberSymbols {
    const char *member;
    char *line;
} MemberSymbols;

/* The texts of a library, their lines and words ended by zeros. scripts/build-libc.sh writes them,
 * each sorted by first words. */
typedef struct Library {
    const char *name; /* "runtime" or "libc" */
    char *index, *symbols;
    VEC(SymbolPlace) places;    /* by symbol, each once */
    VEC(MemberSymbols) members; /* by name */
} Library;

enum { LIBRARIES = 2 }; /* the runtime first: its symbols precede libc's */

/* Returns the contents of a file of the library, which the caller frees, or NULL with an error
 * set. */
static char *library_text(Loader *l, const char *library, const char *file) {
    size_t len;
    char *path = xasprintf("%s/%s/%s", l->options->resource_dir, library, file);
    char *text = file_contents(path, &len);
    if (!text)
        loader_error(l, "%s: %s (build the support libraries first: make)", path, strerror(errno));
    free(path);
    return text;
}

/* Returns the next word of a line that begins at *at, ended by a zero, and moves *at behind it. */
static char *next_word(char **at) {
    char *word = *at + strspn(*at, " "), *end = word + strcspn(word, " ");
    *at = end + (*end == ' ');
    *end = 0;
    return word;
}

/* Returns the line at *at, ended by a zero, and moves *at to the next one; NULL at the end. */
static char *next_line(char **at) {
    char *line = *at, *end = line + strcspn(line, "\n");
    if (!*line) return NULL;
    *at = end + (*end == '\n');
    *end = 0;
    return line;
}

static void library_read(Loader *l, Library *library, const char *name) {
    *library = (Library){.name = name};
    library->index = library_text(l, name, "index");
    library->symbols = library->index ? library_text(l, name, "symbols") : NULL;
    if (!library->symbols) return;
    char *line;
    for (char *at = library->index; (line = next_line(&at));) {
        SymbolPlace p = {.symbol = next_word(&line), .member = next_word(&line)};
        vec_push(&library->places, p);
    }
    for (char *at = library->symbols; (line = next_line(&at));) {
        MemberSymbols m = {.member = next_word(&line), .line = line};
        vec_push(&library->members, m);
    }
}

static void libraries_read(Loader *l, Library libraries[LIBRARIES]) {
    library_read(l, &libraries[0], "runtime");
    library_read(l, &libraries[1], "libc");
}

static void libraries_free(Library libraries[LIBRARIES]) {
    for (size_t k = 0; k < LIBRARIES; k++) {
        free(libraries[k].index);
        free(libraries[k].symbols);
        vec_free(&libraries[k].places);
        vec_free(&libraries[k].members);
    }
}

static int compare_symbols(const void *a, const void *b) {
    return strcmp(((const SymbolPlace *)a)->symbol, ((const SymbolPlace *)b)->symbol);
}

static int compare_members(const void *a, const void *b) {
    return strcmp(((const MemberSymbols *)a)->member, ((const MemberSymbols *)b)->member);
}

static const SymbolPlace *place_of_symbol(const Library *library, const char *symbol) {
    SymbolPlace key = {.symbol = symbol};
    return library->places.len ? bsearch(&key, library->places.data, library->places.len,
                                         sizeof(SymbolPlace), compare_symbols)
                               : NULL;
}

static const MemberSymbols *symbols_of_member(const Library *library, const char *member) {
    MemberSymbols key = {.member = member};
    return library->members.len ? bsearch(&key, library->members.data, library->members.len,
                                          sizeof(MemberSymbols), compare_members)
                                : NULL;
}

static bool libraries_have(const Library libraries[LIBRARIES], const char *symbol) {
    return place_of_symbol(&libraries[0], symbol) || place_of_symbol(&libraries[1], symbol);
}

bool library_defines(Loader *l, const char *name) {
    Library libraries[LIBRARIES];
    libraries_read(l, libraries);
    bool defined = libraries_have(libraries, name);
    libraries_free(libraries);
    return defined;
}

void keep_inline_definitions(Loader *l) {
    Library libraries[LIBRARIES] = {0};
    bool read = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f && !l->error;
         f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage) continue;
        if (!read) libraries_read(l, libraries);
        read = true;
        if (!libraries_have(libraries, LLVMGetValueName(f))) LLVMSetLinkage(f, LLVMExternalLinkage);
    }
    libraries_free(libraries);
}

/* --- which members ---------------------------------------------------------------------------- */

/* A member that the program needs, and its bitcode. */
typedef struct LinkedMember {
    char *path; /* relative to the resource folder */
    UnitBytes bitcode;
} LinkedMember;

typedef struct Needs {
    Loader *l;
    Library libraries[LIBRARIES];
    VEC(char *) needed;
    HashSet defined, linked; /* hashes of symbols and of members' paths */
    VEC(LinkedMember) members;
    Digest digest; /* of the members, in their order */
} Needs;

/* Notes what a global value of the program's module needs or defines. */
static void note_global(Needs *n, LLVMValueRef v) {
    if (needs_definition(v))
        vec_push(&n->needed, xstrdup(LLVMGetValueName(v)));
    else if (!LLVMIsDeclaration(v) && !is_static(v))
        hash_set_add(&n->defined, hash_string(LLVMGetValueName(v)) | 1);
}

static void note_globals(Needs *n, LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) note_global(n, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) note_global(n, g);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        note_global(n, a);
}

/* Notes the symbols of a member: those it defines, those only it can use, and those it needs, with
 * a colon before each group. */
static void note_member(Needs *n, const MemberSymbols *m) {
    bool on_streams = has_prefix(m->member, "stdio-");
    int group = 0;
    for (char *line = m->line, *word; *(word = next_word(&line));) {
        uint64_t hash = hash_string(word) | 1;
        if (!strcmp(word, ":")) {
            group++;
            continue;
        }
        if (group == 1) hash_set_add(&n->defined, hash);
        if (group < 3 && on_streams) hash_set_add(&n->l->streams, hash);
        if (group == 3) vec_push(&n->needed, xstrdup(word));
    }
}

/* Notes a member of a library, unless it is linked already. */
static void need_member(Needs *n, const Library *library, const char *member) {
    Loader *l = n->l;
    LinkedMember m = {.path = xasprintf("%s/%s", library->name, member)};
    if (!hash_set_add(&n->linked, hash_string(m.path) | 1)) {
        free(m.path);
        return;
    }
    char *path = xasprintf("%s/%s", l->options->resource_dir, m.path);
    const MemberSymbols *symbols = symbols_of_member(library, member);
    size_t len = 0;
    m.bitcode.block = (uint8_t *)file_contents(path, &len);
    m.bitcode.data = m.bitcode.block, m.bitcode.len = len;
    vec_push(&n->members, m);
    if (m.bitcode.block && symbols) {
        LibraryMember record = {xstrdup(m.path), digest_new()};
        digest_add(&record.contents, m.bitcode.data, m.bitcode.len);
        vec_push(&l->record->members, record);
        digest_add_text(&n->digest, m.path);
        digest_add(&n->digest, &record.contents, sizeof record.contents);
        note_member(n, symbols);
    } else {
        loader_error(l, "%s: %s (build the support libraries again: make)", path,
                     symbols ? strerror(errno) : "its symbols are unknown");
    }
    free(path);
}

/* Finds the members that the module of the program needs. */
static void find_needs(Needs *n) {
    note_globals(n, n->l->module);
    vec_push(&n->needed, xstrdup("__heddle_start")); /* the start-up code needs everything else */
    /* Each round adds what is needed and undefined at its beginning. */
    for (size_t begin = 0, end = n->needed.len; begin < end && !n->l->error;
         begin = end, end = n->needed.len) {
        VEC(const char *) wanted = {0};
        for (size_t i = begin; i < end; i++)
            if (!hash_set_has(&n->defined, hash_string(n->needed.data[i]) | 1))
                vec_push(&wanted, n->needed.data[i]);
        for (size_t i = 0; i < wanted.len && !n->l->error; i++) {
            const Library *library = &n->libraries[0];
            const SymbolPlace *p = place_of_symbol(library, wanted.data[i]);
            if (!p) p = place_of_symbol(++library, wanted.data[i]);
            if (p) need_member(n, library, p->member);
        }
        vec_free(&wanted);
    }
}

static void needs_free(Needs *n) {
    for (size_t i = 0; i < n->needed.len; i++) free(n->needed.data[i]);
    for (size_t i = 0; i < n->members.len; i++) {
        free(n->members.data[i].path);
        free(n->members.data[i].bitcode.block);
    }
    vec_free(&n->needed);
    vec_free(&n->members);
    hash_set_free(&n->defined);
    hash_set_free(&n->linked);
    libraries_free(n->libraries);
}

/* --- linking ---------------------------------------------------------------------------------- */

/* Returns the members, linked, or NULL with an error set. */
static LLVMModuleRef link_members(Needs *n) {
    VEC(LLVMModuleRef) modules = {0};
    LLVMModuleRef all = NULL;
    for (size_t i = 0; i < n->members.len && !n->l->error; i++) {
        const LinkedMember *m = &n->members.data[i];
        LLVMModuleRef module = parse_unit(n->l, m->bitcode.data, m->bitcode.len, m->path, false);
        if (module) vec_push(&modules, module);
    }
    if (modules.len) all = link_modules(n->l, modules.data, modules.len, "libc");
    vec_free(&modules);
    if (!n->l->error) return all;
    if (all) LLVMDisposeModule(all);
    return NULL;
}

/* The same from the cache, or into it. */
static LLVMModuleRef members_linked(Needs *n) {
    UnitCache cache = unit_cache_open_libraries(n->l->options);
    Digest key = cache.settings;
    LoadRecord none = {0};
    UnitBytes kept;
    digest_add(&key, &n->digest, sizeof n->digest);
    LLVMModuleRef all = NULL;
    if (unit_cache_find(&cache, key, &none, &kept)) {
        all = parse_unit(n->l, kept.data, kept.len, "libc", false);
        free(kept.block);
    } else if ((all = link_members(n)) && cache.folder) {
        LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(all);
        unit_cache_store(&cache, key, &none, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
        LLVMDisposeMemoryBuffer(b);
    }
    load_record_clear(&none);
    return all;
}

/*
 * Makes the references to needed symbols strong. If one module needs a symbol and another refers to
 * it weakly, LLVM's linker may leave the merged declaration weak, and the need would be lost.
 */
static void strengthen(const Needs *n, LLVMModuleRef m) {
    for (size_t i = 0; i < n->needed.len; i++) {
        LLVMValueRef v = LLVMGetNamedFunction(m, n->needed.data[i]);
        if (!v) v = LLVMGetNamedGlobal(m, n->needed.data[i]);
        if (v && LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage)
            LLVMSetLinkage(v, LLVMExternalLinkage);
    }
}

/* Replaces compilers' functions for single machine instructions by functions of the runtime, if it
 * has them: runtime/machine_vectors.c; or by code. */
static void call_runtime_for_instructions(Loader *l, const Library *runtime) {
    static const char of_machine[] = "llvm.x86.";
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        const char *name = LLVMGetValueName(f);
        if (strncmp(name, of_machine, strlen(of_machine)) || !needs_definition(f)) continue;
        if (link_carry(l, f)) continue;
        char *symbol = xasprintf("__heddle_%s", name + strlen("llvm."));
        for (char *c = symbol; *c; c++)
            if (*c == '.') *c = '_';
        if (place_of_symbol(runtime, symbol)) {
            LLVMValueRef ours = LLVMAddFunction(l->module, symbol, LLVMGlobalGetValueType(f));
            LLVMReplaceAllUsesWith(f, ours);
            LLVMDeleteFunction(f);
        }
        free(symbol);
    }
}

void link_libraries(Loader *l) {
    Needs n = {.l = l, .digest = digest_new()};
    libraries_read(l, n.libraries);
    if (!l->error) call_runtime_for_instructions(l, &n.libraries[0]);
    if (!l->error) find_needs(&n);
    LLVMModuleRef all = l->error || !n.members.len ? NULL : members_linked(&n);
    if (all) link_module(l, all, "libc");
    strengthen(&n, l->module);
    forget_missing(l);
    needs_free(&n);
}
