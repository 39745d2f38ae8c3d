/* fmod, remainder and remquo: signs, ties to even, exactness with far exponents, and floats to integers in range. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double x[] = {7.5, -7.5, 5, 6, -1, 1e17, 0.3}, y[] = {2, -2, 3, 0.1};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 4; j++) {
            int q = 0;
            double r = remquo(x[i], y[j], &q);
            printf("%.17g %.17g %d%c", fmod(x[i], y[j]), r, r == remainder(x[i], y[j]), j == 3 ? '\n' : ';');
        }
    int q;
    remquo(29, 4, &q);
    printf("%d %d\n", q & 7, signbit(fmod(-4, 2)) != 0);
    printf("%g %d\n", (double)fmodf(10.5f, 3), isnan(fmod(1, 0)) != 0);
    printf("%d %d %u\n", (int)2147483647.9, (int)-2147483648.9, (unsigned)4294967295.5);
    printf("%ld %lu\n", (long)-9223372036854775808.0, (unsigned long)18446744073709549568.0);
    printf("%lld %d %d\n", (long long)9223371487098961920.0f, (signed char)-128.9, (unsigned char)255.99);
    printf("%d %d %ld %lld\n", (int)-0.99, (int)lround(2.5), lrint(2.5), llrint(-3.5));
    printf("%.1f %.1f %d\n", (double)LONG_MAX, (double)ULONG_MAX, (float)INT_MAX == 2147483648.0f);
    return (int)remainder(17, 10) + 10;
}
