/* exp, log, pow and their relatives; printed to a precision every correct libm reaches. */
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0.1, 0.5, 1, 2, 3.7, 10, 50};
    for (int i = 0; i < 7; i++) {
        double x = v[i];
        printf("%.12g %.12g %.12g %.12g %.12g %.12g\n", exp(x), log(x), exp2(x), log2(x), expm1(x), log1p(x));
        printf("%.12g %.12g %.12g %.12g %.12g\n", log10(x), pow(x, 2.5), pow(x, -3), sqrt(x), cbrt(x));
    }
    printf("%g %g %g %g\n", pow(0, 0), pow(-2, 3), pow(-8, 1.0 / 3), pow(2, -1074));
    printf("%g %g %g\n", log(0), sqrt(-1) != sqrt(-1) ? -1.0 : 1.0, exp(1000));
    printf("%.6g %.6g %.6g\n", expf(1.5f), logf(7.25f), powf(1.5f, 3.5f));
    printf("%.15Lg %.15Lg %.15Lg %.15Lg\n", expl(1.5L), logl(7.25L), powl(1.5L, 3.5L), sqrtl(2.0L));
    return 0;
}
