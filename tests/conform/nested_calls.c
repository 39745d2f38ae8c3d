/* Deeply nested call expressions with many arguments of mixed types. */
#include <stdio.h>

static double many(char a, short b, int c, long d, float e, double f, unsigned char g, long long h, float i, double j, int k, double l, double m, float n, double o, char *p) {
    return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p[0];
}
static int max(int a, int b) { return a > b ? a : b; }
static int id(int x) { return x; }

int main(void) {
    char s[] = "z";
    printf("%g\n", many(1, -2, 3, 4L << 33, 0.5f, -0.25, 255, -(1LL << 40), 1e10f, 2, 3, 4, 5, 6, 7, s));
    printf("%d\n", max(max(id(3), max(9, id(4))), max(id(max(1, 2)), id(8))));
    printf("%g\n", many('a', 2, max(1, 2), id(5), 1, many(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, s), 0, 0, 0, 0, 0, 0, 0, 0, 0, s));
    return id(id(id(id(17))));
}
