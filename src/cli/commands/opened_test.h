/*
 * opened_test.h — a test that was read, with its program built again: what replay, debug and show
 * begin with.
 */
#ifndef HEDDLE_CLI_COMMANDS_OPENED_TEST_H
#define HEDDLE_CLI_COMMANDS_OPENED_TEST_H

#include "cli/cli.h"

typedef struct OpenedTest {
    Test *test;
    Program *program;
    char *cache;  /* the folder of loaded programs; NULL: none */
    bool changed; /* the program is not the one that the test was written for */
} OpenedTest;

/* Reads a test, and builds its program in the folder where it was built before, which becomes the
 * current one: file names are compiled into the program (assert prints them). `cache` is as for
 * cli_cache_folder. False with one line in *error (the caller frees), which is NULL if it was told.
 * opened_test_clear frees the test in either case. */
bool opened_test_begin(OpenedTest *o, const char *path, const char *cache, char **error);
void opened_test_clear(OpenedTest *o);

#endif
