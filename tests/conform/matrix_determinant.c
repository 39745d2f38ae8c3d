/* Rational Gaussian elimination over fractions, and floating elimination with pivoting. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { long n, d; } frac;
static long gcd(long a, long b) { return b ? gcd(b, a % b) : labs(a); }
static frac norm(long n, long d) { long g = gcd(n, d); if (d < 0) g = -g; return (frac){n / g, d / g}; }
static frac sub(frac a, frac b) { return norm(a.n * b.d - b.n * a.d, a.d * b.d); }
static frac mul(frac a, frac b) { return norm(a.n * b.n, a.d * b.d); }
static frac dvd(frac a, frac b) { return norm(a.n * b.d, a.d * b.n); }

int main(void) {
    enum { N = 4 };
    frac m[N][N], det = {1, 1};
    double f[N][N], fd = 1;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { m[i][j] = norm((i * 5 + j * 3) % 7 + (i == j) * 2, 1 + (i + j) % 3); f[i][j] = (double)m[i][j].n / m[i][j].d; }
    for (int c = 0; c < N; c++) {
        det = mul(det, m[c][c]);
        for (int r = c + 1; r < N; r++) { frac k = dvd(m[r][c], m[c][c]); for (int j = c; j < N; j++) m[r][j] = sub(m[r][j], mul(k, m[c][j])); }
        int p = c;
        for (int r = c; r < N; r++) if (fabs(f[r][c]) > fabs(f[p][c])) p = r;
        for (int j = 0; p != c && j < N; j++) { double t = f[c][j]; f[c][j] = f[p][j]; f[p][j] = t; }
        if (p != c) fd = -fd;
        fd *= f[c][c];
        for (int r = c + 1; r < N; r++) { double k = f[r][c] / f[c][c]; for (int j = c; j < N; j++) f[r][j] -= k * f[c][j]; }
    }
    printf("%ld/%ld %.9f %d\n", det.n, det.d, fd, fabs((double)det.n / det.d - fd) < 1e-9);
    return 0;
}
