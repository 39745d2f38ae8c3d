/*
 * plugins.c — the files that a program loads with dlopen (ProgramOptions.plugins), linked with it.
 * Plugins may define the same symbols as each other and as the program. So each definition of a
 * plugin is renamed to NAME@FILE, before the plugin is linked. What a plugin does not define is
 * then the program's or libc's, or else that of another plugin which exports it.
 *
 * A plugin comes with a table for the runtime: its file, what it exports, what it takes from other
 * plugins, its constructors and destructors (runtime/plugins.h).
 */
#include "program/asm/asm_lower.h"
#include "program/front_end/loader.h"
#include <llvm-c/Comdat.h>
#include <stdlib.h>

typedef struct Plugin {
    char *file, *mark; /* its name for dlopen; what its symbols end in, "@m.so" */
    LLVMModuleRef module;
    LLVMValueRef constructors, destructors;
    VEC(char *) exports;    /* names before they were renamed */
    VEC(const char *) uses; /* names that other plugins export, */
    VEC(size_t) from;       /* … and the numbers of these plugins */
} Plugin;

typedef VEC(Plugin) PluginList;

/* --- the parts of a table --------------------------------------------------------------------- */

static LLVMValueRef plugin_null(Loader *l) {
    return LLVMConstNull(LLVMPointerTypeInContext(l->context, 0));
}

static LLVMValueRef plugin_constant(LLVMModuleRef m, LLVMValueRef value) {
    LLVMValueRef g = LLVMAddGlobal(m, LLVMTypeOf(value), "");
    LLVMSetInitializer(g, value);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(g, 1);
    return g;
}

static LLVMValueRef plugin_text(Loader *l, LLVMModuleRef m, const char *text) {
    return plugin_constant(
        m, LLVMConstStringInContext(l->context, text, (unsigned)strlen(text), false));
}

typedef VEC(LLVMValueRef) ValueList;

/* Returns a constant array of the pointers and a null pointer. Empties the list. */
static LLVMValueRef plugin_array(Loader *l, LLVMModuleRef m, ValueList *pointers) {
    vec_push(pointers, plugin_null(l));
    LLVMValueRef all =
        LLVMConstArray2(LLVMPointerTypeInContext(l->context, 0), pointers->data, pointers->len);
    vec_free(pointers);
    return plugin_constant(m, all);
}

/* A function of llvm.global_ctors or llvm.global_dtors. */
typedef struct Called {
    uint64_t priority;
    LLVMValueRef function;
} Called;

/* Removes the list of constructors or destructors of a module, and returns its functions in the
 * order they run: destructors in `reversed` order. */
static LLVMValueRef take_structors(Loader *l, LLVMModuleRef m, const char *name, bool reversed) {
    LLVMValueRef g = LLVMGetNamedGlobal(m, name), all = g ? LLVMGetInitializer(g) : NULL;
    VEC(Called) calls = {0};
    ValueList functions = {0};
    unsigned n = all && LLVMGetTypeKind(LLVMTypeOf(all)) == LLVMArrayTypeKind
                     ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(all))
                     : 0;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef entry = LLVMGetAggregateElement(all, k);
        Called c = {LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0)),
                    LLVMGetAggregateElement(entry, 1)};
        if (LLVMIsNull(c.function)) continue;
        size_t at = calls.len;
        vec_push(&calls, c);
        for (; at && calls.data[at - 1].priority > c.priority; at--)
            calls.data[at] = calls.data[at - 1];
        calls.data[at] = c;
    }
    for (size_t k = 0; k < calls.len; k++)
        vec_push(&functions, calls.data[reversed ? calls.len - 1 - k : k].function);
    if (g) LLVMDeleteGlobal(g);
    vec_free(&calls);
    return plugin_array(l, m, &functions);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Reads a file of a plugin into the plugin's own module. */
static void read_plugin(Loader *l, Plugin *p, const char *path, size_t number) {
    LLVMModuleRef program = l->module;
    l->module = p->module;
    link_file(l, path, number);
    if (!l->error && !l->module) loader_error(l, "%s: has no code", path);
    p->module = l->module;
    l->module = program;
}

