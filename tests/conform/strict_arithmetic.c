/* native: clang */
/* Arithmetic that minds rounding modes and exceptions gives the same numbers where neither changes. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON

int main(void) {
    volatile double a = 1, b = 3;
    volatile float s = 0.1f;
    double c = a / b;
    printf("%.17g %.17g %.17g %.17g\n", c, c * b - a, c + b, a - b);
    printf("%d %ld %u %llu\n", (int)(b * 7), (long)(-b * s), (unsigned)b, (unsigned long long)(b * 1e15));
    volatile int i = -5;
    volatile unsigned long u = 1ul << 63;
    printf("%g %g %g %g\n", (double)i, (float)i * s, (double)u, (double)(float)b);
    printf("%d%d%d%d%d%d\n", a < b, a > b, a == b, a != b, a <= b, a >= b);
    printf("%d%d%d\n", isless(a, b), isgreaterequal(a, NAN), isunordered(a, NAN));
    printf("%.17g %.17g %.17g %.17g\n", fma(a, b, c), sqrt(b), rint(b / 2), nearbyint(-b / 2));
    printf("%.17g %.17g %.17g %g\n", floor(-c), ceil(c), trunc(-b / 2), fabs(-c));
    printf("%ld %lld %ld\n", lrint(b / 2), llrint(-b / 2), lround(b / 2));
    long double w = a;
    w = w / b + i;
    printf("%.21Lg %.17g %d\n", w, (double)w, (int)w);
    printf("%d %d %d\n", fesetround(FE_TONEAREST), fegetround() == FE_TONEAREST, feclearexcept(FE_ALL_EXCEPT));
    return 0;
}
