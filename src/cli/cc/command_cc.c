/*
 * command_cc.c — heddle cc: a C compiler for builds of whole programs. It is clang with arguments
 * added, changed and refused, so that configure and make see the environment of the engine. It has
 * the headers and the library of musl, no shared libraries, and no instructions beyond the basic
 * set. Every object holds, beside its native code, the bitcode before any optimisation. Linking
 * keeps the section of bitcode, and heddle test reads it.
 *
 * clang calls the section .llvmbc. Linkers and archivers with a plug-in for link-time optimisation
 * treat objects with a section of that name in a special way. So the section is renamed to .heddle
 * in the output of clang.
 */
#include "cli/cc/cc.h"
#include "cli/cli.h"
#include "cli/lib/libraries.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Returns gcc's library of functions that replace missing instructions, or NULL. */
static const char *libgcc(Arena *arena) {
    static const char *const patterns[] = {"/usr/lib/gcc/x86_64-linux-gnu/*/libgcc.a",
                                           "/usr/lib/gcc/x86_64*/*/libgcc.a"};
    const char *found = NULL;
    for (size_t k = 0; k < ARRAY_LEN(patterns) && !found; k++) {
        glob_t g;
        if (glob(patterns[k], 0, NULL, &g) == 0)
            found = arena_strdup(arena, g.gl_pathv[g.gl_pathc - 1]);
        globfree(&g);
    }
    return found;
}

/* Appends a word; `*language` is the language of the last -x. */
static void cc_add_word(StringList *argv, const Word *w, const char **language) {
    if (w->input && w->language != *language) {
        vec_push(argv, "-x");
        vec_push(argv, w->language ? w->language : "none");
        *language = w->language;
    }
    vec_push(argv, w->text);
}

/* Returns the file name without its folder, and with another suffix. */
static const char *with_suffix(Arena *arena, const char *path, const char *suffix) {
    const char *slash = strrchr(path, '/');
    char *base = arena_strdup(arena, slash ? slash + 1 : path), *dot = strrchr(base, '.');
    if (dot) *dot = 0;
    return joined(arena, base, suffix);
}

static bool cc_is_source(const Word *w) {
    static const char *const suffixes[] = {"c", "i", "s", "S", "sx", "bc", "ll", NULL};
    return w->input && (w->language || is_one_of(suffix_of(w->text), suffixes));
}

/* Runs clang once as requested, up to objects. */
static int compile(const Invocation *v) {
    StringList argv = {0};
    const char *language = NULL;
    int status = 1;
    if (cc_begin_command(v, &argv)) {
        for (size_t k = 0; k < v->kept.len; k++) cc_add_word(&argv, &v->kept.data[k], &language);
        if (v->output) {
            vec_push(&argv, "-o");
            vec_push(&argv, v->output);
        }
        status = cc_compile(&argv);
    }
    vec_free(&argv);
    if (status || v->emits_llvm || v->stage == STAGE_NOTHING) return status;
    bool assembly = v->stage == STAGE_ASSEMBLY;
    for (size_t k = 0; k < v->kept.len; k++)
        if (cc_is_source(&v->kept.data[k])) {
            const char *made =
                v->output ? v->output
                          : with_suffix(v->arena, v->kept.data[k].text, assembly ? ".s" : ".o");
            if (!cc_rename_section(made, assembly)) status = 1;
        }
    return status;
}

/* Compiles the n-th of the kept words to `object`. */
static int compile_one(const Invocation *v, size_t n, const char *object) {
    const char *source = v->kept.data[n].text;
    StringList argv = {0};
    const char *language = NULL;
    int status = 1;
    if (cc_begin_command(v, &argv)) {
        for (size_t k = 0; k < v->kept.len; k++)
            if (k == n || !v->kept.data[k].input) cc_add_word(&argv, &v->kept.data[k], &language);
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
        status = cc_compile(&argv);
        if (!status && !cc_rename_section(object, false)) status = 1;
    }
    vec_free(&argv);
    return status;
}

