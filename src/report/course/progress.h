/*
 * progress.h — a live line on a terminal with the progress of an exploration. Silent if stderr is
 * no terminal.
 */
#ifndef HEDDLE_REPORT_PROGRESS_H
#define HEDDLE_REPORT_PROGRESS_H

#include "explore/campaign.h"
#include <stdio.h>

typedef struct Progress {
    FILE *out; /* NULL: silent */
    double started, shown;
    double max_time;
    uint64_t max_traces;
    bool drawn;
} Progress;

void progress_start(Progress *p, FILE *out, bool enabled, double max_time, uint64_t max_traces);
void progress_show(Progress *p, const CampaignStats *stats, size_t findings);
/* Erases the line, before anything else is printed. */
void progress_clear(Progress *p);
/* Returns the text of the line; the caller frees it. */
char *progress_text(const Progress *p, const CampaignStats *stats, size_t findings, double seconds);

#endif
