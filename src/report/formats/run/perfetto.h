/*
 * perfetto.h — the run of a test as trace-event JSON, which Perfetto and chrome://tracing show: a
 * track for each thread, slices for the locks that it holds, and flows for dependences.
 */
#ifndef HEDDLE_REPORT_FORMATS_PERFETTO_H
#define HEDDLE_REPORT_FORMATS_PERFETTO_H

#include "replay/configuration.h"

/* Microseconds on the time line for one event. The order of events is all that there is of time. */
#define PERFETTO_EVENT_TIME 10

/* Returns the JSON text; the caller frees it. */
char *perfetto_text(const Configuration *c, const Finding *test);

#endif