/* Whether -lNAME finds a shared library in one of the folders given with -L. */
static bool finds_shared_library(const Invocation *v, const char *name) {
    for (size_t k = 0; k < v->kept.len; k++) {
        const char *word = v->kept.data[k].text, *folder = word + 2;
        if (strncmp(word, "-L", 2) != 0) continue;
        if (!*folder && k + 1 < v->kept.len) folder = v->kept.data[k + 1].text;
        char *path = xasprintf("%s/lib%s.so", folder, name);
        bool there = access(path, R_OK) == 0;
        free(path);
        if (there) return true;
    }
    return false;
}

/* Whether a word names a library that is usually a shared one: by the name of its file, or as one
 * of the system's libraries. */
static bool is_shared_library(const Invocation *v, const Word *w) {
    static const char *const systems[] = {"-lc",     "-lm",      "-lpthread", "-lrt",    "-ldl",
                                          "-lutil",  "-lxnet",   "-lgcc",     "-lgcc_s", "-lresolv",
                                          "-lcrypt", "-latomic", NULL};
    if (is_one_of(w->text, systems)) return true;
    if (!strncmp(w->text, "-l", 2) && w->text[2]) return finds_shared_library(v, w->text + 2);
    const char *slash = strrchr(w->text, '/'), *name = slash ? slash + 1 : w->text;
    const char *at = strstr(name, ".so");
    return w->input && at && (!at[3] || at[3] == '.');
}

/* Appends the folders with archives of libraries that heddle lib built. */
static void library_folders(const Invocation *v, StringList *folders) {
    StringList libraries = {0};
    libraries_list(v->arena, &libraries);
    for (size_t k = 0; k < libraries.len; k++)
        vec_push(folders, joined(v->arena, libraries.data[k], "/lib"));
    vec_free(&libraries);
}

/* Whether one of the folders has an archive or shared library of this name. */
static bool has_library(const StringList *folders, const char *name) {
    bool there = false;
    for (size_t k = 0; k < folders->len && !there; k++) {
        char *archive = xasprintf("%s/lib%s.a", folders->data[k], name),
             *shared = xasprintf("%s/lib%s.so", folders->data[k], name);
        there = access(archive, R_OK) == 0 || access(shared, R_OK) == 0;
        free(archive);
        free(shared);
    }
    return there;
}

/* After a link that failed: says how libraries that are nowhere could be built. */
static void tell_missing_libraries(const Invocation *v, const char *musl) {
    StringList folders = {0};
    char *resource = cli_resource_dir();
    library_folders(v, &folders);
    vec_push(&folders, musl);
    if (resource) vec_push(&folders, joined(v->arena, resource, "/lib"));
    for (size_t k = 0; k < v->kept.len; k++) {
        const char *word = v->kept.data[k].text;
        if (has_prefix(word, "-L"))
            vec_push(&folders,
                     word[2] || k + 1 == v->kept.len ? word + 2 : v->kept.data[k + 1].text);
    }
    for (size_t k = 0; k < v->kept.len; k++) {
        const char *name = v->kept.data[k].text + 2;
        if (has_prefix(v->kept.data[k].text, "-l") && *name && *name != ':' &&
            !has_library(&folders, name))
            fprintf(stderr,
                    "heddle cc: note: lib%s was not built by heddle cc; `heddle lib build %s` "
                    "builds it, if that is the package of its headers\n",
                    name, libraries_package(v->arena, name));
    }
    free(resource);
    vec_free(&folders);
}

/*
 * Compiles sources to temporary objects and links. Executables are static. A requested shared
 * library becomes one object, code and bitcode, of all its parts. Linkers find it as -lNAME and
 * take all of it, as a dynamic linker would. Other such libraries that it needs are left to the
 * executable, which would otherwise have them twice.
 */
