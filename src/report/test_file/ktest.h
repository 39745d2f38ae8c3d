/*
 * ktest.h — tests in the format of KLEE (.ktest): the arguments of the program and its inputs by
 * name, without a schedule. See docs/test-format.md.
 */
#ifndef HEDDLE_REPORT_KTEST_H
#define HEDDLE_REPORT_KTEST_H

#include "finding/finding.h"

#define KTEST_MAGIC "KTEST"
#define KTEST_VERSION 3

typedef struct Ktest {
    char **arguments; /* with the program's name */
    size_t narguments;
    /* The inputs as those of a path (finding_is_path) without a schedule. Further objects of one
     * name have a number added, as inputs have. */
    Finding *path;
} Ktest;

/* Writes the inputs of a test, complete or not at all. False with one line in *error (the caller
 * frees). */
bool ktest_write(const char *path, const char *const *arguments, size_t narguments,
                 const Finding *f, char **error);
/* Whether a file is to be read in this format: by its first bytes, or, where it cannot be read, by
 * its name. */
bool ktest_is(const char *path);
/* Reads a test, trusting nothing. NULL with one line in *error. */
Ktest *ktest_read(const char *path, char **error);
void ktest_free(Ktest *k);

#endif
