/* Variable-length arrays, also in two dimensions and as parameters. */
#include <stdio.h>

static long trace(int n, int m[n][n]) {
    long t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}
static int fill(int n) {
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i * j + n;
    printf("%zu %ld\n", sizeof m, trace(n, m));
    return m[n - 1][n - 1];
}

int main(void) {
    int total = 0;
    for (int n = 1; n < 8; n++) {
        total += fill(n);
        char line[n + 1];
        for (int i = 0; i < n; i++) line[i] = (char)('a' + i);
        line[n] = 0;
        printf("%s %zu\n", line, sizeof line);
    }
    int rows = 3, cols = 4;
    int (*p)[cols] = (int[3][4]){{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    (void)0;
    printf("%d %zu %zu\n", p[rows - 1][cols - 1], sizeof *p, sizeof(int[rows][cols]));
    return total;
}