/* Returns the plugin of this name for dlopen, or NULL. */
static Plugin *plugin_named(const PluginList *all, const char *file) {
    for (size_t k = 0; k < all->len; k++)
        if (!strcmp(all->data[k].file, file)) return &all->data[k];
    return NULL;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns what the names of a plugin's symbols end in: none of the plugins before has the same. */
static char *plugin_mark(const PluginList *all, const char *file) {
    const char *base = last_part(file);
    unsigned same = 0;
    for (size_t k = 0; k < all->len; k++) same += !strcmp(last_part(all->data[k].file), base);
    return same ? xasprintf("@%s(%u)", base, same + 1) : xasprintf("@%s", base);
}

/* Reads the files of all plugins. Those with one name are one plugin. */
static void read_plugins(Loader *l, PluginList *all) {
    const ProgramOptions *o = l->options;
    for (size_t k = 0; k < o->nplugins && !l->error; k++) {
        char *file = plugin_file(o->plugins[k]);
        Plugin *p = plugin_named(all, file);
        if (!p) {
            Plugin new = {.file = xstrdup(file), .mark = plugin_mark(all, file)};
            vec_push(all, new);
            p = &all->data[all->len - 1];
        }
        read_plugin(l, p, plugin_path(o->plugins[k]), o->nfiles + o->nadded + k);
        free(file);
    }
}

/* --- symbols ---------------------------------------------------------------------------------- */

static bool is_plugin_export(LLVMValueRef v) {
    return !LLVMIsDeclaration(v) && is_external(v) && !LLVMIsThreadLocal(v) &&
           LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage;
}

/* Renames a definition, and makes it the only one of its name. */
static void plugin_own(Plugin *p, LLVMValueRef v) {
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (LLVMIsDeclaration(v) || linkage == LLVMPrivateLinkage || !strncmp(name, "llvm.", 5)) return;
    if (is_plugin_export(v)) vec_push(&p->exports, xstrdup(name));
    char *own = xasprintf("%s%s", name, p->mark);
    LLVMSetVisibility(v, LLVMDefaultVisibility);
    if (linkage != LLVMInternalLinkage) LLVMSetLinkage(v, LLVMExternalLinkage);
    if (LLVMIsAGlobalObject(v)) LLVMSetComdat(v, NULL);
    LLVMSetValueName2(v, own, strlen(own));
    free(own);
}

static void plugin_own_all(Plugin *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        plugin_own(p, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g))
        plugin_own(p, g);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(p->module); a; a = LLVMGetNextGlobalAlias(a))
        plugin_own(p, a);
}

/* Makes a plugin's module ready to be linked with others. */
static void set_apart(Loader *l, Plugin *p) {
    LLVMModuleRef program = l->module;
    l->module = p->module;
    gather_section_sets(l);
    /* Its symbols have these names only here. */
    lower_top_assembly(l);
    LLVMSetModuleInlineAsm2(p->module, "", 0);
    l->module = program;
    p->constructors = take_structors(l, p->module, "llvm.global_ctors", false);
    p->destructors = take_structors(l, p->module, "llvm.global_dtors", true);
    plugin_own_all(p);
}

static bool plugin_exports(const Plugin *p, const char *name) {
    for (size_t k = 0; k < p->exports.len; k++)
        if (!strcmp(p->exports.data[k], name)) return true;
    return false;
}

static bool plugin_is_defined(const Loader *l, const char *name) {
    LLVMValueRef v = LLVMGetNamedFunction(l->module, name);
    if (!v) v = LLVMGetNamedGlobal(l->module, name);
    return (v && !LLVMIsDeclaration(v)) || LLVMGetNamedGlobalAlias(l->module, name, strlen(name));
}

/* Binds a symbol that plugin `k` uses to another plugin, if nothing else defines it. */
static void plugin_bind(Loader *l, PluginList *all, size_t k, LLVMValueRef v) {
    Plugin *p = &all->data[k];
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    if (!needs_definition(v)) return;
    for (size_t other = 0; other < all->len; other++) {
        Plugin *from = &all->data[other];
        if (other == k || !plugin_exports(from, name)) continue;
        if (plugin_is_defined(l, name) || library_defines(l, name)) return;
        vec_push(&p->uses, arena_strdup(l->program->arena, name));
        vec_push(&p->from, other);
        char *renamed = xasprintf("%s%s", name, from->mark);
        LLVMSetValueName2(v, renamed, strlen(renamed));
        free(renamed);
        return;
    }
}

