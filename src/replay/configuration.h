/*
 * configuration.h — the run of a test as a configuration: its events with their immediate causes,
 * as plain data for reports. The test is executed again, so that the causes are those of
 * exploration.
 */
#ifndef HEDDLE_REPLAY_CONFIGURATION_H
#define HEDDLE_REPLAY_CONFIGURATION_H

#include "explore/campaign.h"

typedef struct ConfigurationEvent {
    ScheduleStep step; /* its ordinal is that of all visible operations, branches included */
    size_t *causes;    /* immediate ones, as numbers of earlier events, ascending */
    size_t ncauses;
    /* What the thread takes or gives back: "the mutex `m`"; NULL: nothing. */
    char *lock;
    uint64_t lock_key; /* identifies the lock, and whether it is held for reading or writing */
    bool takes;
    bool on_gate; /* on the gate of a lock that prefers writers, which is part of a call on that */
    /* What an access to memory read and wrote: "-1"; NULL: nothing, or it is not known. */
    char *read, *wrote;
} ConfigurationEvent;

typedef struct Configuration {
    ConfigurationEvent *events; /* in the order of execution */
    size_t n;
} Configuration;

/* Executes the test. Returns NULL with one line in *error (the caller frees) if it cannot be
 * followed to its end. */
Configuration *configuration_of_test(const Program *program, const CampaignOptions *options,
                                     const Finding *test, const ReplayCallbacks *callbacks,
                                     char **error);
void configuration_free(Configuration *c);

#endif
