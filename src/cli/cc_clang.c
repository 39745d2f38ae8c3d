/*
 * cc_clang.c — runs clang for heddle cc, and renames the section of bitcode in what clang wrote. Linkers and
 * archivers with a plug-in for link-time optimisation take objects with a section .llvmbc for something else.
 */
#include "cli/cc.h"
#include "cli/cli.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define COMPILER "clang-19"

/* Debian's folder of musl's library, or another's; NULL where there is none. */
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

/* Runs clang and waits; its exit status. */
int cc_run(StringList *argv) {
    pid_t pid;
    vec_push(argv, NULL);
    int status, e = posix_spawnp(&pid, argv->data[0], NULL, NULL, (char *const *)argv->data, environ);
    if (e) {
        cli_error("cannot run " COMPILER ": %s (install the package " COMPILER ")", strerror(e));
        return 1;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Arguments of every run. False after a complaint. */
bool cc_begin_command(const Invocation *v, StringList *argv) {
    char *resource = cli_resource_dir();
    if (!resource) return false;
    static const char *const fixed[] = {COMPILER,
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
                                        NULL};
    static const char *const native[] = {"-Xclang", "-fembed-bitcode=bitcode", NULL},
                             *const bitcode[] = {"-Xclang", "-disable-llvm-passes", NULL};
    /* As gcc does, these are warnings: programs older than C99 have them. */
    static const char *const lenient[] = {"-Wno-error=implicit-int",
                                          "-Wno-error=implicit-function-declaration",
                                          "-Wno-error=incompatible-function-pointer-types",
                                          "-Wno-error=int-conversion",
                                          "-Wno-error=return-mismatch",
                                          NULL};
    cc_add(argv, fixed);
    /* What goes to standard output cannot be given the section's other name. */
    if (v->emits_llvm)
        cc_add(argv, bitcode);
    else if (v->stage != STAGE_NOTHING && !(v->output && !strcmp(v->output, "-")))
        cc_add(argv, native);
    if (!v->strict) cc_add(argv, lenient);
    const char *headers = joined(v->arena, resource, "/include"),
               *builtin_headers = joined(v->arena, resource, "/clang-include");
    struct stat st;
    if (stat(builtin_headers, &st) != 0) builtin_headers = "/usr/lib/llvm-19/lib/clang/19/include";
    free(resource);
    vec_push(argv, "-isystem");
    vec_push(argv, headers);
    vec_push(argv, "-idirafter");
    vec_push(argv, builtin_headers);
    const char *musl = cc_musl_folder();
    if (musl) vec_push(argv, joined(v->arena, "-B", musl));
    return true;
}

/* --- the section's name --- */

static const char old_name[] = ".llvmbc", new_name[] = ".heddle";

/* In the table of names of an ELF file. */
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

/* In the directive of assembly. */
static void rename_in_assembly(uint8_t *p, size_t n) {
    static const char directive[] = ".section\t.llvmbc,";
    uint8_t *found = memmem(p, n, directive, sizeof directive - 1);
    if (found) memcpy(found + strlen(".section\t"), new_name, sizeof new_name - 1);
}

/* What is no file that clang wrote (/dev/null) stays as it is. */
bool cc_rename_section(const char *path, bool assembly) {
    struct stat st;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool fine = true;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        uint8_t *p = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        fine = p != MAP_FAILED;
        if (fine) {
            (assembly ? rename_in_assembly : rename_in_object)(p, (size_t)st.st_size);
            munmap(p, (size_t)st.st_size);
        } else
            cli_error("cc: %s: %s", path, strerror(errno));
    }
    if (fd >= 0) close(fd);
    return fine;
}
