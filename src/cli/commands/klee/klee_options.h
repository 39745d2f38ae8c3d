/*
 * klee_options.h — the command line of KLEE: what its options are called here, and the symbolic
 * arguments among the arguments of a ktest file.
 */
#ifndef HEDDLE_CLI_COMMANDS_KLEE_OPTIONS_H
#define HEDDLE_CLI_COMMANDS_KLEE_OPTIONS_H

#include "cli/commands/test/test_settings.h"

/* Returns one line about an option of KLEE that is not one here, or NULL; the caller frees. */
char *klee_option_hint(const char *argument);
/* Appends the arguments of a build as KLEE would have them: those of the program, and behind them
 * --sym-arg, --sym-args, --sym-stdin and --sym-files with their words. */
void klee_arguments(const TestSettings *s, const TestBuild *b, StringList *out);
/* The opposite: moves these options from the arguments of a ktest file (without the program's name)
 * into the settings. The others are appended to `out`. */
void klee_take_arguments(TestSettings *s, char *const *arguments, size_t n, StringList *out);

#endif
