/*
 * text_why.h — why a finding occurs, in sentences.
 */
#ifndef HEDDLE_REPORT_FORMATS_RUN_TEXT_WHY_H
#define HEDDLE_REPORT_FORMATS_RUN_TEXT_WHY_H

#include "replay/why.h"
#include <stdio.h>

/* Parts of it, for pages; texts that are returned are freed by the caller. Behind the first text of
 * a window and the one of an order come their steps. */
#define WHY_ORDER_TEXT "It fails because of this order; the other way round it passes:"
void why_window_texts(const Why *w, const Finding *f, const WhyWindow *x, char **before,
                      char **behind);
char *why_input_text(const Finding *f, const WhyInput *x);
/* Behind it come the steps of the orders of the pair. */
char *why_pair_text(const Finding *f, const WhyPair *x);

/* Prints the first of the reasons that are orders, or two changes, as a note begun with `note`. */
void text_why_first(FILE *out, const Why *w, const Finding *f, const char *note);
/* Prints the reasons, each line begun with `indent`. */
void text_why(FILE *out, const Why *w, const Finding *f, const char *indent);

#endif
