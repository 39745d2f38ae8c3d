/* words.c — comparisons of words and their beginnings. See words.h. */
#include "cli/words.h"
#include <stdlib.h>

bool is_one_of(const char *s, const char *const *words) {
    for (; *words; words++)
        if (!strcmp(s, *words)) return true;
    return false;
}

bool begins_with_one_of(const char *s, const char *const *words) {
    for (; *words; words++)
        if (has_prefix(s, *words)) return true;
    return false;
}

const char *joined(Arena *arena, const char *a, const char *b) {
    char *s = xasprintf("%s%s", a, b);
    char *kept = arena_strdup(arena, s);
    free(s);
    return kept;
}

const char *suffix_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}
