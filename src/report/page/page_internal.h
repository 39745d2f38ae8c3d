/*
 * page_internal.h — the data of a page while they are put together. Files, places and texts occur
 * many times and are kept once; elsewhere their numbers stand for them. Not for other rooms.
 */
#ifndef HEDDLE_REPORT_PAGE_PAGE_INTERNAL_H
#define HEDDLE_REPORT_PAGE_PAGE_INTERNAL_H

#include "base/tables/index.h"
#include "report/page/page.h"

typedef struct PageFile {
    char *path, *shown; /* its name from the root, and that of the program */
    VEC(uint32_t) used; /* lines that something refers to */
} PageFile;

typedef struct PageData {
    VEC(PageFile) files;
    VEC(char *) keys; /* of places, by their numbers */
    VEC(char *) texts;
    Index by_place, by_text;
    json_t *places, *strings;
} PageData;

void page_data_init(PageData *d);
void page_data_clear(PageData *d);

/* Return numbers of a text and of a place; names of files are relative to `directory`. */
size_t page_string(PageData *d, const char *text);
size_t page_place(PageData *d, const char *directory, const SourcePlace *p);
/* Returns the files with their lines and what was covered of them (`c` may be NULL). */
json_t *page_files(PageData *d, const Coverage *c);

/* How much an event has to do with the finding of its test. */
typedef enum PageLevel {
    LEVEL_OTHER, /* it is no cause */
    LEVEL_CAUSE, /* it happens before the end of a thread that the finding is about */
    LEVEL_KEY,   /* of these: another thread's events depend on it, or it on them, or it is a last
                    one */
} PageLevel;

/* The events of a test: of its run, or of its schedule. */
typedef struct PageEvents {
    size_t n;
    const ScheduleStep **steps;
    size_t **causes, *ncauses; /* numbers of earlier events */
    uint8_t *level;            /* PageLevel */
    bool owned;                /* the causes belong to this */
} PageEvents;

/* The number of events at the beginning of a long run that the page leaves out. Events of a page
 * are numbered from there. */
size_t page_skipped(const PageTest *t);
PageEvents page_events_of(const PageTest *t);
void page_events_clear(PageEvents *e);
/* Whether the finding is about a thread. */
bool page_takes_part(const Finding *f, const char *thread);

/* Return what the page knows of a finding, and the findings with one cause as lists of their
 * numbers. */
json_t *page_finding(PageData *d, const PageTest *t);
json_t *page_groups(const PageTests *tests);
/* Returns why a finding occurs, in sentences with the steps they are about. */
json_t *page_why(PageData *d, const PageTest *t);
/* Returns the verdict with what it rests on. */
json_t *page_verdict(const PageInput *in);

#endif
