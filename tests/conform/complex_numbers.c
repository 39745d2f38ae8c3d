/* Complex arithmetic, functions and special cases of multiplication. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void show(double complex z) { printf("%.10g%+.10gi\n", creal(z), cimag(z)); }

int main(void) {
    double complex a = 1 + 2 * I, b = 3 - 4 * I;
    show(a + b);
    show(a * b);
    show(a / b);
    show(-a);
    show(conj(a));
    show(cexp(a));
    show(csqrt(-4));
    show(cpow(a, 2));
    show(clog(b));
    printf("%.10g %.10g\n", cabs(b), carg(a));
    float complex f = 1.5f - 0.5f * I;
    show(f * f);
    show(f / (2 + I));
    long double complex l = 1.0L / 3 + I;
    show(l * l);
    double complex inf = CMPLX(INFINITY, 1) * CMPLX(1, 1);
    printf("%d\n", isinf(creal(inf)) || isinf(cimag(inf)));
    printf("%d %d\n", a == a, a != b);
    return 0;
}
