/* input_kind.c — see input_kind.h. */
#include "program/load/input_kind.h"
#include "base/base.h"
#include <elf.h>
#include <stdio.h>
#include <string.h>

bool is_source(const char *file) { return has_suffix(file, ".c") || has_suffix(file, ".i"); }

const char *plugin_path(const char *plugin) {
    const char *equals = strchr(plugin, '=');
    return equals ? equals + 1 : plugin;
}

char *plugin_file(const char *plugin) {
    static const char *const suffixes[] = {".c", ".i", ".bc", ".ll", ".o", ".a"};
    const char *path = plugin_path(plugin);
    if (path != plugin) return xasprintf("%.*s", (int)(path - plugin - 1), plugin);
    for (size_t k = 0; k < ARRAY_LEN(suffixes); k++)
        if (has_suffix(path, suffixes[k]))
            return xasprintf("%.*s.so", (int)(strlen(path) - strlen(suffixes[k])), path);
    return xstrdup(path);
}

NativeKind native_kind(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return NATIVE_NONE;
    char magic[8] = {0};
    size_t n = fread(magic, 1, 8, f);
    fclose(f);
    if (n >= 4 && !memcmp(magic, ELFMAG, SELFMAG)) return NATIVE_ELF;
    return n == 8 && (!memcmp(magic, "!<arch>\n", 8) || !memcmp(magic, "!<thin>\n", 8))
               ? NATIVE_ARCHIVE
               : NATIVE_NONE;
}
