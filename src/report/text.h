/*
 * text.h — findings and verdicts for people: like the diagnostics of a compiler, on a terminal with
 * colours.
 */
#ifndef HEDDLE_REPORT_TEXT_H
#define HEDDLE_REPORT_TEXT_H

#include "finding/finding.h"
#include <stdio.h>

typedef struct TextStyle {
    bool colour;
    unsigned width; /* columns of the terminal, 0: unknown, no wrapping */
} TextStyle;

/* Colours where `out` is a terminal, unless $NO_COLOR is set or $TERM is "dumb". */
TextStyle text_style(FILE *out);

/* A finding: the error line, the source with a caret, then notes. `advice` (may be NULL) is a last
 * note. */
void text_finding(FILE *out, const TextStyle *style, const Finding *f, const char *advice);
/* The same in short, for one more race on a variable of which a race was told. */
void text_finding_again(FILE *out, const TextStyle *style, const Finding *f, const char *advice);
/* Writes a text that comes from elsewhere, its control characters made harmless. */
void text_clean(FILE *out, const char *s);
/* Its parts: the error line with the source, and where each thread is. */
void text_headline(FILE *out, const TextStyle *style, const Finding *f);
void text_threads(FILE *out, const Finding *f);
/* The whole schedule with one column a thread. */
void text_columns(FILE *out, const TextStyle *style, const Finding *f);
/* The inputs, one a line, each line begun with `indent`. */
void text_inputs(FILE *out, const Finding *f, const char *indent);
/* "x = 5", "buffer = 68 65 6c 6c 6f \"hello\"". The caller frees. */
char *text_input(const InputReport *input);
/* "file.c:12:5", "file.c:12" or "(unknown place)". The caller frees. */
char *text_place(const SourcePlace *p);
/* One step in a few words: "lock `m`". The caller frees. */
char *text_step(const ScheduleStep *s);
/* "1 trace", "2,345 traces". The caller frees. */
char *text_count(uint64_t n, const char *one, const char *many);

/*
 * For each step, the index + 1 of the step of another thread that touched the same object last
 * before it (an interference), or 0. The caller frees.
 */
size_t *text_interferences(const Finding *f);
/* A line for each load that the finding needs to read what another thread wrote, where that is
 * known, with this text before it. */
void text_needs(FILE *out, const Finding *f, const char *before);
/* How the threads of a race came to their accesses, and the locks that they held, where that is
 * known; the same before each of the two. */
void text_accesses(FILE *out, const Finding *f, const char *before);

#endif