static int link_all(const Invocation *v) {
    const char *musl = cc_musl_folder(), *machine = libgcc(v->arena);
    if (!musl) {
        cli_error("cc: cannot link: the musl library is missing (install the package musl-dev)");
        return 1;
    }
    bool start = !v->relocatable && !v->no_start, libraries = !v->relocatable && !v->no_libraries;
    StringList argv = {0};
    int status = cc_begin_command(v, &argv) ? 0 : 1;
    static const char *const fixed[] = {"-nostdlib", "-static", NULL};
    cc_add(&argv, fixed);
    if (start) {
        vec_push(&argv, joined(v->arena, musl, "/crt1.o"));
        vec_push(&argv, joined(v->arena, musl, "/crti.o"));
    }
    if (!v->shared) vec_push(&argv, "-Wl,-Bdynamic");
    for (size_t k = 0; k < v->kept.len && !status; k++) {
        const Word *w = &v->kept.data[k];
        if (v->shared && is_shared_library(v, w)) continue;
        if (!cc_is_source(w)) {
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
    StringList folders = {0};
    library_folders(v, &folders);
    for (size_t k = 0; k < folders.len; k++)
        vec_push(&argv, joined(v->arena, "-L", folders.data[k]));
    vec_free(&folders);
    vec_push(&argv, joined(v->arena, "-L", musl));
    char *resource = cli_resource_dir();
    if (resource)
        vec_push(&argv, joined(v->arena, joined(v->arena, "-L", resource), "/lib"));
    else
        status = 1;
    if (libraries) {
        vec_push(&argv, "-Wl,-Bstatic");
        /* Functions that a harness calls, if there is one. */
        if (resource) vec_push(&argv, joined(v->arena, resource, "/lib/libheddle.a"));
        vec_push(&argv, "-Wl,--start-group");
        vec_push(&argv, "-lc");
        if (machine) vec_push(&argv, machine);
        /* A shared library that asked for it left it to the executable. */
        if (resource) vec_push(&argv, joined(v->arena, resource, "/lib/libatomic.a"));
        vec_push(&argv, "-Wl,--end-group");
    }
    if (start) vec_push(&argv, joined(v->arena, musl, "/crtn.o"));
    if (v->output) {
        vec_push(&argv, "-o");
        vec_push(&argv, v->output);
    }
    free(resource);
    if (!status) status = cc_run(&argv);
    if (status) tell_missing_libraries(v, musl);
    vec_free(&argv);
    if (!status && v->shared && !cc_make_library(v->arena, v->output ? v->output : "a.out"))
        status = 1;
    return status;
}

static void cc_help(void) {
    puts("usage: heddle cc ARGUMENTS OF A C COMPILER\n"
         "       heddle-cc ARGUMENTS OF A C COMPILER     (the same as one word)\n"
         "\n"
         "Compiles and links C programs like clang, to build whole programs:\n"
         "  CC=heddle-cc ./configure && make\n"
         "  heddle test ./program -- arguments\n"
         "\n"
         "What is built runs natively, too. It is linked statically with musl, whose headers are "
         "the only "
         "ones\n"
         "of the system that are found; libraries it needs are built the same way. Every object "
         "carries its\n"
         "bitcode in the section .heddle, and so do archives and executables made of them.\n"
         "\n"
         "Libraries that heddle lib built are found, headers and archives.\n"
         "\n"
         "-shared makes one object of a library, code and bitcode, for heddle and for executables "
         "that are\n"
         "linked with it, or for heddle test --plugin, which lets a program load it; no normal "
         "process can.\n"
         "\n"
         "-O, -g, -m, -fPIC, -flto and the like are ignored. -m32, -fsanitize, -fopenmp, "
         "instrumentation\n"
         "for coverage and profiles, and languages other than C are refused.\n"
         "\n"
         "Exit status: 0 success, 1 error, as with other compilers.");
}

int command_cc(int argc, char **argv) {
    Invocation v = {.arena = arena_new()};
    int status = 1;
    /* Variables with folders of other C libraries. */
    static const char *const variables[] = {"LIBRARY_PATH",  "CPATH",           "C_INCLUDE_PATH",
                                            "COMPILER_PATH", "GCC_EXEC_PREFIX", NULL};
    for (const char *const *name = variables; *name; name++) unsetenv(*name);
    cc_add_words(&v, argv + 1, argc - 1, 0);
    cc_read_arguments(&v);
    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        cc_help();
        status = 0;
    } else if (v.error) {
        cli_error("cc: %s", v.error);
    } else if (v.inputs && v.stage == STAGE_LINK) {
        status = link_all(&v);
    } else {
        status = compile(&v);
        if (argc == 2 && !strcmp(argv[1], "--version") && status == 0)
            puts("heddle cc " HEDDLE_VERSION);
    }
    vec_free(&v.given);
    vec_free(&v.kept);
    arena_free(v.arena);
    return status;
}
