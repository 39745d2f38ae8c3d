/*
 * symbolic_parts.h — the options --sym-arg, --sym-args, --sym-stdin and --sym-files as settings of
 * the system.
 */
#ifndef HEDDLE_CLI_COMMANDS_SYMBOLIC_PARTS_H
#define HEDDLE_CLI_COMMANDS_SYMBOLIC_PARTS_H

#include "cli/commands/test/test_settings.h"

/* Whether these options make sense; else one line in *error (the caller frees). */
bool symbolic_parts_fine(const TestSettings *s, char **error);
/* Returns the most arguments that they add. */
size_t symbolic_parts_arguments(const TestSettings *s);
/* Adds the settings of the system for them, behind `given` arguments of the program. */
void symbolic_parts_add(TestBuild *b, const TestSettings *s, size_t given);
/* Adds one setting of the system, NAME=VALUE. */
void symbolic_parts_set(TestBuild *b, const char *setting);

#endif
