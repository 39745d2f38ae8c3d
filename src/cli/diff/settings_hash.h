/*
 * settings_hash.h — a name for all that decides, beside the program, what an exploration shows:
 * explorations that differ in it know nothing of each other.
 */
#ifndef HEDDLE_CLI_DIFF_SETTINGS_HASH_H
#define HEDDLE_CLI_DIFF_SETTINGS_HASH_H

#include "cli/commands/test_settings.h"

/* The hash of what counts of the settings, with the contents of the files that they name. Where the
 * folder of --files is large, cli_interrupted() ends it; what it returns then is no use. */
uint64_t settings_hash(const TestBuild *b, const TestSettings *s, const Checks *checks);

#endif
