/*
 * words.h — what is asked of the words of a command line.
 */
#ifndef HEDDLE_CLI_WORDS_H
#define HEDDLE_CLI_WORDS_H

#include "base/base.h"

/* Lists of words end with NULL. */
bool is_one_of(const char *s, const char *const *words);
bool begins_with_one_of(const char *s, const char *const *words);
/* The last word of `path` after a dot; "" where there is none. */
const char *suffix_of(const char *path);
/* One string of two; the arena's. */
const char *joined(Arena *arena, const char *a, const char *b);

#endif
