/*
 * versions.h — two versions of a program, and what the database knows of them: explores what is
 * missing, and tells findings that are new, still there and gone.
 */
#ifndef HEDDLE_CLI_DIFF_VERSIONS_H
#define HEDDLE_CLI_DIFF_VERSIONS_H

#include "cli/commands/test_settings.h"

typedef struct DiffSettings {
    TestSettings test; /* the first, as options of both commands set them */
    const char *prune, *database;
    uint64_t most_mib; /* of the database */
    bool list, explain;
} DiffSettings;

/* The exit status for the new version. Each version is a list of files with commas between. */
int versions_compare(DiffSettings *d, const char *old, const char *new,
                     const StringList *arguments);

#endif
