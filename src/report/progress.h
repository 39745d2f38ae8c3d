/*
 * progress.h — one live line on a terminal that says how far an exploration has come. Silent where
 * stderr is no terminal.
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
/* Takes the line away, before anything else is printed. */
void progress_clear(Progress *p);
/* The text of the line. The caller frees. */
char *progress_text(const Progress *p, const CampaignStats *stats, size_t findings, double seconds);

#endif
