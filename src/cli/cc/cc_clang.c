/*
 * cc_clang.c — runs clang for heddle cc, and renames the section of bitcode in its output. Linkers
 * and archivers with a plug-in for link-time optimisation treat objects with a section .llvmbc in a
 * special way.
 */
#include "cli/cc/cc.h"
#include "cli/cli.h"
#include "cli/lib/libraries.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns Debian's folder of musl's library, or another one; NULL: there is none. */
const char *cc_musl_folder(void) {
    static const char *const folders[] = {"/usr/lib/x86_64-linux-musl", "/usr/local/musl/lib",
                                          "/usr/lib/musl/lib", NULL};
    for (const char *const *f = folders; *f; f++) {
        char *start = xasprintf("%s/crt1.o", *f);
        bool there = access(start, R_OK) == 0;
        free(start);
        if (there) return *f;
    }
    return NULL;
}

void cc_add(StringList *argv, const char *const *words) {
    for (; *words; words++) vec_push(argv, *words);
}

int cc_run(StringList *argv) {
    pid_t pid;
    vec_push(argv, NULL);
    int status,
        e = posix_spawnp(&pid, argv->data[0], NULL, NULL, (char *const *)argv->data, environ);
    if (e) {
        const char *package = strcmp(argv->data[0], COMPILER) ? "binutils" : COMPILER;
        cli_error("cannot run %s: %s (install the package %s)", argv->data[0], strerror(e),
                  package);
        return 1;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int cc_compile(StringList *argv) {
    int status = cc_run(argv);
    char *resource = status ? cli_resource_dir() : NULL;
    if (resource && !kernel_headers_are_there(resource))
        fprintf(stderr, "heddle cc: note: %s\n", kernel_headers_hint);
    free(resource);
    return status;
}

bool cc_begin_command(const Invocation *v, StringList *argv) {
    char *resource = cli_resource_dir();
    if (!resource) return false;
    static const char *const fixed[] = {
        COMPILER,
        "-Qunused-arguments",
        "--target=x86_64-linux-musl",
        "--sysroot=/var/empty",
        "-O1",
        "-g",
        "-fno-builtin",
        "-fno-stack-protector",
        "-fno-pie",
        "-fno-vectorize",
        "-fno-slp-vectorize",
        "-fno-discard-value-names",
        "-nostdinc",
        "-Wno-error=sign-compare", /* CMSG_NXTHDR, a macro of musl's headers, needs it */
        NULL};
    static const char *const native[] = {"-Xclang", "-fembed-bitcode=bitcode", NULL},
                             *const bitcode[] = {"-Xclang", "-disable-llvm-passes", NULL};
    cc_add(argv, fixed);
    /* Standard output cannot be changed afterwards, so it gets no section to rename. */
    if (v->emits_llvm)
        cc_add(argv, bitcode);
    else if (v->stage != STAGE_NOTHING && !(v->output && !strcmp(v->output, "-")))
        cc_add(argv, native);
    if (!v->strict) cc_add(argv, compiler_leniency);
    cc_add(argv, compiler_macros);
    const char *headers = joined(v->arena, resource, "/include"),
               *builtin_headers = joined(v->arena, resource, "/clang-include"),
               *kernel_headers = joined(v->arena, resource, "/kernel-include");
    struct stat st;
    if (stat(builtin_headers, &st) != 0) builtin_headers = "/usr/lib/llvm-19/lib/clang/19/include";
    free(resource);
    vec_push(argv, "-isystem");
    vec_push(argv, headers);
    vec_push(argv, "-idirafter");
    vec_push(argv, builtin_headers);
    vec_push(argv, "-idirafter");
    vec_push(argv, kernel_headers);
    StringList libraries = {0};
    libraries_list(v->arena, &libraries);
    for (size_t k = 0; k < libraries.len; k++) {
        vec_push(argv, "-idirafter");
        vec_push(argv, joined(v->arena, libraries.data[k], "/include"));
    }
    vec_free(&libraries);
    const char *musl = cc_musl_folder();
    if (musl) vec_push(argv, joined(v->arena, "-B", musl));
    return true;
}

/* --- the section's name --- */

static const char old_name[] = ".llvmbc", new_name[] = ".heddle";

/* Renames it in the table of names of an ELF file. */
static void rename_in_object(uint8_t *p, size_t n) {
    Elf64_Ehdr h;
    Elf64_Shdr names;
    if (n < sizeof h || memcmp(p, ELFMAG, SELFMAG) != 0) return;
    memcpy(&h, p, sizeof h);
    uint64_t at = h.e_shoff + h.e_shstrndx * sizeof names;
    if (at > n || n - at < sizeof names) return;
    memcpy(&names, p + at, sizeof names);
    if (names.sh_offset > n || names.sh_size > n - names.sh_offset) return;
    uint8_t *name = memmem(p + names.sh_offset, names.sh_size, old_name, sizeof old_name);
    if (name) memcpy(name, new_name, sizeof new_name);
}

/* Renames it in the directive of assembly. */
static void rename_in_assembly(uint8_t *p, size_t n) {
    static const char directive[] = ".section\t.llvmbc,";
    uint8_t *found = memmem(p, n, directive, sizeof directive - 1);
    if (found) memcpy(found + strlen(".section\t"), new_name, sizeof new_name - 1);
}

/* Maps a file that is to be changed. NULL if it cannot be changed (*fine stays true) or after an
 * error message. */
static uint8_t *map_to_change(const char *path, size_t *n, bool *fine) {
    struct stat st;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    uint8_t *p = NULL;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        *n = (size_t)st.st_size;
        p = mmap(NULL, *n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (p == MAP_FAILED) {
            cli_error("cc: %s: %s", path, strerror(errno));
            *fine = false;
            p = NULL;
        }
    }
    if (fd >= 0) close(fd);
    return p;
}

bool cc_rename_section(const char *path, bool assembly) {
    size_t n;
    bool fine = true;
    uint8_t *p = map_to_change(path, &n, &fine);
    if (!p) return fine;
    (assembly ? rename_in_assembly : rename_in_object)(p, n);
    munmap(p, n);
    return true;
}

/* --- shared libraries --- */

/* Makes every definition in an object weak, so that others of its symbol take precedence. */
static void weaken_definitions(uint8_t *p, size_t n) {
    Elf64_Ehdr h;
    if (n < sizeof h) return;
    memcpy(&h, p, sizeof h);
    for (unsigned k = 0; k < h.e_shnum; k++) {
        Elf64_Shdr s;
        uint64_t header = h.e_shoff + k * sizeof s;
        if (header > n || n - header < sizeof s) return;
        memcpy(&s, p + header, sizeof s);
        if (s.sh_type != SHT_SYMTAB || s.sh_offset > n || s.sh_size > n - s.sh_offset) continue;
        for (uint64_t at = s.sh_offset; at + sizeof(Elf64_Sym) <= s.sh_offset + s.sh_size;
             at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol;
            memcpy(&symbol, p + at, sizeof symbol);
            if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_COMMON ||
                ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL)
                continue;
            symbol.st_info = ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(symbol.st_info));
            memcpy(p + at, &symbol, sizeof symbol);
        }
    }
}

bool cc_make_library(Arena *arena, const char *path) {
    const char *folder = cli_temp_dir();
    if (!folder) return false;
    const char *bitcode = joined(arena, folder, "/library.bc");
    char *error = NULL;
    if (!program_join_library(path, bitcode, &error)) {
        cli_error("cc: %s", error);
        free(error);
        return false;
    }
    StringList argv = {0};
    static const char *const objcopy[] = {"objcopy", "--localize-hidden", "--update-section", NULL};
    cc_add(&argv, objcopy);
    vec_push(&argv, joined(arena, ".heddle=", bitcode));
    vec_push(&argv, path);
    int status = cc_run(&argv);
    vec_free(&argv);
    size_t n;
    bool fine = status == 0;
    uint8_t *p = fine ? map_to_change(path, &n, &fine) : NULL;
    if (p) {
        weaken_definitions(p, n);
        munmap(p, n);
    }
    return fine;
}
