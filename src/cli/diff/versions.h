/*
 * versions.h — compares two versions of a program with a database of their results: explores what
 * is missing, and reports findings that are new, still there and gone.
 */
#ifndef HEDDLE_CLI_DIFF_VERSIONS_H
#define HEDDLE_CLI_DIFF_VERSIONS_H

#include "cli/commands/test/test_settings.h"

typedef struct DiffSettings {
    TestSettings test; /* comes first, since both commands share its options */
    const char *prune, *database, *fail_on;
    StringList old_plugins; /* of OLD; if there are none, it has those of NEW */
    uint64_t most_mib;      /* limit of the database */
    bool list, explain;
} DiffSettings;

/* Compares two versions, each a list of files separated by commas. Returns the exit status for the
 * new one. */
int versions_compare(DiffSettings *d, const char *old, const char *new,
                     const StringList *arguments);

#endif
