/*
 * asm_top.c — assembly outside of functions, as far as it only says something about symbols: a
 * second name of a function or variable (`.set`, `.equ`, `=`), and weak symbols (`.weak`). A symbol
 * that other assembly defines stays undefined, which is reported where it is used.
 */
#include "program/asm/asm_lower.h"
#include <ctype.h>
#include <stdlib.h>

/* Returns the function, variable or alias of this name, or NULL. */
static LLVMValueRef symbol_named(const Loader *l, const char *name) {
    LLVMValueRef v = LLVMGetNamedFunction(l->module, name);
    if (!v) v = LLVMGetNamedGlobal(l->module, name);
    return v ? v : LLVMGetNamedGlobalAlias(l->module, name, strlen(name));
}

static bool is_defined_symbol(LLVMValueRef v) {
    return LLVMIsAGlobalAlias(v) || !LLVMIsDeclaration(v);
}

/* Gives `target` a second name, unless something else is defined by that name. */
static void name_again(Loader *l, const char *name, const char *target, bool global) {
    LLVMValueRef old = symbol_named(l, name), value = symbol_named(l, target);
    if (!value || !is_defined_symbol(value) || (old && is_defined_symbol(old))) return;
    LLVMValueRef alias = LLVMAddAlias2(l->module, LLVMGlobalGetValueType(value), 0, value, "");
    if (old) {
        LLVMReplaceAllUsesWith(old, alias);
        if (LLVMIsAFunction(old))
            LLVMDeleteFunction(old);
        else
            LLVMDeleteGlobal(old);
    }
    LLVMSetValueName2(alias, name, strlen(name));
    LLVMSetLinkage(alias, global ? LLVMExternalLinkage : LLVMInternalLinkage);
}

static void make_symbol_weak(Loader *l, const char *name) {
    LLVMValueRef v = symbol_named(l, name);
    if (v && !LLVMIsAGlobalAlias(v))
        LLVMSetLinkage(v, is_defined_symbol(v) ? LLVMWeakAnyLinkage : LLVMExternalWeakLinkage);
}

/* Copies the next word of a statement; "" at its end. */
static const char *symbol_word(const char *p, char *word, size_t size) {
    size_t n = 0;
    while (isspace((unsigned char)*p) || *p == ',') p++;
    while (isalnum((unsigned char)*p) || *p == '_' || *p == '.' || *p == '$')
        if (word[n] = *p++, n + 1 < size) n++;
    if (!n && *p == '=') word[n++] = *p++;
    word[n] = 0;
    return p;
}

/* Applies one statement. `weak`: those about weak symbols; otherwise those about second names. */
static void apply_statement(Loader *l, const char *text, const char *all, bool weak) {
    char first[256], second[256], third[256];
    const char *p = symbol_word(text, first, sizeof first);
    p = symbol_word(p, second, sizeof second);
    p = symbol_word(p, third, sizeof third);
    if (*p && !isspace((unsigned char)*p)) return; /* an expression, not a symbol */
    if (weak && !strcmp(first, ".weak")) make_symbol_weak(l, second);
    bool sets = !strcmp(first, ".set") || !strcmp(first, ".equ"), equals = !strcmp(second, "=");
    if (weak || (!sets && !equals)) return;
    const char *name = sets ? second : first;
    char *global = xasprintf(".globl %s", name), *spelled = xasprintf(".global %s", name);
    name_again(l, name, third, strstr(all, global) || strstr(all, spelled));
    free(global);
    free(spelled);
}

void lower_top_assembly(Loader *l) {
    size_t n;
    const char *text = LLVMGetModuleInlineAsm(l->module, &n);
    if (!n) return;
    char *all = strndup(text, n);
    for (int weak = 0; weak < 2; weak++) {
        char *copy = xstrdup(all), *rest = copy;
        for (char *statement; (statement = strsep(&rest, "\n;"));)
            apply_statement(l, statement, all, weak);
        free(copy);
    }
    free(all);
}
