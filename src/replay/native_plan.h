/*
 * native_plan.h — the plan by which a normal process repeats a finding: what its runtime
 * (native/replay/replay.h) has to know of the test, one fact a line, numbers in decimal.
 *
 *   t NAME                               a thread, numbered by the lines from 0
 *   s THREAD KIND OUTCOME LINE COLUMN FILE   a visible operation, in the order of the schedule
 *   p THREAD LINE COLUMN FILE            where a thread stands at the end; not that of the finding
 *   a THREAD LINE COLUMN FILE            an access of the race
 *   i NAME BYTES                         an input, both in hexadecimal
 *   f THREAD LINE COLUMN FILE            the finding; -1: it is of all threads
 */
#ifndef HEDDLE_REPLAY_NATIVE_PLAN_H
#define HEDDLE_REPLAY_NATIVE_PLAN_H

#include "replay/configuration.h"
#include <stdio.h>

/* Writes the plan of a finding whose test was executed again as `events`. Returns the number of
 * operations in it. */
size_t native_plan_write(FILE *out, const Program *program, const Finding *f,
                         const Configuration *events);

#endif
