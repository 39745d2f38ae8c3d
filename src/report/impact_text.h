/*
 * impact_text.h — what changed between two versions of a program, and what that can influence, as
 * text.
 */
#ifndef HEDDLE_REPORT_IMPACT_TEXT_H
#define HEDDLE_REPORT_IMPACT_TEXT_H

#include "impact/impact.h"
#include <stdio.h>

/* A line for each function of the program's own code, and each global, that changed:
 * "modified  worker  pool.c:31  4 of 52 instructions". */
void impact_print_list(const Match *m, FILE *out);
/*
 * Per file of NEW a line for each of its lines with code in it: "31: changed, forward, backward,
 * influences", or "31: -"; and after those the lines of OLD from which something was deleted.
 */
void impact_print_explanation(const Match *m, const Impact *i, FILE *out);

#endif
