/* native_build.c — see native_replay.h. */
#include "cli/commands/native/native_replay.h"
#include "cli/cc/cc.h"
#include <stdlib.h>
#include <unistd.h>

/* Compiles the marked program as it is: what was left out of it would be missing from the
 * schedule. */
static bool compile_marked(const char *bitcode, const char *object) {
    const char *const words[] = {COMPILER,   "--target=x86_64-linux-musl", "-c", "-O0",  "-mcx16",
                                 "-fno-pie", "-Wno-override-module",       "-o", object, bitcode,
                                 NULL};
    StringList argv = {0};
    cc_add(&argv, words);
    int status = cc_run(&argv);
    vec_free(&argv);
    if (status) cli_error("the program cannot be compiled to run natively");
    return status == 0;
}

/* Links it by heddle cc, with the libc whose headers it was compiled with. Errors of memory get an
 * allocator that stops them. */
static bool link_marked(const Test *test, const char *object, const char *path) {
    char *resource = cli_resource_dir();
    if (!resource) return false;
    char *replay = xasprintf("%s/lib/libheddle_replay.a", resource),
         *guard = xasprintf("%s/lib/libheddle_guard.a", resource);
    bool guarded = !strcmp(test->finding->kind, "memory");
    StringList argv = {0};
    const char *const words[] = {"/proc/self/exe", "cc", "-static", "-o", path, object, NULL};
    cc_add(&argv, words);
    if (guarded) vec_push(&argv, guard);
    vec_push(&argv, replay);
    /* Static libraries for which the linker looks once more. */
    vec_push(&argv, "-lm");
    int status = cc_run(&argv);
    vec_free(&argv);
    free(replay);
    free(guard);
    free(resource);
    if (status)
        cli_error("the program cannot be linked to run natively (functions that only the engine "
                  "has are missing there)");
    return status == 0;
}

bool native_build(const Test *test, const char *path) {
    if (!cc_musl_folder()) {
        cli_error("a native replay needs musl's library (install the package musl-dev)");
        return false;
    }
    char *bitcode = xasprintf("%s.bc", path), *object = xasprintf("%s.o", path);
    bool fine = cli_write_native(&test->build, bitcode) && compile_marked(bitcode, object) &&
                link_marked(test, object, path);
    unlink(bitcode);
    unlink(object);
    free(bitcode);
    free(object);
    return fine;
}
