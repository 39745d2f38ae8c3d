/*
 * dot.h — the run of a test as an event structure for Graphviz: a box for each event, a cluster for
 * each thread, an arrow for each immediate cause. Conflicts are between runs, so there are none.
 */
#ifndef HEDDLE_REPORT_FORMATS_DOT_H
#define HEDDLE_REPORT_FORMATS_DOT_H

#include "replay/configuration.h"

/* Returns the text; the caller frees it. */
char *dot_text(const Configuration *c, const Finding *test);

#endif
