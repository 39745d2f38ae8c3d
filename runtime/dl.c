/*
 * dl.c — the dynamic linker of a program that is linked as a whole. It finds the program's own
 * names, and "loads" the plugins that are linked with it: their constructors run when they are
 * first opened. As with musl, a plugin that was closed stays loaded until the process ends.
 *
 * One recursive lock is held while plugins are looked at, and while constructors run, as in glibc.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "plugins.h"
#include "runtime.h"

#define RECURSIVE 1

static _Thread_local char text[160];
static _Thread_local int failed;

static void *fail(const char *what, const char *name) {
    failed = 1;
    snprintf(text, sizeof text, "%.60s: %s", name ? name : "(null)", what);
    return NULL;
}

static int here; /* the handle of the program */
static int linker_lock;
static struct __heddle_plugin *last_loaded, *first_global, **last_global = &first_global;

static void lock_linker(void) {
    look_for_signals();
    __heddle_mutex_lock(&linker_lock, RECURSIVE);
}
static void unlock_linker(void) { __heddle_mutex_unlock(&linker_lock, RECURSIVE); }

/* Fails to open a file, which is told in the summary: it might be there. */
static void *refuse(const char *path, const char *name, const char *what) {
    char told[300];
    fail(what, name);
    snprintf(told, sizeof told, "dlopen of %.100s fails: %s", path, name == path ? what : text);
    __heddle_syscall(HEDDLE_CALL_RESTS_ON, (long)told, 0, 0, 0, 0, 0);
    return NULL;
}

/* Returns how well a path fits a plugin's file: 0 if their last parts differ, more for each part in
 * which they agree, and more if that is all of the file's name. */
static int fit(const char *file, const char *path) {
    size_t i = strlen(file), j = strlen(path);
    for (int parts = 0;; i--, j--) {
        int begins = (!i || file[i - 1] == '/') && (!j || path[j - 1] == '/');
        if (begins && file[i] && file[i] != '/') parts++;
        if (!i || !j || file[i - 1] != path[j - 1]) return parts ? 2 * parts + !i : 0;
    }
}

/* Returns the plugin that a path fits best. NULL after an error: there is none, or there are
 * several. */
static struct __heddle_plugin *find_plugin(const char *path) {
    struct __heddle_plugin *found = NULL;
    int best = 0, several = 0;
    for (int k = 0; __heddle_plugins && __heddle_plugins[k]; k++) {
        int fits = fit(__heddle_plugins[k]->file, path);
        several = fits == best ? several + 1 : fits > best ? 1 : several;
        if (fits > best) best = fits, found = __heddle_plugins[k];
    }
    if (found && several == 1) return found;
    const char *what = found ? "several plugins have this name; more of the path tells them apart"
                             : "no --plugin names this file";
    return refuse(path, path, what);
}

static int is_global(const struct __heddle_plugin *p) { return p->loaded && p->global; }

static void load_plugin(struct __heddle_plugin *p, int mode) {
    p->opened++;
    if ((mode & RTLD_GLOBAL) && !p->global) {
        p->global = 1;
        *last_global = p;
        last_global = &p->behind;
    }
    if (p->loaded) return;
    p->loaded = 1;
    p->before = last_loaded;
    last_loaded = p;
    for (int k = 0; p->constructors[k]; k++) p->constructors[k]();
}

static void *open_plugin(const char *path, int mode) {
    struct __heddle_plugin *p = find_plugin(path);
    if (!p) return NULL;
    if ((mode & RTLD_NOLOAD) && !p->loaded) return fail("not loaded", path);
    for (int k = 0; !p->loaded && p->imports[k].name; k++)
        if (!is_global(p->imports[k].from))
            return refuse(path, p->imports[k].name,
                          "undefined, as the plugin that exports it is not open with RTLD_GLOBAL");
    load_plugin(p, mode);
    return p;
}

PUBLIC void *dlopen(const char *file, int mode) {
    if (!file) return &here;
    if (!__heddle_plugins) return find_plugin(file);
    lock_linker();
    void *opened = open_plugin(file, mode);
    unlock_linker();
    return opened;
}

/* Returns the plugin of a handle, or NULL. */
static struct __heddle_plugin *open_as(const void *handle) {
    for (int k = 0; __heddle_plugins && __heddle_plugins[k]; k++)
        if (handle == __heddle_plugins[k])
            return __heddle_plugins[k]->opened ? __heddle_plugins[k] : NULL;
    return NULL;
}

PUBLIC int dlclose(void *handle) {
    if (handle == &here) return 0;
    struct __heddle_plugin *p = NULL;
    if (__heddle_plugins) {
        lock_linker();
        p = open_as(handle);
        if (p) p->opened--;
        unlock_linker();
    }
    if (p) return 0;
    fail("not a handle of dlopen", "dlclose");
    return -1;
}

static void *exported(const struct __heddle_plugin *p, const char *name) {
    for (const struct __heddle_export *e = p->exports; e->name; e++)
        if (!strcmp(e->name, name)) return e->address;
    return NULL;
}

/* Finds a name in the program and in the plugins that are global. */
static void *find_everywhere(const char *name) {
    void *found = (void *)__heddle_syscall(HEDDLE_CALL_SYMBOL, (long)name, 0, 0, 0, 0, 0);
    for (const struct __heddle_plugin *p = first_global; p && !found; p = p->behind)
        found = exported(p, name);
    return found ? found : fail("not a name of what is linked", name);
}

static void *find_symbol(void *handle, const char *name) {
    if (handle == RTLD_DEFAULT || handle == &here) return find_everywhere(name);
    struct __heddle_plugin *p = open_as(handle);
    if (!p) return fail("not a handle of dlopen", "dlsym");
    void *found = exported(p, name);
    return found ? found : fail("not a name that the plugin exports", name);
}

PUBLIC void *dlsym(void *restrict handle, const char *restrict name) {
    if (handle == RTLD_NEXT) return fail("there is no object after the program", name);
    if (!__heddle_plugins) return find_symbol(handle, name);
    lock_linker();
    void *found = find_symbol(handle, name);
    unlock_linker();
    return found;
}

PUBLIC char *dlerror(void) {
    if (!failed) return NULL;
    failed = 0;
    return text;
}

PUBLIC int dladdr(const void *address, Dl_info *info) { return 0; }

/* --- the end of the process ------------------------------------------------------------------- */

int __heddle_has_plugins(void) { return __heddle_plugins != NULL; }

/* Runs the destructors of plugins, the one loaded last first. A plugin that another thread is
 * loading is waited for. */
void __heddle_end_plugins(void) {
    if (!__heddle_plugins) return;
    lock_linker();
    struct __heddle_plugin *p = last_loaded;
    last_loaded = NULL;
    unlock_linker();
    for (; p; p = p->before)
        for (int k = 0; p->destructors[k]; k++) p->destructors[k]();
}
