/*
 * coverage.h — the lines, functions and branches of the program's own sources that a campaign
 * executed. They are kept as JSON beside its tests, and printed as a tracefile of lcov.
 */
#ifndef HEDDLE_REPORT_COVERAGE_H
#define HEDDLE_REPORT_COVERAGE_H

#include "program/program.h"
#include <stdio.h>

#define COVERAGE_SCHEMA 1
#define COVERAGE_FILE "coverage.json"

/* Degrees are the least number of interferences (reads of other threads' writes) with which
 * something was executed, plus 1; 0: it was not, or that was not counted. */
typedef struct LineCoverage {
    uint32_t line;
    bool executed;
    uint8_t degree;
} LineCoverage;

typedef struct FunctionCoverage {
    const char *name;
    uint32_t line; /* the first line of the function that has code */
    bool executed;
} FunctionCoverage;

/* A conditional branch of the compiled code. A condition in the source may be several of them, or
 * none. */
typedef struct BranchCoverage {
    uint32_t line;
    bool executed, side[2]; /* not taken, taken */
    uint8_t degree[2];
} BranchCoverage;

typedef struct FileCoverage {
    const char *file;
    VEC(LineCoverage) lines;
    VEC(FunctionCoverage) functions;
    VEC(BranchCoverage) branches;
} FileCoverage;

typedef struct Coverage {
    Arena *arena;
    const char *directory;   /* names of files are relative to it */
    bool degrees;            /* they are known */
    VEC(FileCoverage) files; /* by name */
} Coverage;

/* Computes the coverage from Machine.cover. Files whose names begin with `without` (the library's
 * headers) are left out. */
Coverage *coverage_of(const Program *p, const uint8_t *cover, const char *directory,
                      const char *without);
void coverage_free(Coverage *c);
/* Adds degrees to the coverage of the same program. `cover` is that of Machine.cover, `degrees` has
 * the degree of each of its entries. */
void coverage_add_degrees(Coverage *c, const Program *p, const uint8_t *cover,
                          const uint8_t *degrees, const char *without);

/* Writes the file. False with one line in *error. */
bool coverage_write(const char *path, const Coverage *c, char **error);
/* Reads the file. Returns NULL with one line in *error. */
Coverage *coverage_read(const char *path, char **error);
/* Prints a tracefile. Counts are 0 or 1. */
void coverage_lcov(FILE *out, const Coverage *c);
/* Prints, for each file, how many lines need how many interferences, then each line and each side
 * of a branch that needs another thread. */
void coverage_interferences(FILE *out, const Coverage *c);

#endif