static void plugin_bind_all(Loader *l, PluginList *all, size_t k) {
    LLVMModuleRef m = all->data[k].module;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !l->error; f = LLVMGetNextFunction(f))
        plugin_bind(l, all, k, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g && !l->error; g = LLVMGetNextGlobal(g))
        plugin_bind(l, all, k, g);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Returns the definition that a plugin exports under a name. */
static LLVMValueRef plugin_definition(const Plugin *p, const char *name) {
    char *own = xasprintf("%s%s", name, p->mark);
    LLVMValueRef v = LLVMGetNamedFunction(p->module, own);
    if (!v) v = LLVMGetNamedGlobal(p->module, own);
    if (!v) v = LLVMGetNamedGlobalAlias(p->module, own, strlen(own));
    free(own);
    return v;
}

/* The type of struct __heddle_plugin. */
static LLVMTypeRef plugin_table_type(Loader *l) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(l->context, 0),
                number = LLVMInt32TypeInContext(l->context),
                members[] = {pointer, pointer, pointer, pointer, pointer,
                             pointer, pointer, number,  number,  number};
    return LLVMStructTypeInContext(l->context, members, ARRAY_LEN(members), false);
}

/* Returns the table of plugin `p` in a module: declares it if it is not there. */
static LLVMValueRef plugin_table(Loader *l, LLVMModuleRef m, const Plugin *p) {
    char *name = xasprintf("__heddle_plugin%s", p->mark);
    LLVMValueRef g = LLVMGetNamedGlobal(m, name);
    if (!g) g = LLVMAddGlobal(m, plugin_table_type(l), name);
    free(name);
    return g;
}

static void plugin_add_table(Loader *l, const PluginList *all, const Plugin *p) {
    LLVMModuleRef m = p->module;
    ValueList exported = {0}, taken = {0};
    for (size_t k = 0; k < p->exports.len; k++) {
        vec_push(&exported, plugin_text(l, m, p->exports.data[k]));
        vec_push(&exported, plugin_definition(p, p->exports.data[k]));
    }
    for (size_t k = 0; k < p->uses.len; k++) {
        vec_push(&taken, plugin_text(l, m, p->uses.data[k]));
        vec_push(&taken, plugin_table(l, m, &all->data[p->from.data[k]]));
    }
    LLVMTypeRef number = LLVMInt32TypeInContext(l->context);
    LLVMValueRef zero = LLVMConstNull(number), none = plugin_null(l),
                 members[] = {plugin_text(l, m, p->file),
                              plugin_array(l, m, &exported),
                              plugin_array(l, m, &taken),
                              p->constructors,
                              p->destructors,
                              none,
                              none,
                              zero,
                              zero,
                              zero};
    LLVMValueRef table = plugin_table(l, m, p);
    LLVMSetInitializer(table, LLVMConstStructInContext(l->context, members, ARRAY_LEN(members), 0));
}

/* Adds the list of all tables, by which the runtime finds them. */
static void plugin_add_list(Loader *l, const PluginList *all) {
    ValueList tables = {0};
    for (size_t k = 0; k < all->len; k++)
        vec_push(&tables, plugin_table(l, l->module, &all->data[k]));
    LLVMValueRef list = plugin_array(l, l->module, &tables);
    LLVMSetValueName2(list, "__heddle_plugins", strlen("__heddle_plugins"));
    LLVMSetLinkage(list, LLVMExternalLinkage);
}

static void plugin_clear(Plugin *p) {
    for (size_t k = 0; k < p->exports.len; k++) free(p->exports.data[k]);
    vec_free(&p->exports);
    vec_free(&p->uses);
    vec_free(&p->from);
    free(p->file);
    free(p->mark);
}

void link_plugins(Loader *l) {
    PluginList all = {0};
    read_plugins(l, &all);
    for (size_t k = 0; k < all.len && !l->error; k++) set_apart(l, &all.data[k]);
    for (size_t k = 0; k < all.len && !l->error; k++) plugin_bind_all(l, &all, k);
    for (size_t k = 0; k < all.len && !l->error; k++) plugin_add_table(l, &all, &all.data[k]);
    for (size_t k = 0; k < all.len && !l->error; k++) {
        link_module(l, all.data[k].module, all.data[k].file);
        all.data[k].module = NULL;
    }
    if (!l->error && all.len) plugin_add_list(l, &all);
    for (size_t k = 0; k < all.len; k++) {
        if (all.data[k].module) LLVMDisposeModule(all.data[k].module);
        plugin_clear(&all.data[k]);
    }
    vec_free(&all);
}
