/*
 * unseen_files.h — arguments of a program that name files of the machine, which the program does
 * not see.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_UNSEEN_FILES_H
#define HEDDLE_CLI_COMMANDS_TEST_UNSEEN_FILES_H

#include "cli/commands/test/test_settings.h"

/* Warns if one of the arguments is the path of a file that is there for the user, but not for the
 * program: it sees the folder of --files only. */
void warn_of_unseen_files(const TestSettings *s, const StringList *arguments);

#endif
