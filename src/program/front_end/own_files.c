/*
 * own_files.c — the files that belong to a program or to one of its plugins: C sources are
 * compiled, others read, and all linked as they are. See units.c for files that are optimised one
 * by one.
 */
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void add_file(Loader *l, const char *file, size_t number) {
    const char *path = file;
    char *made = NULL;
    if (is_source(file)) {
        made = compile_source(l, file, number);
        path = made;
    } else if (has_suffix(file, ".cc") || has_suffix(file, ".cpp") || has_suffix(file, ".cxx") ||
               has_suffix(file, ".C")) {
        loader_error(l, "%s: C++ is not supported; Heddle tests programs written in C", file);
    }
    if (!l->error) {
        LLVMModuleRef m = parse_file(l, path, file, !made);
        if (m && LLVMGetTarget(m) && *LLVMGetTarget(m) && strncmp(LLVMGetTarget(m), "x86_64", 6))
            loader_error(l, "%s: compiled for %s; only 64-bit x86 (x86_64) is supported", file,
                         LLVMGetTarget(m));
        else if (m)
            link_module(l, m, file);
    }
    if (made) {
        unlink(made);
        free(made);
    }
}

void link_file(Loader *l, const char *file, size_t number) {
    NativeKind native = native_kind(file);
    if (!is_source(file)) reads_add_contents(l->record, file);
    if (native == NATIVE_ELF)
        link_elf(l, file);
    else if (native == NATIVE_ARCHIVE)
        link_whole_archive(l, file);
    else
        add_file(l, file, number);
}

void link_files(Loader *l, const char *entry) {
    const ProgramOptions *o = l->options;
    VEC(const char *) archives = {0};
    for (size_t i = 0; i < o->nfiles && !l->error; i++) {
        const char *file = o->files[i];
        struct stat st;
        if (stat(file, &st) != 0) {
            loader_error(l, "%s: %s", file, strerror(errno));
            break;
        }
        if (native_kind(file) != NATIVE_ARCHIVE) {
            link_file(l, file, i);
            continue;
        }
        reads_add_contents(l->record, file);
        vec_push(&archives, file);
    }
    if (archives.len && !l->error) link_archives(l, archives.data, archives.len, entry);
    vec_free(&archives);
}
