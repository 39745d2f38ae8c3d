/* Rounding functions on halves, negatives and large values. */
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0.5, -0.5, 1.5, 2.5, -2.5, 2.4999, -7.9, 1e15 + 0.5, 4503599627370497.5, -0.2};
    for (int i = 0; i < 10; i++) {
        double x = v[i], ip;
        double fp = modf(x, &ip);
        printf("%g %g %g %g %g %g %ld %lld %g %g\n", floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x), lround(x),
               llrint(x), ip, fp);
    }
    printf("%g %g %g\n", floorf(-1.5f), ceilf(-1.5f), roundf(2.5f));
    printf("%Lg %Lg %Lg\n", floorl(-1.5L), truncl(99.99L), rintl(3.5L));
    printf("%g %g\n", fmod(10.5, 3), fmod(-10.5, 3));
    printf("%g %d\n", remainder(11, 4), ({ int q; remquo(29, 4, &q); q & 7; }));
    return 0;
}
