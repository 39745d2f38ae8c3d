/*
 * command_cc.c — heddle cc: a C compiler for builds of whole programs. It is clang with arguments added,
 * changed and refused, so that what configure and make see is what the engine runs: the headers and the
 * library of musl, no shared libraries, no instructions beyond the basic set. Every object holds, beside its
 * native code, the bitcode it was made of before any optimisation; linking keeps its section, and heddle test
 * reads it.
 *
 * clang calls the section .llvmbc. Linkers and archivers with a plug-in for link-time optimisation take
 * objects with a section of that name for something else, so it is renamed to .heddle in what clang wrote.
 */
#include "cli/cli.h"
#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define COMPILER "clang-19"

/* A word for clang, or an input. */
typedef struct Word {
    const char *text;
    const char *language; /* what -x says of an input, or NULL */
    bool input;
} Word;

/* What is made of the inputs. */
typedef enum Stage { STAGE_NOTHING, STAGE_ASSEMBLY, STAGE_OBJECT, STAGE_LINK } Stage;

typedef struct Invocation {
    Arena *arena;
    StringList given; /* the user's words, response files replaced by what is in them */
    VEC(Word) kept;   /* those of them that clang is to see, but for -o */
    const char *output;
    Stage stage;
    bool inputs, relocatable, emits_llvm;
    bool dependencies, dependency_file; /* -MD or -MMD; -MF */
    bool strict;                        /* -Werror, -pedantic-errors: what gcc only warns of is an error */
    bool no_start, no_libraries;
    bool asks; /* for a path or the like: nothing is compiled */
    char *error;
} Invocation;

static bool begins(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

static bool is_one_of(const char *s, const char *const *words) {
    for (; *words; words++)
        if (!strcmp(s, *words)) return true;
    return false;
}

static bool begins_with_one_of(const char *s, const char *const *words) {
    for (; *words; words++)
        if (begins(s, *words)) return true;
    return false;
}

static const char *joined(Arena *arena, const char *a, const char *b) {
    char *s = xasprintf("%s%s", a, b);
    char *kept = arena_strdup(arena, s);
    free(s);
    return kept;
}

/* --- response files
 * -------------------------------------------------------------------------------------- */

static void add_words(Invocation *v, char **words, int n, unsigned depth);

/* Words are separated by blanks; quotes of both kinds and backslashes make others of them part of a word. */
static void add_response_file(Invocation *v, const char *path, unsigned depth) {
    FILE *f = fopen(path, "r");
    if (!f || depth > 64) {
        /* As it is for other compilers, a file that is not there is a word like any other. */
        if (f) fclose(f);
        vec_push(&v->given, joined(v->arena, "@", path));
        return;
    }
    VEC(char *) words = {0};
    StrBuf word = {0};
    bool inside = false;
    int quote = 0;
    for (int c; (c = getc(f)) != EOF;) {
        if (c == '\\') {
            c = getc(f);
            if (c == EOF) break;
        } else if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? 0 : c;
            inside = true;
            continue;
        } else if (!quote && isspace(c)) {
            if (inside) vec_push(&words, arena_strdup(v->arena, word.len ? word.data : ""));
            word.len = 0;
            inside = false;
            continue;
        }
        str_addc(&word, (char)c);
        inside = true;
    }
    if (inside) vec_push(&words, arena_strdup(v->arena, word.len ? word.data : ""));
    fclose(f);
    add_words(v, words.data, (int)words.len, depth + 1);
    vec_free(&word);
    vec_free(&words);
}

static void add_words(Invocation *v, char **words, int n, unsigned depth) {
    for (int k = 0; k < n; k++)
        if (words[k][0] == '@' && words[k][1])
            add_response_file(v, words[k] + 1, depth);
        else
            vec_push(&v->given, words[k]);
}

/* --- arguments
 * ------------------------------------------------------------------------------------------- */

