/*
 * machine_options.h — which of a compiler's options for machines change the meaning of a program:
 * those that let it use the instructions of extensions.
 */
#ifndef HEDDLE_CLI_MACHINE_OPTIONS_H
#define HEDDLE_CLI_MACHINE_OPTIONS_H

#include "base/base.h"

/* The options that clang gets for `arg`, which begins with -m: a list that ends with NULL, NULL
 * where it gets none. `-march=` of a processor stands for those of its extensions that the engine
 * knows; the others, like -mtune=, change only the native code. */
const char *const *machine_options(const char *arg);

#endif
