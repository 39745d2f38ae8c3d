/* seq_build.c — heddle seq --driver; see seq.h. */
#include "cli/commands/seq/seq.h"
#include "cli/cc/cc.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a driver is built. */
typedef struct SeqDriver {
    const char *name, *macro; /* macro of heddle_seq_driver.c, NULL: none */
    /* Option of clang, NULL: none. The runtime is instrumented, too: how far a run gets in pairing
     * reads with writes is what a fuzzer has to know. */
    const char *instrument;
} SeqDriver;

static const SeqDriver seq_drivers[] = {
    {"random", "-DHEDDLE_SEQ_RANDOM", NULL},
    {"libfuzzer", "-DHEDDLE_SEQ_LIBFUZZER", "-fsanitize=fuzzer-no-link"},
    /* afl-clang-fast may have another LLVM, which does not read this bitcode: clang instruments the
     * code, in a way that the runtime of AFL++ knows, and afl-clang-fast links. */
    {"afl", NULL, "-fsanitize-coverage=trace-pc-guard"},
    {"main", NULL, NULL},
    {"klee", "-DHEDDLE_SEQ_KLEE", NULL},
};

#define AFL_COMPILER "afl-clang-fast"
#define PROGRAM_NAME "heddle_seq_program" /* which the drivers call */

/* Returns the archive with libFuzzer, of either package that has it; NULL: none is installed. */
static const char *fuzzer_archive(void) {
    static const char *const places[] = {
        "/usr/lib/llvm-19/lib/libFuzzer.a",
        "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-x86_64.a",
        "/usr/lib/llvm-19/lib/clang/19/lib/x86_64-pc-linux-gnu/libclang_rt.fuzzer.a"};
    for (size_t k = 0; k < ARRAY_LEN(places); k++)
        if (access(places[k], R_OK) == 0) return places[k];
    return NULL;
}

/* Whether PATH has a tool of this name. */
static bool is_in_path(Arena *made, const char *tool) {
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t n = strcspn(path, ":");
        char *folder = arena_strdup(made, path);
        folder[n] = 0;
        if (access(joined(made, joined(made, folder, "/"), tool), X_OK) == 0) return true;
        path += n + (path[n] == ':');
    }
    return false;
}

/* Whether the tools of a driver are installed; if not, after an error message. */
static bool tools_are_there(const SeqSettings *s) {
    if (!strcmp(s->driver, "libfuzzer") && !fuzzer_archive()) {
        cli_error("--driver=libfuzzer: libFuzzer is not installed (install the package "
                  "libfuzzer-19-dev)");
        return false;
    }
    if (!strcmp(s->driver, "afl") && !is_in_path(s->made, AFL_COMPILER)) {
        cli_error("--driver=afl: there is no " AFL_COMPILER " (install the package afl++)");
        return false;
    }
    return true;
}

static bool run_tool(StringList *argv) {
    bool fine = cc_run(argv) == 0;
    vec_free(argv);
    return fine;
}

/* Compiles the driver, to an object, or to bitcode for KLEE. */
static bool compile_driver(const SeqDriver *d, const char *source, const char *output) {
    bool klee = !strcmp(d->name, "klee");
    StringList argv = {0};
    const char *const words[] = {COMPILER, "-c",   "-w",   "-U_FORTIFY_SOURCE",
                                 "-o",     output, source, NULL};
    /* Calls without a place in the source, as the transformation makes them, may only be of
     * functions without debug information. */
    static const char *const bitcode[] = {"-O1", "-emit-llvm", "-Xclang", "-disable-llvm-passes",
                                          NULL},
                             *const object[] = {"-O2", "-g", NULL};
    cc_add(&argv, words);
    cc_add(&argv, klee ? bitcode : object);
    if (d->macro) vec_push(&argv, d->macro);
    if (d->instrument) vec_push(&argv, d->instrument);
    return run_tool(&argv);
}

/* Compiles the sequential program. What its debug information says of musl's headers does not
 * matter: it runs with the libc of this machine. */
static bool compile_program(const SeqDriver *d, const char *bitcode, const char *object) {
    StringList argv = {0};
    const char *const words[] = {COMPILER, "-c",   "-O1",   "-g", "-mcx16", "-Wno-override-module",
                                 "-o",     object, bitcode, NULL};
    cc_add(&argv, words);
    if (d->instrument) vec_push(&argv, d->instrument);
    return run_tool(&argv);
}

static bool link_driver(const SeqDriver *d, const char *const *objects, const char *output) {
    StringList argv = {0};
    bool fuzzer = !strcmp(d->name, "libfuzzer");
    vec_push(&argv, !strcmp(d->name, "afl") ? AFL_COMPILER : COMPILER);
    vec_push(&argv, "-o");
    vec_push(&argv, output);
    cc_add(&argv, objects);
    if (fuzzer) vec_push(&argv, fuzzer_archive());
    if (fuzzer) vec_push(&argv, "-lstdc++");
    vec_push(&argv, "-lm");
    vec_push(&argv, "-pthread");
    return run_tool(&argv);
}

/* The intermediate files, and what is built in a temporary folder. */
static bool build_in(const SeqSettings *s, const SeqDriver *d, const TestBuild *build,
                     Sequentialization *q, const char *folder, const char *source,
                     const char *output) {
    bool klee = !strcmp(d->name, "klee");
    const char *program = joined(s->made, folder, "/sequential.bc"),
               *object = joined(s->made, folder, "/sequential.o"),
               *driver = joined(s->made, folder, klee ? "/driver.bc" : "/driver.o"),
               *const objects[] = {object, driver, NULL};
    if (!compile_driver(d, source, driver)) {
        cli_error("--driver=%s: the driver cannot be compiled", d->name);
        return false;
    }
    if (klee) return cli_write_sequential(build, q, driver, output, s->text);
    q->renamed = PROGRAM_NAME;
    if (!cli_write_sequential(build, q, NULL, program, false)) return false;
    bool fine = compile_program(d, program, object) && link_driver(d, objects, output);
    if (!fine)
        cli_error("--driver=%s: the executable cannot be built (the program runs with the libc of "
                  "this machine there)",
                  d->name);
    return fine;
}

bool seq_build(const SeqSettings *s, const TestBuild *build, Sequentialization *q,
               const char *output) {
    const SeqDriver *d = seq_drivers;
    while (strcmp(d->name, s->driver) != 0) d++;
    if (!tools_are_there(s)) return false;
    const char *folder = cli_temp_dir();
    char *resource = folder ? cli_resource_dir() : NULL;
    if (!resource) return false;
    const char *source = joined(s->made, resource, "/" SEQUENTIAL_STREAM_RUNTIME);
    bool fine = build_in(s, d, build, q, folder, source, output);
    free(resource);
    return fine;
}
