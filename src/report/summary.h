/*
 * summary.h — the result of a campaign: for scripts as JSON, for people in a few plain lines.
 */
#ifndef HEDDLE_REPORT_SUMMARY_H
#define HEDDLE_REPORT_SUMMARY_H

#include "explore/campaign.h"
#include "report/text.h"

#define SUMMARY_SCHEMA 1

typedef struct Summary {
    const CampaignResult *result;
    const char *strategy, *interleave;
    const char *directory;    /* that paths are relative to */
    const char *const *files; /* of the program */
    size_t nfiles;
    const char *const *incomplete; /* further reasons, beside those of the result */
    size_t nincomplete;
    const char *const *assumptions; /* the same */
    size_t nassumptions;
    uint64_t suppressed;        /* findings that were not told */
    const char *const *missing; /* functions that the program uses and nobody defines */
    size_t nmissing;
    const char *more; /* JSON text of an object whose members belong to the summary; NULL: none */
} Summary;

/* "bug", "safe" or "incomplete". */
const char *summary_verdict(const Summary *s);
/* Whether everything was explored that the strategy has within the bound that it states
 * (result->bounds). */
bool summary_complete_at_bound(const Summary *s);
/* The JSON text; the caller frees. */
char *summary_json(const Summary *s);
bool summary_write(const char *path, const Summary *s, char **error);
void summary_text(FILE *out, const TextStyle *style, const Summary *s);
/* Only why the exploration is not complete: a line each. */
void summary_reasons(FILE *out, const Summary *s);

#endif
