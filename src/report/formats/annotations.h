/*
 * annotations.h — findings as workflow commands of GitHub Actions, which show them beside the lines
 * of a change.
 */
#ifndef HEDDLE_REPORT_FORMATS_ANNOTATIONS_H
#define HEDDLE_REPORT_FORMATS_ANNOTATIONS_H

#include "report/summary.h"

/* Returns a line for each finding, and one if not everything was explored; the caller frees.
 * `workspace` is the folder that names of files have to be relative to; NULL: that of the
 * summary. */
char *annotations_text(const Summary *s, const char *workspace);

#endif
