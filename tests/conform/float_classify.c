/* Classification macros on all kinds of floating values. */
#include <math.h>
#include <float.h>
#include <stdio.h>

static const char *kind(double x) {
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    double v[] = {0.0, -0.0, 1.0, DBL_MIN, DBL_MIN / 2, 5e-324, DBL_MAX, INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 10; i++)
        printf("%s %d %d %d %d\n", kind(v[i]), !!isnan(v[i]), !!isinf(v[i]), !!isfinite(v[i]), !!isnormal(v[i]));
    float f = FLT_MIN / 2;
    long double l = LDBL_MIN / 2;
    printf("%d %d %d\n", fpclassify(f) == FP_SUBNORMAL, fpclassify(l) == FP_SUBNORMAL, fpclassify(2.0f) == FP_NORMAL);
    printf("%d %d\n", !!signbit(copysign(1, -0.0)), !!signbit(copysignf(-3, 2)));
    return 0;
}
