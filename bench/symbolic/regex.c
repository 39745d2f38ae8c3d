/* regex.c — matches a symbolic text of N bytes (7 unless given) against a pattern with ., *, ?, ^
 * and $, by backtracking. No bug; every way to match or to fail is a path. */
#include <heddle/heddle.h>

#ifndef N
#define N 7
#endif

static int match_here(const char *pattern, const char *text);

static int matches(char pattern, char c) { return c && (pattern == '.' || pattern == c); }

static int match_star(char c, const char *pattern, const char *text) {
    do {
        if (match_here(pattern, text)) return 1;
    } while (matches(c, *text++));
    return 0;
}

static int match_here(const char *pattern, const char *text) {
    if (!*pattern) return 1;
    if (pattern[0] == '$' && !pattern[1]) return !*text;
    if (pattern[1] == '*') return match_star(pattern[0], pattern + 2, text);
    if (pattern[1] == '?') {
        if (matches(pattern[0], *text) && match_here(pattern + 2, text + 1)) return 1;
        return match_here(pattern + 2, text);
    }
    return matches(pattern[0], *text) && match_here(pattern + 1, text + 1);
}

static int match(const char *pattern, const char *text) {
    if (*pattern == '^') return match_here(pattern + 1, text);
    do {
        if (match_here(pattern, text)) return 1;
    } while (*text++);
    return 0;
}

int main(void) {
    char text[N + 1];
    heddle_symbolic(text, N, "text");
    text[N] = '\0';
    return match("ab*.*c?d", text) ? 0 : 1;
}