/* Options that take the next word as their value where none is attached. */
static const char *const with_value[] = {"-o",        "-I",       "-D",           "-U",
                                         "-L",        "-l",       "-x",           "-T",
                                         "-u",        "-z",       "-e",           "-B",
                                         "-MF",       "-MT",      "-MQ",          "-A",
                                         "-include",  "-imacros", "-isystem",     "-idirafter",
                                         "-iquote",   "-iprefix", "-iwithprefix", "-iwithprefixbefore",
                                         "-isysroot", "-Xlinker", "-Xassembler",  "-Xpreprocessor",
                                         "-Xclang",   "-mllvm",   "--param",      "-wrapper",
                                         NULL};

static const char *const refused[] = {"-shared",
                                      "--shared",
                                      "-dynamiclib",
                                      "-bundle",
                                      "-m32",
                                      "-mx32",
                                      "-m16",
                                      "-fopenmp",
                                      "-fopenmp=",
                                      "--coverage",
                                      "-coverage",
                                      "-fprofile-arcs",
                                      "-ftest-coverage",
                                      "-fprofile-generate",
                                      "-fprofile-instr-generate",
                                      "-fcoverage-mapping",
                                      "-fopenacc",
                                      NULL};

/* Beginnings of options that would change the native code, or nothing; what the engine runs does not depend
 * on them. */
static const char *const ignored[] = {"-O",
                                      "-g",
                                      "-m",
                                      "-fPIC",
                                      "-fpic",
                                      "-fPIE",
                                      "-fpie",
                                      "-fno-PIC",
                                      "-fno-pic",
                                      "-fno-PIE",
                                      "-fno-pie",
                                      "-fno-plt",
                                      "-flto",
                                      "-fno-lto",
                                      "-ffat-lto",
                                      "-fno-fat-lto",
                                      "-fuse-ld",
                                      "-fuse-linker-plugin",
                                      "-fno-use-linker-plugin",
                                      "-fembed-bitcode",
                                      "-fbuiltin",
                                      "-fno-builtin",
                                      "-fstack-protector",
                                      "-fno-stack-protector",
                                      "-fstack-clash-protection",
                                      "-fno-stack-clash-protection",
                                      "-fcf-protection",
                                      "-fprofile-use",
                                      "-fvectorize",
                                      "-ftree-vectorize",
                                      "-fslp-vectorize",
                                      "-fsplit-stack",
                                      NULL};
static const char *const ignored_words[] = {
    "-static",   "--static",       "-static-pie",    "-pie", "-no-pie", "-nopie", "-dynamic",
    "-rdynamic", "-static-libgcc", "-shared-libgcc", "-pg",  "-p",      NULL};

/* The last word of `path` after a dot. */
static const char *suffix_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}

static void refuse(Invocation *v, const char *format, const char *word) {
    if (v->error) return;
    StrBuf b = {0};
    for (const char *s = format; *s; s++)
        if (*s == '%')
            str_add(&b, word);
        else
            str_addc(&b, *s);
    v->error = arena_strdup(v->arena, b.data);
    vec_free(&b);
}

static void keep(Invocation *v, const char *word) { vec_push(&v->kept, ((Word){.text = word})); }

static void take_input(Invocation *v, const char *word, const char *language) {
    static const char *const other_languages[] = {"cc", "cpp", "cxx", "c++", "CPP", "C",  "cp",
                                                  "m",  "mm",  "f",   "f90", "go",  "cu", NULL};
    if (is_one_of(suffix_of(word), other_languages))
        refuse(v, "%: not a C file; Heddle tests programs written in C", word);
    v->inputs = true;
    vec_push(&v->kept, ((Word){.text = word, .language = language, .input = true}));
}

/* `none` lets the names of files tell again. */
static const char *take_language(Invocation *v, const char *language) {
    static const char *const known[] = {"c",    "cpp-output", "assembler", "assembler-with-cpp",
                                        "none", "c-header",   "ir",        NULL};
    if (!is_one_of(language, known)) refuse(v, "-x %: Heddle tests programs written in C", language);
    return strcmp(language, "none") ? language : NULL;
}

static void set_stage(Invocation *v, Stage stage) {
    if (stage < v->stage) v->stage = stage;
}

