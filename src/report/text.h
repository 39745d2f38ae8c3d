/*
 * text.h — findings and verdicts for people: like the diagnostics of a compiler, with colours on a
 * terminal.
 */
#ifndef HEDDLE_REPORT_TEXT_H
#define HEDDLE_REPORT_TEXT_H

#include "finding/finding.h"
#include <stdio.h>

typedef struct TextStyle {
    bool colour;
    bool full_stacks; /* calls inside libraries are shown, too */
    unsigned width;   /* columns of the terminal, 0: unknown, no wrapping */
} TextStyle;

/* Returns what a note begins with, which the caller frees. */
char *text_note(const TextStyle *style);
/* Returns the style for `out`: colours if it is a terminal, unless $NO_COLOR is set or $TERM is
 * "dumb". */
TextStyle text_style(FILE *out);

/* Prints a finding: the error line, the source with a caret, then notes. `advice` (may be NULL) is
 * a last note. */
void text_finding(FILE *out, const TextStyle *style, const Finding *f, const char *advice);
/* The same in short, for another race on a variable for which a race was reported. */
void text_finding_again(FILE *out, const TextStyle *style, const Finding *f, const char *advice);
/* The same for a race that follows from another one. */
void text_finding_following(FILE *out, const TextStyle *style, const Finding *f,
                            const Finding *cause);
/* Writes a foreign text with its control characters made harmless. */
void text_clean(FILE *out, const char *s);
/* Print parts of a finding: the error line with the source, and the position of each thread. */
void text_headline(FILE *out, const TextStyle *style, const Finding *f);
void text_threads(FILE *out, const TextStyle *style, const Finding *f);
/* Whether the place of a thread is all that its calls would show. */
bool text_is_one_call(const TextStyle *style, const ThreadReport *t);
/* Write a text in which threads are called by their routines, and how a thread is called. */
void text_put_told(FILE *out, const Finding *f, const char *s);
void text_put_thread(FILE *out, const Finding *f, const char *name);
/* Prints the whole schedule with one column per thread. */
void text_columns(FILE *out, const TextStyle *style, const Finding *f);
/* Prints the inputs, one per line, each line begun with `indent`. */
void text_inputs(FILE *out, const Finding *f, const char *indent);
/* Returns "x = 5", "buffer = 68 65 6c 6c 6f \"hello\"". The caller frees it. */
char *text_input(const InputReport *input);
/* The same, as numbers and as text, whatever its size and bytes. */
char *text_input_fully(const InputReport *input);
/* Returns "file.c:12:5", "file.c:12" or "(unknown place)". The caller frees it. */
char *text_place(const SourcePlace *p);
/* sentences.c. Strings that are returned are freed by the caller. */
/* Returns how a thread is called: "consumer (0.2)" by its routine, "worker #2 (0.3)" where several
 * have it, "thread 0.2" where the finding (which may be NULL) does not know it. */
char *text_thread(const Finding *f, const char *name);
/* Returns a text with its threads ("thread 0.2") called so. */
char *text_with_threads(const Finding *f, const char *s);
/* Returns a step as a verb and its object: "locks the mutex `m`". */
char *text_step(const Finding *f, const ScheduleStep *s);
/* Returns a step on an object that was just named: "locks it". */
char *text_step_on_it(const ScheduleStep *s);
/* Whether a step is of this kind (OPERATION_…). */
bool text_step_is(const ScheduleStep *s, int kind);
/* Whether the thread wakes without a notification. */
bool text_is_spurious(const ScheduleStep *s);
/* Returns "1 trace", "2,345 traces". The caller frees it. */
char *text_count(uint64_t n, const char *one, const char *many);

/*
 * Returns for each step the index + 1 of the last earlier step of another thread on the same object
 * (an interference), or 0. The caller frees it.
 */
size_t *text_interferences(const Finding *f);
/* Prints a line for each load that the finding needs to read another thread's store, if known, with
 * `before` in front of it. */
void text_needs(FILE *out, const Finding *f, const char *before);
/* Returns what the second access of a race is. */
const char *text_other_message(const Finding *f);
/* Prints how the threads of a race reached their accesses, and the locks they held, if known, with
 * `before` in front of each of the two. */
void text_accesses(FILE *out, const TextStyle *style, const Finding *f, const char *before);

/* Words for the estimated share of an exploration after so many seconds of work. */
char *text_estimate(double share, double seconds);

#endif
