/*
 * settings_hash.h — a hash of everything, other than the program, that decides the result of an
 * exploration. Explorations that differ in it know nothing of each other.
 */
#ifndef HEDDLE_CLI_DIFF_SETTINGS_HASH_H
#define HEDDLE_CLI_DIFF_SETTINGS_HASH_H

#include "cli/commands/test/test_settings.h"

/* Returns the hash of the relevant settings, with the contents of the files that they name.
 * cli_interrupted() ends the reading of a large folder of --files; the result is then useless. */
uint64_t settings_hash(const TestBuild *b, const TestSettings *s, const Checks *checks);

#endif
