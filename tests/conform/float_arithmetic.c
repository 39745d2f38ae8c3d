/* float and double: rounding, promotion, division by zero, infinities, NaN comparisons. */
#include <stdio.h>
#include <float.h>
#include <math.h>

int main(void) {
    float f = 0.1f, g = 0.2f;
    double d = 0.1, zero = 0.0;
    printf("%.9g %.17g %d\n", f + g, d + 0.2, d + 0.2 == 0.3);
    printf("%g %g %g\n", 1 / zero, -1 / zero, (float)1e300);
    double nan = zero / zero;
    printf("%d %d %d %d\n", nan == nan, nan < 1, nan != nan, !(nan >= 1));
    printf("%.9g %.17g\n", FLT_MAX * 0.5f, DBL_MIN / 4);
    printf("%g %g\n", -0.0, 0.0 * -1);
    printf("%d %d\n", -0.0 == 0.0, signbit(-0.0) != 0);
    float acc = 0;
    for (int i = 0; i < 1000; i++) acc += 0.1f;
    printf("%.9g\n", acc);
    double dacc = 0;
    for (int i = 1; i <= 100; i++) dacc += 1.0 / i;
    printf("%.17g\n", dacc);
    return 0;
}
