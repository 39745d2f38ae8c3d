/*
 * regexp.c — a matcher for regular expressions with . * ^ and $. The pattern is an input of LENGTH
 * bytes that need not end with a zero byte: a pattern without one is read beyond its end.
 */
#include <klee/klee.h>

#ifndef LENGTH
#define LENGTH 4
#endif

static int matches_here(const char *pattern, const char *text);

/* Whether `text` begins with any number of `c` and then what the pattern says. */
static int matches_star(int c, const char *pattern, const char *text) {
    do {
        if (matches_here(pattern, text)) return 1;
    } while (*text && (*text++ == c || c == '.'));
    return 0;
}

static int matches_here(const char *pattern, const char *text) {
    if (!pattern[0]) return 1;
    if (pattern[1] == '*') return matches_star(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && !pattern[1]) return !*text;
    if (*text && (pattern[0] == '.' || pattern[0] == *text)) return matches_here(pattern + 1, text + 1);
    return 0;
}

static int matches(const char *pattern, const char *text) {
    if (pattern[0] == '^') return matches_here(pattern + 1, text);
    do
        if (matches_here(pattern, text)) return 1;
    while (*text++);
    return 0;
}

int main(void) {
    char pattern[LENGTH];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
#ifdef TERMINATED
    klee_assume(pattern[LENGTH - 1] == 0);
#endif
    return matches(pattern, "hello");
}
