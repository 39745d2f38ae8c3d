/*
 * hunt.h — hunting: short runs beside a systematic exploration that find what is easy to find early. Not for
 * other rooms.
 *
 * A hunt has a machine, expressions and a solver of its own, so that the path of the exploration stays as it
 * is. It takes a share of the work so far, which is counted in instructions, steps and queries, never in
 * seconds. What it finds is told like any finding; what it does not reach says nothing, and nothing of what
 * it meets counts for the exploration: no limit, no assumption, no visible memory.
 */
#ifndef HEDDLE_STRATEGIES_HUNT_HUNT_H
#define HEDDLE_STRATEGIES_HUNT_HUNT_H

#include "explore/internal.h"

typedef struct Hunt Hunt;

/* A hunt beside this campaign. It sets up nothing until it is due for the first time. */
Hunt *hunt_new(Campaign *c);
void hunt_free(Hunt *h);
/* Hunts where it is due, as long as the share allows. Where nothing is due it is cheap. */
void hunt_when_due(Hunt *h);
/* Gives up all memory and ends the hunt for good. Not while it hunts. */
void hunt_end(Hunt *h);
/* Writes what it did into the statistics. */
void hunt_count(const Hunt *h, CampaignStats *s);

#endif
