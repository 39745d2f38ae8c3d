/* Compensated summation against plain summation: no reordering of floating operations may happen. */
#include <stdio.h>

int main(void) {
    double plain = 0, sum = 0, c = 0;
    for (int i = 1; i <= 2000; i++) {
        double x = 1.0 / ((double)i * i) * (i % 3 ? 1 : -1e-3);
        plain += x;
        double y = x - c, t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    printf("%.17g\n%.17g\n%.3g\n", plain, sum, c);
    volatile double big = 1e16;
    printf("%g %g\n", (big + 1) - big, big + (1 - big) - 1);
    float a = 1e8f, b = 1;
    printf("%g\n", (a + b) - a);
    return 0;
}
