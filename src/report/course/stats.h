/*
 * stats.h — the course of an exploration as a table (CSV): a line each second and one at the end.
 */
#ifndef HEDDLE_REPORT_STATS_H
#define HEDDLE_REPORT_STATS_H

#include "explore/campaign.h"

typedef struct StatsTable StatsTable;

/* Begins the table in a file. NULL with one line in *error (the caller frees). */
StatsTable *stats_begin(const char *path, char **error);
/* Adds a line if a second has passed since the last one. May be called with NULL. */
void stats_add(StatsTable *t, const CampaignStats *s, uint64_t findings, uint64_t path_tests);
/* Adds the last line and closes the file. False with one line in *error if not all could be
 * written. */
bool stats_end(StatsTable *t, const CampaignStats *s, uint64_t findings, uint64_t path_tests,
               char **error);

/* The same lines, kept for the summary: the names of the columns, and some hundred lines at most,
 * however long it takes. */
typedef struct StatsCourse {
    VEC(char *) lines;
    double last, interval; /* seconds: of the last line; between lines */
} StatsCourse;

/* Adds a line if enough time has passed, or if it is the last one. */
void course_add(StatsCourse *c, const CampaignStats *s, uint64_t findings, uint64_t path_tests,
                bool last);
void course_clear(StatsCourse *c);

#endif
