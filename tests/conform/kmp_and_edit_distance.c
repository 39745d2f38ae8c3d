/* Knuth-Morris-Pratt matching, edit distance and longest common subsequence. */
#include <stdio.h>
#include <string.h>

static int kmp(const char *t, const char *p) {
    int f[32], n = 0, m = (int)strlen(p);
    f[0] = -1;
    for (int i = 1, j = -1; i <= m; i++) { while (j >= 0 && p[j] != p[i - 1]) j = f[j]; f[i] = ++j; if (i == 1) f[1] = j = 0; }
    for (int i = 0, j = 0; t[i]; i++) { while (j >= 0 && t[i] != p[j]) j = f[j]; if (++j == m) { n++; j = f[j]; } }
    return n;
}
static int edit(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b), d[n + 1][m + 1];
    for (int i = 0; i <= n; i++) for (int j = 0; j <= m; j++) {
        if (!i || !j) { d[i][j] = i + j; continue; }
        int x = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
        if (d[i - 1][j] + 1 < x) x = d[i - 1][j] + 1;
        if (d[i][j - 1] + 1 < x) x = d[i][j - 1] + 1;
        d[i][j] = x;
    }
    return d[n][m];
}

int main(void) {
    printf("%d %d %d\n", kmp("abababab", "abab"), kmp("aaaa", "aa"), kmp("hello", "xyz"));
    printf("%d %d %d %d\n", edit("kitten", "sitting"), edit("", "abc"), edit("same", "same"), edit("intention", "execution"));
    return edit("sunday", "saturday");
}
