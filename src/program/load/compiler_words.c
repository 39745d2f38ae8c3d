/* compiler_words.c — what every C file is compiled with, by the loader and by heddle cc. */
#include "program/program.h"

const char *const compiler_leniency[] = {
    /* As gcc does: programs older than C99 have them. */
    "-Wno-error=implicit-int",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=return-mismatch",
    NULL};

/* Versions of one function for several processors need a choice when a program is loaded, which
 * musl does not have: clang 19 fails on them there. Without the attribute the default version is
 * the only one. */
const char *const compiler_macros[] = {"-Dtarget_clones(...)=unused",
                                       "-D__target_clones__(...)=__unused__", NULL};