/* An option in one word that stays one. */
static void take_option(Invocation *v, const char *word) {
    static const char *const nothing_made[] = {"-E", "-M", "-MM", "-fsyntax-only", NULL};
    if (is_one_of(word, nothing_made)) set_stage(v, STAGE_NOTHING);
    if (begins(word, "-print-") || begins(word, "--print-") || begins(word, "-dump"))
        set_stage(v, STAGE_NOTHING);
    if (!strcmp(word, "-S")) set_stage(v, STAGE_ASSEMBLY);
    if (!strcmp(word, "-c")) set_stage(v, STAGE_OBJECT);
    if (!strcmp(word, "-r")) v->relocatable = true;
    if (!strcmp(word, "-emit-llvm")) v->emits_llvm = true;
    if (!strcmp(word, "-MD") || !strcmp(word, "-MMD")) v->dependencies = true;
    if (begins(word, "-MF")) v->dependency_file = true;
    if (!strcmp(word, "-nostdlib")) v->no_start = v->no_libraries = true;
    if (!strcmp(word, "-nostartfiles")) v->no_start = true;
    if (!strcmp(word, "-nodefaultlibs") || !strcmp(word, "-nolibc")) v->no_libraries = true;
    if (!strcmp(word, "-Werror") || !strcmp(word, "-pedantic-errors")) v->strict = true;
    if (begins(word, "-l")) v->inputs = true;
    keep(v, word);
}

static void read_arguments(Invocation *v) {
    const char *language = NULL;
    v->stage = STAGE_LINK;
    for (size_t k = 0; k < v->given.len; k++) {
        const char *word = v->given.data[k];
        if (word[0] != '-' || !word[1]) {
            take_input(v, word, language);
        } else if (is_one_of(word, refused)) {
            bool shared = strstr(word, "shared") || !strcmp(word, "-dynamiclib") || !strcmp(word, "-bundle");
            refuse(
                v,
                shared
                    ? "% is not supported: programs are linked statically (give configure --disable-shared)"
                    : "% is not supported",
                word);
        } else if (begins(word, "-fsanitize=")) {
            refuse(v, "% is not supported: heddle test checks what it runs", word);
        } else if (begins(word, "--target=") || !strcmp(word, "-target") || begins(word, "--sysroot")) {
            refuse(v, "% is not supported: programs are built for 64-bit x86 and with musl", word);
        } else if (begins(word, "-std=") && strstr(word, "++")) {
            refuse(v, "%: Heddle tests programs written in C", word);
        } else if (is_one_of(word, with_value)) {
            const char *value = k + 1 < v->given.len ? v->given.data[++k] : NULL;
            if (!value) {
                keep(v, word); /* clang says what is missing */
            } else if (!strcmp(word, "-o")) {
                v->output = value;
            } else if (!strcmp(word, "-x")) {
                language = take_language(v, value);
            } else if (strcmp(word, "-mllvm") != 0) {
                take_option(v, word);
                keep(v, value);
            }
        } else if (begins(word, "-o")) {
            v->output = word + 2;
        } else if (begins(word, "-x")) {
            language = take_language(v, word + 2);
        } else if (!is_one_of(word, ignored_words) && !begins_with_one_of(word, ignored)) {
            take_option(v, word);
        }
    }
}

/* --- clang
 * ----------------------------------------------------------------------------------------------- */

