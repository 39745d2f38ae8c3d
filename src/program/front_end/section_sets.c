/*
 * section_sets.c — sets that linkers make. Variables in a section whose name is an identifier are
 * adjacent, between __start_NAME and __stop_NAME. If a program refers to these, the variables
 * become parts of one variable, in the order in which the files are linked. (GNU ld, "Orphan
 * Sections".)
 */
#include "program/front_end/loader.h"
#include <stdlib.h>
#include <string.h>

static const char start_prefix[] = "__start_", stop_prefix[] = "__stop_";

typedef VEC(LLVMValueRef) Members;

static bool is_member(LLVMValueRef g, const char *section) {
    const char *own = LLVMGetSection(g);
    return !LLVMIsDeclaration(g) && !LLVMIsThreadLocal(g) && own && !strcmp(own, section);
}

static void find_members(LLVMModuleRef m, const char *section, Members *members) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (is_member(g, section)) vec_push(members, g);
}

static void replace(LLVMValueRef old, LLVMValueRef new) {
    LLVMReplaceAllUsesWith(old, new);
    LLVMDeleteGlobal(old);
}

/* Returns the address `offset` bytes into the global. */
static LLVMValueRef address_in(Loader *l, LLVMValueRef global, uint64_t offset) {
    LLVMValueRef n = LLVMConstInt(LLVMInt64TypeInContext(l->context), offset, 0);
    return LLVMConstInBoundsGEP2(LLVMInt8TypeInContext(l->context), global, &n, 1);
}

/* Replaces all members by one variable. Returns it; its size is in *size. */
static LLVMValueRef join_members(Loader *l, const char *section, const Members *members,
                                 uint64_t *size) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->module);
    LLVMTypeRef byte = LLVMInt8TypeInContext(l->context);
    VEC(LLVMValueRef) parts = {0};
    VEC(uint64_t) offsets = {0};
    uint64_t at = 0;
    unsigned alignment = 1;
    bool constant = true;
    for (size_t k = 0; k < members->len; k++) {
        LLVMValueRef g = members->data[k];
        unsigned own = LLVMGetAlignment(g);
        if (!own) own = LLVMABIAlignmentOfType(layout, LLVMGlobalGetValueType(g));
        uint64_t gap = (own - at % own) % own;
        if (gap) vec_push(&parts, LLVMConstNull(LLVMArrayType2(byte, gap)));
        at += gap;
        vec_push(&offsets, at);
        vec_push(&parts, LLVMGetInitializer(g));
        at += LLVMABISizeOfType(layout, LLVMGlobalGetValueType(g));
        alignment = MAX(alignment, own);
        constant &= LLVMIsGlobalConstant(g) != 0;
    }
    LLVMValueRef all = LLVMConstStructInContext(l->context, parts.data, (unsigned)parts.len, 1);
    LLVMValueRef joined = LLVMAddGlobal(l->module, LLVMTypeOf(all), section);
    LLVMSetInitializer(joined, all);
    LLVMSetLinkage(joined, LLVMInternalLinkage);
    LLVMSetAlignment(joined, alignment);
    LLVMSetGlobalConstant(joined, constant);
    for (size_t k = 0; k < members->len; k++)
        replace(members->data[k], address_in(l, joined, offsets.data[k]));
    vec_free(&parts);
    vec_free(&offsets);
    *size = at;
    return joined;
}

/* Removes the lists of used variables. Nothing reads them later, and they refer only to whole
 * variables. */
static void forget_used(LLVMModuleRef m) {
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
    for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
        LLVMValueRef list = LLVMGetNamedGlobal(m, lists[k]);
        if (list) LLVMDeleteGlobal(list);
    }
}

static LLVMValueRef declared(LLVMModuleRef m, const char *prefix, const char *section) {
    char *name = xasprintf("%s%s", prefix, section);
    LLVMValueRef g = LLVMGetNamedGlobal(m, name);
    free(name);
    return g && LLVMIsDeclaration(g) ? g : NULL;
}

static void gather(Loader *l, const char *section) {
    Members members = {0};
    find_members(l->module, section, &members);
    if (members.len) {
        uint64_t size;
        LLVMValueRef start = declared(l->module, start_prefix, section),
                     stop = declared(l->module, stop_prefix, section);
        forget_used(l->module);
        LLVMValueRef joined = join_members(l, section, &members, &size);
        if (start) replace(start, joined);
        if (stop) replace(stop, address_in(l, joined, size));
    }
    vec_free(&members);
}

/* Whether linkers make a set of a section: its name is an identifier of C. */
static bool is_set(const char *section) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_",
                      digits[] = "0123456789";
    if (!section || !*section || !strchr(letters, *section)) return false;
    for (const char *s = section; *s; s++)
        if (!strchr(letters, *s) && !strchr(digits, *s)) return false;
    return true;
}

static const char kept_list[] = "llvm.compiler.used";

/* Adds the variables of a list to `members`, and removes the list. */
static void take_list(LLVMValueRef list, Members *members) {
    LLVMValueRef all = LLVMGetInitializer(list);
    for (int k = 0; k < LLVMGetNumOperands(all); k++)
        vec_push(members, LLVMGetOperand(all, (unsigned)k));
    LLVMDeleteGlobal(list);
}

void keep_section_sets(LLVMModuleRef m) {
    Members members = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && is_set(LLVMGetSection(g))) vec_push(&members, g);
    LLVMValueRef list = members.len ? LLVMGetNamedGlobal(m, kept_list) : NULL;
    if (list) take_list(list, &members);
    if (members.len) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
        LLVMValueRef all = LLVMConstArray2(pointer, members.data, members.len),
                     g = LLVMAddGlobal(m, LLVMTypeOf(all), kept_list);
        LLVMSetInitializer(g, all);
        LLVMSetLinkage(g, LLVMAppendingLinkage);
        LLVMSetSection(g, "llvm.metadata");
    }
    vec_free(&members);
}

/* Whether a global variable is the beginning or the end of a set that is not gathered. Its section
 * is then the rest of its name, from *section on. */
static bool is_end_of_set(LLVMValueRef g, const char **section) {
    const char *name = LLVMGetValueName(g);
    bool start = has_prefix(name, start_prefix);
    if (!LLVMIsDeclaration(g) || (!start && !has_prefix(name, stop_prefix))) return false;
    *section = name + (start ? strlen(start_prefix) : strlen(stop_prefix));
    return true;
}

SectionSets hide_section_sets(LLVMModuleRef m) {
    SectionSets sets = {0};
    const char *section;
    keep_section_sets(m);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        if (!is_end_of_set(g, &section) || LLVMGetLinkage(g) != LLVMExternalLinkage) continue;
        LLVMSetLinkage(g, LLVMExternalWeakLinkage);
        vec_push(&sets, xstrdup(LLVMGetValueName(g)));
    }
    return sets;
}

void show_section_sets(LLVMModuleRef m, SectionSets *sets) {
    for (size_t k = 0; k < sets->len; k++) {
        LLVMValueRef g = LLVMGetNamedGlobal(m, sets->data[k]);
        if (g) LLVMSetLinkage(g, LLVMExternalLinkage);
        free(sets->data[k]);
    }
    vec_free(sets);
}

void gather_section_sets(Loader *l) {
    VEC(char *) sections = {0};
    const char *section;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
        if (is_end_of_set(g, &section)) vec_push(&sections, xstrdup(section));
    for (size_t k = 0; k < sections.len; k++) {
        gather(l, sections.data[k]);
        free(sections.data[k]);
    }
    vec_free(&sections);
}
