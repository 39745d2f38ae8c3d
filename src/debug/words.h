/*
 * words.h — the debugger by words: commands on standard input, answers on standard output.
 */
#ifndef HEDDLE_DEBUG_WORDS_H
#define HEDDLE_DEBUG_WORDS_H

#include "debug/debugger.h"
#include <stdio.h>

/* Reads commands until `quit` or the end of `in`. With `prompt` each is asked for. What the program
 * was built from is at build.directory of the test, which is the current folder. */
void debug_by_words(DebugSession *s, FILE *in, bool prompt);
/* Runs one command, with its answer to `out`. *frame is the frame that is looked at, of the
 * session's thread. */
void debug_command(Debugger *d, uint32_t *frame, const char *command, FILE *out);

#endif