/* Debian's folder of musl's library, or another's; NULL where there is none. */
static const char *musl_folder(void) {
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

/* gcc's library of what the machine's instructions lack, or NULL. */
static const char *libgcc(Arena *arena) {
    static const char *const patterns[] = {"/usr/lib/gcc/x86_64-linux-gnu/*/libgcc.a",
                                           "/usr/lib/gcc/x86_64*/*/libgcc.a"};
    const char *found = NULL;
    for (size_t k = 0; k < ARRAY_LEN(patterns) && !found; k++) {
        glob_t g;
        if (glob(patterns[k], 0, NULL, &g) == 0) found = arena_strdup(arena, g.gl_pathv[g.gl_pathc - 1]);
        globfree(&g);
    }
    return found;
}

static void add(StringList *argv, const char *const *words) {
    for (; *words; words++) vec_push(argv, *words);
}

/* Runs clang and waits; its exit status. */
static int run(StringList *argv) {
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
static bool begin_command(const Invocation *v, StringList *argv) {
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
    add(argv, fixed);
    /* What goes to standard output cannot be given the section's other name. */
    if (v->emits_llvm)
        add(argv, bitcode);
    else if (v->stage != STAGE_NOTHING && !(v->output && !strcmp(v->output, "-")))
        add(argv, native);
    if (!v->strict) add(argv, lenient);
    const char *headers = joined(v->arena, resource, "/include"),
               *builtin_headers = joined(v->arena, resource, "/clang-include");
    struct stat st;
    if (stat(builtin_headers, &st) != 0) builtin_headers = "/usr/lib/llvm-19/lib/clang/19/include";
    free(resource);
    vec_push(argv, "-isystem");
    vec_push(argv, headers);
    vec_push(argv, "-idirafter");
    vec_push(argv, builtin_headers);
    const char *musl = musl_folder();
    if (musl) vec_push(argv, joined(v->arena, "-B", musl));
    return true;
}

/* `*language` is what -x said last. */
static void add_word(StringList *argv, const Word *w, const char **language) {
    if (w->input && w->language != *language) {
        vec_push(argv, "-x");
        vec_push(argv, w->language ? w->language : "none");
        *language = w->language;
    }
    vec_push(argv, w->text);
}

/* --- the section's name
 * ---------------------------------------------------------------------------------- */

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
static bool rename_section(const char *path, bool assembly) {
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

/* --- stages
 * ---------------------------------------------------------------------------------------------- */

/* The file name without folder, and with another suffix. */
static const char *with_suffix(Arena *arena, const char *path, const char *suffix) {
    const char *slash = strrchr(path, '/');
    char *base = arena_strdup(arena, slash ? slash + 1 : path), *dot = strrchr(base, '.');
    if (dot) *dot = 0;
    return joined(arena, base, suffix);
}

static bool is_source(const Word *w) {
    static const char *const suffixes[] = {"c", "i", "s", "S", "sx", "bc", "ll", NULL};
    return w->input && (w->language || is_one_of(suffix_of(w->text), suffixes));
}

/* One run of clang, as it was asked for, up to objects. */
static int compile(const Invocation *v) {
    StringList argv = {0};
    const char *language = NULL;
    int status = 1;
    if (begin_command(v, &argv)) {
        for (size_t k = 0; k < v->kept.len; k++) add_word(&argv, &v->kept.data[k], &language);
        if (v->output) {
            vec_push(&argv, "-o");
            vec_push(&argv, v->output);
        }
        status = run(&argv);
    }
    vec_free(&argv);
    if (status || v->emits_llvm || v->stage == STAGE_NOTHING) return status;
    bool assembly = v->stage == STAGE_ASSEMBLY;
    for (size_t k = 0; k < v->kept.len; k++)
        if (is_source(&v->kept.data[k])) {
            const char *made =
                v->output ? v->output : with_suffix(v->arena, v->kept.data[k].text, assembly ? ".s" : ".o");
            if (!rename_section(made, assembly)) status = 1;
        }
    return status;
}

/* Makes `object` of the n-th of the kept words. */
static int compile_one(const Invocation *v, size_t n, const char *object) {
    const char *source = v->kept.data[n].text;
    StringList argv = {0};
    const char *language = NULL;
    int status = 1;
    if (begin_command(v, &argv)) {
        for (size_t k = 0; k < v->kept.len; k++)
            if (k == n || !v->kept.data[k].input) add_word(&argv, &v->kept.data[k], &language);
        if (v->dependencies) {
            vec_push(&argv, "-MT");
            vec_push(&argv, with_suffix(v->arena, source, ".o"));
        }
        if (v->dependencies && !v->dependency_file) {
            vec_push(&argv, "-MF");
            vec_push(&argv, with_suffix(v->arena, v->output ? v->output : source, ".d"));
        }
        vec_push(&argv, "-c");
        vec_push(&argv, "-o");
        vec_push(&argv, object);
        status = run(&argv);
        if (!status && !rename_section(object, false)) status = 1;
    }
    vec_free(&argv);
    return status;
}

/* Sources are compiled to temporary objects first. */
static int link_all(const Invocation *v) {
    const char *musl = musl_folder(), *machine = libgcc(v->arena);
    if (!musl) {
        cli_error("cc: nothing can be linked: the library of musl is missing (install the package musl-dev)");
        return 1;
    }
    bool start = !v->relocatable && !v->no_start, libraries = !v->relocatable && !v->no_libraries;
    StringList argv = {0};
    int status = begin_command(v, &argv) ? 0 : 1;
    static const char *const fixed[] = {"-nostdlib", "-static", NULL};
    add(&argv, fixed);
    if (start) {
        vec_push(&argv, joined(v->arena, musl, "/crt1.o"));
        vec_push(&argv, joined(v->arena, musl, "/crti.o"));
    }
    for (size_t k = 0; k < v->kept.len && !status; k++) {
        const Word *w = &v->kept.data[k];
        if (!is_source(w)) {
            vec_push(&argv, w->text);
            continue;
        }
        const char *folder = cli_temp_dir();
        char number[32];
        snprintf(number, sizeof number, "/%zu.o", k);
        const char *object = folder ? joined(v->arena, folder, number) : NULL;
        status = object ? compile_one(v, k, object) : 1;
        vec_push(&argv, object);
    }
    vec_push(&argv, joined(v->arena, "-L", musl));
    if (libraries) {
        vec_push(&argv, "-Wl,--start-group");
        vec_push(&argv, "-lc");
        if (machine) vec_push(&argv, machine);
        vec_push(&argv, "-Wl,--end-group");
    }
    if (start) vec_push(&argv, joined(v->arena, musl, "/crtn.o"));
    if (v->output) {
        vec_push(&argv, "-o");
        vec_push(&argv, v->output);
    }
    if (!status) status = run(&argv);
    vec_free(&argv);
    return status;
}

static void help(void) {
    puts(
        "usage: heddle cc ARGUMENTS OF A C COMPILER\n"
        "\n"
        "Compiles and links C programs as clang does, for builds of whole programs:\n"
        "  CC=\"heddle cc\" ./configure --disable-shared && make\n"
        "  heddle test ./program -- arguments\n"
        "\n"
        "What is built runs natively, too. It is linked statically with musl, whose headers are the only "
        "ones\n"
        "of the system that are found; libraries it needs are built the same way. Every object carries its\n"
        "bitcode in the section .heddle, and so do archives and executables made of them.\n"
        "\n"
        "-O, -g, -m, -fPIC, -flto and the like are ignored: code is compiled in one way. Refused are "
        "-shared,\n"
        "-m32, -fsanitize, -fopenmp, instrumentation for coverage and profiles, and languages other than C.\n"
        "\n"
        "Exit status: 0, or 1 where something is wrong, as other compilers do.");
}

int command_cc(int argc, char **argv) {
    Invocation v = {.arena = arena_new()};
    int status = 1;
    /* Folders of other C libraries. */
    static const char *const variables[] = {"LIBRARY_PATH",  "CPATH",           "C_INCLUDE_PATH",
                                            "COMPILER_PATH", "GCC_EXEC_PREFIX", NULL};
    for (const char *const *name = variables; *name; name++) unsetenv(*name);
    add_words(&v, argv + 1, argc - 1, 0);
    read_arguments(&v);
    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        help();
        status = 0;
    } else if (v.error) {
        cli_error("cc: %s", v.error);
    } else if (v.inputs && v.stage == STAGE_LINK) {
        status = link_all(&v);
    } else {
        status = compile(&v);
        if (argc == 2 && !strcmp(argv[1], "--version") && status == 0) puts("heddle cc " HEDDLE_VERSION);
    }
    vec_free(&v.given);
    vec_free(&v.kept);
    arena_free(v.arena);
    return status;
}
