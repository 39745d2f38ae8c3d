/*
 * native_replay.h — heddle replay --native: the finding of a test in a normal process, where
 * debuggers and other tools see it.
 */
#ifndef HEDDLE_CLI_COMMANDS_NATIVE_NATIVE_REPLAY_H
#define HEDDLE_CLI_COMMANDS_NATIVE_NATIVE_REPLAY_H

#include "cli/cli.h"

typedef struct NativeSettings {
    const char *tool; /* "gdb", "rr" or "valgrind", under which it runs; NULL: under none */
    const char *keep; /* where the executable is left; NULL: nowhere */
    bool quiet;
} NativeSettings;

/* Builds the program of a test and runs it by its schedule. Returns the
 * exit status of the command: 1 the finding happened, 0 it did not, 2 it cannot be built, 4 the
 * process left the schedule. */
int native_replay(const NativeSettings *s, const Test *test, const Program *program,
                  const CampaignOptions *options);

/* native_build.c: builds the executable `path` in the folder of temporary files. False after an
 * error message. */
bool native_build(const Test *test, const char *path);

#endif
