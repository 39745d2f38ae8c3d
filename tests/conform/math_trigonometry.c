/* Trigonometric and hyperbolic functions, also for large arguments. */
#include <math.h>
#include <stdio.h>

int main(void) {
    for (int i = -8; i <= 8; i += 2) {
        double x = i * 0.77;
        printf("%.11g %.11g %.11g %.11g %.11g %.11g\n", sin(x), cos(x), tan(x), atan(x), sinh(x / 4), tanh(x));
        printf("%.11g %.11g %.11g\n", asin(x / 10), acos(x / 10), atan2(x, -1.5));
    }
    printf("%.10g %.10g %.10g\n", sin(1e6), cos(1e15), tan(123456789.0));
    printf("%.11g %.11g %.11g\n", asinh(3), acosh(3), atanh(0.3));
    printf("%.6g %.6g %.6g\n", sinf(1.25f), cosf(1.25f), atan2f(1, 3));
    printf("%.15Lg %.15Lg %.15Lg\n", sinl(1.25L), cosl(1.25L), atanl(1.25L));
    double s, c;
    printf("%.11g\n", hypot(3e200, 4e200));
    return 0;
}
