/*
 * text_why.h — why a finding occurs, in sentences.
 */
#ifndef HEDDLE_REPORT_FORMATS_RUN_TEXT_WHY_H
#define HEDDLE_REPORT_FORMATS_RUN_TEXT_WHY_H

#include "replay/why.h"
#include <stdio.h>

/* Prints the reasons, each line begun with `indent`. */
void text_why(FILE *out, const Why *w, const Finding *f, const char *indent);

#endif
