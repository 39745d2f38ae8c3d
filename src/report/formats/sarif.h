/*
 * sarif.h — the findings of an exploration in SARIF 2.1.0, which code review and editors read:
 * rules, places, and what each thread did.
 */
#ifndef HEDDLE_REPORT_FORMATS_SARIF_H
#define HEDDLE_REPORT_FORMATS_SARIF_H

#include "report/summary.h"

/* The last steps of a schedule that a result shows, since readers refuse longer flows. */
#define SARIF_MOST_STEPS 10000

/* Returns the JSON text; the caller frees it. */
char *sarif_text(const Summary *s);

#endif
