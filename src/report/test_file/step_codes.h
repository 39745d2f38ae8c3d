/*
 * step_codes.h — the consecutive steps of one thread, as a text: numbers into the tables of a test
 * file, with repetitions written once. See docs/test-format.md.
 */
#ifndef HEDDLE_REPORT_TEST_FILE_STEP_CODES_H
#define HEDDLE_REPORT_TEST_FILE_STEP_CODES_H

#include "base/base.h"

typedef struct StepCode {
    uint32_t operation, object, outcome, rounds;
} StepCode;
typedef VEC(StepCode) StepCodes;

/* Appends the text of `n` steps. */
void step_codes_write(StrBuf *b, const StepCode *codes, size_t n);
/* Appends the steps of a text, at most `most` of them. Returns NULL, or a static text that says
 * what is wrong. */
const char *step_codes_read(const char *text, size_t most, StepCodes *out);

#endif
