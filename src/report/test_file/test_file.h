/*
 * test_file.h — tests on disk: everything needed to build the program again and to run one finding
 * again. The format is documented in docs/test-format.md. The reader trusts nothing.
 */
#ifndef HEDDLE_REPORT_TEST_FILE_TEST_FILE_H
#define HEDDLE_REPORT_TEST_FILE_TEST_FILE_H

#include "finding/finding.h"
#include "vm/machine/machine.h"

#define TEST_SCHEMA 2
#define TEST_OLDEST_SCHEMA 1       /* oldest format that is read */
#define TEST_MOST_STEPS (1u << 22) /* of a schedule; more are refused */

/* The settings with which the program was built and run. Every string and array belongs to the
 * build. */
typedef struct TestBuild {
    /* absolute; `files`, `plugins`, `compiler` and `stdin_path` are relative to this folder */
    char *directory;
    char **files;
    size_t nfiles;
    char **plugins; /* what the program loads by dlopen, NAME=FILE or FILE */
    size_t nplugins;
    char **compiler; /* options passed to the compiler */
    size_t ncompiler;
    char *entry; /* "main" */
    bool no_optimisation;
    bool relaxed_volatile;
    char *interleave; /* "sync" or "memory" */
    char *strategy;   /* the one that found the finding; not needed for a replay */
    RunSettings run;
    char **arguments; /* of the program, including its name */
    size_t narguments;
    char **environment; /* NAME=VALUE */
    size_t nenvironment;
    char *stdin_path; /* NULL: empty */
    char **system;    /* settings of the system, see vm/system/system.h */
    size_t nsystem;
    /* for one of several versions of a program: the addresses of functions and globals (program.h),
     * or "" if they are not given. File names and lines do not belong to it then. NULL: the usual
     * layout. */
    char *layout;
} TestBuild;

void test_build_clear(TestBuild *b);

/*
 * The representation of each field of a TestBuild in a test file, in the order of writing; the last
 * row has no key. Writing, reading and clearing follow this table, so that a new field needs only a
 * row here.
 */
typedef enum BuildFieldType {
    BUILD_TEXT,         /* char * */
    BUILD_TEXT_OR_NULL, /* char *, which may be NULL */
    BUILD_TEXTS,        /* char **, and a size_t at `count` */
    BUILD_FLAG,         /* bool */
} BuildFieldType;

typedef struct BuildField {
    const char *key;
    BuildFieldType type;
    size_t offset, count;
    bool may_be_missing;      /* in tests of earlier versions */
    bool missing_where_empty; /* a list that is written only if it has elements */
} BuildField;

extern const BuildField build_fields[];

typedef struct Test {
    TestBuild build;
    Finding *finding;
} Test;

void test_destroy(Test *t);

/* Returns the text of a test file; the caller frees it. */
char *test_text(const TestBuild *build, const Finding *finding);
/* Writes a test, complete or not at all. False with one line in *error (the caller frees). */
bool test_write(const char *path, const TestBuild *build, const Finding *finding, char **error);
/* Reads a test. Returns NULL with one line in *error that says what is wrong and where; `shown` is
 * the file's name in it. */
Test *test_parse(const char *text, size_t length, const char *shown, char **error);
Test *test_read(const char *path, char **error);

/* The build alone, as text: for those who keep a program by other means. The caller frees. */
char *test_build_text(const TestBuild *build);
bool test_build_parse(const char *text, const char *shown, TestBuild *out, char **error);

/* Whether an input of this size is also written as a number, with a sign and without. */
bool input_scalar(uint32_t size);
void input_scalar_texts(const uint8_t *bytes, uint32_t size, char signed_text[32],
                        char unsigned_text[32]);

#endif
