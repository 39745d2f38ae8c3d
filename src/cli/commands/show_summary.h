/*
 * show_summary.h — heddle show --summary: the tests of a folder with their inputs.
 */
#ifndef HEDDLE_CLI_COMMANDS_SHOW_SUMMARY_H
#define HEDDLE_CLI_COMMANDS_SHOW_SUMMARY_H

/* Lists the tests in a folder in the order of their names. Returns the exit status. */
int show_summary(const char *folder);

#endif
