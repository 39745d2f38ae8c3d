/* load_key.c — see load_key.h. */
#include "program/load/load_key.h"
#include "program/load/file_reads.h"
#include "program/load/input_kind.h"
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

/* --- this executable --- */

/* Adds the build ID in the notes of one loaded file. Linkers compute it from the contents. */
static bool add_build_id(Digest *d, const uint8_t *notes, size_t len) {
    while (len >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) n;
        memcpy(&n, notes, sizeof n);
        size_t name = (n.n_namesz + 3u) & ~(size_t)3, text = (n.n_descsz + 3u) & ~(size_t)3;
        if (name + text > len - sizeof n) return false;
        if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 && !memcmp(notes + sizeof n, "GNU", 4)) {
            digest_add(d, notes + sizeof n + name, n.n_descsz);
            return true;
        }
        notes += sizeof n + name + text;
        len -= sizeof n + name + text;
    }
    return false;
}

/* Adds the first object, which is the executable. Later objects depend on what was done before. */
static int add_executable(struct dl_phdr_info *info, size_t size, void *digest) {
    (void)size;
    for (unsigned k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_NOTE &&
            add_build_id(digest,
                         (const uint8_t *)(uintptr_t)(info->dlpi_addr + info->dlpi_phdr[k].p_vaddr),
                         info->dlpi_phdr[k].p_memsz))
            return 1;
    return digest_add_file(digest, "/proc/self/exe") ? 1 : -1;
}

bool load_key_executable(Digest *d) { return dl_iterate_phdr(add_executable, d) > 0; }

static void add_texts(Digest *d, const char *const *texts, size_t n) {
    digest_add_number(d, n);
    for (size_t k = 0; k < n; k++) digest_add_text(d, texts[k]);
}

/* What members need follows from their contents, which the entry has (load_members_same). */
static bool add_index(Digest *d, const ProgramOptions *o, const char *library) {
    char *path = xasprintf("%s/%s/index", o->resource_dir, library);
    bool fine = digest_add_file(d, path);
    free(path);
    return fine;
}

/* Adds the name and kind of a file, but not its contents. */
static void add_input(Digest *d, const char *file) {
    digest_add_text(d, file);
    digest_add_number(d, native_kind(file));
}

/* Adds the compiler found in PATH, its folder, which may contain its configuration, and the
 * environment variables it reads. */
static bool add_compiler(Digest *d) {
    static const char *const variables[] = {"CPATH",
                                            "C_INCLUDE_PATH",
                                            "CCC_OVERRIDE_OPTIONS",
                                            "COMPILER_PATH",
                                            "GCC_EXEC_PREFIX",
                                            "LD_PRELOAD",
                                            "LD_LIBRARY_PATH",
                                            "CLANG_NO_DEFAULT_CONFIG",
                                            "SOURCE_DATE_EPOCH",
                                            "TERM",
                                            "NO_COLOR",
                                            "LANG",
                                            "LC_ALL",
                                            "LC_CTYPE",
                                            "LC_MESSAGES",
                                            "SDKROOT"};
    for (size_t k = 0; k < ARRAY_LEN(variables); k++) {
        const char *value = getenv(variables[k]);
        digest_add_number(d, value != NULL);
        digest_add_text(d, value ? value : "");
    }
    digest_add_number(d, (uint64_t)isatty(2)); /* its messages may be coloured */
    char *found = NULL;
    for (const char *list = getenv("PATH"); list && !found;) {
        size_t n;
        const char *in = next_folder(&list, &n);
        char *path = xasprintf("%.*s%s%s", (int)n, in, n ? "/" : "", COMPILER);
        if (access(path, X_OK) == 0) found = realpath(path, NULL);
        free(path);
    }
    if (!found) return false;
    bool fine = reads_identify(d, found);
    digest_add_text(d, found);
    *strrchr(found, '/') = 0;
    fine = fine && reads_identify(d, *found ? found : "/");
    free(found);
    return fine;
}

bool load_key_settings(Digest *d, const ProgramOptions *o) {
    char *folder = get_current_dir_name();
    bool fine = folder && load_key_executable(d);
    if (fine) {
        digest_add_text(d, folder); /* relative names start from here */
        digest_add_text(d, o->resource_dir);
        digest_add_text(d, o->entry ? o->entry : "main");
        digest_add_number(
            d, (uint64_t)o->debug_information << 6 |
                   (uint64_t)base_invariants << 5 | /* those of the runtime are code */
                   (uint64_t)o->check_uninitialised << 4 | (uint64_t)o->relaxed_volatile << 3 |
                   (uint64_t)o->check_overflow << 2 | (uint64_t)o->no_optimisation << 1);
        digest_add_number(d, o->rewrite);
    }
    free(folder);
    return fine;
}

bool load_key_compiler(Digest *d, const ProgramOptions *o) {
    add_texts(d, o->compiler_args, o->ncompiler_args);
    return add_compiler(d);
}

bool load_key(const ProgramOptions *o, Digest *key) {
    if (o->rewrite == REWRITE_SEQUENTIAL || o->nadded) return false;
    Digest d = digest_new();
    bool fine = load_key_settings(&d, o) && add_index(&d, o, "runtime") && add_index(&d, o, "libc");
    digest_add_number(&d, o->layout != NULL);
    digest_add_text(&d, o->layout ? o->layout : "");
    digest_add_number(&d, o->nfiles);
    bool compiles = false;
    for (size_t k = 0; k < o->nfiles; k++) {
        add_input(&d, o->files[k]);
        compiles |= is_source(o->files[k]);
    }
    digest_add_number(&d, o->nplugins);
    for (size_t k = 0; k < o->nplugins; k++) {
        const char *path = plugin_path(o->plugins[k]);
        digest_add_text(&d, o->plugins[k]);
        digest_add_number(&d, native_kind(path));
        compiles |= is_source(path);
    }
    /* Nothing else depends on the options of the compiler. */
    if (compiles && fine) fine = load_key_compiler(&d, o);
    *key = d;
    return fine;
}

bool load_members_same(const ProgramOptions *o, const LoadRecord *record) {
    bool same = true;
    for (size_t k = 0; k < record->members.len && same; k++) {
        const LibraryMember *m = &record->members.data[k];
        char *path = xasprintf("%s/%s", o->resource_dir, m->path);
        Digest d = digest_new();
        same = digest_add_file(&d, path) && digest_equal(d, m->contents);
        free(path);
    }
    return same;
}
