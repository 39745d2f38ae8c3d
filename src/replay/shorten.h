/*
 * shorten.h — the schedule of a finding made short: without what the finding does not need, and
 * with few switches between threads.
 */
#ifndef HEDDLE_REPLAY_SHORTEN_H
#define HEDDLE_REPLAY_SHORTEN_H

#include "explore/campaign.h"

/* Executes a finding again, as campaign_replay does, and where it occurs gives `f` the schedule
 * with the fewest switches that is found with bounded effort and was executed from its beginning on
 * with the same outcome; threads, output and slots of `f` are then those of that run. The result is
 * of the last run that counted; the caller frees it. */
ReplayResult *campaign_confirm(const Program *program, const CampaignOptions *options, Finding *f,
                               const ReplayCallbacks *callbacks);

#endif
