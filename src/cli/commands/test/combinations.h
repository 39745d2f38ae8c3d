/*
 * combinations.h — a table of the options that have an effect with only some strategies, so that
 * users are warned of others.
 */
#ifndef HEDDLE_CLI_COMMANDS_COMBINATIONS_H
#define HEDDLE_CLI_COMMANDS_COMBINATIONS_H

#include "cli/commands/test/test_settings.h"

/* Warns of each given option that the strategy ignores, and names the strategies that do not. */
void warn_of_combinations(const TestSettings *s, const Checks *checks);

#endif
