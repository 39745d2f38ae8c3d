/* input_kind.c — see input_kind.h. */
#include "program/load/input_kind.h"
#include "base/base.h"
#include <elf.h>
#include <stdio.h>
#include <string.h>

bool is_source(const char *file) { return has_suffix(file, ".c") || has_suffix(file, ".i"); }

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
