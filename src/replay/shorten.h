/*
 * shorten.h — makes the schedule of a finding short: without events that the finding does not need,
 * and with few switches between threads.
 */
#ifndef HEDDLE_REPLAY_SHORTEN_H
#define HEDDLE_REPLAY_SHORTEN_H

#include "explore/campaign.h"

/* Executes a finding again, as campaign_replay does. If it occurs, gives `f` the schedule with the
 * fewest switches found with bounded effort. That schedule was executed from its beginning with the
 * same outcome; threads, output and slots of `f` are then those of that run. Returns the result of
 * the last run that counted; the caller frees it. */
ReplayResult *campaign_confirm(const Program *program, const CampaignOptions *options, Finding *f,
                               const ReplayCallbacks *callbacks);

#endif
