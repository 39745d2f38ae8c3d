/*
 * dl.c — the dynamic linker of a program that is linked as a whole: it finds the program's own
 * names. There are no other objects to load.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "runtime.h"

static _Thread_local char text[160];
static _Thread_local int failed;

static void *fail(const char *what, const char *name) {
    failed = 1;
    snprintf(text, sizeof text, "%.60s: %s", name ? name : "(null)", what);
    return NULL;
}

static int here;

PUBLIC void *dlopen(const char *file, int mode) {
    if (!file) return &here;
    return fail("no object can be loaded: what the program uses must be linked with it", file);
}

PUBLIC int dlclose(void *handle) {
    if (handle == &here) return 0;
    fail("not a handle of dlopen", "dlclose");
    return -1;
}

PUBLIC void *dlsym(void *restrict handle, const char *restrict name) {
    if (handle == RTLD_NEXT) return fail("there is no object after the program", name);
    if (handle != RTLD_DEFAULT && handle != &here) return fail("not a handle of dlopen", "dlsym");
    void *found = (void *)__heddle_syscall(HEDDLE_CALL_SYMBOL, (long)name, 0, 0, 0, 0, 0);
    return found ? found : fail("not a name of what is linked", name);
}

PUBLIC char *dlerror(void) {
    if (!failed) return NULL;
    failed = 0;
    return text;
}

PUBLIC int dladdr(const void *address, Dl_info *info) { return 0; }
