/*
 * show_format.h — heddle show --format: the run of a test in a format that others read. The program
 * is built and the test executed, since a test file does not have the causes of its events.
 */
#ifndef HEDDLE_CLI_COMMANDS_SHOW_FORMAT_H
#define HEDDLE_CLI_COMMANDS_SHOW_FORMAT_H

#include "cli/cli.h"

#define SHOW_FORMATS "text|dot|perfetto"
/* In place of a format: why the finding occurs. */
#define SHOW_WHY "why"

/* Whether a format of SHOW_FORMATS needs the run of the test. */
bool show_format_runs(const char *format);
/* Prints the run on standard output. Returns the exit status. `cache` is as for cli_cache_folder.
 */
int show_format(const char *format, const char *path, const char *cache);

#endif
