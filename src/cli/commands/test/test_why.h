/*
 * test_why.h — tells the reason of a finding with its text, where it is found by a few short runs.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_TEST_WHY_H
#define HEDDLE_CLI_COMMANDS_TEST_TEST_WHY_H

#include "cli/commands/test/test_run.h"

/* Prints the first reason why a confirmed finding occurs (replay/why.h), if an order of two threads
 * is one. Nothing is printed where looking at all orders would take long. */
void test_tell_why(const TestRun *r, const Finding *f);

#endif
