/*
 * summary.h — the result of a campaign: for scripts as JSON, for people in a few plain lines.
 */
#ifndef HEDDLE_REPORT_SUMMARY_H
#define HEDDLE_REPORT_SUMMARY_H

#include "explore/campaign.h"
#include "report/text.h"

#define SUMMARY_SCHEMA 1
#define SUMMARY_FILE "summary.json" /* beside the tests */

typedef struct Summary {
    const CampaignResult *result;
    const char *strategy, *interleave;
    const char *directory;    /* paths are relative to it */
    const char *const *files; /* of the program */
    size_t nfiles;
    const char *const *incomplete; /* further reasons, in addition to those of the result */
    size_t nincomplete;
    const char *const *assumptions; /* further assumptions */
    size_t nassumptions;
    uint64_t path_tests;        /* number of tests of paths that were written */
    uint64_t suppressed;        /* number of findings that were not reported */
    const char *const *missing; /* undefined functions that the program uses */
    size_t nmissing;
    char *const *course; /* lines of a table, see course/stats.h */
    size_t ncourse;
    const char *more; /* JSON text of an object whose members are added to the summary, or NULL */
} Summary;

/* Numbers of events by the kind of their object. */
typedef struct EventGroups {
    uint64_t of[OPERATION_GROUPS];
} EventGroups;
EventGroups summary_event_groups(const CampaignStats *c);

/* Whether everything was explored. */
bool summary_is_complete(const Summary *s);
/* Returns what a proof for any number of threads says, NULL where it is not the whole verdict. */
const char *summary_proved_for(const Summary *s);
/* Returns "bug", "safe" or "incomplete". */
const char *summary_verdict(const Summary *s);
/* Whether the strategy explored everything within its own bound (result->bounds). */
bool summary_complete_at_bound(const Summary *s);
/* Returns the verdict "incomplete" in words, without reasons. */
const char *summary_incomplete(const Summary *s);
/* Returns the JSON text; the caller frees it. */
char *summary_json(const Summary *s);
bool summary_write(const char *path, const Summary *s, char **error);
void summary_text(FILE *out, const TextStyle *style, const Summary *s);
/* Prints each race that follows from another one. */
void summary_following(FILE *out, const TextStyle *style, const Summary *s);
/* Returns why an exploration halted, in words; the reason itself if there are none for it. */
const char *summary_halt_text(const char *reason);
/* Prints only the reasons why the exploration is not complete, a line each. */
void summary_reasons(FILE *out, const Summary *s);

#endif
