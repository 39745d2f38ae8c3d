/*
 * impact_text.h — the changes between two versions of a program, and their possible influence, as
 * text.
 */
#ifndef HEDDLE_REPORT_IMPACT_TEXT_H
#define HEDDLE_REPORT_IMPACT_TEXT_H

#include "impact/impact.h"
#include <stdio.h>

/* Prints a line for each function of the program's own code, and each global, that changed:
 * "modified  worker  pool.c:31  4 of 52 instructions". */
void impact_print_list(const Match *m, FILE *out);
/*
 * Prints for each file of NEW a line for each of its lines with code: "31: changed, forward,
 * backward, influences", or "31: -". After those come the lines of OLD with deleted code.
 */
void impact_print_explanation(const Match *m, const Impact *i, FILE *out);

#endif
