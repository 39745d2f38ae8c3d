/*
 * junit.h — the result of an exploration as a JUnit report, which build servers read: one test case
 * for the program, with a failure for each finding.
 */
#ifndef HEDDLE_REPORT_FORMATS_JUNIT_H
#define HEDDLE_REPORT_FORMATS_JUNIT_H

#include "report/summary.h"

/* Returns the XML text; the caller frees it. The test case passes only if everything was explored
 * and nothing was found. */
char *junit_text(const Summary *s);

#endif
