/* Arithmetic and functions on long double; mixed with other types. */
#include <math.h>
#include <stdio.h>

static long double horner(const long double *c, int n, long double x) { long double r = 0; while (n--) r = r * x + c[n]; return r; }

int main(void) {
    long double c[] = {1, -2.5L, 3e-5L, 4}, x = 1.25L;
    printf("%.18Lg\n", horner(c, 4, x));
    printf("%.15Lg %.15Lg %.15Lg\n", fabsl(-x), fmodl(10.5L, x), hypotl(3, 4));
    printf("%.15Lg %.15Lg\n", expl(1), cbrtl(27));
    int e;
    printf("%.18Lg ", frexpl(1e1000L, &e));
    printf("%d\n", e);
    printf("%.18Lg %.18Lg\n", ldexpl(1.5L, -16440), nextafterl(1, 2) - 1);
    printf("%d %d %d\n", x > 1.2, x == 1.25f, (int)x);
    long long n = (long long)(x * 1e18L);
    float f = (float)(x / 3);
    printf("%lld %.9g %ld\n", n, f, lroundl(2.5L));
    printf("%.10Lg %.10Lg\n", powl(x, 10), tgammal(6));
    return 0;
}
