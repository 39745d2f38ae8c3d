/* Parameters whose array bounds are other parameters, with side effects in bounds and typedefs of variable size. */
#include <stdio.h>

static void multiply(int n, int m, int k, int a[n][m], int b[m][k], int out[n][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            out[i][j] = 0;
            for (int l = 0; l < m; l++) out[i][j] += a[i][l] * b[l][j];
        }
}
static int trace3(int n, short cube[][n][n], int planes) {
    int s = 0;
    for (int p = 0; p < planes; p++)
        for (int i = 0; i < n; i++) s += cube[p][i][i];
    return s;
}
static unsigned long row_size(int n, char (*rows)[n * 2 + 1]) { return sizeof *rows; }
static void fill(int n, int m, int t[static n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) t[i][j] = (i + 1) * (j + 2) % 7;
}

int main(void) {
    for (int n = 1; n < 4; n++) {
        int m = n + 1, k = 5 - n;
        int a[n][m], b[m][k], c[n][k];
        fill(n, m, a);
        fill(m, k, b);
        multiply(n, m, k, a, b, c);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < k; j++) printf("%d%c", c[i][j], j + 1 < k ? ' ' : '\n');
        short cube[2][n][n];
        for (int i = 0; i < 2 * n * n; i++) (&cube[0][0][0])[0] = 0, cube[i / (n * n)][i / n % n][i % n] = (short)i;
        cube[0][0][0] = 100;
        printf("trace %d, row %lu, size %zu\n", trace3(n, cube, 2), row_size(n, NULL), sizeof cube);
    }
    int n = 3;
    typedef int vector[n];
    n = 9;
    vector v, *p = &v;
    v[0] = 1;
    v[2] = 4;
    printf("%zu %d %d\n", sizeof(vector), (*p)[2], (*p)[0]);
    return (int)sizeof(*p);
}
