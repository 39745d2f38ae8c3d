/* expect: safe */
/* What holds for all numbers, and what does for all but NaN. */
#include <heddle/heddle.h>
#include <math.h>
int main(void) {
    double x = heddle_double("x");
    float y = heddle_float("y");
    heddle_assert((double)y == y || isnan(y));
    heddle_assert((float)(double)y == y || isnan(y));
    heddle_assert(x + 0.0 == x || isnan(x));
    heddle_assert(fabs(x) >= 0 || isnan(x));
    heddle_assert(isnan(x) || isinf(x) || x - x == 0);
    if (x == x && x > 1e300) heddle_assert(x * 10 > 1e300);
    if (x >= 1 && x <= 1000) {
        heddle_assert(floor(x) <= x && ceil(x) >= x && ceil(x) - floor(x) <= 1);
        heddle_assert((int)x == (int)floor(x) && (unsigned char)(int)x == (unsigned char)(long)x);
    }
    return 0;
}
