/* compiler_words.c — options and macros that the loader and heddle cc compile every C file with. */
#include "program/program.h"
#include <stdlib.h>
#include <unistd.h>

const char *const compiler_leniency[] = {
    /* Errors that gcc, too, reports as warnings, since programs older than C99 contain them. */
    "-Wno-error=implicit-int",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=return-mismatch",
    NULL};

/* Versions of one function for several processors need a choice when a program is loaded. musl does
 * not have it, and clang 19 fails on them there. Without the attribute only the default version
 * exists. */
const char *const compiler_macros[] = {"-Dtarget_clones(...)=unused",
                                       "-D__target_clones__(...)=__unused__", NULL};

bool kernel_headers_are_there(const char *resource_dir) {
    char *folder = xasprintf("%s/kernel-include/linux", resource_dir);
    bool there = access(folder, R_OK) == 0;
    free(folder);
    return there;
}

const char kernel_headers_hint[] =
    "headers of the kernel (linux/…, asm/…) are not installed here: the "
    "package linux-libc-dev has them";
