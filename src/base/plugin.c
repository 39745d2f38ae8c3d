/* plugin.c — see plugin.h. */
#include "base/plugin.h"
#include "base/base.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

char *executable_folder(char **error) {
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) {
        *error = xasprintf("cannot find the executable: %s", strerror(errno));
        return NULL;
    }
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    return xstrdup(self);
}

void *plugin_symbol(const char *file, const char *symbol, char **error) {
    char *folder = executable_folder(error);
    if (!folder) return NULL;
    char *path = xasprintf("%s/%s", folder, file);
    if (access(path, F_OK) != 0) {
        free(path);
        path = xasprintf("%s/../lib/heddle/%s", folder, file);
    }
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL),
         *found = module ? dlsym(module, symbol) : NULL;
    if (!found)
        *error =
            xasprintf("%s cannot be loaded (%s): the installation is damaged", file, dlerror());
    free(path);
    free(folder);
    return found;
}
