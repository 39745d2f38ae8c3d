/*
 * words.h — comparisons of the words of a command line.
 */
#ifndef HEDDLE_CLI_WORDS_H
#define HEDDLE_CLI_WORDS_H

#include "base/base.h"

/* Whether `s` is, or begins with, one of the words; lists end with NULL. */
bool is_one_of(const char *s, const char *const *words);
bool begins_with_one_of(const char *s, const char *const *words);
/* Returns the last word of `path` after a dot; "" if there is none. */
const char *suffix_of(const char *path);
/* Returns two strings as one, owned by the arena. */
const char *joined(Arena *arena, const char *a, const char *b);

#endif
