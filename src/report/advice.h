/*
 * advice.h — one line of advice for a user whose exploration came to a limit, by what was seen of
 * it.
 */
#ifndef HEDDLE_REPORT_ADVICE_H
#define HEDDLE_REPORT_ADVICE_H

#include "explore/campaign.h"

/* Returns what fits best, or NULL where nothing does or no limit was reached. A constant. */
const char *advice_for(const CampaignResult *r);

#endif
