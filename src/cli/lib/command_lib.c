/*
 * command_lib.c — heddle lib: builds libraries with heddle cc, for programs that it links. The work
 * is that of a script, resource/tools/build-library.sh.
 */
#include "cli/cc/cc.h"
#include "cli/cli.h"
#include "cli/lib/libraries.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const Option options[] = {{0}};

const Option *command_lib_options(void) { return options; }

static void lib_help(void) {
    puts("usage: heddle lib build PACKAGE|FOLDER...\n"
         "       heddle lib list\n"
         "       heddle lib pkg-config\n"
         "\n"
         "build: builds libraries with heddle cc, as archives that carry bitcode, and keeps them "
         "beside the\n"
         "cache (heddle/libraries in $XDG_CACHE_HOME or ~/.cache), by name and version. heddle cc "
         "finds the\n"
         "version that was built last, headers and archives, as if the library was installed.\n"
         "PACKAGE is a package of Debian; its source is fetched (apt-get source):\n"
         "  heddle lib build zlib1g-dev && heddle cc program.c -lz -o program\n"
         "FOLDER, a name with a slash, is a source that is there, with configure, CMakeLists.txt,\n"
         "meson.build or Makefile.\n"
         "list: prints name, version and folder of each.\n"
         "pkg-config: prints where pkg-config finds them, for programs whose configuration asks "
         "it:\n"
         "  PKG_CONFIG_LIBDIR=$(heddle lib pkg-config) ./configure CC=heddle-cc\n"
         "\n"
         "Exit status: 0 success, 2 bad usage, or a library could not be built.");
}

/* Prints each library, "zlib 1.2.13 FOLDER". */
static int list_libraries(void) {
    Arena *arena = arena_new();
    StringList folders = {0};
    libraries_list(arena, &folders);
    for (size_t k = 0; k < folders.len; k++) {
        char *real = realpath(folders.data[k], NULL), *version = real ? strrchr(real, '/') : NULL;
        if (!version || version == real) {
            free(real);
            continue;
        }
        *version = 0;
        const char *name = strrchr(real, '/');
        printf("%s %s %s/%s\n", name ? name + 1 : real, version + 1, real, version + 1);
        free(real);
    }
    vec_free(&folders);
    arena_free(arena);
    return STATUS_NOTHING;
}

/* Prints the folders that describe the libraries to pkg-config, with colons between. */
static int list_descriptions(void) {
    Arena *arena = arena_new();
    StringList folders = {0};
    static const char *const below[] = {"lib/pkgconfig", "share/pkgconfig"};
    bool any = false;
    libraries_list(arena, &folders);
    for (size_t k = 0; k < folders.len * ARRAY_LEN(below); k++) {
        char *path =
            xasprintf("%s/%s", folders.data[k / ARRAY_LEN(below)], below[k % ARRAY_LEN(below)]);
        if (access(path, R_OK) == 0) {
            printf("%s%s", any ? ":" : "", path);
            any = true;
        }
        free(path);
    }
    putchar('\n');
    vec_free(&folders);
    arena_free(arena);
    return STATUS_NOTHING;
}

static int build_libraries(const char *const *given, size_t n) {
    char *resource = cli_resource_dir(), *folder = libraries_folder(),
         *self = realpath("/proc/self/exe", NULL);
    int status = resource && folder && self ? STATUS_NOTHING : STATUS_USAGE;
    if (resource && !folder)
        cli_error("lib: neither $XDG_CACHE_HOME nor $HOME says where to keep it");
    char *script = xasprintf("%s/tools/build-library.sh", resource ? resource : "");
    if (!status && (access(script, R_OK) != 0 || setenv("HEDDLE", self, 1) != 0)) {
        cli_error("lib: %s is missing; the installation is damaged", script);
        status = STATUS_USAGE;
    }
    for (size_t k = 0; k < n && !status; k++) {
        StringList argv = {0};
        const char *const words[] = {"bash", script, given[k], folder, NULL};
        cc_add(&argv, words);
        if (cc_run(&argv)) status = STATUS_USAGE;
        vec_free(&argv);
    }
    free(script);
    free(resource);
    free(folder);
    free(self);
    return status;
}

int command_lib(int argc, char **argv) {
    OptionParser parser = {.command = "lib", .table = options};
    CommandWords words = {0};
    int status;
    if (cli_parse(&parser, lib_help, argc, argv, NULL, &words, &status)) {
        const StringList *w = &words.positional;
        const char *what = w->len ? w->data[0] : "";
        if (!strcmp(what, "build") && w->len > 1) {
            status = build_libraries(w->data + 1, w->len - 1);
        } else if (!strcmp(what, "list") && w->len == 1) {
            status = list_libraries();
        } else if (!strcmp(what, "pkg-config") && w->len == 1) {
            status = list_descriptions();
        } else {
            cli_error("heddle lib takes build PACKAGE, list or pkg-config (see heddle lib --help)");
            status = STATUS_USAGE;
        }
    }
    command_words_clear(&words);
    return status;
}
