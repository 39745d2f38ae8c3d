/*
 * page.h — the result of an exploration as one HTML file that needs no network: findings with their
 * timelines, sources with coverage, statistics over time, and the verdict with what it rests on.
 */
#ifndef HEDDLE_REPORT_PAGE_PAGE_H
#define HEDDLE_REPORT_PAGE_PAGE_H

#include "replay/configuration.h"
#include "replay/why.h"
#include "report/coverage.h"
#include "report/test_file/test_file.h"

#include <jansson.h>

/* A test, and what its execution showed. */
typedef struct PageTest {
    char *name; /* of the file */
    Test *test;
    Configuration *run; /* NULL: it was not executed, and `note` says why */
    Why *why;           /* NULL: no reasons were looked for */
    char *note;
} PageTest;

typedef VEC(PageTest) PageTests;

/* What a page is made of; every member belongs to it. */
typedef struct PageInput {
    char *folder;    /* of the tests, as it was given */
    PageTests tests; /* of findings */
    PageTests paths; /* tests of paths without an error, which are only listed */
    size_t nktests;
    json_t *summary;    /* NULL: there is none */
    Coverage *coverage; /* the same */
    char *course;       /* a table of --stats; NULL: that of the summary */
    char **notes;       /* what is wrong with the folder */
    size_t nnotes;
} PageInput;

void page_input_clear(PageInput *in);

/* Returns the page; the caller frees it. */
char *page_text(const PageInput *in);

#endif
