/*
 * combinations.h — which options mean something with which strategy: one table, so that nobody
 * waits for an effect that an option cannot have.
 */
#ifndef HEDDLE_CLI_COMMANDS_COMBINATIONS_H
#define HEDDLE_CLI_COMMANDS_COMBINATIONS_H

#include "cli/commands/test_settings.h"

/* Warns of each option that was given and that the strategy ignores, and names the strategies that
 * do not. */
void warn_of_combinations(const TestSettings *s, const Checks *checks);

#endif
