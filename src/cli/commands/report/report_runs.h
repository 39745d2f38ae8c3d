/*
 * report_runs.h — the tests of a page executed again: causes of events, values, and reasons.
 */
#ifndef HEDDLE_CLI_COMMANDS_REPORT_REPORT_RUNS_H
#define HEDDLE_CLI_COMMANDS_REPORT_REPORT_RUNS_H

#include "report/page/page.h"

/* Builds the programs of the tests and executes each test. Reasons are looked for until `seconds`
 * are over for all of them together. A test that cannot be executed gets a note. Returns the number
 * of tests that their unchanged program does not follow. `cache` is as for cli_load_program. */
unsigned report_run_tests(PageTests *tests, const char *cache, double seconds);

#endif
