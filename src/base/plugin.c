/* plugin.c — see plugin.h. */
#include "base/plugin.h"
#include "base/base.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

void *plugin_symbol(const char *file, const char *symbol, char **error) {
    static const char *const folders[] = {"", "../lib/heddle/"};
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) {
        *error = xasprintf("cannot find the executable: %s", strerror(errno));
        return NULL;
    }
    self[n] = 0;
    char *name = strrchr(self, '/');
    void *module = NULL, *found = NULL;
    for (size_t k = 0; k < ARRAY_LEN(folders) && !module; k++) {
        char *path = xasprintf("%.*s%s%s", (int)(name ? name - self + 1 : 0), self, folders[k], file);
        if (!access(path, F_OK) || k + 1 == ARRAY_LEN(folders)) module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        free(path);
    }
    if (module) found = dlsym(module, symbol);
    if (!found) *error = xasprintf("%s cannot be loaded (%s): the installation is damaged", file, dlerror());
    return found;
}
