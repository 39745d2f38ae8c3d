/* expect: assertion @LOST; assertion @FUSED; assertion @NARROW; assertion @LEAST */
/* Results are rounded to nearest: numbers that only rounding makes equal are found. */
#include <heddle/heddle.h>
#include <math.h>
int main(void) {
    float f = heddle_float("f"), g = heddle_float("g");
    double d = heddle_double("d");
    if (f + 1e8f == 1e8f) heddle_assert(f == 0);          /* LOST */
    if (fma(d, 2.0, 1.0) == 9.0) heddle_assert(d == 4.0); /* FUSED */
    if ((float)d == 0.1f) heddle_assert(d == 0.1);        /* NARROW */
    if (g > 0 && g / 2 == 0) heddle_assert(g > 1e-44f);   /* LEAST */
    return 0;
}
