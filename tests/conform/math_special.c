/* Error function, gamma, Bessel, and exact manipulation of the exponent. */
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%.10g %.10g %.10g\n", erf(0.5), erfc(0.5), erf(-2));
    printf("%.10g %.10g %.10g\n", tgamma(5), tgamma(0.5), lgamma(10.5));
    printf("%.9g %.9g %.9g\n", j0(1.5), j1(1.5), y0(1.5));
    int e;
    double m = frexp(-1234.5, &e);
    printf("%.17g %d %.17g\n", m, e, ldexp(m, e + 3));
    printf("%d %g %g\n", ilogb(1000), logb(0.001), scalbn(1.5, -1070));
    printf("%.17g %.17g\n", nextafter(1, 2), nextafter(0, -1));
    printf("%.9g\n", nextafterf(1, 0));
    printf("%.17g %.17g\n", fma(1e16, 1e-16, -1), fma(0.1, 10, -1));
    printf("%g %g\n", fdim(5, 3), fdim(3, 5));
    printf("%.17g\n", nextafter(INFINITY, 0));
    return 0;
}
