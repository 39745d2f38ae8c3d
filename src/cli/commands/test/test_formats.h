/*
 * test_formats.h — the result of an exploration in the formats that others read, as the options of
 * heddle test and heddle diff ask for them.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_FORMATS_H
#define HEDDLE_CLI_COMMANDS_TEST_FORMATS_H

#include "cli/commands/test/test_settings.h"
#include "report/summary.h"

/* Writes what was asked for. False after an error message. */
bool formats_write(const TestSettings *settings, const Summary *s);
/* Asks for none. */
void formats_none(TestSettings *settings);

#endif
