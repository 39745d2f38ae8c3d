/* Pointers to pointers, arrays of strings sorted in place, out parameters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int split(const char *s, char ***out) {
    int n = 0;
    *out = NULL;
    while (*s) {
        size_t l = strcspn(s, " ");
        if (l) { *out = realloc(*out, (size_t)(n + 2) * sizeof **out); (*out)[n] = strndup(s, l); (*out)[++n] = NULL; }
        s += l + (s[l] == ' ');
    }
    return n;
}
static void sort(char **v) { for (char **i = v; *i; i++) for (char **j = i + 1; *j; j++) if (strcmp(*i, *j) > 0) { char *t = *i; *i = *j; *j = t; } }
static void bounds(const int *v, int n, const int **lo, const int **hi) { *lo = *hi = v; while (n--) { if (*v < **lo) *lo = v; if (*v > **hi) *hi = v; v++; } }

int main(void) {
    char **words;
    int n = split("the  quick brown fox jumps over a lazy dog ", &words);
    sort(words);
    for (char **w = words; *w; w++) { printf("%s ", *w); free(*w); }
    free(words);
    int v[] = {5, 2, 9, -3, 7};
    const int *lo, *hi;
    bounds(v, 5, &lo, &hi);
    printf("%d %td %td\n", n, lo - v, hi - v);
    return n;
}
